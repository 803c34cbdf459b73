"""`diwaniya verify`: proves that the packs of a finished match were what they had to be."""

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from diwaniya.cli._commands import Command
from diwaniya.cli._complaints import complain, placed
from diwaniya.cli._input import Input, of_lines
from diwaniya.cli._output import check_open
from diwaniya.cli._sizes import counted

if TYPE_CHECKING:
    from diwaniya.engine.verify import Verdict

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
@click.pass_context
def verify(
    ctx: click.Context,
    files: tuple[str, ...],
    commitments: tuple[str, ...],
    salts: tuple[str, ...],
    as_json: bool,
    lines: bool,
) -> None:
    """Prove that the shuffles of a match were fair. FILE is its record; - reads standard input. Needs no network.

    Before the first deal the table shows a commitment: 64 digits that pin its secret down without telling
    it. Every pack, and who deals first, follow from that secret and from the salts that the players added.
    When the match is over its record tells the secret, and here all is computed again and compared:
    the commitment, the first dealer or the cut for it, every pack, and that every move follows the rules.

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

    \b
    Exit status:
      0  proven: one line a record
      1  something does not fit: one line on standard error says which hand, and where
      2  it is no record, or there is no proof of its shuffles in it
    With several records all are looked at, and the first one that is bad decides.
    """
    check_open()
    first_bad = 0
    seen: set[str] = set()
    for where, raw, many in _records(files, lines):
        status, verdict, text = _verified(raw, commitments, salts)
        if verdict is not None:
            seen.add(verdict.commitment)
            if as_json:
                click.echo(json.dumps({"file": where, **verdict.as_json()}))
        if status:
            complain(f"{where}: {placed(text, many)}")
            first_bad = first_bad or status
        elif not as_json:
            click.echo(f"{where}: {text}")
    for missing in sorted(set(commitments) - seen):
        if len(commitments) > 1:
            complain(f"no match here has the commitment {missing}")
            first_bad = first_bad or NOT_PROVEN
    ctx.exit(first_bad)


def _records(files: tuple[str, ...], lines: bool) -> Iterator[tuple[str, bytes, bool]]:
    """Every record: where it stands, itself, and whether it is one line of several."""
    for file in files:
        with Input(file) as source:
            if of_lines(file, lines):
                for number, raw in source.lines():
                    yield f"{source.name}, line {number}", raw, True
            else:
                yield source.name, source.whole(), False


def _verified(
    raw: bytes, commitments: tuple[str, ...], salts: tuple[str, ...]
) -> tuple[int, "Verdict | None", str]:
    """Exit status, what came out, and one line about it."""
    from diwaniya.engine.errors import RecordError
    from diwaniya.engine.record import parse
    from diwaniya.engine.verify import verify

    try:
        verdict = verify(parse(raw), commitments, salts)
    except RecordError as error:
        return NO_PROOF, None, str(error)
    if verdict.proven:
        return 0, verdict, _proven(verdict, bool(commitments), len(salts))
    first, *others = verdict.wrong
    more = f" ({counted(len(others), 'more check')} failed; --json lists them)" if others else ""
    return NOT_PROVEN, verdict, f"not proven: {first}{more}"


def _proven(verdict: "Verdict", told: bool, salts: int) -> str:
    """What was proven and what was not, on one line."""
    from diwaniya.words import phrase

    game = verdict.game
    name = phrase(f"game.{game.id}.name") or game.id
    parts = [
        "the cut for the deal" if game.cut else "the first dealer",
        f"{counted(verdict.packs, 'pack')} of {counted(verdict.hands, 'hand')}",
        f"{counted(verdict.moves, 'move')}",
    ]
    if verdict.salts:
        source = f"the secret, {counted(len(verdict.salts), 'salt')} and the rules"
    else:
        source = "the secret and the rules; no player added a salt"
    line = f"proven: {name}, {', '.join(parts[:-1])} and {parts[-1]} follow from {source}."
    if not verdict.finished:
        line += " The match is not finished."
    if told:
        line += " The commitment is the one that you wrote down."
    if salts:
        line += " Your salt is in it." if salts == 1 else " Your salts are in it."
    if not told:
        line += f" Compare the commitment with what you saw before the first deal: {verdict.commitment}"
    return line
