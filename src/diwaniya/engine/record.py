"""The record of a match: reading it, checking its shape, and playing it (rules/records.md)."""

import codecs
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from diwaniya.engine.errors import IllegalMove, RecordError, printable
from diwaniya.engine.game import Game, Why, find
from diwaniya.engine.match import FORMAT, Match
from diwaniya.engine.tokens import parse_pack, split


@dataclass
class Replay:
    """A record that was played to its end: the match, and of each hand the steps as `replay --json` prints them."""

    match: Match
    steps: list[list[dict[str, Any]]]

    def as_json(self) -> dict[str, Any]:
        m = self.match
        return {
            "game": m.game.id,
            "finished": m.over,
            "winners": m.winners,
            "scores": m.scores,
            "dealer": m.dealer,
            "to_move": m.next_to_move,
            "hands": [{**hand, "steps": steps} for hand, steps in zip(m.hands, self.steps, strict=True)],
        }


def parse(raw: bytes) -> Any:
    """The JSON value in these bytes, also behind the mark with which some editors begin a text.

    Raises `RecordError` with what is wrong and where.
    """
    try:
        text = raw.removeprefix(codecs.BOM_UTF8).decode("utf-8")
    except UnicodeDecodeError as error:
        raise RecordError(f"not a text in UTF-8 (byte {error.start + 1})") from None
    if not text.strip():
        raise RecordError("empty: a record is one JSON object")
    try:
        return json.loads(text, parse_int=_whole, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        said = error.msg.removesuffix(" at")  # as some of what Python says ends
        raise RecordError(f"not JSON: {said} at line {error.lineno}, column {error.colno}") from None
    except RecursionError:
        raise RecordError("not a record: nested too deeply") from None


def _whole(digits: str) -> int:
    """Whole numbers of any length; of absurdly long ones a thousand digits are large enough for any rule."""
    return int(digits[:1000])


def _no_constant(name: str) -> NoReturn:
    raise RecordError(f"not JSON: {name} is no number that JSON knows")


_NAMES: tuple[tuple[type, str], ...] = (
    (bool, "true or false"),
    (int, "a whole number"),
    (float, "a number that is not whole"),
    (str, "a string"),
    (list, "a list"),
    (dict, "an object"),
    (type(None), "null"),
)


def _named(value: object) -> str:
    return next((name for kind, name in _NAMES if isinstance(value, kind)), "nothing that JSON knows")


def _get(holder: Mapping[str, Any], key: str, kind: type, where: str = "") -> Any:
    """A field of the right type, or a `RecordError` that says what stands there."""
    label = f"{where}{key}"
    wanted = {str: "a string", int: "a whole number", list: "a list", dict: "an object"}[kind]
    if key not in holder:
        raise RecordError(f"{label} is missing: it must be {wanted}")
    value = holder[key]
    if not isinstance(value, kind) or isinstance(value, bool):
        raise RecordError(f"{label} is {_named(value)}: it must be {wanted}")
    return value


def _only(holder: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
    for key in holder:
        if key not in known:
            raise RecordError(
                f"{where}{printable(str(key))} is no field of a record: add what is yours under meta"
            )


def check(record: Any) -> Game:
    """The game of a record whose shape, types, ranges and packs are right. Raises `RecordError` otherwise."""
    if not isinstance(record, dict):
        raise RecordError(f"{_named(record)}: a record is one JSON object")
    _only(record, ("format", "game", "options", "seats", "dealer", "hands", "meta"), "")
    form = _get(record, "format", str)
    if form != FORMAT:
        raise RecordError(f"format is {printable(form)!r}: it must be {FORMAT!r}")
    try:
        game = find(_get(record, "game", str))
        game.check_options(_get(record, "options", dict))
    except RecordError:
        raise
    except ValueError as error:
        raise RecordError(printable(str(error), 300)) from None
    seats = _get(record, "seats", int) if "seats" in record else game.seats[0]
    if seats not in game.seats:
        allowed = " or ".join(map(str, sorted(game.seats)))
        raise RecordError(f"seats is {printable(str(seats))}: {game.id} is played by {allowed}")
    dealer = _get(record, "dealer", int)
    if not 0 <= dealer < seats:
        raise RecordError(f"dealer is {printable(str(dealer))}: it must be a seat, 0 to {seats - 1}")
    for number, hand in enumerate(_get(record, "hands", list), start=1):
        where = f"hand {number}: "
        if not isinstance(hand, dict):
            raise RecordError(f"{where}{_named(hand)}: a hand is an object with deck and moves")
        _only(hand, ("deck", "moves", "redeals", "meta"), where)
        _check_pack(game, _get(hand, "deck", str, where), f"{where}deck: ")
        _get(hand, "moves", str, where)
        for place, pack in enumerate(
            _get(hand, "redeals", list, where) if "redeals" in hand else [], start=1
        ):
            if not isinstance(pack, str):
                raise RecordError(f"{where}redeal {place} is {_named(pack)}: it must be a string")
            _check_pack(game, pack, f"{where}redeal {place}: ")
    return game


def _check_pack(game: Game, pack: str, where: str) -> None:
    try:
        parse_pack(game, split(pack))
    except ValueError as error:
        raise RecordError(where + printable(str(error), 200)) from None


def replay(record: Any, mode: str = "auto", may_wait: bool = False) -> Replay:
    """Play a record by the rules. Raises `RecordError` (not a record) or `IllegalMove` (with hand and step).

    A record that ends just where A8 wants another pack misses one, by the letter; `may_wait` lets it end there.
    """
    game = check(record)
    match = Match(
        game, seats=record.get("seats"), dealer=record["dealer"], options=record["options"], mode=mode
    )
    steps: list[list[dict[str, Any]]] = []
    for number, hand in enumerate(record["hands"], start=1):
        _check_order(match, number, len(steps[-1]) if steps else 0)
        match.deal(hand["deck"])
        steps.append(_play_hand(match, number, hand, may_wait and number == len(record["hands"])))
    return Replay(match, steps)


def _illegal(match: Match, played: str, hand: int, step: int, key: str, rule: str = "G4") -> IllegalMove:
    """Something that stands where it cannot."""
    mover = match.to_move
    return IllegalMove(match.game.family, played, mover, match.legal(), Why(rule, key)).at(hand, step)


def _check_order(match: Match, number: int, steps_before: int) -> None:
    if match.over:
        raise _illegal(match, "another hand", number, 1, "over")
    if match.in_hand:
        raise _illegal(match, "another hand", number - 1, steps_before + 1, "unfinished")


def _play_hand(match: Match, number: int, hand: Mapping[str, Any], may_wait: bool) -> list[dict[str, Any]]:
    steps: list[dict[str, Any]] = []
    redeals = list(hand.get("redeals", []))
    moves = split(hand["moves"])

    def redeal() -> None:
        """A8: another pack whenever one is wanted in the middle of a hand."""
        while match.needs_deal and match.in_hand:
            if not redeals:
                if may_wait and len(steps) == len(moves):
                    return
                raise _illegal(match, "no other pack", number, len(steps) + 1, "redeal_missing", "A8")
            match.deal(redeals.pop(0))

    redeal()
    for token in moves:
        legal = match.legal()
        try:
            seat = match.move(token)
        except IllegalMove as error:
            raise error.at(number, len(steps) + 1) from None
        out_of_turn = token not in legal
        steps.append({"seat": seat, "legal": "" if out_of_turn else " ".join(legal), "move": token})
        redeal()
    if redeals:
        raise _illegal(match, "another pack", number, len(steps) + 1, "redeal_too_many", "A8")
    return steps
