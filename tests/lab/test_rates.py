"""What `diwaniya bench engine` measures is what it says."""

import pytest

from diwaniya.engine.game import find
from diwaniya.lab.rates import CHUNKS, Lab, per_second, pure, stepping

pytestmark = pytest.mark.timeout(300)  # compiles, if nobody has yet


def test_a_rate_is_of_what_was_done() -> None:
    calls: list[int] = []

    def run(budget: int) -> float:
        calls.append(budget)
        for _ in range(budget):
            pass
        return budget * 3

    rate = per_second(run, 0.02)
    assert rate > 1000
    assert len(calls) > CHUNKS
    assert len(set(calls[-CHUNKS:])) == 1


def test_every_run_does_what_it_is_asked_for() -> None:
    game = find("cucco")
    lab = Lab(game)
    assert lab.play(1000) == lab.counts["moves"] == 1000
    assert 0 < lab.deals_per_move() < 1
    assert lab.rollouts()(10) >= 10
    assert lab.views()(1000) >= 1000
    assert lab.samples()(100) >= 100
    assert stepping(game)(500) == 500
    assert pure(game)(500) == 500
