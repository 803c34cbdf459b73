"""The two parts of a view: what everybody sees, and what a seat sees besides. Every game's are in tests/contract."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from diwaniya.engine.game import Game, Why, find, games
from diwaniya.engine.kernel import copy
from diwaniya.engine.match import Match
from diwaniya.engine.modes import Pure
from diwaniya.engine.state import PureState
from diwaniya.testing import seeing
from diwaniya.testing.effort import times

every_game = pytest.mark.parametrize("game", games().values(), ids=list(games()))


@every_game
def test_the_public_part_is_kept_until_something_changes(game: Game) -> None:
    match = Match(game, seed=4, mode="pure")
    for _ in range(20):
        public = match.public()
        assert match.public() is public
        for seat in range(match.seats):
            match.private(seat)
        assert match.public() is public
        if match.over:
            break
        if match.needs_deal:
            match.deal()
        else:
            match.play(match.legal()[0])
        assert match.public() is not public
        assert match.public() == Match.replay(match.record(), mode="pure").public(), "nothing stale"


@every_game
def test_a_view_is_its_owners_to_change(game: Game) -> None:
    """Whoever writes into the view he was given spoils it for nobody else."""
    match = Match(game, seed=4, mode="pure")
    before = match.view(0)
    mine = match.view(0)
    for value in mine.values():
        if isinstance(value, list | dict):
            value.clear()
    assert match.view(0) == before


@every_game
def test_only_the_mover_may_choose(game: Game) -> None:
    match = Match(game, seed=2, mode="pure")
    for seat in range(match.seats):
        private = match.private(seat)
        may_choose = {"legal", "blocked"} if seat == match.to_move else set()
        assert {"legal", "blocked"} & private.keys() == may_choose
        assert ("out_of_turn" in private) == bool(game.out_of_turn)
        assert len(private["cards"]) == match.public()["counts"][seat]
    assert match.private(None) == {"seat": None}


@every_game
def test_what_a_game_says_of_its_moves_only_saves_time(game: Game) -> None:
    """A game that says nothing of it is shown and played the same."""
    silent = replace(game, fixed=(), own=None, one_reason=False)
    for match in seeing.standings(silent, game.seats[0], random.Random(5), times(150)):
        seeing.assert_parts(match, str(match.record()))
        seeing.assert_allows(match, set(game.pack_tokens()))


def _no_faces(view: PureState) -> dict[str, Any]:
    shown = find("cucco").show(view)
    return {"cards": shown["cards"]}


def _who_looks(view: PureState) -> dict[str, Any]:
    v: Any = view
    return {**find("basra").show(view), "carry": v.viewer}


def _a_reason_for_each(state: PureState, move: str, seat: int) -> Why:
    return Why("K11", "not_held", {"card": move})


BROKEN: dict[str, Callable[[], Game]] = {
    "what may differ is left out": lambda: replace(find("cucco"), own=_no_faces),
    "reasons differ": lambda: replace(find("kout4"), why_not=_a_reason_for_each),
    "more differs": lambda: replace(find("basra"), show=_who_looks),
}


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
def test_the_contract_finds_what_is_lost(broken: Callable[[], Game]) -> None:
    with pytest.raises(AssertionError):
        seeing.views_have_two_parts(broken(), broken().seats[0], 1)


def test_the_contract_finds_wrong_tokens() -> None:
    game = find("kout6")
    exchanged = replace(game, fixed=(game.fixed[1], game.fixed[0], *game.fixed[2:]))
    with pytest.raises(AssertionError):
        seeing.moves_are_allowed_when_legal(exchanged, 6, 1)


def test_the_contract_finds_a_view_that_is_not_whole() -> None:
    game = find("kout4")
    match = Match(game, seed=1, mode="pure")
    seeing.assert_written(match, 0)

    def forgetful(state: Any, seat: int, out: Any) -> None:
        copy(state, out)
        del out.trump

    match._mode = Pure(replace(game, view=forgetful))
    with pytest.raises(AssertionError, match="trump"):
        seeing.assert_written(match, 0)


@every_game
def test_the_parts_of_several_seats_are_those_of_each(game: Game) -> None:
    """And a seat that has nothing new to see while others move is given the same object again."""
    match, again = Match(game, seed=6, mode="pure"), 0
    dice = random.Random(6)
    before = match.privates(range(match.seats))
    while not match.over and len(match.hands) < 4:
        if match.needs_deal:
            match.deal()
        else:
            match.play(dice.choice(match.legal()))
        assert (match.turn if match.turn >= 0 else None) == match.to_move
        now = match.privates(range(match.seats))
        assert now == [match.private(seat) for seat in range(match.seats)]
        again += sum(old is new for old, new in zip(before, now, strict=True))
        before = now
    assert (again > 0) == (game.holding is not None and not game.out_of_turn)
