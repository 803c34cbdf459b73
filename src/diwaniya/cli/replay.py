"""`diwaniya replay`: plays a record by the rules."""

import json
from typing import TYPE_CHECKING, Any

import click

from diwaniya.cli._commands import Command
from diwaniya.cli._complaints import complain, placed
from diwaniya.cli._input import Input, lines_option, of_lines
from diwaniya.cli._language import language_option, spoken
from diwaniya.cli._output import check_open

if TYPE_CHECKING:
    from diwaniya.engine.game import Why
    from diwaniya.engine.record import Replay
    from diwaniya.words.speaker import Speaker

RULE_BROKEN = 1
NOT_A_RECORD = 2


@click.command(cls=Command)
@click.argument("file", metavar="FILE")
@click.option(
    "--json", "as_json", is_flag=True, help="Print every step, and what was legal before it, as JSON."
)
@click.option(
    "--view",
    "seat",
    type=int,
    metavar="SEAT",
    help="Print what this seat, counted from 0, sees at the end, as JSON, and nothing else. Not with --json.",
)
@lines_option
@language_option
@click.pass_context
def replay(
    ctx: click.Context, file: str, as_json: bool, seat: int | None, lines: bool, lang: str | None
) -> None:
    """Play a recorded match by the rules and print its score sheet. FILE is a record; - reads standard input.

    A record is what the page of a finished match saves, and what diwaniya simulate --out and diwaniya records
    write.

    \b
    Examples:
      diwaniya replay match.json               the score sheet
      diwaniya replay --json match.json        all steps as one JSON object
      diwaniya replay --view 2 match.json      what seat 2 sees at the end of the record
      diwaniya replay --json matches.jsonl     one record a line, one object a line
      diwaniya replay --lang ar match.json     the score sheet in Arabic
      diwaniya replay - < match.json           from standard input

    \b
    Exit status:
      0  the record follows the rules
      1  it breaks a rule: one line on standard error names the hand and the step
         (both from 1), what was played and what would have been legal
      2  it is no record: one line on standard error says what is wrong and where
    With several records all are played, and the first one that is bad decides.
    """
    if as_json and seat is not None:
        raise click.UsageError("--view and --json exclude each other: either prints one JSON object", ctx)
    check_open()
    speaker = spoken(ctx, lang, for_programs=as_json or seat is not None)
    first_bad = 0
    with Input(file, speaker) as source:
        many = of_lines(file, lines)
        for number, raw in source.lines() if many else [(0, source.whole())]:
            where = source.line(number) if many else source.name
            status, text = _replayed(raw, as_json, seat, many, speaker)
            if status:
                complain(f"{where}: {text}")
                first_bad = first_bad or status
            else:
                click.echo(text, nl=not text.endswith("\n"))
    ctx.exit(first_bad)


def _replayed(raw: bytes, as_json: bool, seat: int | None, many: bool, speaker: "Speaker") -> tuple[int, str]:
    """Exit status and text of one record."""
    from diwaniya.cli._seats import broken_rule, no_record
    from diwaniya.engine.errors import IllegalMove, RecordError
    from diwaniya.engine.record import parse, replay

    record: Any = None
    try:
        record = parse(raw)
        played = replay(record)
    except RecordError as error:
        return NOT_A_RECORD, no_record(speaker, placed(str(error), many))
    except IllegalMove as error:
        return RULE_BROKEN, broken_rule(speaker, record, error)
    if seat is not None:
        return _view(played, seat, speaker)
    if as_json:
        return 0, json.dumps(played.as_json())
    return 0, _sheet(played, speaker)


def _view(played: "Replay", seat: int, speaker: "Speaker") -> tuple[int, str]:
    if not 0 <= seat < played.match.seats:
        return NOT_A_RECORD, speaker.t("cli.no_seat", n=seat, last=played.match.seats - 1)
    seen = played.match.view(seat)
    return 0, json.dumps(seen, default=lambda why: _reason(played, why))


def _reason(played: "Replay", why: "Why") -> dict[str, Any]:
    from diwaniya.engine.errors import explain

    return {
        "rule": why.rule,
        "key": why.key,
        "args": dict(why.args),
        "text": explain(played.match.game.family, why),
    }


def _sheet(played: "Replay", speaker: "Speaker") -> str:
    from diwaniya.cli._sheet import sheet

    return sheet(played.match, speaker)
