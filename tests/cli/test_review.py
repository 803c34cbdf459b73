"""`diwaniya review`: what it prints, which record it takes, and how it complains."""

import errno
import json
import os
import re
import signal
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from diwaniya.cli._numbers import signed
from diwaniya.cli._root import diwaniya
from diwaniya.cli.arena import _points, _share
from diwaniya.engine.match import Match
from diwaniya.review.reviewer import MARKS, Reviewer

from .conftest import records

TRICKS = "RJ 7H 8H TS BJ 7D 6C JS AH 8D 7C QS KH 9D 8C KS QH TD 9C QC JH JD TC KC TH QD JC AC 9S 6S 7S 8S 9H KD AD AS"
"""A bid of nine that seat 3 could have defeated with the ace of spades in the last trick but one."""


@pytest.fixture
def blunder(tmp_path: Path) -> Path:
    """A file with a match of one hand that ends with a blunder."""
    cards = TRICKS.split()
    deck = " ".join(cards)  # every trick is led by seat 0: so each seat is dealt what it plays
    hand = {"deck": deck, "moves": f"bid:9 trump:H {TRICKS}"}
    match = {"format": "diwaniya/1", "game": "kout4", "options": {}, "dealer": 3, "hands": [hand]}
    path = tmp_path / "blunder.json"
    path.write_text(json.dumps(match))
    return path


def review(*words: Any, nodes: int | None = 32, stdin: bytes | None = None) -> Result:
    amount = [] if nodes is None else ["--nodes", str(nodes)]
    arguments = ["review", *map(str, words), "--mode", "pure", *amount]
    return CliRunner().invoke(diwaniya, arguments, input=stdin)


def refused(result: Result, status: int = 2) -> str:
    assert result.exit_code == status
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    return result.stderr


def test_a_costly_move_is_told_with_its_reason(blunder: Path) -> None:
    result = review(blunder, "--seat", 3)
    assert (result.exit_code, result.stderr) == (
        0,
        (
            "diwaniya: 32 simulations for each move say next to nothing:"
            " --nodes 400 is the least that says something; 4000 are usual\n"
        ),
    )
    last = result.stdout[result.stdout.index(" hand 1, step 34, seat 3: 8S ??") :].splitlines()
    assert last[1].startswith("    Better: AS. Expected chance ")
    assert last[1].endswith(" % instead of 0 %.")
    assert last[2] == "    Points of the hand, less those of the others: +18.0 instead of -36.0."
    assert re.match(
        r"    AS: Seat 3 takes the trick. Seat 0 can no longer make the bid of 9, so the hand is over\. .*18 points\.",
        last[3],
    )
    assert last[4] == "    8S: Seat 0 takes the trick."
    assert last[5].startswith("    With all cards open: ")
    assert last[6] == "    With everybody’s best play from there, tricks (seats 0 and 2): 8 instead of 9."


def test_the_tables(blunder: Path) -> None:
    lines = review(blunder, nodes=96).stdout.splitlines()
    assert lines[0] == "Kout Bo Four, 4 seats"
    assert lines[1] == "Won by seats 0 and 2, 36 : 0"
    assert "Chances of seats 0 and 2 to win the match, %, with all cards open" in lines
    steps = json.loads(review(blunder, "--json", nodes=96).stdout)["steps"]
    marks = Counter(step["verdict"]["mark"] for step in steps if step["verdict"])
    assert marks["??"] in (1, 2)
    assert any(re.match(rf" +1 +50 +\d+ +100 +{marks['??']} \?\?", line) for line in lines)
    seats = [line for line in lines if re.match(r" +[0-3] +\d+ +\d+ +[\d.]+ ± [\d.]+", line)]
    assert len(seats) == 4
    assert re.match(r" +3 +9 +\d .* +1 +\d+ %$", seats[3])
    assert re.match(r" seats 0 and 2 +50 +[+-]\d+ +[+-]\d+ +100$", lines[-2])
    assert not any(line.startswith(" step ") for line in lines)


def test_every_move(blunder: Path) -> None:
    text = review(blunder, "--moves", "--seat", 3).stdout
    steps = re.findall(r"^ +(\d+) +([0-3]) +(\S+) +(\d) ", text, re.MULTILINE)
    assert [(number, move) for number, _, move, _ in steps] == [
        (str(number), move) for number, move in enumerate(["bid:9", "trump:H", *TRICKS.split()], start=1)
    ]
    assert re.search(r"^ +34 +3 +8S +2 +[\d.]+ +0\.0 +[\d.]+ +\?\? +AS +100$", text, re.MULTILINE)


