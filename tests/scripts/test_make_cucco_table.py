"""The table for Cucco: made the same way every time, in both modes, and the shipped one is what the script makes."""

from pathlib import Path

import numpy as np
import pytest

import make_cucco_table
from cucco_lives import ONE_LOSER, place, worths
from cucco_training import PLACES, Training
from diwaniya.bots._trained._cucco import LIVES_ROWS, OPEN, SITUATIONS
from diwaniya.bots._trained.cucco import TABLE, read
from diwaniya.games.cucco import FOOL, INN, KINDS

EVERY_CARD = (1 << KINDS) - 1


def test_the_shipped_table_is_written_as_the_script_writes() -> None:
    shipped = make_cucco_table.OUT.read_text(encoding="ascii")
    made_by = f"scripts/make_cucco_table.py --hands {make_cucco_table.HANDS} --seed {make_cucco_table.SEED}"
    assert make_cucco_table.text(list(TABLE), made_by) == shipped


@pytest.mark.timeout(300)  # compiles, if nobody has yet
def test_a_short_run_makes_the_same_table_in_both_modes() -> None:
    one = make_cucco_table.make(600, 7, "compiled")
    assert one == make_cucco_table.make(600, 7, "pure")
    assert one != make_cucco_table.make(600, 8, "compiled")
    assert "--hands 600 --seed 7" in one
    assert len(read(one)) == SITUATIONS * LIVES_ROWS


@pytest.mark.timeout(300)
def test_a_short_run_comes_near_the_shipped_table() -> None:
    """Of all decisions that come up, nearly all are the same; the others are close ones."""
    training = make_cucco_table.train(1_000_000, seed=99)
    gain, visits = training.sums("gain"), training.sums("visits")
    bits = np.array(TABLE)[:, None] >> np.arange(KINDS) & 1
    made = np.array(make_cucco_table.choose(gain, visits))[:, None] >> np.arange(KINDS) & 1
    same = made == bits
    assert visits[same].sum() > 0.97 * visits.sum()
    given_up = np.abs(gain)[(gain > 0) != (bits == 1)].sum()
    assert given_up < 0.02 * np.abs(gain).sum()


def test_a_run_has_the_hands_asked_for() -> None:
    told: list[int] = []
    training = make_cucco_table.train(100, 1, "pure", told.append)
    assert (sum(told), len(told)) == (100, make_cucco_table.BLOCKS)
    assert 0 < np.count_nonzero(training.sums("visits")) < PLACES


def test_losses_counted_in_play_become_likelihoods() -> None:
    training = Training(3, "pure")
    training.run(300, 1.0)
    training.settle()
    assert training.losses[4] != ONE_LOSER
    for losses in training.losses.values():
        assert sum(losses.values()) == pytest.approx(1)
    assert not training.sums("visits").any()


def test_the_script_writes_where_it_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "table.txt"
    assert make_cucco_table.main(["--hands", "48", "--out", str(out)]) == 0
    assert out.read_text() == make_cucco_table.make(48, make_cucco_table.SEED)
    assert f"wrote {out}" in capsys.readouterr().out.replace("\n", "")
    with pytest.raises(SystemExit):
        make_cucco_table.main(["--hands", "5"])
    assert "--hands must be at least 24, not 5" in capsys.readouterr().err


# What is chosen from the sums


def sums() -> tuple[make_cucco_table.Numbers, make_cucco_table.Numbers]:
    shape = (SITUATIONS, LIVES_ROWS, KINDS)
    return np.zeros(shape), np.zeros(shape)


def choose(gain: make_cucco_table.Numbers, visits: make_cucco_table.Numbers) -> np.ndarray:
    return np.array(make_cucco_table.choose(gain, visits)).reshape(SITUATIONS, LIVES_ROWS)


def test_the_move_that_gained_more_is_chosen_card_by_card() -> None:
    gain, visits = sums()
    visits[5] = 1e6
    gain[5, :, :4], gain[5, :, 4:] = 1e4, -1e4
    gain[5, 2, 9] = 1e5
    rows = choose(gain, visits)[5]
    assert list(rows) == [0xF, 0xF, 0xF | 1 << 9, *[0xF] * 6]


def test_what_was_not_met_follows_other_lives_and_then_the_nearest_situation() -> None:
    gain, visits = sums()
    near, far, between = (OPEN.index(key) for key in ((2, 1, 0, 0), (2, 4, 0, 0), (2, 2, 0, 0)))
    visits[near, 4] = visits[far, 4] = 1000
    gain[near, 4], gain[far, 4] = 10, -10
    rows = choose(gain, visits)
    assert set(rows[near]) == {EVERY_CARD}
    assert set(rows[far]) == {0}
    assert set(rows[between]) == {EVERY_CARD}


def test_where_nothing_at_all_was_met_low_cards_and_the_fool_are_given_away() -> None:
    (row,) = {int(row) for row in choose(*sums()).flat}
    assert [card for card in range(KINDS) if row >> card & 1] == [*range(make_cucco_table.DOUBTFUL), FOOL]
    assert make_cucco_table.DOUBTFUL < INN


# What lives are worth


def test_the_worth_of_lives_by_hand() -> None:
    """Two seats, one of whom loses a life in each hand, by the toss of a coin."""
    table = worths(dict.fromkeys(range(2, 9), ONE_LOSER))
    assert table[place(2, 1, (1, 0, 0))] == pytest.approx(1 / 2)
    assert table[place(2, 2, (1, 0, 0))] == pytest.approx(3 / 4)
    assert table[place(2, 3, (1, 0, 0))] == pytest.approx(7 / 8)
    assert table[place(2, 1, (0, 1, 0))] == pytest.approx(1 / 4)
    assert table[place(3, 1, (2, 0, 0))] == pytest.approx(1 / 3)


def test_all_come_back_when_nobody_is_left() -> None:
    """C22: in a match of two that is a new beginning, in a match of four the two last share it with the others."""
    both = {n: {(2, 0): 1.0} for n in range(2, 9)}
    table = worths(both)
    assert table[place(2, 1, (1, 0, 0))] == pytest.approx(1 / 2)
    assert table[place(4, 1, (1, 0, 0))] == pytest.approx(1 / 4)
    assert table[place(4, 2, (1, 0, 0))] == pytest.approx(1)


def test_what_all_seats_are_worth_is_one_match() -> None:
    losses = {n: {(0, 0): 0.1, (1, 0): 0.6, (2, 0): 0.2, (0, 1): 0.1} for n in range(2, 9)}
    table = worths(losses)
    total = (
        table[place(4, 1, (1, 1, 1))]
        + table[place(4, 1, (1, 1, 1))]
        + table[place(4, 2, (2, 0, 1))]
        + table[place(4, 3, (2, 1, 0))]
    )
    assert total == pytest.approx(1)
    out = table[place(4, 0, (1, 1, 0))]
    assert 0 < out < 1 / 4  # who is out comes back if all are
    left = table[place(4, 1, (0, 1, 0))] + table[place(4, 2, (1, 0, 0))]
    assert left + 2 * out == pytest.approx(1)
    assert table[place(4, 3, (0, 0, 3))] == pytest.approx(1 / 4)
    assert table[place(8, 3, (0, 0, 7))] == pytest.approx(1 / 8)
