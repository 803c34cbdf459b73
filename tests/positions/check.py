"""Is what a position calls right really better? Every legal move is played on from many deals that fit the view.

    .venv/bin/python tests/positions/check.py [-n DEALS] [FAMILY or part of a name ...]

All seats then follow the quick policy to the end of the hand. The same deals serve every move, so the difference
between the worst right move and the best wrong one has a small error; both are printed. Where nothing is hidden any
more every line of play is looked at instead. A position whose difference is not clearly above zero is doubtful and has
no place here.
"""

import argparse
import sys
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from diwaniya.bots import policy_kernel
from diwaniya.engine.drivers import apply, rebind, sample, view
from diwaniya.engine.kernel import Rng, State, kernel, mask
from diwaniya.engine.state import OVER, record_dtype
from positions.build import Position, load, reach

MOST = 1 << 14
"""Deals that fit into the log."""
MATCH = 30
"""Points that the match itself is worth, beside those of its score."""
CHUNK = 0x9E37_79B9


@kernel
def think(v: State, rng: Rng) -> int:
    """A stand-in for the quick policy."""
    return -1


@kernel
def play_on(v: State, s: State, w: State, rng: Rng, log: Any) -> None:
    """The result of a move in each of the deals; a hand that goes into another pack (A8) ends with it."""
    for deal_number in range(log.count):
        rng.s = mask(log.seed + deal_number * CHUNK)
        sample(v, rng, s)
        apply(s, log.move)
        while s.turn >= 0:
            view(s, s.turn, w)
            apply(s, think(w, rng))
        me = v.viewer
        total = 0
        if log.teams == 1:
            side = me % 2
            total = s.score[side] - s.score[1 - side]
        else:
            for seat in range(s.seats):
                total -= s.score[seat]
            total += s.score[me] * s.seats
        if s.turn == OVER:
            total += MATCH if s.winners >> me & 1 == 1 else -MATCH
        log.result[deal_number] = total


LOG = record_dtype({"count": "i8", "seed": "i8", "move": "i8", "teams": "i8", "result": ("i8", MOST)})


def results(position: Position, deals: int, seed: int = 1) -> dict[str, "np.ndarray[Any, Any]"]:
    """What each legal move brings, in each of the same deals: own points less the others'."""
    from numba import types

    from diwaniya.engine.compiled import Record, compiled

    match = reach(position, "compiled")
    game = match.game
    k = compiled(game)
    run = k.link(rebind(play_on, think=policy_kernel("quick", game)), "sssrl", types.void, l=LOG)
    log, rng, s, w = Record(LOG), k.rng(0), k.state(), k.state()
    seat = match.to_move
    assert seat is not None
    v = match.observation(seat)
    found = {}
    for token in match.legal():
        log["count"], log["seed"], log["teams"] = deals, seed, int(game.teams)
        log["move"] = game.number(k.pure(v), 2**64 - 1, token)
        run(v.addr, s.addr, w.addr, rng.addr, log.addr)
        found[token] = log.array["result"][0][:deals].astype(float)
    return found


def exact(position: Position) -> dict[str, "np.ndarray[Any, Any]"]:
    """What each legal move brings with best play of both, where nothing is hidden any more."""
    match = reach(position)
    game, seat = match.game, match.to_move
    assert seat is not None

    def value(state: Any) -> float:
        if state.turn < 0:
            return float(state.score[seat] - state.score[1 - seat])
        values = []
        moves = game.legal(state)
        while moves:
            twin = state.copy()
            game.apply(twin, (moves & -moves).bit_length() - 1)
            moves &= moves - 1
            values.append(value(twin))
        return max(values) if state.turn == seat else min(values)

    found = {}
    for token in match.legal():
        state = match._pure.copy()
        game.apply(state, game.number(state, game.legal(state), token))
        found[token] = np.array([value(state)])
    return found


def open_now(position: Position) -> bool:
    """Do both of two players know everything? So it is in the last batch of Basra."""
    return position.game == "basra" and position.batch == 5


def margin(position: Position, deals: int) -> tuple[float, float, dict[str, float]]:
    """By how much the worst right move is better than the best wrong one, the error of that, and every mean."""
    found = exact(position) if open_now(position) else results(position, deals)
    good = position.good(list(found))
    means = {token: float(values.mean()) for token, values in found.items()}
    least = min(good, key=means.__getitem__)
    most = max(set(found) - good, key=means.__getitem__)
    differences = found[least] - found[most]
    return float(differences.mean()), float(differences.std() / len(differences) ** 0.5), means


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=1000, metavar="DEALS")
    parser.add_argument("wanted", nargs="*")
    args = parser.parse_args()
    for position in load():
        if args.wanted and not any(
            word == position.kind.family or word in position.name for word in args.wanted
        ):
            continue
        gain, error, means = margin(position, min(args.n, MOST))
        verdict = "clear" if gain > 3 * error and gain > 0 else "DOUBTFUL"
        good = position.good(list(means))
        told = "  ".join(
            f"{'*' if token in good else ''}{token} {mean:+.2f}"
            for token, mean in sorted(means.items(), key=lambda item: -item[1])
        )
        print(f"{verdict:8} {gain:+6.2f} ± {2 * error:.2f}  {position.game} {position.name}\n         {told}")


if __name__ == "__main__":
    main()
