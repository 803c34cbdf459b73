"""A review as plain data, for `diwaniya review --json` and for a page (docs/review.md tells what it holds)."""

from typing import Any

from diwaniya.review.reviewer import Exact, Moment, Review, Step, Summary, Verdict

FORMAT = "diwaniya-review/1"


def report(review: Review) -> dict[str, Any]:
    """All of it; chances from 0 to 1, seats and sides from 0, hands and steps from 1."""
    match = review.match
    return {
        "format": FORMAT,
        "game": match.game.id,
        "options": dict(match.options),
        "seats": match.seats,
        "sides": [match.game.side(seat) for seat in range(match.seats)],
        "finished": match.over,
        "winners": match.winners,
        "scores": match.scores,
        "nodes": review.nodes or None,
        "seconds": review.seconds or None,
        "seed": review.seed,
        "summary": [_summary(seat) for seat in review.seats],
        "luck": _numbers(review.luck),
        "play": _numbers(review.play),
        "graph": [_moment(moment) for moment in review.graph],
        "steps": [_step(step) for step in review.steps],
    }


def _number(value: float) -> float:
    """Four digits are more than is known."""
    return round(value, 4) + 0.0


def _numbers(values: tuple[float, ...]) -> list[float]:
    return [_number(value) for value in values]


def _summary(seat: Summary) -> dict[str, Any]:
    return {
        "seat": seat.seat,
        "moves": seat.moves,
        "choices": seat.choices,
        "loss": _number(seat.loss),
        "error": _number(seat.error),
        "marks": dict(seat.marks),
        "accuracy": None if seat.accuracy is None else _number(seat.accuracy),
    }


def _moment(moment: Moment) -> dict[str, Any]:
    return {
        "hand": moment.hand,
        "step": moment.step,
        "dealt": moment.dealt,
        "chances": _numbers(moment.chances),
    }


def _step(step: Step) -> dict[str, Any]:
    return {
        "hand": step.hand,
        "step": step.step,
        "seat": step.seat,
        "move": step.move,
        "choices": step.choices,
        "verdict": step.verdict and _verdict(step.verdict),
        "open": {
            "chances": _numbers(step.open),
            "best": None if step.open_best is None else _number(step.open_best),
            "exact": step.exact and _exact(step.exact),
        },
    }


def _verdict(verdict: Verdict) -> dict[str, Any]:
    return {
        "before": _number(verdict.before),
        "after": _number(verdict.after),
        "loss": _number(verdict.loss),
        "error": _number(verdict.error),
        "mark": verdict.mark,
        "best": verdict.best,
        "points": {"best": _number(verdict.points[0]), "played": _number(verdict.points[1])},
        "facts": {"best": list(verdict.facts[0]), "played": list(verdict.facts[1])},
        "moves": [
            {"move": move.token, "chance": _number(move.chance), "visits": move.visits}
            for move in verdict.moves
        ],
    }


def _exact(exact: Exact) -> dict[str, Any]:
    return {
        "counts": exact.counts,
        "side": exact.side,
        "most": exact.most,
        "played": exact.played,
        "best": exact.best,
    }
