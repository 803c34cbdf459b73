"""Cucco by the table: legal, the same in both modes, from the view alone, right where that is clear, and stronger."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import measure_cucco
from diwaniya.bots import _trained, names
from diwaniya.bots._trained._cucco import (
    ANSWER_ROWS,
    INN_ROWS,
    LIVES_ROWS,
    SAFE_ROWS,
    SITUATIONS,
    TIE_ROWS,
    row,
)
from diwaniya.bots._trained.cucco import TABLE, policy, read
from diwaniya.engine import drivers
from diwaniya.engine.compiled import compiled
from diwaniya.engine.game import find
from diwaniya.engine.kernel import pick
from diwaniya.engine.match import Match
from diwaniya.engine.state import HIDDEN, OVER, pure_rng
from diwaniya.games.cucco import ANSWER, AT_INN, NOBODY, TURN
from positions.build import Position, load, reach

GAME = find("cucco")
POSITIONS = load("cucco")
A, B, C, D = range(4)


@pytest.fixture(scope="module")
def compiled_policy() -> Callable[[Any], int]:
    """The policy as compiled code, for views of the pure mode."""
    from numba import types

    k = compiled(GAME)
    entry = k.link(policy, "sr", types.int64)
    return lambda view: int(entry(k.record(view).addr, k.rng(1).addr))


def views(seed: int, matches: int) -> Iterator[Any]:
    """What the seats to move see in matches with random moves, of all numbers of seats."""
    begin, ready, advance = drivers.bind(GAME, "begin", "ready", "advance")
    rng = pure_rng(seed)
    for number in range(matches):
        state: Any = GAME.layout.pure()
        state.seats = sorted(GAME.seats)[number % len(GAME.seats)]
        state.pack = list(GAME.pack)
        begin(state)
        moves = ready(state, rng)
        while state.turn != OVER:
            view = GAME.layout.pure()
            GAME.view(state, state.turn, view)
            yield view
            moves = advance(state, rng, pick(rng, moves))


def said(view: Any) -> int:
    return policy(view, pure_rng(1))


def test_it_is_found_by_the_family_and_is_no_bot_by_itself() -> None:
    assert _trained.policy_for(GAME) is policy
    assert _trained.policy_for(find("kout4")) is None
    assert not {"trained", "_trained", "cucco"} & set(names())


@pytest.mark.timeout(300)  # compiles, if nobody has yet
def test_legal_and_the_same_in_both_modes(compiled_policy: Callable[[Any], int]) -> None:
    phases = set()
    kinds = set()
    for view in views(seed=3, matches=42):
        move = said(view)
        assert GAME.legal(view) >> move & 1
        assert compiled_policy(view) == move
        phases.add(view.phase)
        situation = row(view) // LIVES_ROWS
        kinds.add(sum(situation >= first for first in (TIE_ROWS, SAFE_ROWS, INN_ROWS, ANSWER_ROWS)))
    assert phases == {TURN, AT_INN, ANSWER}
    assert kinds == {0, 1, 2, 3, 4}


def test_it_goes_by_what_the_seat_knows() -> None:
    """Other cards where the seat knows none: the same move."""
    differ = 0
    for number, view in enumerate(views(seed=5, matches=14)):
        full, other = GAME.layout.pure(), GAME.layout.pure()
        GAME.sample(view, pure_rng(number), full)
        GAME.view(full, view.turn, other)
        differ += full.kind != view.kind  # type: ignore[attr-defined]
        assert said(other) == said(view)
    assert differ > 100


def test_a_card_that_went_through_the_pack_is_forgotten() -> None:
    """C16: nobody but its holder knows it any more, whoever has seen it before."""
    match = Match("cucco", dealer=D, mode="pure")
    rest = GAME.pack_tokens()
    for card in ("Li", "5", "4", "Ho"):
        rest.remove(card)
    match.deal(["5", "Li", "4", "Ho", *rest])
    for move in ("swap", "keep", "swap"):
        match.play(move)
    assert match.to_move == D

    def situation(card_of_b: str | None, washed: int) -> int:
        view: Any = match.observation(D)
        view.kind[view.at[B]] = HIDDEN if card_of_b is None else GAME.card_numbers[card_of_b]
        view.washed = washed
        return row(view) // LIVES_ROWS

    assert situation("5", NOBODY) == SAFE_ROWS
    assert situation("5", B) == situation(None, B) < TIE_ROWS


@pytest.mark.parametrize("position", POSITIONS, ids=[position.name for position in POSITIONS])
def test_it_finds_what_is_clearly_right(position: Position) -> None:
    match = reach(position)
    assert match.to_move is not None
    view = match.observation(match.to_move)
    assert GAME.token(view, said(view)) in position.good(match.legal()), position.why


def test_every_row_keeps_the_cuckoo_and_gives_away_the_lion() -> None:
    """In turns, where no card is known: whatever the others did, and whatever lives there are."""
    turns = TABLE[: TIE_ROWS * LIVES_ROWS]
    assert all(word >> GAME.card_numbers["Cu"] & 1 == 0 for word in turns)
    assert all(word >> GAME.card_numbers["Li"] & 1 == 1 for word in turns)


def test_a_table_of_another_shape_is_refused() -> None:
    with pytest.raises(ValueError, match=f"the table has 2 rows, not {SITUATIONS * LIVES_ROWS}"):
        read("# two rows\n00001 00002\n")


@pytest.fixture(scope="module")
def room() -> measure_cucco.Room:
    return measure_cucco.room(hands=400_000, seed=1)


@pytest.mark.timeout(600)  # compiles
@pytest.mark.parametrize(
    ("others", "least"),
    [("mistaken", 0.3125), ("quick", 0.252), ("thresholds", 0.26), ("seeing", 0.252)],
)
def test_one_among_three_wins_more_than_a_fair_share(
    room: measure_cucco.Room, others: str, least: float
) -> None:
    """Four seats; 0.3125 is a quarter more than the fair share. The whole interval lies above the least."""
    won, half = room.share("table", others, matches=300_000)
    assert won - half > least


@pytest.mark.timeout(600)
def test_the_best_answer_to_it_wins_no_more_than_a_fair_share(room: measure_cucco.Room) -> None:
    """One who knows its table, and as much of the cards as it does, among three of it: a fixed point, or nearly so."""
    won, half = room.share("answer", "table", matches=300_000)
    assert won + half < 0.255


@pytest.mark.timeout(600)
@pytest.mark.parametrize("seats", [2, 3, 5, 6, 7, 8])
def test_with_any_number_of_seats(room: measure_cucco.Room, seats: int) -> None:
    won, half = room.share("table", "quick", matches=100_000, seats=seats)
    assert won - half > 1 / seats
