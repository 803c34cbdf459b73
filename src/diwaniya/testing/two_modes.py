"""The pure and the compiled mode are the same, byte by byte."""

import random
from typing import Any

from diwaniya.engine import drivers
from diwaniya.engine.compiled import Compiled, Record, compiled
from diwaniya.engine.game import Game
from diwaniya.engine.state import DEAL, OVER, SPECTATOR, pure_record, pure_rng
from diwaniya.testing.effort import times
from diwaniya.testing.hiding import sampled
from diwaniya.testing.play import State, Taste, begin, legal_moves, open_moves, random_options, viewed

Counts: Any = pure_record("Counts", {"moves": "i8", "deals": "i8", "matches": "i8"})


def assert_same(fast: Compiled, record: Record, state: State, what: str) -> None:
    if record.tobytes() != fast.record(state).tobytes():
        compiled_has, pure_has = fast.pure(record).as_dict(), state.as_dict()
        differ = {
            name: (compiled_has[name], pure_has[name])
            for name in pure_has
            if compiled_has[name] != pure_has[name]
        }
        raise AssertionError(f"{what}: compiled and pure differ in {differ or 'bytes between the fields'}")


def _compare_seeing(game: Game, fast: Compiled, record: Record, state: State, seat: int, seed: int) -> None:
    """The views of a seat in both modes, and samples of them from equal random numbers."""
    seen = fast.state()
    fast.view(record.addr, seat, seen.addr)
    view = viewed(game, state, seat)
    assert_same(fast, seen, view, f"view of {seat}")
    drawn, rng = fast.state(), fast.rng(seed)
    fast.sample(seen.addr, rng.addr, drawn.addr)
    assert_same(fast, drawn, sampled(game, view, seed), f"sample of the view of {seat}")
    for kind in range(len(game.out_of_turn)):
        assert game.open_legal is not None
        for other in range(state.seats):
            assert fast.open_legal(record.addr, other, kind) == game.open_legal(state, other, kind)


def compiled_is_pure(game: Game, seats: int, seed: int) -> None:
    """After every deal and every move both modes hold the same bytes, allow the same moves, see and sample the same."""
    rng = random.Random(seed)
    fast = compiled(game)
    budget = times(max(300, 2400 // len(game.seats)))
    while budget > 0:
        options, dealer = random_options(game, rng), rng.randrange(seats)
        state = begin(game, seats, dealer, options)
        record = fast.state()
        fast.set_up(record, seats, dealer, game.check_options(options))
        fast.begin(record.addr)
        assert_same(fast, record, state, "begin")
        taste = Taste(rng)
        while state.turn != OVER and budget > 0:
            budget -= 1
            if state.turn == DEAL:
                pack = list(game.pack)
                rng.shuffle(pack)
                state.pack = pack
                record["pack"] = pack
                game.deal(state)
                fast.deal(record.addr)
                assert_same(fast, record, state, "deal")
                continue
            assert fast.legal(record.addr) == game.legal(state)
            _compare_seeing(
                game, fast, record, state, rng.choice([*range(seats), SPECTATOR]), rng.randrange(1 << 64)
            )
            seat = rng.randrange(seats)
            open_here = open_moves(game, state, seat)
            if open_here and rng.random() < taste.open_moves:
                token, (mover, kind, card) = rng.choice(sorted(open_here.items()))
                assert game.open_apply is not None
                game.open_apply(state, mover, kind, card)
                fast.open_apply(record.addr, mover, kind, card)
            else:
                moves = legal_moves(game, state)
                token = taste.choose(list(moves))
                game.apply(state, moves[token])
                after = fast.step(record.addr, moves[token])
                assert after == (game.legal(state) if state.turn >= 0 else 0)
            assert_same(fast, record, state, f"after {token}")


def _random_play(
    fast: Compiled, seats: int, options: list[int], seed: int, budget: int
) -> tuple[Record, Record, Record]:
    record, rng, counts = fast.state(), fast.rng(seed), fast.counts()
    fast.set_up(record, seats, 0, options)
    fast.begin(record.addr)
    fast.random_moves(record.addr, rng.addr, budget, counts.addr)
    return record, rng, counts


def random_driver_is_pure(game: Game, seats: int, seed: int) -> None:
    """The compiled random player does what the pure one does, move for move, and counts the same."""
    rng = random.Random(seed)
    fast = compiled(game)
    options = game.check_options(random_options(game, rng))
    budget = times(600)
    record, fast_rng, fast_counts = _random_play(fast, seats, options, seed, budget)

    first, random_moves = drivers.bind(game, "begin", "random_moves")
    state: State = game.layout.pure()
    state.seats, state.dealer = seats, 0
    state.opt = options + [0] * (8 - len(options))
    state.pack = list(game.pack)
    pure_random, counts = pure_rng(seed), Counts()
    first(state)
    random_moves(state, pure_random, budget, counts)

    assert_same(fast, record, state, f"{budget} random moves")
    assert fast_rng["s"] == pure_random.s
    assert counts.moves == budget
    assert [fast_counts[name] for name in ("moves", "deals", "matches")] == [
        counts.moves,
        counts.deals,
        counts.matches,
    ]


def portable_is_the_same(game: Game, seats: int, seed: int) -> None:
    """Without the processor's `pdep` everything comes out the same."""
    rng = random.Random(seed)
    options = game.check_options(random_options(game, rng))
    here = _random_play(compiled(game), seats, options, seed, times(20_000))
    anywhere = _random_play(compiled(game, portable=True), seats, options, seed, times(20_000))
    for one, other in zip(here, anywhere, strict=True):
        assert one.tobytes() == other.tobytes()