def test_json(blunder: Path) -> None:
    result = review(blunder, "--json", "--seed", 4)
    told = json.loads(result.stdout)
    assert result.stdout.count("\n") == 1
    assert told["format"] == "diwaniya-review/1"
    assert (told["game"], told["seats"], told["sides"]) == ("kout4", 4, [0, 1, 0, 1])
    assert (told["finished"], told["winners"], told["scores"]) == (True, [0, 2], [36, 0])
    assert (told["nodes"], told["seconds"], told["seed"]) == (32, None, 4)
    assert [step["move"] for step in told["steps"]] == ["bid:9", "trump:H", *TRICKS.split()]
    assert len(told["graph"]) == 2 + len(told["steps"])
    step = told["steps"][33]
    assert set(step) == {"hand", "step", "seat", "move", "choices", "verdict", "open"}
    verdict = step["verdict"]
    assert set(verdict) == {
        "before", "after", "loss", "error", "mark", "best", "points", "facts", "moves", "words",
    }  # fmt: skip
    assert (verdict["mark"], verdict["best"], verdict["after"]) == ("??", "AS", 0.0)
    assert verdict["words"][0].startswith("Better: AS. ")
    assert verdict["facts"]["played"] == [{"key": "trick", "seat": 0}]
    assert {move["move"] for move in verdict["moves"]} == {"8S", "AS"}
    exact = {"counts": "tricks of {ours}", "side": 0, "most": 8, "played": 9, "best": 8}
    assert step["open"]["exact"] == exact
    for other in told["steps"]:
        assert bool(other["verdict"]["words"]) == bool(other["verdict"]["mark"])
    assert set(told["summary"][3]["marks"]) == {mark for _, mark in MARKS}


def test_one_seat(blunder: Path) -> None:
    told = json.loads(review(blunder, "--json", "--seat", 3).stdout)
    assert [seat["seat"] for seat in told["summary"]] == [3]
    assert {step["seat"] for step in told["steps"] if step["verdict"]} == {3}
    assert refused(review(blunder, "--seat", 4)) == f"{blunder}: there is no seat 4: they are 0 to 3\n"


def test_the_picture(blunder: Path, tmp_path: Path) -> None:
    out = tmp_path / "graph.svg"
    out.write_text("something else")
    assert review(blunder, "--out", out, "--seat", 3).exit_code == 0
    root = ElementTree.parse(out).getroot()
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "Kout Bo Four, 4 seats. Won by seats 0 and 2, 36 : 0" in texts
    assert any(text and "Chances of seats 0 and 2" in text for text in texts)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "replace", lambda *_: (_ for _ in ()).throw(OSError(errno.ENOSPC, "No space")))
        before = out.read_text()
        failed = review(blunder, "--out", out, "--seat", 3)
        assert (failed.exit_code, failed.stderr) == (1, f"diwaniya: {out}: the disk is full\n")
        assert out.read_text() == before  # and not half of the new one
    assert "the name is too long" in review(blunder, "--out", tmp_path / f"{'x' * 300}.svg").stderr
    for wrong, says in ((tmp_path, "that is a folder"), (tmp_path / "none" / "graph.svg", "no such folder")):
        assert says in refused(review(blunder, "--out", wrong), 1)
    assert "the name of the file is empty" in refused(review(blunder, "--out", ""))
    assert "'-' is not the name of a file" in refused(review(blunder, "--out", "-"))


def test_each_for_himself() -> None:
    [record] = records("cucco", seats=3)
    text = review("-", stdin=json.dumps(record).encode()).stdout
    assert "Chances of seat 0 : seat 1 : seat 2 to win the match" in text
    assert re.search(r"^ +1 +33 : 33 : 33 +\d+ : \d+ : \d+ ", text, re.MULTILINE)
    assert len(re.findall(r"^ seat [0-2] +33 +", text, re.MULTILINE)) == 3


def test_a_file_of_lines(blunder: Path, tmp_path: Path) -> None:
    short = json.loads(blunder.read_text())
    short["hands"][0]["moves"] = "pass"
    line = json.dumps(short)
    wanted = review("-", stdin=line.encode()).stdout
    assert "Not finished: seat 1 is to move" in wanted
    file = tmp_path / "matches.jsonl"
    file.write_text(f"\n{line}\n\nnonsense\n")
    assert review(file, "--match", 1).stdout == wanted
    assert f"{file}, line 4: not JSON: " in refused(review(file, "--match", 2))
    assert f"there is no match 3 in {file}" in refused(review(file, "--match", 3))
    assert f"{file} holds 2 matches: say which one, from --match 1 to --match 2" in refused(review(file))
    file.write_text(f"{line}\n")
    assert review(file).stdout == wanted
    assert review("-", "--lines", stdin=line.encode()).stdout == wanted
    assert "there is no match 2" in refused(review(blunder, "--match", 2))


