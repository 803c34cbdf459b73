"""The commands that speak to people, in their language: the words, the directions, and what stays as it is."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from cli.conftest import records
from cli.test_join import DUEL
from diwaniya.cli._complaints import complain
from diwaniya.cli._root import diwaniya
from diwaniya.engine.game import games
from diwaniya.testing.fair_vectors import fair_match
from diwaniya.words import languages
from diwaniya.words.speaker import Speaker
from serving import PATIENCE
from words.test_bidi import balanced

OTHERS = [language for language in languages() if language != "en"]
every_language = pytest.mark.parametrize("language", languages())
every_other = pytest.mark.parametrize("language", OTHERS)
MARKS = re.compile("[\u200f\u2066-\u2069]")


def run(*words: Any, language: str | None = None, stdin: bytes | None = None) -> Result:
    """A command where the system speaks this language."""
    env = {"LANG": f"{language}.UTF-8"} if language else {}
    return CliRunner().invoke(diwaniya, list(map(str, words)), env=env, input=stdin)


def bare(text: str) -> str:
    """Without the marks that cannot be seen."""
    return MARKS.sub("", text)


def complaint(result: Result, status: int) -> str:
    """The one line on standard error."""
    assert (result.exit_code, result.stdout) == (status, ""), result.output
    assert result.stderr.count("\n") == 1
    assert balanced(result.stderr)
    return bare(result.stderr)


def filled(speaker: Speaker, key: str, **args: object) -> str:
    return bare(speaker.t(key, **args))


@pytest.fixture(scope="module")
def played() -> dict[str, Any]:
    return records("kout4", seed=8)[0]


@pytest.fixture
def file(tmp_path: Path, played: dict[str, Any]) -> Path:
    path = tmp_path / "match.json"
    path.write_text(json.dumps(played))
    return path


@pytest.fixture
def broken(tmp_path: Path, played: dict[str, Any]) -> Path:
    """The first move is none."""
    first, *others = played["hands"]
    wrong = {**first, "moves": f"nonsense {first['moves']}"}
    path = tmp_path / "broken.json"
    path.write_text(json.dumps({**played, "hands": [wrong, *others]}))
    return path


# which language


@every_language
def test_the_language_of_the_option_or_of_the_system(file: Path, language: str) -> None:
    title = bare(run("replay", "--lang", language, file).stdout).splitlines()[0]
    assert title.startswith(Speaker(language).t("game.kout4.name"))
    assert bare(run("replay", file, language=language).stdout).startswith(title)
    assert bare(run("replay", "--language", language, file, language="fa").stdout).startswith(title)


@pytest.mark.parametrize(
    "words",
    [["replay", "--json"], ["replay", "--view", 1], ["verify", "--json"], ["solve", "--json"]],
    ids=str,
)
def test_what_programs_read_is_the_same_everywhere(
    file: Path, broken: Path, tmp_path: Path, words: list[Any]
) -> None:
    right = file
    if words[0] == "verify":
        right = tmp_path / "fair.json"
        right.write_text(json.dumps(fair_match(games()[DUEL], "speaking")))
    if words[0] == "solve":
        moves = len(json.loads(file.read_text())["hands"][0]["moves"].split())
        words = [*words, "--hand", 1, "--move", moves - 6]
    for path in (right, broken, tmp_path / "nothing.json"):
        english, arabic = run(*words, path), run(*words, path, language="ar")
        assert english.exit_code == arabic.exit_code
        assert english.stdout == arabic.stdout
        assert english.stderr == arabic.stderr


def test_a_language_that_there_is_not(file: Path) -> None:
    assert "there are ar, en, fa, tr, vi" in complaint(run("replay", "--lang", "xx", file), 2)


# replay


@every_language
@pytest.mark.parametrize("game", sorted(games()))
def test_the_score_sheet(game: str, language: str, tmp_path: Path) -> None:
    [record] = records(game, seed=4)
    path = tmp_path / "match.json"
    path.write_text(json.dumps(record))
    speaker, text = Speaker(language), run("replay", path, language=language).stdout
    lines = text.splitlines()
    own = json.loads(run("replay", "--json", path).stdout)["hands"][0]
    for column in ("hand", *(key for key in own if key != "steps")):
        assert speaker.t(f"cli.sheet.column.{column}") in text, column
    assert speaker.number(len(record["hands"])) in bare(lines[-3])
    assert all(balanced(line) for line in lines)
    if speaker.rtl:
        assert all(line.startswith("\u200f") for line in lines if line), "all are read in one direction"
    else:
        assert not MARKS.search(text)
    if language != "en":
        english = run("replay", path).stdout
        same = {line for line in lines if re.search("[a-z]{3}", line)} & set(english.splitlines())
        assert not same, "left in English"


@every_language
def test_a_record_that_breaks_a_rule(broken: Path, language: str) -> None:
    speaker, line = Speaker(language), complaint(run("replay", broken, language=language), 1)
    assert line.startswith(f"{broken}: ")
    assert "nonsense" in line
    assert "pass bid:5" in line, "what would be legal, as records write it"
    assert filled(speaker, "why.common.unknown", token="nonsense") in line
    if language == "en":
        assert "hand 1, step 1: seat " in line
    else:
        assert not re.search("hand|step|seat|legal", line.removeprefix(str(broken)))


# files


@every_language
@pytest.mark.parametrize("command", ["replay", "verify", "solve", "review"])
def test_files_that_cannot_be_read(command: str, language: str, tmp_path: Path) -> None:
    speaker = Speaker(language)
    empty = tmp_path / "empty.jsonl"
    empty.write_text("\n")
    text = tmp_path / "text.json"
    text.write_text("hello")
    for path, key in (
        (tmp_path / "nothing.json", "cli.file.missing"),
        (tmp_path, "cli.file.folder"),
        (empty, "cli.file.empty"),
    ):
        line = complaint(run(command, path, language=language), 2)
        assert speaker.t(key) in line
        assert "?" not in line, "every letter is there, also those that join no other"
    said = complaint(run(command, text, language=language), 2)
    assert "not JSON" in said, "what the reader of records says is for programmers"
    assert language == "en" or speaker.t("cli.no_record", text="").split(":")[0] in said


@every_language
@pytest.mark.parametrize("command", ["replay", "verify", "solve", "review"])
def test_several_records_are_taken_for_one(command: str, language: str, file: Path) -> None:
    speaker, hint = Speaker(language), "--lines"
    wanted = filled(speaker, "cli.perhaps_lines", what="|").partition("|")[2]
    assert hint in wanted
    file.write_text(f"{file.read_text()}\n" * 2)
    assert wanted in complaint(run(command, file, language=language), 2)
    file.write_text("{} {}")
    assert hint not in complaint(run(command, file, language=language), 2)


@every_language
def test_what_is_not_in_a_file(file: Path, language: str) -> None:
    """A seat, a match, or the choice of one."""
    speaker = Speaker(language)

    def told(key: str, *words: Any, **args: object) -> None:
        line = complaint(run(*words, file, language=language), 2)
        assert filled(speaker, f"cli.{key}", **args) in line

    told("no_seat", "review", "--seat", 7, n=7, last=3)
    if language != "en":  # what programs read is English, unless it is asked for
        told("no_seat", "replay", "--view", 7, "--lang", language, n=7, last=3)
    told("match.one_record", "solve", "--match", 2, n=2, file=str(file))
    file.write_text(f"{file.read_text()}\n" * 2)
    told("match.which_match", "review", "--lines", file=str(file), count=2, first="1", last="2")
    told("match.no_match", "solve", "--lines", "--match", 3, n=3, file=str(file), count=2)


@every_language
def test_a_review_that_says_little(file: Path, played: dict[str, Any], language: str) -> None:
    speaker, first = Speaker(language), played["hands"][0]
    short = {**first, "moves": " ".join(first["moves"].split()[:1])}
    file.write_text(json.dumps({**played, "hands": [short]}))
    result = run("review", "--nodes", 20, "--mode", "pure", file, language=language)
    assert filled(speaker, "cli.review.few_nodes", n=20, least="400") in bare(result.stderr)


def test_what_cannot_be_seen_stays_only_where_it_belongs_to_words(capsys: pytest.CaptureFixture[str]) -> None:
    complain("صندلی\u200cها \u2068a\u202eb\x1b[31m")
    said = capsys.readouterr().err
    assert said == "صندلی\u200cها \u2068a?b?[31m\u2069\n", "an open mark is closed, a turning one is none"


# verify


@every_language
@pytest.mark.parametrize("game", [DUEL, next(game.id for game in games().values() if game.cut)])
def test_a_proof(game: str, language: str, tmp_path: Path) -> None:
    speaker, record = Speaker(language), fair_match(games()[game], "speaking", [b"mine"])
    fair = record["meta"]["fair"]
    path = tmp_path / "match.json"
    path.write_text(json.dumps(record))
    result = run("verify", path, language=language)
    assert (result.exit_code, result.stderr) == (0, "")
    line = bare(result.stdout)
    assert line.startswith(f"{path}: {filled(speaker, 'cli.verify.proven').partition(':')[0]}")
    assert filled(speaker, "cli.verify.compare", commitment=fair["commitment"]) in line
    told = bare(
        run("verify", "--commitment", fair["commitment"], "--salt", "mine", path, language=language).stdout
    )
    assert filled(speaker, "cli.verify.told") in told
    assert filled(speaker, "cli.verify.salted", n=1) in told
    if language != "en":
        assert not re.search(r"\b(pack|hand|move|secret|salt|seat)s?\b", line.removeprefix(str(path)))


@every_language
def test_what_is_not_proven(language: str, tmp_path: Path) -> None:
    speaker, record = Speaker(language), fair_match(games()[DUEL], "speaking", [b"mine"])
    path = tmp_path / "match.json"

    def refuted(key: str, *words: str, change: dict[str, Any] | None = None, **args: object) -> None:
        spoilt = json.loads(json.dumps(record)) | {"dealer": record["dealer"]}
        for name, value in (change or {}).items():
            spoilt["meta"]["fair"][name] = value
        path.write_text(json.dumps(spoilt))
        line = complaint(run("verify", *words, path, language=language), 1)
        assert filled(speaker, f"cli.verify.wrong.{key}", **args) in line

    right = record["meta"]["fair"]["commitment"]
    other = "0" * 64
    refuted("told", "--commitment", other, found=right, wanted=other)
    refuted("salt", "--salt", "not mine", wanted="not mine")
    refuted("commitment", change={"commitment": other}, found=other, wanted=right)
    refuted("salts", change={"salts": ["61"] * 3}, found=3, wanted=2)
    record["meta"] = {}
    path.write_text(json.dumps(record))
    none = complaint(run("verify", path, language=language), 2)
    assert language == "en" or filled(speaker, "cli.verify.no_proof", text="").strip() in none


@every_other
def test_a_proof_whose_moves_break_a_rule(language: str, tmp_path: Path) -> None:
    record = fair_match(games()[DUEL], "speaking")
    last = record["hands"][-1]
    moves = last["moves"].split()
    moves[-1] = "nonsense"
    last["moves"] = " ".join(moves)
    path = tmp_path / "match.json"
    path.write_text(json.dumps(record))
    line = complaint(run("verify", path, language=language), 1)
    assert "nonsense" in line
    assert "hand" not in line.removeprefix(str(path))


# solve


@every_language
def test_a_hand_that_is_solved(file: Path, played: dict[str, Any], language: str) -> None:
    moves = len(played["hands"][0]["moves"].split()) - 6
    words = ["solve", "--hand", 1, "--move", moves]
    speaker, told = Speaker(language), json.loads(run(*words, "--json", file).stdout)
    text = bare(run(*words, file, language=language).stdout)
    where = {"game": speaker.t("game.kout4.name"), "hand": 1, "moves": moves, "seat": told["to_move"]}
    assert text.startswith(filled(speaker, "cli.solve.where", **where))
    assert filled(speaker, "cli.solve.made" if told["made"] else "cli.solve.unmade") in text
    best = filled(speaker, "cli.solve.best", result=told["result"], moves=" ".join(told["best"]))
    assert text.rstrip().endswith(best)
    if language != "en":
        assert "tricks" not in text
        asked = json.loads(run(*words, "--json", "--lang", language, file).stdout)
        assert bare(asked["counts"]) in text
        assert {**asked, "counts": told["counts"]} == told


@every_language
def test_what_cannot_be_solved(file: Path, played: dict[str, Any], language: str) -> None:
    speaker, hands = Speaker(language), len(played["hands"])

    def unsolvable(key: str, *words: Any, **args: object) -> None:
        line = complaint(run("solve", *words, file, language=language), 2)
        assert filled(speaker, f"cli.solve.{key}", **args) in line

    unsolvable("no_hand", "--hand", 99, n=99, hands=hands)
    unsolvable("before", "--hand", 1, "--move", 0, hand=1, n=0)
    moves = len(played["hands"][0]["moves"].split())
    unsolvable("no_move", "--hand", 1, "--move", 99, hand=1, moves=moves, n=99)
    file.write_text(json.dumps({**played, "hands": []}))
    unsolvable("no_hands")
    gave_up = ("solve", "--hand", 1, "--nodes", 1)
    file.write_text(json.dumps(played))
    result = run(*gave_up, file, language=language)
    assert result.exit_code == 3
    assert filled(speaker, "cli.solve.gave_up", n=1) in bare(result.stderr)


# serve


@every_language
def test_what_a_host_is_told(language: str, tmp_path: Path) -> None:
    speaker = Speaker(language)
    command = [sys.executable, "-m", "diwaniya", "serve", "--no-open", "--host", "127.0.0.1"]
    env = {**os.environ, "DIWANIYA_PURE": "1", "PYTHONIOENCODING": "utf-8", "LANG": f"{language}.UTF-8"}
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        refused = run("serve", "--no-open", "--host", "127.0.0.1", "--port", port, language=language)
        assert filled(speaker, "cli.serve.taken", port=port) in complaint(refused, 1)
    process = subprocess.Popen(
        [*command, "--port", "0", "--data", str(tmp_path / "data")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=env,
    )
    try:
        assert process.stdout is not None
        told = [bare(process.stdout.readline()).rstrip("\n") for _ in range(2)]
        address = re.search(r"http://127\.0\.0\.1:\d+/", told[0])
        assert address is not None, told
        assert told == [
            filled(speaker, "cli.serve.at", address=address[0]),
            filled(speaker, "cli.serve.stop"),
        ]
        again = run("serve", "--port", 0, "--data", tmp_path / "data", language=language)
        line = complaint(again, 1)
        assert "Another Diwaniya" in line
        assert language == "en" or filled(speaker, "cli.serve.folder", text="").strip() in line
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0
    finally:
        process.kill()
        process.communicate()
