"""`diwaniya bench engine`."""

import json

import pytest
from click.testing import CliRunner

from diwaniya.cli._root import diwaniya
from diwaniya.cli.bench import short
from diwaniya.engine.game import games

GAME = min(games())


@pytest.mark.timeout(300)  # compiles, if nobody has yet
def test_rates_as_json_and_as_a_table() -> None:
    arguments = ["bench", "engine", "--seconds", "0.02", "--game", GAME]
    result = CliRunner().invoke(diwaniya, [*arguments, "--json"])
    assert result.exit_code == 0, result.stderr
    found = json.loads(result.stdout)["games"]
    assert list(found) == [GAME]
    assert found[GAME]["moves_per_s"] > found[GAME]["deals_per_s"] > 0
    assert found[GAME]["moves_per_s"] > found[GAME]["stepping_moves_per_s"] > 0
    assert found[GAME]["moves_per_s"] > found[GAME]["pure_moves_per_s"] > 0
    assert found[GAME]["views_per_s"] > found[GAME]["samples_per_s"] > 0
    table = CliRunner().invoke(diwaniya, arguments).stdout.splitlines()
    assert any(line.split()[:1] == [GAME] for line in table)


def test_an_unknown_game() -> None:
    result = CliRunner().invoke(diwaniya, ["bench", "engine", "--game", "nonsense"])
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(("rate", "text"), [(41_300_000, "41.3 M"), (890_000, "890 k"), (12.4, "12")])
def test_rates_are_short(rate: float, text: str) -> None:
    assert short(rate) == text