def test_too_few_simulations_are_warned_of(blunder: Path) -> None:
    """With the number that is sensible; what was found is printed all the same, and the JSON stays JSON."""
    short = json.loads(blunder.read_text())
    short["hands"][0]["moves"] = "bid:9 trump:H"
    raw = json.dumps(short).encode()
    one = review("-", nodes=1, stdin=raw)
    assert one.exit_code == 0
    assert one.stderr == (
        "diwaniya: 1 simulation for each move says next to nothing:"
        " --nodes 400 is the least that says something; 4000 are usual\n"
    )
    few = review("-", "--json", nodes=9, stdin=raw)
    assert json.loads(few.stdout)["nodes"] == 9
    assert "9 simulations for each move say next to nothing" in few.stderr
    hasty = review("-", "--seconds", 0.001, nodes=None, stdin=raw)
    assert re.search(r"simulations? for each move says? next to nothing: give more --seconds", hasty.stderr)
    assert review("-", nodes=400, stdin=raw).stderr == ""
    nothing = json.dumps({**short, "hands": []}).encode()
    assert review("-", nodes=1, stdin=nothing).stderr == ""


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["none.json"], "there is no such file"),
        (["-"], "not JSON"),
        (["-", "--nodes", "0"], "--nodes"),
        (["-", "--seconds", "0"], "--seconds"),
        (["-", "--seconds", "nan"], "--seconds"),
        (["-", "--nodes", "5", "--seconds", "1"], "exclude each other"),
        (["-", "--match", "0"], "--match"),
        (["-", "--seed", "-1"], "--seed"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_use(arguments: list[str], says: str) -> None:
    assert says in refused(review(*arguments, nodes=None, stdin=b"AS KH"))


def test_the_graph_is_not_drawn_over_the_record(blunder: Path) -> None:
    twin = blunder.with_suffix(".svg")
    twin.write_bytes(blunder.read_bytes())
    assert "is the record itself" in refused(review(twin, "--out", twin))
    assert "ends in .svg" in refused(review(blunder, "--out", blunder))
    assert twin.read_bytes() == blunder.read_bytes()


def test_a_broken_rule_is_told_as_replay_tells_it(blunder: Path) -> None:
    broken = json.loads(blunder.read_text())
    broken["hands"][0]["moves"] = "bid:9 bid:9"
    raw = json.dumps(broken).encode()
    told = CliRunner().invoke(diwaniya, ["replay", "-"], input=raw).stderr
    assert refused(review("-", stdin=raw), 1) == told


def test_what_is_not_finished(blunder: Path) -> None:
    running = json.loads(blunder.read_text())
    running["hands"][0]["moves"] = "bid:9 trump:H RJ"
    text = review("-", nodes=4, stdin=json.dumps(running).encode()).stdout
    assert "Not finished: seat 1 is to move, 0 : 0" in text
    assert "No move was found to be costly." in text
    empty = Match("kout4", dealer=0).record()
    assert "there is nothing to review" in review("-", stdin=json.dumps(empty).encode()).stdout


def test_time_instead_of_nodes(blunder: Path) -> None:
    running = json.loads(blunder.read_text())
    running["hands"][0]["moves"] = "bid:9 trump:H"
    result = review("-", "--json", "--seconds", "0.01", nodes=None, stdin=json.dumps(running).encode())
    told = json.loads(result.stdout)
    assert (told["nodes"], told["seconds"]) == (None, 0.01)


def test_ctrl_c(blunder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the middle of the work."""
    judge = Reviewer.judge

    def interrupted(self: Reviewer, view: Any, token: str, number: int) -> Any:
        if number == 5:
            os.kill(os.getpid(), signal.SIGINT)
        return judge(self, view, token, number)

    monkeypatch.setattr(Reviewer, "judge", interrupted)
    result = review(blunder)
    assert (result.exit_code, result.stdout, result.stderr) == (130, "", "diwaniya: stopped\n")


def test_a_nought_has_no_sign() -> None:
    assert [signed(number, 1) for number in (-0.04, 0.0, 0.04, -0.06, 6.5)] == [
        "0.0",
        "0.0",
        "0.0",
        "-0.1",
        "+6.5",
    ]
    assert [signed(number) for number in (-0.4, -12.0)] == ["0", "-12"]
    assert _points(-0.004) == "0.00"
    assert _share(-0.004) == "0%"


def test_it_speaks_the_languages_of_players(blunder: Path) -> None:
    """The heading, the tables and the reasons, with one kind of digits; a move is told by its name, and as records
    write it, as it stands in the tables."""
    text = review(blunder, "--lang", "ar").stdout
    assert text.startswith("\u200fكوت بو أربعة، ٤ مقاعد\n")
    assert "النقلات المكلفة" in text
    assert not re.search("لعبة|ألعاب", text)  # That is a game.
    lines = [line.removeprefix("\u200f") for line in text.splitlines()]
    reasons = [line for line in lines if re.match(r" {4}[^ ]", line)]
    assert reasons
    tokens = re.compile("\u2068?(bid:[0-9]|trump:[SHDC]|pass|[RB]J|[2-9TJQKA][SHDC])\u2069?")
    assert not [line for line in lines if re.search("[A-Za-z0-9]", tokens.sub("", line))]
    assert re.search("\\[\u2068[^]]+\u2069\\]", " ".join(reasons))
    told = json.loads(review(blunder, "--lang", "ar", "--json").stdout)
    words = [word for step in told["steps"] if step["verdict"] for word in step["verdict"]["words"]]
    assert [line.strip() for line in reasons] == words
    assert "xx" in refused(review(blunder, "--lang", "xx"))
