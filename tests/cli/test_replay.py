"""`diwaniya replay` by the letter of rules/records.md."""

import json
import os
import re
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from diwaniya.cli import _input
from diwaniya.cli._root import diwaniya
from diwaniya.cli._sheet import sheet
from diwaniya.engine.game import find, games
from diwaniya.engine.match import Match
from diwaniya.lab.simulate import Simulation

CASES = Path(__file__).parent.parent / "cases"
every_game = pytest.mark.parametrize("game", sorted(games()))


def replay(*arguments: str | Path, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(diwaniya, ["replay", *map(str, arguments)], input=stdin)


def records(game: str, matches: int = 1, **more: Any) -> list[dict[str, Any]]:
    simulation = Simulation(find(game), ["random"], matches=matches, seed=3, mode="pure", **more)
    return [json.loads(played.line) for played in simulation]


def cut(record: dict[str, Any], moves: int) -> dict[str, Any]:
    """Only the first hand, and of it only so many moves."""
    hand = record["hands"][0]
    return {**record, "hands": [{**hand, "moves": " ".join(hand["moves"].split()[:moves])}]}


def refused(result: Result, status: int) -> str:
    """The one line on standard error."""
    assert result.exit_code == status, result.output
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert result.stderr.strip().isprintable()
    return result.stderr


@pytest.mark.parametrize(
    "path", sorted(CASES.glob("*.rec.json")), ids=lambda path: path.name.removesuffix(".rec.json")
)
def test_exit_status_and_lines_of_the_cases(path: Path) -> None:
    wanted = json.loads(Path(str(path).replace(".rec.", ".want.")).read_text())
    result = replay("--json", path)
    assert result.exit_code in wanted["status"]
    if result.exit_code == 0:
        assert result.stderr == ""
        assert json.loads(result.stdout)["scores"] == wanted["expect"]["scores"]
    else:
        line = refused(result, result.exit_code)
        assert all(word in line for word in wanted.get("says", []))


@every_game
def test_json_is_the_replay(game: str) -> None:
    record = records(game)[0]
    result = replay("--json", "-", stdin=json.dumps(record).encode())
    found = json.loads(result.stdout)
    assert result.exit_code == 0
    assert found["finished"] is True
    assert found["to_move"] is None
    assert [" ".join(step["move"] for step in hand["steps"]) for hand in found["hands"]] == [
        hand["moves"] for hand in record["hands"]
    ]
    assert all(step["move"] in step["legal"].split() for hand in found["hands"] for step in hand["steps"])


@every_game
def test_view_is_what_the_seat_sees(game: str) -> None:
    record = cut(records(game)[0], 3)
    raw = json.dumps(record).encode()
    match = Match.replay(record)
    for seat in range(match.seats):
        result = replay("--view", str(seat), "-", stdin=raw)
        seen = json.loads(result.stdout)
        assert result.exit_code == 0
        assert seen["seat"] == seat
        for key, value in match.view(seat).items():
            if key == "blocked":
                assert {card: why["rule"] for card, why in seen[key].items()} == {
                    c: w.rule for c, w in value.items()
                }
                assert all(why["text"].endswith(f"({why['rule']})") for why in seen[key].values())
            else:
                assert seen[key] == json.loads(json.dumps(value))


@pytest.mark.parametrize("seat", ["4", "-1", "99999999999999999999999", "1.5", "x", ""])
def test_a_seat_that_does_not_exist(seat: str, record: Path) -> None:
    refused(replay("--view", seat, record), 2)


def test_view_and_json_exclude_each_other(record: Path) -> None:
    assert "--view and --json exclude each other" in refused(replay("--json", "--view", "1", record), 2)


@every_game
def test_sheet(game: str) -> None:
    record = records(game)[0]
    match = Match.replay(record)
    result = replay("-", stdin=json.dumps(record).encode())
    assert result.exit_code == 0
    assert "\x1b" not in result.stdout
    rows = [line.split() for line in result.stdout.splitlines()]
    for number, hand in enumerate(match.hands, start=1):
        row = next(row for row in rows if row and row[0] == str(number))
        assert row[1] == str(hand["dealer"])
        scores = " : ".join(map(str, hand["scores"])).split()
        assert row[-len(scores) :] == scores
    assert f"Won by seat{'s' * (len(match.winners) > 1)} {match.winners[0]}" in result.stdout.splitlines()[-1]
    assert all(key in result.stdout for key in match.hands[0] if key not in ("steps",))


def on_a_terminal(columns: int, *arguments: str | Path) -> str:
    """What a terminal of this width is sent, without the colours."""
    pty, termios = pytest.importorskip("pty"), pytest.importorskip("termios")
    leader, follower = pty.openpty()
    termios.tcsetwinsize(follower, (24, columns))
    command = [sys.executable, "-m", "diwaniya", "replay", *map(str, arguments)]
    environment = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES")}
    environment["TERM"] = "xterm-256color"
    read = bytearray()

    def reading() -> None:
        try:
            while piece := os.read(leader, 1 << 16):
                read.extend(piece)
        except OSError:
            pass  # the other end is closed

    reader = threading.Thread(target=reading)
    reader.start()
    subprocess.run(command, stdout=follower, env=environment, check=True)
    os.close(follower)
    reader.join(30)
    os.close(leader)
    return re.sub("\x1b\\[[0-9;]*m", "", read.decode()).replace("\r\n", "\n")


def widest(game: str) -> dict[str, Any]:
    return records(game, seats=max(find(game).seats))[0]


@every_game
def test_no_cell_of_a_sheet_is_broken(game: str, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text(json.dumps(widest(game)))
    match = Match.replay(widest(game))
    piped = replay(path).stdout
    assert len(on_a_terminal(400, path).splitlines()) == len(piped.splitlines())
    narrow = on_a_terminal(80, path)
    assert max(map(len, narrow.splitlines())) <= 80
    for text in (piped, narrow):
        lines = [" ".join(line.split()) for line in text.splitlines()]
        for hand in match.hands:
            scores = " : ".join(map(str, hand["scores"]))
            assert any(line.endswith(scores) for line in lines)


def test_a_sheet_is_as_wide_as_it_has_to_be() -> None:
    match = Match.replay(widest("cucco"))
    long = [hand | {"cards": hand["cards"] * 40} for hand in match.hands]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Match, "hands", long)
        rows = sheet(match).splitlines()
    cards = " ".join(card or "-" for card in long[0]["cards"])
    assert sum(cards in row for row in rows) == 1


def test_sheet_of_a_match_that_goes_on(record: Path) -> None:
    whole = json.loads(record.read_text())
    running = replay("-", stdin=json.dumps(cut(whole, 2)).encode()).stdout
    assert "1..." in running
    assert "Not finished: seat" in running
    assert "is to move" in running
    between = replay("-", stdin=json.dumps({**whole, "hands": whole["hands"][:1]}).encode()).stdout
    assert "deals the next hand" in between
    assert replay("-", stdin=json.dumps({**whole, "hands": []}).encode()).exit_code == 0


def test_no_colours_even_if_something_asks_for_them(record: Path) -> None:
    environment = {**os.environ, "FORCE_COLOR": "1", "TERM": "xterm-256color"}
    command = [sys.executable, "-m", "diwaniya", "replay", str(record)]
    assert b"\x1b" not in subprocess.run(command, capture_output=True, env=environment, check=True).stdout


def test_colours_on_a_terminal(record: Path) -> None:
    pty = pytest.importorskip("pty")
    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "diwaniya", "replay", str(record)]
    environment = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "CI")}
    subprocess.run(command, stdout=follower, env={**environment, "TERM": "xterm-256color"}, check=True)
    os.close(follower)
    try:
        assert b"\x1b[1m" in os.read(leader, 1 << 16)
    finally:
        os.close(leader)


