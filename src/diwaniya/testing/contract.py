"""The promises that every game keeps, as checks that take a game, a number of seats and a seed.

Who adds a game runs them all:

    python -m diwaniya.testing.contract highcard

and they run with the tests for every game that is found. A check that fails raises `AssertionError` and says
where: options, pack and moves.
"""

import sys
from collections.abc import Callable

from diwaniya.engine.game import Game, find, games
from diwaniya.testing.door import illegal_moves_are_refused, wrong_packs_are_refused
from diwaniya.testing.fairness import samples_are_fair
from diwaniya.testing.hiding import samples_are_free, samples_fit, views_hide
from diwaniya.testing.matches import every_option_plays, legal_moves_of_views, matches_end, records_round_trip
from diwaniya.testing.plain import everything_told_is_plain, points_told_add_up, words_are_complete
from diwaniya.testing.seeing import moves_are_allowed_when_legal, views_have_two_parts
from diwaniya.testing.two_modes import compiled_is_pure, portable_is_the_same, random_driver_is_pure

Check = Callable[[Game, int, int], None]

CHECKS: tuple[Check, ...] = (
    matches_end,
    every_option_plays,
    illegal_moves_are_refused,
    wrong_packs_are_refused,
    records_round_trip,
    legal_moves_of_views,
    views_hide,
    views_have_two_parts,
    moves_are_allowed_when_legal,
    samples_fit,
    samples_are_free,
    samples_are_fair,
    everything_told_is_plain,
    points_told_add_up,
    compiled_is_pure,
    random_driver_is_pure,
    portable_is_the_same,
)
"""All checks that play; `words_are_complete` only looks."""


def keep(game: Game, seed: int = 1) -> None:
    """Run every check for every number of seats. Raises `AssertionError` at the first promise that is broken."""
    words_are_complete(game)
    for seats in game.seats:
        for check in CHECKS:
            check(game, seats, seed)


def main(ids: list[str]) -> None:
    for game in [find(name) for name in ids] or games().values():
        keep(game)
        print(f"{game.id} keeps the contract")


if __name__ == "__main__":
    main(sys.argv[1:])
