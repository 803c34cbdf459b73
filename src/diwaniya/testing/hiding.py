"""Views and samples: what a player cannot know never reaches him, and is never taken for granted."""

import random

from diwaniya.engine.game import Game
from diwaniya.engine.state import ALL, HIDDEN, SPECTATOR, pure_rng
from diwaniya.testing.effort import times
from diwaniya.testing.play import State, some_positions, viewed
from diwaniya.testing.worlds import never_shown, other_worlds, own_history, whereabouts


def sampled(game: Game, view: State, seed: int) -> State:
    """A full state that fits the view."""
    out = game.layout.pure()
    game.sample(view, pure_rng(seed), out)
    return out


def views_hide(game: Game, seats: int, seed: int) -> None:
    """The view of a seat stays the same, byte by byte, when what it cannot know is another."""
    rng = random.Random(seed)
    found = 0
    for at in some_positions(game, seats, rng, times(16)):
        for seat in (rng.randrange(seats), SPECTATOR):
            view = viewed(game, at.state, seat)
            assert view.viewer == seat
            assert set(view.pack) == {HIDDEN}, "the pack lies face down"
            for other in other_worlds(at, seat, rng, 12):
                found += 1
                assert viewed(game, other, seat) == view, f"seat {seat} can see hidden cards: {at.told()}"
    assert found >= times(16), f"only {found} other worlds were found: this has tested little"


def samples_fit(game: Game, seats: int, seed: int) -> None:
    """A sample is a state that could be: a whole pack, led to by the same moves, and the same in the viewer's eyes."""
    rng = random.Random(seed)
    for at in some_positions(game, seats, rng, times(40)):
        for seat in (rng.randrange(seats), at.state.turn, SPECTATOR):
            view = viewed(game, at.state, seat)
            untouched = view.copy()
            for _ in range(3):
                drawn = sampled(game, view, rng.randrange(1 << 64))
                assert view == untouched, "a sample leaves the view alone"
                assert drawn.viewer == ALL
                assert sorted(drawn.pack) == sorted(game.pack), f"not the pack: {at.told()}"
                assert viewed(game, drawn, seat) == view, (
                    f"the sample does not fit the view of {seat}: {at.told()}"
                )
                states = list(at.again(drawn.pack))
                assert len(states) == len(at.moves) + 1, (
                    f"the sample for {seat} makes the moves illegal: {at.told()}"
                )
                assert states[-1] == drawn, f"the pack of the sample for {seat} leads elsewhere: {at.told()}"


ENOUGH = 3000
"""Samples after which a place that is possible has long turned up."""


def samples_are_free(game: Game, seats: int, seed: int) -> None:
    """Whoever may hold a card that was never seen is found with it, and no place in the pack is its only one.

    Which place exactly is left to the game: not every card of a pack can come into play.
    """
    rng = random.Random(seed)
    looked_at = 0
    for at in some_positions(game, seats, rng, times(5)):
        seat = rng.randrange(seats)
        hidden = never_shown(at, seat, own_history(at, seat), rng)
        unseen = {game.card_tokens[at.pack[place]] for place in hidden}
        possible: dict[str, set[str]] = {card: set() for card in unseen}
        for other in other_worlds(at, seat, rng, 60):
            for card, where in whereabouts(game, other).items():
                if card in unseen:
                    possible[card] |= where
        view = viewed(game, at.state, seat)
        drawn: dict[str, set[str]] = {card: set() for card in unseen}
        for number in range(ENOUGH):
            pinned = {card for card in unseen if _pinned(possible[card], drawn[card], game, card)}
            if number >= 20 and not pinned:
                break
            for card, where in whereabouts(game, sampled(game, view, rng.randrange(1 << 64))).items():
                if card in unseen:
                    drawn[card] |= where
        assert not pinned, f"seat {seat} takes for granted where {sorted(pinned)} are: {at.told()}"
        looked_at += sum(len(where) for where in possible.values())
    assert looked_at >= times(5), f"only {looked_at} cards could be elsewhere: this has tested little"


def _pinned(possible: set[str], drawn: set[str], game: Game, card: str) -> bool:
    """Is there a seat that may hold the card and was never drawn with it, or only one place where there are several?"""
    copies = game.pack.count(game.card_tokens.index(card))
    seats = {where for where in possible if where.startswith("seat")}
    return bool(seats - drawn) or (len(possible) > copies and len(drawn) <= copies)
