"""Samples are as likely as what they stand for."""

import itertools
import random
from collections import Counter, defaultdict
from collections.abc import Iterator

from diwaniya.engine.game import Game
from diwaniya.testing.effort import times
from diwaniya.testing.hiding import sampled
from diwaniya.testing.play import Position, State, Taste, legal_moves, some_positions, viewed
from diwaniya.testing.worlds import never_shown, own_history, whereabouts, world

WORLDS, SAMPLES, TOLERANCE = 120, 300, 0.25
"""Four and a half standard deviations of what is counted in so many worlds and samples, for a single card."""


def samples_are_fair(game: Game, seats: int, seed: int) -> None:
    """Samples are about as likely as what they stand for.

    The unseen cards of the real pack are shuffled, and those packs are kept with which the same moves would have been
    made before the same eyes. A seat must hold a card about as often in these as in samples, now and some moves later
    (which brings cards out of the pack).
    """
    rng = random.Random(seed)
    compared = 0
    for at in some_positions(game, seats, rng, times(20)):
        seat = rng.randrange(seats)
        worlds = list(itertools.islice(_shuffled_worlds(at, seat, rng), WORLDS))
        if len(worlds) < WORLDS:
            continue  # hardly any pack fits what has happened
        view = viewed(game, at.state, seat)
        samples = [sampled(game, view, rng.randrange(1 << 64)) for _ in range(SAMPLES)]
        taste = Taste(rng)
        worlds_later, samples_later = (
            [_after_moves(game, state, taste) for state in states] for states in (worlds, samples)
        )
        live = _places_that_come_into_play(game, worlds, worlds_later)
        real = _shares(game, worlds, live, "now") | _shares(game, worlds_later, set(), "later")
        drawn = _shares(game, samples, live, "now") | _shares(game, samples_later, set(), "later")
        for where in real.keys() | drawn.keys():
            assert abs(real[where] - drawn[where]) < TOLERANCE, (
                f"to seat {seat}, {where} is drawn in {drawn[where]:.0%}, but is so in {real[where]:.0%}: {at.told()}"
            )
        compared += 1
        if compared == times(4):
            return
    raise AssertionError(f"only {compared} positions could be compared: this has tested little")


def _shuffled_worlds(at: Position, seat: int, rng: random.Random, tries: int = 3 * WORLDS) -> Iterator[State]:
    """Worlds that were shown to the seat as this one was, its unseen cards shuffled; each fitting pack is as likely."""
    history = own_history(at, seat)
    places = never_shown(at, seat, history, rng)
    found = 0
    for number in range(tries):
        if number == 40 and found < 12:
            return
        cards = [at.pack[place] for place in places]
        rng.shuffle(cards)
        pack = list(at.pack)
        for place, card in zip(places, cards, strict=True):
            pack[place] = card
        state = world(at, seat, pack, history)
        if state is not None:
            found += 1
            yield state


def _after_moves(game: Game, state: State, taste: Taste) -> State:
    """The state after up to twelve more moves of this hand."""
    later = state.copy()
    for _ in range(12):
        moves = legal_moves(game, later)
        if not moves:
            break
        game.apply(later, moves[taste.choose(list(moves))])
    return later


def _places_that_come_into_play(game: Game, states: list[State], later: list[State]) -> set[str]:
    """Places of the pack whose cards were in somebody's hand a few moves later; not told where cards have copies."""
    if len(set(game.pack)) < len(game.pack):
        return set()
    return {
        place
        for before, after in zip(states, later, strict=True)
        for card, where in whereabouts(game, after).items()
        if next(iter(where)).startswith("seat")
        for place in whereabouts(game, before)[card]
        if place.startswith("place")
    }


def _shares(game: Game, states: list[State], places: set[str], when: str) -> defaultdict[str, float]:
    """In which share of the states each seat, and each of these places of the pack, holds each card."""
    held = Counter(
        f"{card} at {place} {when}"
        for state in states
        for card, where in whereabouts(game, state).items()
        for place in where
        if place.startswith("seat") or place in places
    )
    return defaultdict(float, {where: count / len(states) for where, count in held.items()})