def test_a_rule_that_is_broken(record: Path) -> None:
    broken = json.loads(record.read_text())
    moves = broken["hands"][1]["moves"].split()
    broken["hands"][1]["moves"] = " ".join([*moves[:4], "bid:5", *moves[4:]])
    record.write_text(json.dumps(broken))
    line = refused(replay(record), 1)
    legal = json.loads(
        replay(
            "--json",
            "-",
            stdin=json.dumps(
                {
                    **broken,
                    "hands": [
                        *broken["hands"][:1],
                        cut({**broken, "hands": broken["hands"][1:]}, 4)["hands"][0],
                    ],
                }
            ).encode(),
        ).stdout
    )
    assert legal["hands"][1]["steps"][-1]["move"] == moves[3]
    for word in ("match.json", "hand 2", "step 5", "bid:5", "legal: "):
        assert word in line


# What is no record


NONSENSE = {
    "empty": b"",
    "blanks": b" \n\t \n",
    "not text": b"\xff\xfe\x00\x01",
    "not JSON": b"hello",
    "half an object": b'{"format": "diwaniya/1"',
    "a list": b"[]",
    "a number": b"7",
    "null": b"null",
    "NaN": b"NaN",
    "zeros": bytes(1000),
    "deep": b"[" * 100_000,
    "deep objects": b'{"a":' * 100_000,
    "a long number": b"9" * 100_000,
    "no hands": b'{"format": "diwaniya/1", "game": "kout4", "options": {}, "dealer": 0}',
    "an unknown game": b'{"format": "diwaniya/1", "game": "\\u001b[31m\\n", "options": {}, "dealer": 0, "hands": []}',
}


@pytest.mark.parametrize("raw", NONSENSE.values(), ids=NONSENSE.keys())
def test_nonsense_is_status_2_and_one_line(raw: bytes, tmp_path: Path) -> None:
    path = tmp_path / "nonsense"
    path.write_bytes(raw)
    assert str(path) in refused(replay(path), 2)
    refused(replay("--json", path), 2)
    refused(replay("-", stdin=raw), 2)


