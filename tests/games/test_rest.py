"""When the rest of a hand is certain (`Match.certain`): what is told must hold, and what anybody sees must be found.

Whether it holds is asked of the twins (tests/twins), a second reading of the rules by another hand: hidden cards are
laid anew as far as the seat cannot tell, and the others play whatever they may.
"""

from __future__ import annotations

import itertools
import pickle
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from diwaniya.bots.quick import policy_for
from diwaniya.engine.game import Game, find, games
from diwaniya.engine.match import Match
from diwaniya.engine.modes import mode
from diwaniya.engine.state import pure_rng
from diwaniya.testing.effort import times
from diwaniya.testing.play import Taste, random_options
from twins import replay as twin_replay
from twins.base import Twin

TRICKS = [game for game in games().values() if game.certain is not None]
every_game = pytest.mark.parametrize("game", TRICKS, ids=[game.id for game in TRICKS])


class Played:
    """The first hand of a match, played sensibly for the most part, and at random now and then."""

    def __init__(self, game: Game, seed: int) -> None:
        self.rng = random.Random(seed)
        options = random_options(game, self.rng)
        for option in game.options:
            if option.threshold:
                options[option.name] = option.default
        dealer = self.rng.randrange(game.seats[0])
        pack = self.rng.sample(game.pack_tokens(), len(game.pack))
        self.match = Match(game, dealer=dealer, options=options, mode="pure")
        self.match.deal(pack)
        if self.rng.random() < 0.7:
            self._strengthen(pack, self.match.view(self.rng.randrange(self.match.seats))["cards"])
            self.match = Match(game, dealer=dealer, options=options, mode="pure")
            self.match.deal(pack)
        self.moves: list[str] = []
        self._policy, self._chance = policy_for(game), pure_rng(seed)
        self._taste = Taste(self.rng)
        self._careless = self.rng.choice([0.0, 0.1, 0.5])

    def _strengthen(self, pack: list[str], hand: Sequence[str]) -> None:
        """Put better cards in the places of some of these: then more is certain."""
        rank = "23456789TJQKA".find
        for card in self.rng.sample(hand, len(hand) - self.rng.randrange(4)):
            other = self.rng.choice(pack)
            if other not in hand and rank(other[0]) > rank(card[0]):
                at, to = pack.index(card), pack.index(other)
                pack[at], pack[to] = other, card

    def leads(self) -> Iterator[int]:
        """Stops whenever a seat is on lead, and says which."""
        match = self.match
        while (seat := match.to_move) is not None:
            if match.legal()[0] in match.game.card_numbers and not match.view(None)["trick"]:
                yield seat
            opened = [
                token for other in range(match.seats) if other != seat for token in match.out_of_turn(other)
            ]
            if opened and self.rng.random() < self._taste.open_moves:
                token = self.rng.choice(opened)
            elif self.rng.random() < self._careless:
                token = self._taste.choose(match.legal())
            else:
                view = match.observation(seat)
                token = match.game.token(view, self._policy(view, self._chance))
            match.play(token)
            self.moves.append(token)

    def world(self, pack: Sequence[str]) -> Twin | None:
        """The same moves with another pack, in the twin; None if they were not allowed with it."""
        match = self.match
        twin = twin_replay.new_twin(match.game.id, match.options, match.seats, match.first_dealer)
        twin.deal(list(pack))
        for token in self.moves:
            if not _may(twin, token):
                return None
            twin.play(token)
        return twin

    def worlds(self, seat: int, count: int) -> Iterator[Twin]:
        """The real one, and others that look the same to this seat."""
        names, pure = self.match.game.card_tokens, mode(self.match.game, "pure")
        yield self._sure(self.match.record()["hands"][0]["deck"].split())
        view = self.match.observation(seat)
        for number in range(count):
            yield self._sure([names[card] for card in pure.sample(view, number).pack])

    def _sure(self, pack: Sequence[str]) -> Twin:
        twin = self.world(pack)
        assert twin is not None
        return twin


def _may(twin: Twin, token: str) -> bool:
    if token.count(":") == 2:
        return token in twin.out_of_turn(int(token[0]))
    return token in twin.legal()


def told(twin: Twin) -> str:
    return f"{twin.game} {twin.options}: {twin.open_things()}, hands {[twin.own_cards(s) for s in range(twin.seats)]}"


Replies = Callable[[list[str]], Sequence[str]]
"""Which of the moves that somebody may make are tried."""


