"""What is said of a recorded match in one language: its game, seats and sides, how it ended, and where it breaks a
rule. Seats are counted from 0, as in records.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from diwaniya.engine.errors import IllegalMove, RecordError, printable
from diwaniya.engine.game import Game, find
from diwaniya.engine.match import Match
from diwaniya.words.speaker import FALLBACK, Speaker


def seats_named(speaker: Speaker, seats: Sequence[int]) -> str:
    """`seat 2`, `seats 0 and 2`, `seats 0, 2 and 4`."""
    if len(seats) == 1:
        return speaker.t("review.sheet.seat", n=seats[0])
    return speaker.t("review.sheet.seats", seats=speaker.listing([speaker.number(seat) for seat in seats]))


def sides_of(speaker: Speaker, game: Game, seats: int) -> list[str]:
    """The names of the sides: `seats 0 and 2`."""
    return [
        seats_named(speaker, [seat for seat in range(seats) if game.side(seat) == side])
        for side in range(game.sides(seats))
    ]


def sides(match: Match, speaker: Speaker) -> list[str]:
    """Those of a match."""
    return sides_of(speaker, match.game, match.seats)


def game_named(speaker: Speaker, game: str) -> str:
    """A game by its name; one without words by its id."""
    key = f"game.{game}.name"
    return speaker.t(key) if speaker.has(key) else game


def heading(match: Match, speaker: Speaker) -> tuple[str, str]:
    """Which match it is, and how it ended."""
    first = speaker.t("review.sheet.title", game=game_named(speaker, match.game.id), n=match.seats)
    options = [_option(speaker, match.game.family, *option) for option in match.options.items()]
    if options:
        told = speaker.t("terminal.comma").join(options)
        first = speaker.t("cli.sheet.options", title=first, options=told)
    score = plain(" : ".join(map(speaker.number, match.scores)), speaker)
    if match.over:
        second = speaker.t("review.sheet.won", seats=seats_named(speaker, match.winners), score=score)
    elif match.in_hand:
        second = speaker.t("review.sheet.unfinished", seat=match.next_to_move or 0, score=score)
    else:
        second = speaker.t("review.sheet.undealt", seat=match.dealer, score=score)
    return first, second


def _option(speaker: Speaker, family: str, name: str, value: object) -> str:
    """`target 51`: in English as one writes it on the command line, elsewhere by its name."""
    key = f"option.{family}.{name}.label"
    called = name if speaker.language == FALLBACK or not speaker.has(key) else speaker.t(key)
    told: object = value
    if isinstance(value, bool):
        told = speaker.t("cli.sheet.yes" if value else "cli.sheet.no")
    return speaker.t("cli.sheet.option", name=called, value=told)


def plain(score: str, speaker: Speaker) -> str:
    """A score stands from left to right in every language."""
    return f"\u2066{score}\u2069" if speaker.rtl else score


# what is wrong with a record


SEVERAL = re.compile("not JSON: Extra data at line ([2-9]|[1-9][0-9]+),.*")
"""What the reader says of a file whose first line is whole and that goes on: it may hold one record a line."""


def no_record(speaker: Speaker, text: str) -> str:
    """It is none: why, as the reader of records says it, which is for programmers and so in English."""
    told = text if speaker.language == FALLBACK else speaker.t("cli.no_record", text=text)
    return speaker.t("cli.perhaps_lines", what=told) if SEVERAL.fullmatch(text) else told


def broken_rule(speaker: Speaker, record: Mapping[str, Any], error: IllegalMove) -> str:
    """It breaks a rule: where, what was played and what would have been legal. In English that is what the error says
    itself, to the letter, for those who let a program read it.
    """
    if speaker.language == FALLBACK:
        return str(error)
    told = speaker.t(
        "cli.illegal",
        hand=error.hand or 0,
        step=error.step or 0,
        seat="none" if error.seat is None else error.seat,
        move=printable(error.token),
        legal=" ".join(error.legal) or speaker.t("cli.nothing"),
    )
    if error.why is None:
        return told
    from diwaniya.cli._by_seat import BySeat
    from diwaniya.wire.view import Why

    game = find(str(record["game"]))
    why = Why(error.why.rule, error.why.key, dict(error.why.args))
    teller = BySeat(speaker, game, record.get("seats", game.seats[0]))
    return speaker.t("cli.because", what=told, why=teller.why(why))


def wrong_record(speaker: Speaker, record: Any, error: IllegalMove | RecordError, text: str = "") -> str:
    """Either of the two; `text` stands for the error's own where that is to be told in another way."""
    if isinstance(error, IllegalMove):
        return broken_rule(speaker, record, error)
    return no_record(speaker, text or str(error))
