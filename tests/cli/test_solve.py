"""`diwaniya solve`: which position of a record it takes, what it prints, and how it complains."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from diwaniya.cli._root import diwaniya
from diwaniya.engine.match import Match
from diwaniya.search.solver import Solver, open_state

from .conftest import records


def solve(*words: Any, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(diwaniya, ["solve", *map(str, words)], input=stdin)


def refused(result: Result, status: int) -> str:
    assert result.exit_code == status
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    return result.stderr


def cut(record: dict[str, Any], hand: int, moves: int) -> dict[str, Any]:
    """The same record, ended after so many moves of a hand."""
    *before, last = record["hands"][:hand]
    return {
        **record,
        "hands": [*before, {**last, "moves": " ".join(last["moves"].split()[:moves])}],
    }


def late(record: dict[str, Any], hand: int = 1) -> int:
    """A number of moves of a hand after which little is left to play."""
    return len(record["hands"][hand - 1]["moves"].split()) - 6


@pytest.mark.parametrize("game", ["kout4", "kout6", "allfours", "allfours2"])
def test_it_says_what_the_solver_finds(game: str, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    [record] = records(game, seed=8)
    file.write_text(json.dumps(record))
    move = late(record)
    told = json.loads(solve(file, "--hand", 1, "--move", move, "--json").stdout)

    match = Match.replay(cut(record, 1, move))
    found = Solver(match.game, "compiled").solve(open_state(match))
    tokens = {match.game.token(open_state(match), number): value for number, value in found.moves.items()}
    assert told == {
        "game": game,
        "hand": 1,
        "move": move,
        "to_move": match.to_move,
        "side": found.side,
        "counts": told["counts"],
        "solved": True,
        "made": found.made,
        "result": found.value,
        "moves": tokens,
        "best": [token for token, value in tokens.items() if value == found.value],
        "nodes": found.nodes,
    }
    assert list(tokens) == match.legal()
    assert ("tricks" in told["counts"]) == game.startswith("kout")


def test_the_text(record: Path) -> None:
    moves = late(json.loads(record.read_text()))
    told = json.loads(solve(record, "--hand", 1, "--move", moves, "--json").stdout)
    result = solve(record, "--hand", 1, "--move", moves)
    assert result.exit_code == 0
    title, counts, *_, outcome = result.stdout.splitlines()
    assert title == f"Kout Bo Four, hand 1 after {moves} moves, seat {told['to_move']} to move"
    assert counts == f"Results are {told['counts']}."
    assert outcome.startswith("The bid can be made. " if told["made"] else "The bid cannot be made. ")
    assert outcome.endswith(f"With best play: {told['result']}, by {' '.join(told['best'])}")
    rows = re.findall(r"^ (\w\w) +(\d)$", result.stdout, re.MULTILINE)
    assert {token: int(value) for token, value in rows} == told["moves"]
    # The best for the seat to move stand first.
    values = [int(value) for _, value in rows]
    assert values == sorted(values, reverse=told["to_move"] % 2 == told["side"])


def test_which_position_it_takes(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    [record] = records("kout4")

    def position(*words: Any) -> tuple[int, int]:
        told = json.loads(solve(file, "--json", "--nodes", 100, *words).stdout)
        return told["hand"], told["move"]

    file.write_text(json.dumps(record))
    count = len(record["hands"])
    hand, move = position()
    assert hand == count  # a finished match: the last hand, from its first card
    tokens = record["hands"][-1]["moves"].split()
    assert tokens[move - 1].startswith("trump:")
    hand, move = position("--hand", 2)
    assert hand == 2
    assert record["hands"][1]["moves"].split()[move - 1].startswith("trump:")
    longest = max(range(1, count + 1), key=lambda number: len(record["hands"][number - 1]["moves"]))
    at = late(record, longest)
    file.write_text(json.dumps(cut(record, longest, at)))
    assert position() == (longest, at)  # a running hand: as it stands
    named = next(place for place, token in enumerate(tokens) if token.startswith("trump:"))
    file.write_text(json.dumps(record))
    told = json.loads(solve(file, "--json", "--nodes", 100, "--move", named).stdout)
    assert list(told["moves"]) == ["trump:S", "trump:H", "trump:D", "trump:C"]  # naming is solved as well


def test_a_hand_that_was_dealt_anew(tmp_path: Path) -> None:
    """All Fours, A8: the packs of a hand that was dealt anew are taken as far as they were dealt by then."""
    record = next(
        record
        for record in records("allfours", matches=60, seed=5)
        if any(hand.get("redeals") for hand in record["hands"][:-1])
    )
    number = next(n for n, hand in enumerate(record["hands"], 1) if hand.get("redeals"))
    moves = record["hands"][number - 1]["moves"].split()
    file = tmp_path / "match.json"
    file.write_text(json.dumps(record))
    result = solve(file, "--hand", number, "--move", len(moves) - 4, "--json")
    assert json.loads(result.stdout)["solved"]
    assert solve(file, "--hand", number, "--nodes", 100).exit_code in (0, 3)
    assert "nothing to solve" in refused(solve(file, "--hand", number, "--move", 0), 2)


def test_what_cannot_be_solved(record: Path, tmp_path: Path) -> None:
    good = json.loads(record.read_text())
    count = len(good["hands"])
    moves = len(good["hands"][0]["moves"].split())
    assert f"there is no hand 99: it has {count}" in refused(solve(record, "--hand", 99), 2)
    said = refused(solve(record, "--hand", 1, "--move", 500), 2)
    assert said == f"{record}: hand 1 has {moves} moves, not 500\n"
    assert "of hand 1 the play has not begun" in refused(solve(record, "--hand", 1, "--move", 0), 2)
    assert "hand 1 is over after" in refused(solve(record, "--hand", 1, "--move", moves), 2)
    assert "no hand in it" in refused(solve("-", stdin=json.dumps({**good, "hands": []}).encode()), 2)
    assert "there is no such file" in refused(solve(tmp_path / "none.json"), 2)
    assert "not JSON" in refused(solve("-", stdin=b"AS KH"), 2)
    assert "See diwaniya solve --help." in refused(solve(record, "--hand", 0), 2)
    [other] = records("basra")
    assert "Basra has no solver for open hands" in refused(solve("-", stdin=json.dumps(other).encode()), 2)


def test_a_hand_that_ended_before_a_card_was_played() -> None:
    """All Fours: an ace or a jack that is turned may end the match at once."""
    [record] = records("allfours", seed=2)
    bare = {**record, "hands": [{**record["hands"][0], "moves": ""}]}
    said = refused(solve("-", "--hand", 1, stdin=json.dumps(bare).encode()), 2)
    assert "no card was played in hand 1, so there is nothing to solve" in said


def test_a_broken_rule_is_told_as_replay_tells_it(record: Path) -> None:
    broken = json.loads(record.read_text())
    broken["hands"][0]["moves"] = "bid:5 bid:5"
    raw = json.dumps(broken).encode()
    told = CliRunner().invoke(diwaniya, ["replay", "-"], input=raw).stderr
    assert refused(solve("-", stdin=raw), 1) == told


def test_not_enough_positions(record: Path) -> None:
    result = solve(record, "--hand", 1, "--nodes", 50, "--json")
    assert result.exit_code == 3
    told = json.loads(result.stdout)
    assert not told["solved"]
    assert set(told["moves"].values()) == {None}
    assert told["result"] is None
    assert told["nodes"] == 50
    assert result.stderr == f"{record}: not solved within 50 positions: allow more with --nodes\n"
    text = solve(record, "--hand", 1, "--nodes", 50)
    assert "The result was not found out." in text.stdout
    assert len(re.findall(r" \?$", text.stdout, re.MULTILINE)) == len(told["moves"])


def test_one_position_is_told_as_one(record: Path) -> None:
    result = solve(record, "--hand", 1, "--nodes", 1, "--json")
    assert result.exit_code == 3
    assert json.loads(result.stdout)["nodes"] == 1
    assert result.stderr == f"{record}: not solved within 1 position: allow more with --nodes\n"
    whole = json.loads(record.read_text())
    short = {**whole, "hands": [{**whole["hands"][0], "moves": "pass"}]}
    [move] = whole["hands"][0]["moves"].split()[:1]
    short["hands"][0]["moves"] = move
    said = refused(solve("-", "--hand", 1, "--move", 2, stdin=json.dumps(short).encode()), 2)
    assert said == "standard input: hand 1 has 1 move, not 2\n"
    said = refused(solve("-", "--hand", 2, stdin=json.dumps(short).encode()), 2)
    assert said == "standard input: there is no hand 2: it has 1 hand\n"


def test_files_of_several_matches(tmp_path: Path) -> None:
    """As `replay` and `review` read them, with the same options and the same words."""
    several = records("kout4", matches=3)
    lines = [json.dumps(record) for record in several]
    file, odd, one = tmp_path / "m.jsonl", tmp_path / "m.txt", tmp_path / "one.ndjson"
    file.write_text("\n\n".join(lines) + "\n")
    odd.write_text("\n".join(lines))
    one.write_text(lines[1] + "\n")
    alone = tmp_path / "two.json"
    alone.write_text(lines[1])
    wanted = ["--hand", 1, "--move", late(several[1]), "--json"]
    told = solve(alone, *wanted).stdout
    assert json.loads(told)["solved"]
    for words in ([file, "--match", 2], [odd, "--lines", "--match", 2], [one], [one, "--match", 1]):
        result = solve(*words, *wanted)
        assert (result.exit_code, result.stderr) == (0, "")
        assert result.stdout == told
    piped = solve("-", "--lines", "--match", 2, *wanted, stdin=file.read_bytes())
    assert piped.stdout == told
    assert f"{file} holds 3 matches: say which one, from --match 1 to --match 3" in refused(solve(file), 2)
    assert f"there is no match 4 in {file}: it holds 3 matches" in refused(solve(file, "--match", 4), 2)
    assert f"there is no match 2 in {one}: it holds 1 match." in refused(solve(one, "--match", 2), 2)
    said = refused(solve(alone, "--match", 2), 2)
    assert "there is no match 2" in said
    assert "--lines" in said
    file.write_text(lines[0] + "\nnonsense\n")
    assert f"{file}, line 2: not JSON" in refused(solve(file, "--match", 2), 2)


def test_open_cards_are_a_copy(record: Path) -> None:
    """Whoever looks at a match with open cards cannot change it."""
    match = Match.replay(cut(json.loads(record.read_text()), 1, 4))
    before = match.record()
    state = open_state(match)
    assert state.as_dict() == match.open_state().as_dict()
    match.game.apply(state, match.game.number(state, match.game.legal(state), match.legal()[0]))
    assert match.open_state().as_dict() != state.as_dict()
    assert match.record() == before


def test_what_the_page_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The example of docs/command-line.md, with the match that its section on replay makes."""
    monkeypatch.chdir(tmp_path)
    page = (Path(__file__).parents[2] / "docs" / "command-line.md").read_text("utf-8")
    making = next(line for line in page.splitlines() if line.endswith("--out match.json"))
    assert CliRunner().invoke(diwaniya, making.split()[2:]).exit_code == 0
    [(words, output)] = re.findall(r"^\$ diwaniya (solve .*)\n((?:(?!\$ |```).*\n)*)", page, re.MULTILINE)
    result = CliRunner().invoke(diwaniya, words.split())
    assert result.exit_code == 0
    assert result.stdout.rstrip("\n") == output.rstrip("\n")
