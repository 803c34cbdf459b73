"""`diwaniya verify`: proves that the packs of a finished match were what they had to be."""

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from diwaniya.cli._commands import Command
from diwaniya.cli._complaints import complain, placed
from diwaniya.cli._input import Input, of_lines
from diwaniya.cli._language import language_option, spoken
from diwaniya.cli._output import check_open

if TYPE_CHECKING:
    from diwaniya.engine.verify import Verdict
    from diwaniya.words.speaker import Speaker

NOT_PROVEN = 1
NO_PROOF = 2


class Commitment(click.ParamType[str]):
    """The 64 digits that a table shows before play. Blanks, and capitals or not, do not matter."""

    name = "HEX"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        digits = re.sub(r"[\s:-]", "", value).lower()
        if not re.fullmatch("[0-9a-f]{64}", digits):
            self.fail(
                f"a commitment has 64 hexadecimal digits, and all are needed; {value[:80]!r} has {len(digits)} signs",
                param,
                ctx,
            )
        return digits


@click.command(cls=Command)
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option(
    "--commitment",
    "commitments",
    type=Commitment(),
    multiple=True,
    help="What you saw at the table before the first deal, all 64 digits. For several matches once for each: every"
    " match must have one of them, and each must turn up.",
)
@click.option(
    "--salt",
    "salts",
    metavar="TEXT",
    multiple=True,
    help="What you added to the shuffles, as you typed it (or its bytes as hexadecimal digits): it must be in every"
    " match of the files. May be given several times.",
)
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Print one object a record: all that was compared, and how it came out.",
)
@click.option(
    "--lines", is_flag=True, help="Each FILE holds one record a line, as files called .jsonl or .ndjson do."
)
@language_option
@click.pass_context
def verify(
    ctx: click.Context,
    files: tuple[str, ...],
    commitments: tuple[str, ...],
    salts: tuple[str, ...],
    as_json: bool,
    lines: bool,
    lang: str | None,
) -> None:
    """Prove that the shuffles of a match were fair. FILE is its record, as the page of the finished match saves it;
    - reads standard input. Needs no network.

    Before the first deal the table shows a commitment, on the page called the seal: 64 digits that pin its secret
    down without telling it. Every pack, and who deals first, follow from that secret and from the salts that the
    players added. When the match is over its record tells the secret, and here all is computed again and
    compared: the commitment, the first dealer or the cut for it, every pack, and that every move follows the rules.

    The server cannot have chosen the packs if this commitment is the one that you saw before the first
    deal and your salt is in it. Only you know that: compare by eye, or say them with --commitment and --salt.
    The proof covers the cards, the first dealer and the moves, not the names and times in the record's meta.

    \b
    Examples:
      diwaniya verify match.json
      diwaniya verify --salt 'my lucky words' match.json      was it in?
      diwaniya verify --commitment 630dcd29... match.json     the one that I saw?
      diwaniya verify --json matches.jsonl                    one record a line, one object a line
      diwaniya verify - < match.json                          from standard input
      diwaniya verify --lang ar match.json                    in Arabic

    \b
    Exit status:
      0  proven: one line a record
      1  something does not fit: one line on standard error says which hand, and where
      2  it is no record, or there is no proof of its shuffles in it
    With several records all are looked at, and the first one that is bad decides.
    """
    check_open()
    speaker = spoken(ctx, lang, for_programs=as_json)
    first_bad = 0
    seen: set[str] = set()
    for where, raw, many in _records(files, lines, speaker):
        status, verdict, text = _verified(raw, commitments, salts, many, speaker)
        if verdict is not None:
            seen.add(verdict.commitment)
            if as_json:
                click.echo(json.dumps({"file": where, **verdict.as_json()}))
        if status:
            complain(f"{where}: {text}")
            first_bad = first_bad or status
        elif not as_json:
            click.echo(f"{where}: {text}")
    for missing in sorted(set(commitments) - seen):
        if len(commitments) > 1:
            complain(speaker.t("cli.verify.no_match", commitment=missing))
            first_bad = first_bad or NOT_PROVEN
    ctx.exit(first_bad)


def _records(files: tuple[str, ...], lines: bool, speaker: "Speaker") -> Iterator[tuple[str, bytes, bool]]:
    """Every record: where it stands, itself, and whether it is one line of several."""
    for file in files:
        with Input(file, speaker) as source:
            if of_lines(file, lines):
                for number, raw in source.lines():
                    yield source.line(number), raw, True
            else:
                yield source.name, source.whole(), False


def _verified(
    raw: bytes, commitments: tuple[str, ...], salts: tuple[str, ...], many: bool, speaker: "Speaker"
) -> tuple[int, "Verdict | None", str]:
    """Exit status, what came out, and one line about it."""
    from diwaniya.cli._proof import no_proof, not_proven, proven
    from diwaniya.cli._seats import no_record
    from diwaniya.engine.errors import RecordError
    from diwaniya.engine.record import parse
    from diwaniya.engine.verify import NoProof, verify

    try:
        record = parse(raw)
        verdict = verify(record, commitments, salts)
    except NoProof as error:
        return NO_PROOF, None, no_proof(speaker, str(error))
    except RecordError as error:
        return NO_PROOF, None, no_record(speaker, placed(str(error), many))
    if verdict.proven:
        return 0, verdict, proven(speaker, verdict, bool(commitments), len(salts))
    return NOT_PROVEN, verdict, not_proven(speaker, record, verdict)