def holds(twin: Any, seat: int, run: Sequence[str], replies: Replies) -> bool:
    """Does this seat win every trick if it leads these cards one after the other, and is the hand over then?"""
    if twin.last_trick is not None and not twin.trick and twin.last_trick[1] != seat:
        return False
    if not twin.in_hand or not run:
        return not twin.in_hand and not run
    if run[0] not in twin.legal():
        return False
    twin = _copy(twin)
    twin.play(run[0])
    return _answered(twin, seat, run[1:], replies)


def _copy(twin: Any) -> Any:
    return pickle.loads(pickle.dumps(twin))


def _answered(twin: Any, seat: int, run: Sequence[str], replies: Replies) -> bool:
    if not twin.trick:
        return holds(twin, seat, run, replies)
    for token in replies(twin.legal()):
        further = _copy(twin)
        further.play(token)
        if not _answered(further, seat, run, replies):
            return False
    return True


def every(moves: list[str]) -> Sequence[str]:
    return moves


def at_random(rng: random.Random) -> Replies:
    return lambda moves: [rng.choice(moves)]


@every_game
def test_what_is_certain_holds(game: Game) -> None:
    """Whoever is told so wins all tricks in every world, whatever the others play."""
    found: Counter[int] = Counter()
    for seed in range(times(ROUNDS[game.id])):
        played = Played(game, seed)
        for seat in played.leads():
            run = played.match.certain(seat)
            for other in range(played.match.seats):
                assert other == seat or played.match.certain(other) is None
            if run is None:
                continue
            found[len(run)] += 1
            few = played.match.view(None)["counts"][seat] <= (4 if played.match.seats == 2 else 2)
            for twin in played.worlds(seat, 4):
                for replies in [every] if few else [at_random(played.rng)] * 6:
                    assert holds(twin, seat, run, replies), f"{run}: {told(twin)}"
    assert sum(found.values()) >= 30, found
    assert max(found) >= 3, found


ROUNDS = {"kout4": 120, "kout6": 250, "allfours": 500, "allfours2": 200}


@every_game
def test_it_is_told_from_the_view_alone(game: Game) -> None:
    """In every world that looks the same to a seat the answer is the same."""
    for seed in range(times(12)):
        played = Played(game, seed)
        pure = mode(game, "pure")
        for seat in played.leads():
            view = played.match.observation(seat)
            assert game.certain is not None
            said = game.certain(view)
            for number in range(2):
                other = pure.view(pure.sample(view, number), seat)
                assert game.certain(other) == said
            assert view == played.match.observation(seat), "nothing is changed by asking"


def layings(played: Played, seat: int) -> Iterator[Any]:
    """The twins of all ways in which the cards that this seat has not seen may lie, found by trying them all."""
    (real,) = played.worlds(seat, 0)
    pack = played.match.record()["hands"][0]["deck"].split()
    others = [other for other in range(real.seats) if other != seat]
    held = {other: list(real.own_cards(other)) for other in others}
    loose = set(getattr(real, "stock", []))
    hidden = sorted(loose.union(*held.values()))

    def lay(left: set[str], at: int) -> Iterator[dict[str, str]]:
        """Which card lies where another one does."""
        if at == len(others):
            yield dict(zip(sorted(loose), sorted(left), strict=True))
            return
        places = held[others[at]]
        for cards in itertools.combinations(sorted(left), len(places)):
            for rest in lay(left - set(cards), at + 1):
                yield {**rest, **dict(zip(places, cards, strict=True))}

    for laid in lay(set(hidden), 0):
        twin = played.world([laid.get(card, card) for card in pack])
        if twin is not None:
            yield twin


def proved(played: Played, seat: int) -> bool:
    """Is there an order of this seat's cards that wins every trick in every world? Told by trying everything."""
    mine = played.match.view(seat)["cards"]
    runs = [run for n in range(1, len(mine) + 1) for run in itertools.permutations(mine, n)]
    for twin in layings(played, seat):
        runs = [run for run in runs if holds(twin, seat, run, every)]
        if not runs:
            return False
    return True


@pytest.mark.parametrize(("game", "rounds"), [("kout4", 100), ("allfours2", 150)])
def test_little_that_is_certain_is_overlooked(game: str, rounds: int) -> None:
    """Of endings of two tricks, those in which trying everything proves it: most are told, and no other."""
    counted: Counter[tuple[bool, bool]] = Counter()
    for seed in range(times(rounds)):
        played = Played(find(game), seed)
        for seat in played.leads():
            if played.match.view(None)["counts"][seat] == 2 and not played.match.options.get("calls"):
                counted[played.match.certain(seat) is not None, proved(played, seat)] += 1
    assert not counted[True, False]
    assert counted[True, True] >= 3, counted
    assert counted[True, True] >= 9 * counted[False, True], counted


# What anybody at the table sees.


