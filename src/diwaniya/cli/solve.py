"""`diwaniya solve`: what a hand is worth when all cards lie open and both sides play their best."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from diwaniya.cli._commands import Command
from diwaniya.cli._complaints import Told, complain, placed
from diwaniya.cli._input import Raw, one_match_options, one_record
from diwaniya.cli._language import language_option, spoken
from diwaniya.cli._output import check_open

if TYPE_CHECKING:
    from diwaniya.engine.match import Match
    from diwaniya.search.solver import Solution
    from diwaniya.words.speaker import Speaker

RULE_BROKEN = 1
NOT_SOLVABLE = 2
GAVE_UP = 3
NODES = 20_000_000
QUICK = 2000
"""Positions that are looked at in plain Python before the compiler is asked for: a fraction of a second."""


@click.command(cls=Command, short_help="Solve a hand of a recorded match, all cards open.")
@click.argument("file", metavar="FILE")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--hand", type=click.IntRange(1), metavar="N", help="The hand, counted from 1. The last one if not given."
)
@click.option(
    "--move",
    type=click.IntRange(0),
    metavar="M",
    help="Solve the position after so many moves of the hand, bids included. If not given: a running hand as it stands,"
    " any other when its first card is to be played.",
)
@click.option(
    "--nodes",
    type=click.IntRange(1, 10**15),
    default=NODES,
    show_default=True,
    metavar="COUNT",
    help="How many positions may be looked at before giving up.",
)
@one_match_options
@language_option
@click.pass_context
def solve(
    ctx: click.Context,
    file: str,
    as_json: bool,
    hand: int | None,
    move: int | None,
    nodes: int,
    number: int | None,
    lines: bool,
    lang: str | None,
) -> None:
    """Solve a hand of a recorded match as if all cards lay open: its result with the best play of
    both sides, and the result after each move that is legal. FILE is a record; - reads standard input.

    A record is what the page of a finished match saves, and what diwaniya simulate --out and diwaniya records
    write.

    \b
    Examples:
      diwaniya solve match.json                      the running hand, or else the last one
      diwaniya solve --hand 3 match.json             the third hand from its first card
      diwaniya solve --hand 3 --move 20 match.json   the third hand after 20 moves
      diwaniya solve --match 5 matches.jsonl         the fifth of a file of lines
      diwaniya solve --json match.json               as one JSON object
      diwaniya solve --lang ar match.json            in Arabic

    \b
    Exit status:
      0  solved
      1  the record breaks a rule, as diwaniya replay tells it
      2  it is no record, has no such position, or there is nothing to solve in it
      3  not solved: so many positions were not enough
    """
    check_open()
    speaker = spoken(ctx, lang, for_programs=as_json)
    ctx.exit(_solved(one_record(file, lines, number, speaker), as_json, hand, move, nodes, speaker))


def _solved(
    source: Raw, as_json: bool, hand: int | None, move: int | None, nodes: int, speaker: "Speaker"
) -> int:
    from diwaniya.cli._seats import broken_rule, no_record
    from diwaniya.engine.errors import IllegalMove, RecordError
    from diwaniya.engine.record import parse, replay

    where = source.where
    record: Any = None
    try:
        record = parse(source.raw)
        whole = replay(record, may_wait=True).match
        match, at, moves = _position(record, whole, hand, move, speaker)
        solution = _solution(match, nodes, lambda: _nothing(record, match, at, moves, speaker))
    except IllegalMove as error:
        return complain(f"{where}: {broken_rule(speaker, record, error)}", RULE_BROKEN)
    except RecordError as error:
        return complain(f"{where}: {no_record(speaker, placed(str(error), source.many))}", NOT_SOLVABLE)
    except Told as error:
        return complain(f"{where}: {error.format_message()}", NOT_SOLVABLE)
    told = _told(match, at, moves, solution, speaker)
    told["nodes"] = min(told["nodes"], nodes)  # at the last ones of each question the solver only turned back
    click.echo(json.dumps(told) if as_json else _sheet(match, told, speaker), nl=as_json)
    if not solution.solved:
        return complain(f"{where}: {speaker.t('cli.solve.gave_up', n=nodes)}", GAVE_UP)
    return 0


def _nothing(record: Any, match: "Match", hand: int, move: int, speaker: "Speaker") -> Told:
    """Why nothing can be solved at this position."""
    if not match.in_hand:
        key = "over"
    elif _first_card(record, hand, move) is None:
        key = "before"
    else:
        key = "between"
    return Told(speaker, f"cli.solve.{key}", hand=hand, n=move)


def _position(
    record: Any, whole: "Match", hand: int | None, move: int | None, speaker: "Speaker"
) -> tuple["Match", int, int]:
    """The match at the position that is asked for, the number of its hand, and of moves in it. Raises `Told`."""
    from diwaniya.cli._seats import game_named
    from diwaniya.search.solver import has_solver

    def unsolvable(key: str, **args: object) -> Told:
        return Told(speaker, f"cli.solve.{key}", **args)

    if not has_solver(whole.game):
        raise unsolvable("no_solver", game=game_named(speaker, whole.game.id))
    hands = record["hands"]
    if not hands:
        raise unsolvable("no_hands")
    number = len(hands) if hand is None else hand
    if number > len(hands):
        raise unsolvable("no_hand", n=number, hands=len(hands))
    moves = hands[number - 1]["moves"].split()
    if move is not None:
        if move > len(moves):
            raise unsolvable("no_move", hand=number, moves=len(moves), n=move)
        return _cut(record, number, move), number, move
    if number == len(hands) and whole.to_move is not None and hand is None:
        return whole, number, len(moves)
    found = _first_card(record, number, len(moves))
    if found is None:
        raise unsolvable("no_card", hand=number)
    return found


def _first_card(record: Any, number: int, moves: int) -> tuple["Match", int, int] | None:
    """Where the first card of a hand is to be played, if it ever was."""
    from diwaniya.search.solver import Solver, open_state

    for count in range(moves + 1):
        match = _cut(record, number, count)
        if Solver(match.game, "pure").ready(open_state(match)):
            return match, number, count
    return None


def _cut(record: Any, number: int, count: int) -> "Match":
    """The match after so many moves of a hand."""
    from diwaniya.engine.errors import IllegalMove
    from diwaniya.engine.match import Match

    *before, last = record["hands"][:number]
    begun = {**last, "moves": " ".join(last["moves"].split()[:count])}
    packs = last.get("redeals", [])
    for used in range(len(packs), 0, -1):  # those packs that were dealt by then
        try:
            return Match.replay({**record, "hands": [*before, {**begun, "redeals": packs[:used]}]})
        except IllegalMove:
            continue
    begun.pop("redeals", None)
    return Match.replay({**record, "hands": [*before, begun]})


def _solution(match: "Match", nodes: int, nothing: Callable[[], Told]) -> "Solution":
    """Small ones in plain Python, at once; what takes longer compiled. Raises `nothing` where no card is played."""
    from diwaniya.engine.modes import may_compile
    from diwaniya.search.solver import Solver, open_state

    state = open_state(match)
    try:
        solution = Solver(match.game, "pure").solve(state, min(nodes, QUICK))
    except ValueError:
        raise nothing() from None
    if solution.solved or nodes <= QUICK:
        return solution
    return Solver(match.game, "compiled" if may_compile() else "pure").solve(state, nodes)


def _told(match: "Match", hand: int, move: int, solution: "Solution", speaker: "Speaker") -> dict[str, Any]:
    """The answer as data; moves in numbering order, and only what is counted in the words of a language."""
    from diwaniya.search.solver import open_state

    game, state = match.game, open_state(match)
    moves = {game.token(state, number): value for number, value in solution.moves.items()}
    best = [token for token, value in moves.items() if value is not None and value == solution.value]
    return {
        "game": game.id,
        "hand": hand,
        "move": move,
        "to_move": match.to_move,
        "side": solution.side,
        "counts": _counts(match, solution.side, speaker),
        "solved": solution.solved,
        "made": solution.made,
        "result": solution.value,
        "moves": moves,
        "best": best,
        "nodes": solution.nodes,
    }


def _sheet(match: "Match", told: dict[str, Any], speaker: "Speaker") -> str:
    from rich.text import Text

    from diwaniya.cli._seats import game_named
    from diwaniya.cli._tables import laid_out, table

    where = speaker.t(
        "cli.solve.where",
        game=game_named(speaker, told["game"]),
        hand=told["hand"],
        moves=told["move"],
        seat=told["to_move"],
    )
    rows = table(*(speaker.t(f"cli.sheet.column.{column}") for column in ("move", "result")))
    better = max if match.game.side(told["to_move"]) == told["side"] else min
    known = [value for value in told["moves"].values() if value is not None]
    for token, value in sorted(told["moves"].items(), key=lambda row: _order(row[1], better is max)):
        best = value is not None and value == told["result"] == better(known)
        shown = "?" if value is None else speaker.number(value)
        rows.add_row(token, shown, style="bold" if best else None)
    results = speaker.t("cli.solve.counts", counts=told["counts"])
    outcome = Text(_outcome(told, speaker), style="bold")
    return laid_out([Text(where, style="bold"), results, rows, outcome], rtl=speaker.rtl)


def _counts(match: "Match", side: int, speaker: "Speaker") -> str:
    """What a result counts: what the solver says of it, in the words of a language that has them."""
    from diwaniya.cli._seats import sides
    from diwaniya.search.solver import counts
    from diwaniya.words.speaker import FALLBACK

    names = sides(match, speaker)
    ours, theirs = names[side], names[1 - side]
    key = f"review.counts.{match.game.family}"
    if speaker.language == FALLBACK or not speaker.has(key):
        return counts(match.game).format(ours=ours, theirs=theirs)
    return speaker.t(key, ours=ours, theirs=theirs)


def _order(value: int | None, most_first: bool) -> tuple[bool, int]:
    """The best first, what is not known last."""
    return value is None, -(value or 0) if most_first else value or 0


def _outcome(told: dict[str, Any], speaker: "Speaker") -> str:
    said = []
    if told["made"] is not None:
        said.append(speaker.t("cli.solve.made" if told["made"] else "cli.solve.unmade"))
    if told["result"] is None:
        said.append(speaker.t("cli.solve.unknown"))
    else:
        best = speaker.isolate(" ".join(told["best"]))
        said.append(speaker.t("cli.solve.best", result=told["result"], moves=best))
    return " ".join(said)
