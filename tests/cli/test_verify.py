"""`diwaniya verify`: what it proves, what it finds, and what it says."""

import copy
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from diwaniya.cli._root import diwaniya
from diwaniya.engine.game import games
from diwaniya.table.commands import Begin, Salt
from diwaniya.table.record import record
from diwaniya.testing.fair_vectors import SALTS, fair_match, rare_match, wrong_ones
from table_play import PEOPLE, play_out, room

GAMES = games()
DRAWN = next(game for game in GAMES.values() if not game.cut)
CUT = next(game for game in GAMES.values() if game.cut)
GIVEN = [salt.encode() for salt in SALTS[:2]]


def verify(*arguments: str | Path, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(diwaniya, ["verify", *map(str, arguments)], input=stdin)


def commitment(record: dict[str, Any]) -> str:
    return str(record["meta"]["fair"]["commitment"])


def proven(result: Result) -> str:
    """The one line on standard output."""
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.count("\n") == 1
    return result.stdout


def refused(result: Result, status: int) -> str:
    """The one line on standard error."""
    assert result.exit_code == status, result.output
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert result.stderr.strip().isprintable()
    return result.stderr


@pytest.fixture
def match() -> dict[str, Any]:
    return fair_match(DRAWN, "command", GIVEN)


@pytest.fixture
def file(tmp_path: Path, match: dict[str, Any]) -> Path:
    path = tmp_path / "match.json"
    path.write_text(json.dumps(match))
    return path


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_game(game: str) -> None:
    record = fair_match(GAMES[game], "line")
    line = proven(verify("-", stdin=json.dumps(record).encode()))
    hands = record["hands"]
    packs = sum(1 + len(hand.get("redeals", [])) for hand in hands)
    moves = sum(len(hand["moves"].split()) for hand in hands)
    assert line.startswith("standard input: proven: ")
    assert (
        f" {packs} pack{'s' * (packs > 1)} of {len(hands)} hand{'s' * (len(hands) > 1)} and {moves} moves "
        in line
    )
    assert ("the cut for the deal, " in line) is GAMES[game].cut
    assert "; no player added a salt." in line
    assert line.endswith(f"saw before the first deal: {commitment(record)}\n")
    assert "not finished" not in line


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_match_of_a_real_table(game: str) -> None:
    """From the seal that people see to the line of the command, through the table itself."""
    log = room(game, PEOPLE[:2], options={"target": 7} if "target" in GAMES[game].defaults else {})
    seal = log.seen(None)["commitment"]
    log.do(Salt(PEOPLE[1], "coffee"))
    log.do(Salt(PEOPLE[0], "شاي"))
    log.do(Begin(PEOPLE[0], "easy"))
    kept = json.dumps(record(play_out(log).state))
    known = ["--commitment", seal, "--salt", "coffee", "--salt", "شاي"]
    assert "finished" not in proven(verify(*known, "-", stdin=kept.encode()))
    next_seal = log.seen(None)["commitment"]
    assert next_seal != seal
    refused(verify("--commitment", next_seal, "-", stdin=kept.encode()), 1)


def test_what_you_know_is_compared(file: Path, match: dict[str, Any]) -> None:
    known = commitment(match)
    spaced = " ".join(known[at : at + 8] for at in range(0, 64, 8)).upper()
    line = proven(verify("--commitment", spaced, "--salt", SALTS[0], "--salt", SALTS[1], file))
    assert "follow from the secret, 2 salts and the rules." in line
    assert line.endswith("The commitment is the one that you wrote down. Your salts are in it.\n")
    assert proven(verify("--salt", GIVEN[0].hex(), file)).count("Your salt is in it.") == 1

    said = refused(verify("--salt", "another", file), 1)
    assert said == f"{file}: not proven: the salt another is not in it\n"
    said = refused(verify("--commitment", "0" * 64, file), 1)
    assert said == (
        f"{file}: not proven: the commitment is {known}, not {'0' * 64} as was written down before the match\n"
    )


@pytest.mark.parametrize("given", ["", "0" * 63, "0" * 65, "x" * 64, "630dcd29", "٠" * 64])
def test_a_part_of_a_commitment_is_not_enough(file: Path, given: str) -> None:
    said = refused(verify("--commitment", given, file), 2)
    assert "a commitment has 64 hexadecimal digits, and all are needed" in said
    assert said.endswith("See diwaniya verify --help.\n")


def test_not_finished(match: dict[str, Any]) -> None:
    hand = match["hands"][-1]
    hand["moves"] = hand["moves"].rpartition(" ")[0]
    assert " The match is not finished. " in proven(verify("-", stdin=json.dumps(match).encode()))


@pytest.mark.parametrize("name", sorted(wrong_ones(rare_match(CUT, GIVEN))))
def test_spoilt_in_any_way(name: str) -> None:
    spoilt = wrong_ones(rare_match(CUT, GIVEN))[name]
    said = refused(verify("-", stdin=json.dumps(spoilt).encode()), 1)
    assert said.startswith("standard input: not proven: ")


def test_the_line_says_which_hand_and_where(file: Path, match: dict[str, Any]) -> None:
    hand = match["hands"][1]
    cards = hand["deck"].split()
    cards[10], cards[20] = cards[20], cards[10]
    hand["deck"] = " ".join(cards)
    file.write_text(json.dumps(match))
    said = refused(verify(file), 1)
    assert f"hand 2: card 11 of the pack is {cards[10]}, but by the shuffles it is {cards[20]}" in said


def test_how_much_else_is_wrong(file: Path, match: dict[str, Any]) -> None:
    match["meta"]["fair"]["salts"].pop()
    file.write_text(json.dumps(match))
    said = refused(verify(file), 1)
    result = verify("--json", file)
    told = json.loads(result.stdout)
    assert result.exit_code == 1
    assert result.stderr == said
    assert told["proven"] is False
    wrong = [check for check in told["checks"] if not check["ok"]]
    assert len(wrong) >= len(match["hands"]) > 1
    assert f"({len(wrong) - 1} more checks failed; --json lists them)" in said


def test_json(file: Path, match: dict[str, Any]) -> None:
    told = json.loads(proven(verify("--json", "--salt", SALTS[0], file)))
    checks = told.pop("checks")
    assert told == {
        "file": str(file),
        "game": match["game"],
        "proven": True,
        "finished": True,
        "hands": len(match["hands"]),
        "packs": len(match["hands"]),
        "moves": sum(len(hand["moves"].split()) for hand in match["hands"]),
        "commitment": commitment(match),
        "salts": [salt.hex() for salt in GIVEN],
    }
    assert all(check["ok"] for check in checks)
    assert [check["what"] for check in checks if check["what"] != "pack"] == [
        "commitment",
        "salts",
        "salt",
        "dealer",
        "moves",
    ]
    packs = [check for check in checks if check["what"] == "pack"]
    assert [(check["hand"], check["redeal"]) for check in packs] == [
        (number, 0) for number in range(1, len(match["hands"]) + 1)
    ]


def test_several_records_and_files(tmp_path: Path, file: Path, match: dict[str, Any]) -> None:
    second = fair_match(CUT, "second", GIVEN[:1])
    bad = copy.deepcopy(match)
    bad["dealer"] = (bad["dealer"] + 1) % bad["seats"]
    lines = tmp_path / "evening.jsonl"
    lines.write_text("".join(json.dumps(record) + "\n" for record in (match, second)) + "\n")
    result = verify(file, lines)
    assert (result.exit_code, result.stderr) == (0, "")
    assert [line.split(": proven")[0] for line in result.stdout.splitlines()] == [
        str(file),
        f"{lines}, line 1",
        f"{lines}, line 2",
    ]
    assert verify("--salt", SALTS[0], file, lines).exit_code == 0
    assert verify("--salt", SALTS[1], file, lines).exit_code == 1

    lines.write_text("\n".join(["{", json.dumps(second), json.dumps(bad), json.dumps({**match, "meta": {}})]))
    result = verify("--json", lines)
    assert result.exit_code == 2
    assert [json.loads(line)["proven"] for line in result.stdout.splitlines()] == [True, False]
    told = result.stderr.splitlines()
    assert told[0].startswith(f"{lines}, line 1: not JSON: ")
    assert told[1].startswith(f"{lines}, line 3: not proven: seat ")
    assert told[2].startswith(f"{lines}, line 4: no proof of the shuffles in it")
    renamed = lines.rename(tmp_path / "evening.txt")
    assert verify(renamed).exit_code == 2
    assert verify("--lines", renamed).stdout.count(": proven: ") == 1


def test_a_match_that_is_missing(tmp_path: Path, file: Path, match: dict[str, Any]) -> None:
    """Whoever wrote down the commitments of an evening finds out if one match was left out."""
    second = fair_match(CUT, "second", GIVEN)
    other = tmp_path / "other.json"
    other.write_text(json.dumps(second))
    both = ["--commitment", commitment(match), "--commitment", commitment(second)]
    assert verify(*both, file, other).exit_code == 0
    result = verify(*both, file)
    assert result.exit_code == 1
    assert result.stderr == f"no match here has the commitment {commitment(second)}\n"


def test_no_proof_or_no_record(tmp_path: Path) -> None:
    bare = {key: value for key, value in fair_match(DRAWN, "bare", hands=1).items() if key != "meta"}
    said = refused(verify("-", stdin=json.dumps(bare).encode()), 2)
    assert "no proof of the shuffles in it, which would be under meta.fair" in said
    assert "there is no such file" in refused(verify(tmp_path / "none.json"), 2)
    assert "not JSON" in refused(verify("-", stdin=b"AS KH"), 2)
    assert "a record is one JSON object" in refused(verify("-", stdin=b"[]"), 2)
    assert "See diwaniya verify --help." in refused(verify(), 2)


def test_a_file_that_is_cut_off(file: Path) -> None:
    """Wherever it ends, the place is told in plain words."""
    whole = file.read_bytes()
    lines = file.with_suffix(".jsonl")
    for end in range(1, 200, 7):
        file.write_bytes(whole[:end])
        lines.write_bytes(whole[:end])
        assert re.search(r"[^ ] at line 1, column \d+\n$", refused(verify(file), 2))
        assert re.search(r"line 1: not JSON: .* at column \d+\n$", refused(verify(lines), 2))
        assert " at at " not in refused(verify(file), 2) + refused(verify(lines), 2)


def test_a_salt_that_is_no_text(file: Path) -> None:
    """What a terminal hands over in another encoding ends in a line, not in a traceback."""
    command = [sys.executable, "-m", "diwaniya", "verify", "--salt", b"\xff\xfe", str(file)]
    done = subprocess.run(command, capture_output=True, timeout=60)
    assert done.returncode == 1
    assert done.stderr.count(b"\n") == 1
    assert b"is not in it" in done.stderr


def test_it_loads_nothing_heavy(file: Path) -> None:
    script = (
        "import sys\nfrom diwaniya.cli.main import main\n"
        "try: main()\n"
        "finally: print([m for m in ('numpy', 'numba', 'litestar') if m in sys.modules], file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", script, "verify", file], capture_output=True, check=True)
    assert done.stderr.decode().strip() == "[]"


