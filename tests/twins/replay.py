"""`diwaniya replay --json`, told a second time with the twins: a record goes in, the score sheet comes out.

Only the rules are checked here (exit status 1 of records.md); the shape of the record is taken for granted.
Run by hand: `python -m tests.twins.replay FILE` (`-` for standard input).
"""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from typing import Any

from .base import IllegalPlay, Twin

# game id -> (module of this package, class, seats if the record names none)
GAMES = {
    "kout4": ("kout", "Kout", 4),
    "kout6": ("kout", "Kout", 6),
    "allfours": ("allfours", "AllFours", 4),
    "allfours2": ("allfours", "AllFours", 2),
    "basra": ("basra", "Basra", 2),
    "morabaa": ("basra", "Basra", 4),
    "cucco": ("cucco", "Cucco", 4),
}


class IllegalRecord(ValueError):
    """A record that breaks a rule (exit status 1): where, what was played, what would have been legal."""

    status = 1

    def __init__(self, hand: int, step: int, what: str, legal: list[str] | None = None) -> None:
        self.hand = hand
        self.step = step
        self.legal = legal or []
        super().__init__(f"hand {hand}, step {step}: {what}")


def new_twin(game: str, options: dict[str, Any], seats: int | None, dealer: int) -> Twin:
    """The twin of a game before its first hand. The module is loaded only when its game is asked for."""
    module, name, usual = GAMES[game]
    made = getattr(importlib.import_module(f"{__package__}.{module}"), name)
    twin: Twin = made(game, options, usual if seats is None else seats, dealer)
    return twin


def replay(record: dict[str, Any]) -> dict[str, Any]:
    """Play a record by the rules; the result is what `diwaniya replay --json` prints for it."""
    twin = new_twin(record["game"], record.get("options", {}), record.get("seats"), record["dealer"])
    hands = []
    last = len(record["hands"])
    for number, hand in enumerate(record["hands"], start=1):
        tokens = hand["moves"].split()
        if twin.over:
            first = tokens[0] if tokens else "a pack was dealt"
            raise IllegalRecord(number, 1, f"{first}, but the match is over, legal: nothing")
        redeals = [deck.split() for deck in hand.get("redeals", [])]
        steps = play_hand(twin, number, hand["deck"].split(), redeals, tokens)
        if twin.in_hand and number < last:
            legal = twin.legal()
            what = f"the hand is not over, but another one follows, legal: {' '.join(legal)}"
            raise IllegalRecord(number, len(tokens) + 1, what, legal)
        hands.append({**twin.report(), "steps": steps})
    return {
        "game": record["game"],
        "finished": twin.over,
        "winners": list(twin.winners),
        "scores": list(twin.scores),
        "dealer": twin.dealer,
        # Between two hands (and before the first) this is the seat that will begin the next one.
        "to_move": twin.to_move if twin.in_hand else None if twin.over else twin.next_seat(),
        "hands": hands,
    }


def play_hand(
    twin: Twin, number: int, deck: list[str], redeals: list[list[str]], tokens: list[str]
) -> list[dict[str, Any]]:
    """Deal one hand and make its moves; a pack that A8 wants comes from `redeals`, at once and in order."""
    steps: list[dict[str, Any]] = []
    twin.deal(deck)
    waiting = list(redeals)
    for token in tokens:
        seat, legal = twin.to_move, " ".join(twin.legal())
        try:
            twin.play(token)
        except IllegalPlay as refused:
            raise IllegalRecord(number, len(steps) + 1, str(refused), refused.legal) from refused
        if token.count(":") == 2:  # out of turn, "2:expose:AS": the seat in front, and no list of legal moves
            seat, legal = int(token.split(":")[0]), ""
        steps.append({"seat": seat, "legal": legal, "move": token})
        while twin.in_hand and twin.needs_deal:
            if not waiting:
                raise IllegalRecord(number, len(steps) + 1, "a redeal is missing: the pack cannot go on (A8)")
            twin.deal(waiting.pop(0))
    if waiting:
        raise IllegalRecord(number, len(steps) + 1, f"{len(waiting)} redeals more than the rules ask for")
    return steps


def main(arguments: list[str]) -> int:
    """Print the score sheet of one record as JSON; exit status 1 if it breaks a rule."""
    text = sys.stdin.read() if arguments[0] == "-" else Path(arguments[0]).read_text(encoding="utf-8")
    try:
        sheet = replay(json.loads(text))
    except IllegalRecord as broken:
        print(broken, file=sys.stderr)
        return broken.status
    print(json.dumps(sheet))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
