"""Every game that is found keeps every promise, with every number of seats."""

import pytest

from diwaniya.engine.game import Game, games
from diwaniya.testing import contract
from diwaniya.testing.plain import places, words_are_complete

TABLES = [(game, seats) for game in games().values() for seats in game.seats]


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=[f"{game.id}-{seats}" for game, seats in TABLES])
@pytest.mark.parametrize("check", contract.CHECKS, ids=lambda check: check.__name__)
def test_contract(check: contract.Check, game: Game, seats: int) -> None:
    check(game, seats, 23)


@pytest.mark.parametrize("game", games().values(), ids=list(games()))
def test_words_are_complete(game: Game) -> None:
    words_are_complete(game)


def test_places_of_messages() -> None:
    assert places("none") == {}
    assert places("{seat} made {bid, plural, one {# trick} other {# tricks of {suit}}}.") == {
        "seat": "",
        "bid": "plural",
        "suit": "",
    }
    with pytest.raises(AssertionError):
        places("{open")
    with pytest.raises(AssertionError):
        places("open}")