@pytest.mark.timeout(30)
@pytest.mark.parametrize("piece", [b"[", b"{}", b"\0", b"9", b'"', b"[1,", b'{"a":[', b"\n", b"\xc3", b" "])
def test_ten_megabytes_of_nonsense(piece: bytes, tmp_path: Path) -> None:
    path = tmp_path / "nonsense"
    path.write_bytes(piece * (10_000_000 // len(piece)))
    refused(replay(path), 2)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert "no such file" in refused(replay(tmp_path / "missing.json"), 2)
    assert "a folder" in refused(replay(tmp_path), 2)
    assert "'': there is no such file" in refused(replay(""), 2)
    refused(replay("with\0null"), 2)
    refused(replay("line\nbreak"), 2)
    refused(replay("x" * 5000), 2)


def test_a_file_that_may_not_be_read(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied", str(record))

    monkeypatch.setattr(Path, "open", forbidden)
    assert "may not" in refused(replay(record), 2)


def test_more_than_any_record(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    size = record.stat().st_size
    monkeypatch.setattr(_input, "MOST_BYTES", size)
    assert replay(record).exit_code == 0
    monkeypatch.setattr(_input, "MOST_BYTES", size - 1)
    assert "larger than" in refused(replay(record), 2)
    assert "line 1 is larger" in refused(replay("--lines", record), 2)


@pytest.mark.timeout(30)
@pytest.mark.parametrize("arguments", [["/dev/zero"], ["--lines", "/dev/zero"]], ids=" ".join)
def test_a_file_without_an_end(arguments: list[str]) -> None:
    assert "larger than" in refused(replay(*arguments), 2)


def test_a_named_pipe(record: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(record.read_bytes(),))
    writer.start()
    assert replay(pipe).exit_code == 0
    writer.join()


# Many records


def test_lines(tmp_path: Path) -> None:
    found = [records(game)[0] for game in games()]
    path = tmp_path / "matches.jsonl"
    path.write_text("".join(f"{json.dumps(record)}\n" for record in found) + "\n  \n")
    result = replay("--json", path)
    assert result.exit_code == 0
    assert [json.loads(line)["game"] for line in result.stdout.splitlines()] == [
        record["game"] for record in found
    ]
    views = replay("--view", "0", path).stdout.splitlines()
    assert [json.loads(line)["seat"] for line in views] == [0] * len(found)
    assert replay(path).stdout.count("Won by") == len(found)


@pytest.mark.parametrize("name", ["a.jsonl", "a.ndjson", "A.JSONL"])
def test_names_of_files_with_lines(name: str, tmp_path: Path, record: Path) -> None:
    path = tmp_path / name
    path.write_bytes(record.read_bytes() + b"\n" + record.read_bytes())
    assert len(replay("--json", path).stdout.splitlines()) == 2


def test_the_first_bad_line_decides_and_the_others_are_played(tmp_path: Path, record: Path) -> None:
    good = json.loads(record.read_text())
    breaks = json.loads(record.read_text())
    breaks["hands"][0]["moves"] = "AS"
    lines = [json.dumps(good), "", json.dumps(breaks), "nonsense", json.dumps(good)]
    path = tmp_path / "matches.jsonl"
    path.write_text("\n".join(lines))
    result = replay("--json", path)
    assert result.exit_code == 1
    assert len(result.stdout.splitlines()) == 2
    first, second = result.stderr.splitlines()
    assert "line 3" in first
    assert "hand 1, step 1" in first
    assert "line 4" in second
    path.write_text("\n".join(reversed(lines)))
    assert replay("--json", path).exit_code == 2
    assert replay("--json", "--lines", "-", stdin=json.dumps(good).encode()).exit_code == 0


@pytest.mark.parametrize("raw", [b"", b"\n", b" \n\t\n\r\n"])
def test_lines_without_a_record(raw: bytes, tmp_path: Path) -> None:
    path = tmp_path / "matches.jsonl"
    path.write_bytes(raw)
    assert refused(replay(path), 2).endswith("matches.jsonl: no record in it\n")
    assert refused(replay("--json", "--lines", "-", stdin=raw), 2).endswith("input: no record in it\n")


@pytest.mark.parametrize("end", ["\n", "\r\n", ""])
def test_a_line_that_is_no_json_has_one_number(end: str, tmp_path: Path) -> None:
    path = tmp_path / "matches.jsonl"
    path.write_bytes(f'{end or chr(10)}{{"format": 7{end}'.encode())
    assert "matches.jsonl, line 2: not JSON: " in refused(replay(path), 2)
    assert refused(replay(path), 2).endswith(" at column 13\n")
    whole = tmp_path / "match.json"
    whole.write_text('{"format": 7,\n7')
    assert refused(replay(whole), 2).endswith(" at line 2, column 1\n")


def test_a_mark_at_the_beginning_as_editors_on_windows_write_it(tmp_path: Path) -> None:
    """For `replay`, a single record and lines of them."""
    text = "".join(json.dumps(each) + "\n" for each in records("kout4", 2))
    one, lines = tmp_path / "one.json", tmp_path / "two.jsonl"
    one.write_text(text.splitlines()[0], encoding="utf-8-sig")
    lines.write_text(text, encoding="utf-8-sig")
    for file in (one, lines):
        assert replay(file).exit_code == 0
    assert replay("-", stdin=b"\xef\xbb\xbf").exit_code == 2