def shown(page: str, start: str) -> list[tuple[list[str], str]]:
    """The commands of a page that begin like this, as words, and what it shows below each."""
    text = (Path(__file__).parents[2] / "docs" / page).read_text("utf-8")
    found = re.findall(rf"^\$ diwaniya ({start}.*)\n((?:(?!\$ |```).*\n)*)", text, re.MULTILINE)
    return [(shlex.split(command), output) for command, output in found]


def test_what_the_pages_show(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    salts = ["بسم الله".encode(), b"seven of diamonds"]

    Path("match.json").write_text(json.dumps(fair_match(GAMES["kout4"], "doc", salts)))
    commands = shown("fairness.md", "verify")
    assert len(commands) == 2
    for words, output in commands:
        assert proven(verify(*words[1:])) == output

    record = fair_match(GAMES["allfours"], "doc 62", salts)
    Path("match.json").write_text(json.dumps(record))
    cards = record["hands"][2]["deck"].split()
    cards[11], cards[20] = cards[20], cards[11]
    record["hands"][2]["deck"] = " ".join(cards)
    Path("spoilt.json").write_text(json.dumps(record))
    (right, output), (wrong, complaint) = shown("command-line.md", "verify")
    assert proven(verify(*right[1:])) == output
    assert refused(verify(*wrong[1:]), 1) == complaint
