"""No view holds a card that its seat cannot know: judged by the twin, which says what each seat was shown.

Two cards that a seat has never seen are exchanged in the pack, and the same moves are made again. If the twin showed
the seat exactly the same all along, the engine must show it the same too: its JSON and the view record, byte by byte.
"""

import json
import random

import pytest

from diwaniya.engine.game import Game, games
from diwaniya.engine.match import Match
from diwaniya.testing.effort import times
from diwaniya.testing.play import Taste, random_options
from twins import replay as twin_replay
from twins.base import IllegalPlay, Twin
from twins.basra import Basra, banned_from_floor

PAIRS = [game for game in games().values() if game.id in twin_replay.GAMES]


def shown(twin: Twin, seat: int) -> str:
    return json.dumps(twin.visible(seat), sort_keys=True)


def buried(twin: Twin, pack: list[str]) -> list[str]:
    """B3: jacks and the komi that come up for the floor are seen by all; the twin does not keep them."""
    if not isinstance(twin, Basra):
        return []
    came_up, gaps = [], 4
    for token in pack[4 * twin.seats :]:
        if gaps == 0:
            break
        if banned_from_floor(token):
            came_up.append(token)
        else:
            gaps -= 1
    return came_up


def same_to(seat: int, twin: Twin, pack: list[str], moves: list[str], history: list[str]) -> bool:
    """Can these moves be made with this pack, and is the seat shown this history all along?"""
    twin.deal(pack)
    if shown(twin, seat) != history[0]:
        return False
    for token, wanted in zip(moves, history[1:], strict=True):
        try:
            twin.play(token)
        except IllegalPlay:
            return False
        if shown(twin, seat) != wanted:
            return False
    return True


@pytest.mark.parametrize("game", PAIRS, ids=[game.id for game in PAIRS])
def test_views_hold_nothing_that_the_twin_does_not_show(game: Game) -> None:
    rng = random.Random(3)
    found = 0
    for _ in range(times(16)):
        seats = rng.choice(game.seats)
        dealer, options = rng.randrange(seats), random_options(game, rng)
        pack = game.pack_tokens()
        rng.shuffle(pack)
        start = {"seats": seats, "dealer": dealer, "options": options}

        def new_twin() -> Twin:
            return twin_replay.new_twin(game.id, options, seats, dealer)  # noqa: B023

        match, twin = Match(game, **start, mode="pure"), new_twin()
        match.deal(pack)
        twin.deal(pack)
        open_cards = buried(twin, pack)
        histories = [[shown(twin, seat)] for seat in range(seats)]
        taste, moves = Taste(rng), []
        for _ in range(rng.randrange(40)):
            if match.to_move is None:
                break
            open_tokens = match.out_of_turn(rng.randrange(seats))
            token = (
                rng.choice(open_tokens) if open_tokens and rng.random() < 0.2 else taste.choose(match.legal())
            )
            match.play(token)
            twin.play(token)
            moves.append(token)
            for seat, history in enumerate(histories):
                history.append(shown(twin, seat))
        for seat, history in enumerate(histories):
            seen = "".join(history)
            hidden = [
                place
                for place, token in enumerate(pack)
                if f'"{token}"' not in seen and token not in open_cards
            ]
            for _ in range(6 if len(hidden) > 1 else 0):
                one, other = rng.sample(hidden, 2)
                exchanged = list(pack)
                exchanged[one], exchanged[other] = pack[other], pack[one]
                if buried(twin, exchanged) != open_cards or not same_to(
                    seat, new_twin(), exchanged, moves, history
                ):
                    continue
                found += 1
                other_match = Match(game, **start, mode="pure")
                other_match.deal(exchanged)
                for token in moves:
                    other_match.play(token)
                assert json.dumps(other_match.view(seat), default=str) == json.dumps(
                    match.view(seat), default=str
                )
                assert other_match.observation(seat) == match.observation(seat)
    assert found > times(60), f"only {found} worlds were compared: this has tested little"
