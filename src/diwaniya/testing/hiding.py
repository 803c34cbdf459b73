"""Views and samples: what a player cannot know never reaches him, and what he cannot know is never taken for granted.

Another world that a player cannot tell from his own is found in two ways that know nothing of each other: `sample`
draws one from his view; and two cards of the pack are exchanged, the same moves are made again, and whatever was shown
to him along the way has stayed the same.
"""

import itertools
import json
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator

from diwaniya.engine.game import Game
from diwaniya.engine.state import ALL, HIDDEN, SPECTATOR, pure_rng
from diwaniya.testing.effort import times
from diwaniya.testing.play import Position, State, Taste, legal_moves, some_positions, viewed


def sampled(game: Game, view: State, seed: int) -> State:
    """A full state that fits the view."""
    out = game.layout.pure()
    game.sample(view, pure_rng(seed), out)
    return out


def shown_history(game: Game, states: Iterator[State], seat: int) -> list[str]:
    """All that was shown to a seat, state after state."""
    return [json.dumps(game.show(viewed(game, state, seat))) for state in states]


def own_history(at: Position, seat: int) -> list[str]:
    states = at.again(at.pack)
    assert states is not None, f"the moves made cannot be made again: {at.told()}"
    return shown_history(at.game, states, seat)


def world(at: Position, seat: int, pack: list[int], history: list[str]) -> State | None:
    """The state with another pack, if the same moves can be made with it and show the seat the same all along."""
    states = list(at.again(pack) or [])
    same = bool(states) and shown_history(at.game, iter(states), seat) == history
    return states[-1] if same else None


def exchanged(pack: list[int], one: int, other: int) -> list[int]:
    another = list(pack)
    another[one], another[other] = pack[other], pack[one]
    return another


def never_shown(at: Position, seat: int, history: list[str], rng: random.Random) -> list[int]:
    """Places in the pack of the cards that were neither played nor ever shown to this seat."""
    game = at.game
    seen = {token for moment in history for token in re.findall(r'"([^"]+)"', moment)}
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
                states = at.again(drawn.pack)
                assert states is not None, (
                    f"seat {seat}: with the sample's pack the moves are not legal: {at.told()}"
                )
                *_, last = states
                assert last == drawn, f"seat {seat}: the sample's pack leads elsewhere: {at.told()}"


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
        real, drawn = (
            _shares(game, states, "now")
            | _shares(game, [_later(game, state, taste) for state in states], "later")
            for states in (worlds, samples)
        )
        for where in real.keys() | drawn.keys():
            assert abs(real[where] - drawn[where]) < TOLERANCE, (
                f"to seat {seat}, {where} is drawn in {drawn[where]:.0%}, but is so in {real[where]:.0%}: {at.told()}"
            )
        compared += 1
        if compared == times(4):
            return
    raise AssertionError(f"only {compared} positions could be compared: this has tested little")


def _shuffled_worlds(at: Position, seat: int, rng: random.Random, tries: int = 4 * WORLDS) -> Iterator[State]:
    """Worlds that were shown to the seat as this one was, its unseen cards shuffled; each fitting pack is as likely."""
    history = own_history(at, seat)
    places = never_shown(at, seat, history, rng)
    for _ in range(tries):
        cards = [at.pack[place] for place in places]
        rng.shuffle(cards)
        pack = list(at.pack)
        for place, card in zip(places, cards, strict=True):
            pack[place] = card
        state = world(at, seat, pack, history)
        if state is not None:
            yield state


def _later(game: Game, state: State, taste: Taste) -> State:
    """The state after up to twelve more moves of this hand."""
    later = state.copy()
    for _ in range(12):
        moves = legal_moves(game, later)
        if not moves:
            break
        game.apply(later, moves[taste.choose(list(moves))])
    return later


def _shares(game: Game, states: list[State], when: str) -> defaultdict[str, float]:
    """In which share of the states each seat holds each card."""
    held = Counter(
        f"{card} at {place} {when}"
        for state in states
        for card, where in whereabouts(game, state).items()
        for place in where
        if place.startswith("seat")
    )
    return defaultdict(float, {where: count / len(states) for where, count in held.items()})
