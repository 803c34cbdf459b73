"""docs/command-line.md is true: what it shows is what is printed, and no variable is missing."""

import json
import re
import shlex
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import diwaniya as package
from diwaniya.cli._root import diwaniya

TEXT = (Path(__file__).parents[2] / "docs" / "command-line.md").read_text()
SOURCE = Path(package.__file__).parent


def shown(command: str) -> str:
    """What the page shows below a command."""
    found = re.search(rf"^\$ {re.escape(command)}\n((?:(?!\$ |```).*\n)*)", TEXT, re.MULTILINE)
    assert found, command
    return found[1]


def test_the_sheet_and_the_broken_rule(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    making = next(line for line in TEXT.splitlines() if line.endswith("--out match.json"))
    assert CliRunner().invoke(diwaniya, shlex.split(making)[2:]).exit_code == 0
    assert CliRunner().invoke(diwaniya, ["replay", "match.json"]).stdout == shown(
        "diwaniya replay match.json"
    )

    one, other = re.search("Here `(..)` and `(..)` of the second hand", TEXT).groups()  # type: ignore[union-attr]
    record = json.loads(Path("match.json").read_text())
    changed = {one: other, other: one}
    moves = [changed.get(move, move) for move in record["hands"][1]["moves"].split()]
    record["hands"][1]["moves"] = " ".join(moves)
    Path("broken.json").write_text(json.dumps(record))
    result = CliRunner().invoke(diwaniya, ["replay", "broken.json"])
    assert result.stderr == shown("diwaniya replay broken.json")
    assert f"{result.exit_code}\n" == shown("echo $?")


def test_the_review(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The move that the page shows; what came after it makes no difference to what is said of it."""
    monkeypatch.chdir(tmp_path)
    making = next(line for line in TEXT.splitlines() if line.endswith("--out match.json"))
    assert CliRunner().invoke(diwaniya, shlex.split(making)[2:]).exit_code == 0
    record = json.loads(Path("match.json").read_text())
    first = record["hands"][0]
    record["hands"] = [{**first, "moves": " ".join(first["moves"].split()[:2])}]
    Path("match.json").write_text(json.dumps(record))
    said = CliRunner().invoke(diwaniya, ["review", "match.json", "--seat", "3", "--mode", "pure"]).stdout
    [told] = re.findall(r"^ hand .*\n(?: {4}.*\n)+", shown("diwaniya review match.json"), re.MULTILINE)
    assert told in said


def test_every_variable_is_in_the_table() -> None:
    rows = set(re.findall("^\\| `([A-Z_]+)` \\|", TEXT, re.MULTILINE))
    ctx = click.Context(diwaniya)
    commands = [diwaniya.get_command(ctx, name) for name in diwaniya.list_commands(ctx)]
    read = {
        str(option.envvar) for command in commands if command for option in command.params if option.envvar
    }
    for path in SOURCE.rglob("*.py"):
        if "testing" not in path.parts:
            read |= set(re.findall(r"""environ(?:\.get\(|\[)["'](DIWANIYA_\w+)""", path.read_text()))
    assert rows == read
