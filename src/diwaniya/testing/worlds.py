"""Other worlds: full states that a player cannot tell from the real one.

They are found without the game's `sample`: cards of the pack that he never saw are exchanged, the same moves are made
again, and whatever was shown to him along the way must have stayed the same.
"""

import json
import random
import re
from collections.abc import Iterator
from typing import Any

from diwaniya.engine.game import Game
from diwaniya.testing.play import Position, State, viewed

Shown = dict[str, Any]


def own_history(at: Position, seat: int) -> list[Shown]:
    """All that was shown to a seat since the deal, state after state."""
    states = list(at.again(at.pack))
    assert len(states) == len(at.moves) + 1, f"the moves made cannot be made again: {at.told()}"
    return [at.game.show(viewed(at.game, state, seat)) for state in states]


def world(at: Position, seat: int, pack: list[int], history: list[Shown]) -> State | None:
    """The state with another pack, if the same moves can be made with it and show the seat the same all along."""
    last, same = None, 0
    for last, shown in zip(at.again(pack), history, strict=False):
        if at.game.show(viewed(at.game, last, seat)) != shown:
            return None
        same += 1
    return last if same == len(history) else None


def exchanged(pack: list[int], one: int, other: int) -> list[int]:
    another = list(pack)
    another[one], another[other] = pack[other], pack[one]
    return another


def never_shown(at: Position, seat: int, history: list[Shown], rng: random.Random) -> list[int]:
    """Places in the pack of the cards that were neither played nor ever shown to this seat."""
    game = at.game
    seen = set(re.findall(r'"([^"]+)"', json.dumps(history)))
    seen |= {part for token in at.moves for part in re.split("[:+]", token)}
    hidden = [place for place, card in enumerate(at.pack) if game.card_tokens[card] not in seen]
    # Of two copies (Cucco) it may be the other one that was seen: then this one can be exchanged unnoticed.
    copies = [
        place for place, card in enumerate(at.pack) if place not in hidden and game.pack.count(card) > 1
    ]
    for place in copies:
        others = rng.sample(hidden, min(3, len(hidden)))
        if any(world(at, seat, exchanged(at.pack, place, other), history) for other in others):
            hidden.append(place)
    return hidden


def other_worlds(at: Position, seat: int, rng: random.Random, tries: int) -> Iterator[State]:
    """Full states that were shown to this seat exactly as this one was: two cards that it never saw are exchanged."""
    history = own_history(at, seat)
    unseen = never_shown(at, seat, history, rng)
    for _ in range(tries if len(unseen) > 1 else 0):
        one, other = rng.sample(unseen, 2)
        state = (
            world(at, seat, exchanged(at.pack, one, other), history)
            if at.pack[one] != at.pack[other]
            else None
        )
        if state is not None:
            yield state


def whereabouts(game: Game, state: State) -> dict[str, set[str]]:
    """Where each card is in a full state: the seat that holds it, otherwise its place in the pack."""
    found: dict[str, set[str]] = {}
    for seat in range(state.seats):
        for card in game.show(viewed(game, state, seat)).get("cards", []):
            found.setdefault(card, set()).add(f"seat {seat}")
    for place, number in enumerate(state.pack):
        card = game.card_tokens[number]
        # Of two copies (Cucco) one may be in a hand; which place it came from is nobody's concern.
        if card not in found or game.pack.count(number) > 1:
            found.setdefault(card, set()).add(f"place {place}")
    return found
