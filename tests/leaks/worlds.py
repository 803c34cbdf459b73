"""Other worlds: packs that a viewer cannot tell from the real ones, since the same moves showed him the same.

Where the hidden cards may lie is drawn by the engine's own `sample`, or by exchanging two of them. Whether the viewer
would have noticed is for the twins to say, which know nothing of the engine and of its views: what they would have
shown him must be the same all along.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from diwaniya.engine.game import find
from diwaniya.engine.state import SPECTATOR, pure_rng
from diwaniya.testing.play import begin, make, viewed
from twins.base import IllegalPlay, Twin
from twins.basra import Basra, banned_from_floor
from twins.cucco import Cucco
from twins.replay import new_twin

SAMPLES, EXCHANGES = 20, 60
"""How many other packs are tried before we say that the viewer knows too much."""


@dataclass
class Dealing:
    """A pack, and the moves that were made with it."""

    pack: list[str]
    moves: list[str] = field(default_factory=list)


@dataclass
class Played:
    """A match so far. `dealings` are its packs: one a hand, and one more for each new pack in mid-hand (A8)."""

    game: str
    seats: int
    dealer: int
    options: dict[str, Any]
    dealings: list[Dealing] = field(default_factory=list)


def other_packs(
    played: Played, viewer: int | None, count: int, rng: random.Random, latest: int = 2
) -> list[str] | None:
    """The first `count` packs as they may be just as well for all that this viewer was shown; `None` if he knows all.

    Only the `latest` of them are exchanged, which is enough and quick.
    """
    twin = new_twin(played.game, played.options, played.seats, played.dealer)
    packs: list[str] = []
    changed = False
    for number, dealing in enumerate(played.dealings[:count]):
        memory = list(_shown(copy.deepcopy(twin), dealing.pack, dealing.moves, viewer))
        found = None
        for pack in _candidates(played, number, viewer, rng) if number >= count - latest else ():
            if pack != dealing.pack and _same(copy.deepcopy(twin), pack, dealing.moves, viewer, memory):
                found = pack
                break
        changed |= found is not None
        packs.append(" ".join(found or dealing.pack))
        for _ in _shown(twin, dealing.pack, dealing.moves, viewer):
            pass
    return packs if changed else None


def _candidates(played: Played, number: int, viewer: int | None, rng: random.Random) -> Iterator[list[str]]:
    """Packs that may be: from the engine's sampler first, then with two cards exchanged."""
    game = find(played.game)
    seen = _last_view(played, number, viewer)
    for _ in range(SAMPLES):
        out: Any = game.layout.pure()
        game.sample(seen, pure_rng(rng.getrandbits(64)), out)
        yield [game.card_tokens[card] for card in out.pack]
    pack = played.dealings[number].pack
    for _ in range(EXCHANGES):
        one, other = rng.sample(range(len(pack)), 2)
        exchanged = list(pack)
        exchanged[one], exchanged[other] = pack[other], pack[one]
        yield exchanged


def _last_view(played: Played, number: int, viewer: int | None) -> Any:
    """What the viewer saw when somebody was to move with this pack for the last time."""
    game = find(played.game)
    state: Any = begin(game, played.seats, played.dealer, {**game.defaults, **played.options})
    last = state
    for dealing in played.dealings[: number + 1]:
        state.pack = [game.card_tokens.index(token) for token in dealing.pack]
        game.deal(state)
        last = state.copy()
        for token in dealing.moves:
            assert make(game, state, token)
            if state.turn >= 0:
                last = state.copy()
    return viewed(game, last, SPECTATOR if viewer is None else viewer)


def _same(twin: Twin, pack: list[str], moves: Sequence[str], viewer: int | None, memory: list[str]) -> bool:
    """Would this pack, and the same moves, have shown the viewer the same?"""
    place = 0
    try:
        for shown in _shown(twin, pack, moves, viewer):
            if shown != memory[place]:
                return False
            place += 1
    except IllegalPlay:
        return False
    return True


def _shown(twin: Twin, pack: list[str], moves: Sequence[str], viewer: int | None) -> Iterator[str]:
    """What the viewer is shown after the deal and after each move."""
    twin.deal(list(pack))
    yield json.dumps([_view(twin, viewer), _came_up(twin, pack)], sort_keys=True)
    for token in moves:
        twin.play(token)
        yield json.dumps(_view(twin, viewer), sort_keys=True)


def _view(twin: Twin, viewer: int | None) -> dict[str, Any]:
    standing = {
        "points": twin.points,
        "scores": twin.scores,
        "to_move": twin.to_move,
        "needs_deal": twin.needs_deal,
        "over": twin.over,
    }
    if viewer is not None:
        mine = {"mine": twin.legal()} if twin.to_move == viewer else {}
        return {**standing, **mine, **twin.visible(viewer), "open": twin.out_of_turn(viewer)}
    seen = {**standing, **twin.open_things(), "counts": [len(twin.own_cards(s)) for s in range(twin.seats)]}
    if isinstance(twin, Cucco):
        everybodys = [twin.visible(seat)["faces"] for seat in range(twin.seats)]
        seen["faces"] = [
            face if all(faces[seat] == face for faces in everybodys) else None
            for seat, face in enumerate(everybodys[0])
        ]
    return seen


def _came_up(twin: Twin, pack: Sequence[str]) -> list[str]:
    """B3: jacks and the komi that come up for the floor are seen by all; the twin does not keep them."""
    came_up: list[str] = []
    if isinstance(twin, Basra):
        gaps = 4
        for token in pack[4 * twin.seats :]:
            if gaps == 0:
                break
            if banned_from_floor(token):
                came_up.append(token)
            else:
                gaps -= 1
    return came_up