def kout(bid: int, *hands: str, trump: str = "S") -> Match:
    """Four hands of Kout; seat 0 declares."""
    match = Match("kout4", dealer=3, mode="pure")
    match.deal([hand.split()[card] for card in range(9) for hand in hands])
    for call in (f"bid:{bid}", "pass", "pass", "pass", f"trump:{trump}"):
        match.play(call)
    return match


def two(mine: str, theirs: str, turned: str, **options: Any) -> Match:
    """All Fours for two: seat 0 leads, and stands."""
    match = Match("allfours2", dealer=1, options=options, mode="pure")
    a, b = mine.split(), theirs.split()
    dealt = [*a[:3], *b[:3], *a[3:], *b[3:], turned]
    match.deal(dealt + [card for card in match.game.pack_tokens() if card not in dealt])
    match.play("stand")
    return match


WEAK = ("6S 7S 8S 9S 7C 8C 9C TC JC", "7H 8H 9H TH JH 7D 8D 9D TD", "JD QD KD AD QC KC AC 6C QH")


def test_trumps_from_the_top() -> None:
    match = kout(5, "RJ BJ AS KS QS JS TS AH KH", *WEAK)
    assert match.certain(0) == ("AS", "KS", "QS", "JS", "TS"), "the bid is made with five"
    assert [match.certain(seat) for seat in (1, 2, 3)] == [None] * 3


def test_others_are_drained_of_trumps_before_the_side_suit() -> None:
    weak = (WEAK[0].replace("JC", "TS"), WEAK[1], WEAK[2].replace("QH", "JC"))
    match = kout(8, "RJ BJ AS KS QS JS AH KH QH", *weak)
    # K13: with the four honours gone the jokers may be led, and the five trumps of the others are gone then as well.
    assert match.certain(0) == ("AS", "KS", "QS", "JS", "RJ", "AH", "KH", "QH")


def test_a_joker_that_is_out_beats_all_but_the_ace() -> None:
    hands = ("RJ AS KS QS JS TS AH KH QH", "BJ 7S 8S 9S 7C 8C 9C TC JC")
    weak = (WEAK[1], WEAK[2].replace("QH", "6S"))
    assert kout(5, *hands, *weak).certain(0) is None
    match = kout(5, *hands, *weak)
    for _ in range(3):  # three times spades: his joker must not fall, and then two tricks are wanted
        match.play(match.legal()[-1])
        for _ in range(3):
            match.play(next(card for card in match.legal() if card != "BJ"))
    assert match.certain(0) is None


def test_nothing_is_certain_before_the_first_lead_or_behind_it() -> None:
    match = Match("kout4", dealer=3, mode="pure")
    hands = ("RJ BJ AS KS QS JS TS AH KH", *WEAK)
    match.deal([hand.split()[card] for card in range(9) for hand in hands])
    for call in ("bid:5", "pass", "pass", "pass"):
        assert match.certain(match.turn) is None
        match.play(call)
    assert match.certain(0) is None, "trump is to be named"
    match.play("trump:S")
    match.play("AS")
    assert [match.certain(seat) for seat in range(4)] == [None] * 4


def test_all_trumps_that_there_are() -> None:
    match = two("AS KS QS JS TS 9S", "2S 3S 4S AH AD AC", "8S")
    assert match.certain(0) == ("AS", "KS", "QS", "JS", "TS", "9S")


def test_who_has_shown_that_he_has_no_trump_cannot_beat_an_ace() -> None:
    match = two("AS AH KH QH AD AC", "2D 3D 4D 5D 6D 7D", "8S")
    assert match.certain(0) is None
    match.play("AS")
    match.play("2D")
    assert match.certain(0) == ("AH", "KH", "QH", "AD", "AC")


def test_a_card_that_lies_open_may_be_called_and_then_nothing_is_certain() -> None:
    match = two("AS AH KH QH AD AC", "2D 3D 4D 5D 6D 7D", "8S", calls=True)
    match.play("AS")
    match.play("0:expose:QH")
    match.play("2D")
    assert match.certain(0) is None
    match.play("QH")
    match.play("3D")
    assert match.certain(0) == ("AH", "KH", "AD", "AC")


def test_games_without_tricks_have_nothing_of_the_kind() -> None:
    others = [game for game in games().values() if "trick" not in game.zones]
    assert others
    assert {game.id for game in TRICKS} == {game.id for game in games().values()} - {g.id for g in others}
    for game in others:
        match = Match(game, seed=1, mode="pure")
        assert match.certain(match.turn) is None


def test_a_seat_that_does_not_exist() -> None:
    with pytest.raises(ValueError, match="seat must be 0 to 3, not 4"):
        Match("kout4", seed=1, mode="pure").certain(4)
