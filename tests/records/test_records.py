"""Reading records: what is no record, what breaks a rule, and what must not matter (rules/records.md)."""

import json
import random
import time
from typing import Any

import pytest

from diwaniya.engine.errors import IllegalMove, RecordError
from diwaniya.engine.game import Game, games
from diwaniya.engine.match import Match
from diwaniya.engine.record import check, parse, replay
from diwaniya.testing.play import Taste

GAMES = list(games().values())
every_game = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])

QUICKLY = 3.0
"""Seconds within which any nonsense must be refused."""


def played(game: Game, hands: int = 2, moves_more: int = 3, seed: int = 5) -> Match:
    """A match with some whole hands and the beginning of another."""
    rng = random.Random(seed)
    taste = Taste(rng)
    while True:
        match = Match(game, seed=rng.randrange(1 << 32), mode="pure")
        while not match.over and (len(match.hands) <= hands or moves_more > 0):
            if match.needs_deal:
                match.deal()
                continue
            moves_more -= len(match.hands) > hands
            match.move(taste.choose(match.legal()))
        if not match.over and match.in_hand and match.to_move is not None:
            return match
        moves_more = 3


def record_of(game: Game, **more: int) -> dict[str, Any]:
    return json.loads(json.dumps(played(game, **more).record()))


def assert_no_record(raw: bytes | dict[str, Any] | Any, *words: str) -> None:
    """Refused as no record, soon, in one line that says what and where."""
    began = time.perf_counter()
    with pytest.raises(RecordError) as caught:
        replay(parse(raw) if isinstance(raw, bytes) else raw)
    assert time.perf_counter() - began < QUICKLY
    line = str(caught.value)
    assert line.isprintable(), f"not one printable line: {line!r}"
    assert 0 < len(line) < 400
    for word in words:
        assert word in line
    line.encode()


def assert_breaks_a_rule(record: dict[str, Any], hand: int, step: int, *words: str) -> None:
    """Refused as an illegal move in this hand at this step, both counted from 1, in one line."""
    with pytest.raises(IllegalMove) as caught:
        replay(record)
    error = caught.value
    assert (error.hand, error.step) == (hand, step)
    line = str(error)
    assert line.isprintable(), f"not one printable line: {line!r}"
    assert line.startswith(f"hand {hand}, step {step}: ")
    assert "legal: " in line
    for word in words:
        assert word in line
    line.encode()


# Not even JSON, or not an object


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"", ["empty"]),
        (b" \n\t ", ["empty"]),
        (b"\x00\x01\x02\xff\xfe", ["UTF-8"]),
        (bytes(range(256)) * 100, ["UTF-8", "byte"]),
        ("{}".encode("utf-16"), ["UTF-8"]),
        (b"\xef\xbb\xbf{", ["JSON"]),  # the byte order mark is no fault, the rest is
        (b"\x00", ["JSON", "line 1"]),
        (b"{", ["JSON", "line 1"]),
        (b"{}{}", ["JSON", "column 3"]),
        (b"{'format': 1}", ["JSON"]),
        (b"[" * 100_000, ["deep"]),
        (b'{"a":' * 100_000, ["deep"]),
        (b"[" * 100_000 + b"]" * 100_000, ["deep"]),
        (b"NaN", ["NaN"]),
        (b'{"dealer": Infinity}', ["Infinity"]),
        (b"-Infinity", ["Infinity"]),
        (b"null", ["null"]),
        (b"true", ["true"]),
        (b"7", ["whole number"]),
        (b"1.5", ["number"]),
        (b"9" * 100_000, ["number"]),
        (b'"diwaniya/1"', ["string"]),
        (b"[]", ["list"]),
        (b"{}", ["format"]),
        (b'{"\\ud800": 1}', ["no field"]),
        (b'{"a\\nb\\u202e": 1}', ["no field"]),
        (b"<html>", ["JSON"]),
        (b"\x89PNG\r\n\x1a\n", ["UTF-8"]),
    ],
    ids=lambda value: repr(value[:12]) if isinstance(value, bytes) else "",
)
def test_not_an_object(raw: bytes, words: list[str]) -> None:
    assert_no_record(raw, *words)


def test_where_a_text_is_no_json() -> None:
    """Wherever a record is cut off, and with what is not allowed in it: the place, and one "at"."""
    whole = json.dumps(record_of(GAMES[0])).encode()
    broken = [whole[:end] for end in range(1, 300)] + [
        b'{"format": "a\x01b"}',
        b'{"format": "\\q"}',
        b"{'a': 1}",
    ]
    said = set()
    for raw in broken:
        with pytest.raises(RecordError, match=r"^not JSON: .*[^ ] at line 1, column \d+$") as caught:
            parse(raw)
        assert " at at " not in str(caught.value)
        said.add(str(caught.value).split(" at line ")[0])
    assert {"not JSON: Unterminated string starting", "not JSON: Invalid control character"} < said


# Shape, types and ranges

BIG = 10**999
NOT_STRINGS = [None, True, 0, 7, 1.5, [], ["x"], {}, {"a": 1}]
NOT_NUMBERS = [None, True, False, "0", "", 0.0, 1.5, [], [0], {}]
NOT_OBJECTS = [None, True, 0, 1.5, "", "x", [], [1]]
NOT_LISTS = [None, True, 0, 1.5, "", "x", {}, {"0": {}}]


def changed(record: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """The record with another value at a place like `hands.0.deck`."""
    copy = json.loads(json.dumps(record))
    at: Any = copy
    *way, last = path.split(".")
    for key in way:
        at = at[int(key)] if isinstance(at, list) else at[key]
    if isinstance(at, list):
        at[int(last)] = value
    else:
        at[last] = value
    return copy


WRONG: list[tuple[str, list[Any], str]] = [
    (
        "format",
        [*NOT_STRINGS, "", "diwaniya", "diwaniya/2", "DIWANIYA/1", "diwaniya/1 ", "x" * 100_000],
        "format",
    ),
    ("game", [*NOT_STRINGS, "", "chess", "KOUT4", "kout4 ", "\u202e", "\ud800", "x" * 100_000], "game"),
    ("options", [*NOT_OBJECTS, {"speed": 1}, {"": 1}, {"\ud800": 1}, {"x" * 100_000: 1}], "option"),
    ("seats", [*NOT_NUMBERS, -1, 1, 9, 99, BIG, -BIG], "seats"),
    ("dealer", [*NOT_NUMBERS, -1, 8, 99, BIG, -BIG], "dealer"),
    ("hands", [*NOT_LISTS, [None], [[]], ["x"], [7], [{}]], "hand"),
    ("hands.0.deck", [*NOT_STRINGS, "", " ", "AS", "\ud800", "x" * 100_000, "AS " * 100_000], "hand 1: deck"),
    ("hands.1.moves", [*NOT_STRINGS], "hand 2: moves"),
    ("hands.0.redeals", [*NOT_LISTS, [None], [1], [[]], ["AS"]], "hand 1: redeal"),
    ("name", [None, 1, "x", {}], "name"),
    ("hands.0.time", [None, 1, "x", {}], "hand 1: time"),
]


@every_game
@pytest.mark.parametrize(("path", "values", "word"), WRONG, ids=[path for path, _, _ in WRONG])
def test_wrong_values(game: Game, path: str, values: list[Any], word: str) -> None:
    record = record_of(game)
    for value in values:
        assert_no_record(changed(record, path, value), word)


@every_game
@pytest.mark.parametrize("key", ["format", "game", "options", "dealer", "hands"])
def test_missing_fields(game: Game, key: str) -> None:
    record = record_of(game)
    del record[key]
    assert_no_record(record, key, "missing")


@every_game
@pytest.mark.parametrize("key", ["deck", "moves"])
def test_missing_fields_of_a_hand(game: Game, key: str) -> None:
    record = record_of(game)
    del record["hands"][1][key]
    assert_no_record(record, f"hand 2: {key}", "missing")


@every_game
def test_options_out_of_range(game: Game) -> None:
    record = record_of(game)
    for option in game.options:
        wrong: list[Any] = [None, "1", "", 1.5, [], {}, [1]]
        wrong += [0, 1, 2, -1, BIG] if option.is_flag else [True, False, -1, option.least - 1, -BIG]
        wrong += [value for value in range(5) if option.choices and value not in option.choices]
        for value in wrong:
            assert_no_record(changed(record, f"options.{option.name}", value), option.name)


def test_largest_options() -> None:
    """Huge targets are fine and never reached; huge awards would overflow and are refused."""
    for game in GAMES:
        for option in game.options:
            if option.is_flag or option.choices:
                continue
            record = changed(record_of(game, hands=0, moves_more=0), f"options.{option.name}", BIG)
            if option.threshold:
                assert not replay(record).match.over
            else:
                assert_no_record(record, option.name, "at most")


@every_game
def test_wrong_packs(game: Game) -> None:
    """A deck that is not the pack is no record, whatever is wrong with it."""
    record = record_of(game)
    deck = record["hands"][1]["deck"].split()
    one, other = next((a, b) for a in deck for b in deck if a != b)
    wrong = {
        "one too few": deck[1:],
        "one too many": [*deck, one],
        "one twice": [one if token == other else token for token in deck],
        "unknown": ["XX", *deck[1:]],
        "lower case": [deck[0].lower() + "z", *deck[1:]],
        "commas": [token + "," for token in deck],
        "surrogate": ["\ud800", *deck[1:]],
        "long": ["A" * 50_000, *deck[1:]],
        "twice over": deck + deck,
    }
    for tokens in wrong.values():
        assert_no_record(changed(record, "hands.1.deck", " ".join(tokens)), "hand 2: deck")


# What breaks a rule


@every_game
def test_tokens_that_are_not_legal_at_their_place(game: Game) -> None:
    match = played(game)
    record = match.record()
    moves = record["hands"][1]["moves"].split()
    whole = replay(record)
    for token in ("nonsense", "bid:10", "2:expose:XX", "take:", "\u202e", "\ud800", "a\x00b", "x" * 10_000):
        broken = changed(record, "hands.1.moves", " ".join([moves[0], token, *moves[1:]]))
        assert_breaks_a_rule(broken, 2, 2, whole.steps[1][1]["legal"])
    for at, step in enumerate(whole.steps[1]):
        illegal = sorted({*game.pack_tokens(), *game.calls}.difference(step["legal"].split()))
        if step["legal"] and illegal:
            broken = changed(record, "hands.1.moves", " ".join([*moves[:at], illegal[0], *moves[at + 1 :]]))
            assert_breaks_a_rule(
                broken, 2, at + 1, f"seat {step['seat']}", illegal[0], f"legal: {step['legal']}"
            )


@every_game
def test_a_move_after_the_end_of_a_hand(game: Game) -> None:
    record = record_of(game)
    moves = record["hands"][0]["moves"].split()
    broken = changed(record, "hands.0.moves", " ".join([*moves, moves[-1]]))
    assert_breaks_a_rule(broken, 1, len(moves) + 1, moves[-1], "legal: nothing")


@every_game
def test_an_unfinished_hand_before_another(game: Game) -> None:
    record = record_of(game)
    moves = record["hands"][0]["moves"].split()
    broken = changed(record, "hands.0.moves", " ".join(moves[:-1]))
    assert_breaks_a_rule(broken, 1, len(moves), "not finished")


@every_game
def test_a_hand_after_the_end_of_the_match(game: Game) -> None:
    match = Match(game, seed=1, mode="pure")
    rng = random.Random(1)
    while not match.over:
        if match.needs_deal:
            match.deal()
        else:
            match.move(rng.choice(match.legal()))
    record = match.record()
    hands = len(record["hands"])
    record["hands"].append({**record["hands"][-1], "moves": ""})
    assert_breaks_a_rule(record, hands + 1, 1, "The match is over")


@every_game
def test_a_redeal_too_many(game: Game) -> None:
    record = record_of(game)
    deck = record["hands"][0]["deck"]
    moves = record["hands"][0]["moves"].split()
    assert_breaks_a_rule(changed(record, "hands.0.redeals", [deck]), 1, len(moves) + 1, "(A8)")


def pack_that_runs_out(game: Game) -> list[str]:
    """Every card that All Fours for four can turn is a heart; none of them scores."""
    hearts = iter(["2H", "3H", "4H"])
    others = iter([token for token in game.pack_tokens() if token not in ("2H", "3H", "4H")])
    return [next(hearts) if place in (24, 37, 50) else next(others) for place in range(52)]


def test_redeals() -> None:
    """A8: `redeals` holds a pack for every time that the pack ran out; one too few or too many breaks the rule."""
    game = games()["allfours"]
    pack = pack_that_runs_out(game)
    match = Match(game, mode="pure")
    match.deal(pack)
    for _ in range(2):
        match.play("beg")
        match.play("run")
        assert match.needs_deal
        assert match.in_hand
        match.deal(pack)
    match.play("stand")
    record = match.record()
    assert record["hands"][0]["redeals"] == [" ".join(pack)] * 2
    assert record["hands"][0]["moves"] == "beg run beg run stand"
    assert Match.replay(record, mode="pure").record() == record
    less = changed(record, "hands.0.redeals", [" ".join(pack)])
    assert_breaks_a_rule(less, 1, 5, "(A8)")
    more = changed(record, "hands.0.redeals", [" ".join(pack)] * 3)
    assert_breaks_a_rule(more, 1, 6, "(A8)")
    none = changed(record, "hands.0.redeals", [])
    assert_breaks_a_rule(none, 1, 3, "(A8)")


def test_nobody_speaks_for_another() -> None:
    """An out-of-turn token needs calls, a seat that exists, and a card that is really there."""
    game = games()["allfours"]
    for options in ({}, {"calls": True}):
        match = Match(game, options=options, mode="pure")
        match.deal(game.pack_tokens())
        record = match.record()
        tokens = [
            "7:expose:AS",
            "-1:expose:AS",
            "0:expose:ZZ",
            "0:show:AS",
            "1:call:2S",
            "0:expose:AC",
            "00:expose:2S",
        ]
        for token in [*tokens, *([] if options else match.out_of_turn(0))]:
            assert_breaks_a_rule(changed(record, "hands.0.moves", token), 1, 1, token)


# What must not matter


@every_game
def test_meta_does_not_matter(game: Game) -> None:
    record = record_of(game)
    sheet = replay(record).as_json()
    for meta in (None, 7, "x", [], {"players": ["\u0641", "B"], "when": 1e9, "deep": [[[{}]]]}):
        noted = {**record, "meta": meta, "hands": [{**hand, "meta": meta} for hand in record["hands"]]}
        assert replay(noted).as_json() == sheet


@every_game
def test_seats_may_be_left_out(game: Game) -> None:
    record = record_of(game)
    sheet = replay(record).as_json()
    del record["seats"]
    assert replay(record).as_json() == sheet


@every_game
def test_defaults_may_be_written(game: Game) -> None:
    record = record_of(game)
    assert record["options"] == {}
    sheet = replay(record).as_json()
    assert replay({**record, "options": game.defaults}).as_json() == sheet
    assert Match.replay({**record, "options": game.defaults}).record() == record


@every_game
def test_blanks_do_not_matter(game: Game) -> None:
    record = record_of(game)
    sheet = replay(record).as_json()
    for hand in record["hands"]:
        hand["deck"] = "\n " + hand["deck"].replace(" ", " \t ")
        hand["moves"] = hand["moves"].replace(" ", "\n") + "\n"
    assert replay(record).as_json() == sheet
    assert replay(parse(json.dumps(record, indent=2).encode())).as_json() == sheet


@every_game
def test_no_hands_yet(game: Game) -> None:
    record = record_of(game)
    record["hands"] = []
    sheet = replay(record).as_json()
    assert sheet["hands"] == []
    assert not sheet["finished"]
    assert sheet["to_move"] == (record["dealer"] + 1) % record["seats"]


# The score sheet


@every_game
def test_the_sheet_says_what_was_legal(game: Game) -> None:
    sheet = replay(record_of(game)).as_json()
    assert set(sheet) == {"game", "finished", "winners", "scores", "dealer", "to_move", "hands"}
    for hand in sheet["hands"]:
        assert {"dealer", "points", "scores", "steps"} < set(hand)
        for step in hand["steps"]:
            assert set(step) == {"seat", "legal", "move"}
            assert step["move"] in step["legal"].split()
    assert json.loads(json.dumps(sheet)) == sheet


def numbering(game: Game) -> list[str]:
    """records.md: cards from 0, `BJ` 52, `RJ` 53, then the calls in the order of the table."""
    french = [rank + suit for suit in "SHDC" for rank in "23456789TJQKA"]
    calls = {
        "kout": "BJ RJ pass bid:5 bid:6 bid:7 bid:8 bid:9 trump:S trump:H trump:D trump:C",
        "allfours": "stand beg give run",
        "cucco": "keep swap ask pay refuse",
    }
    cards = [] if game.deck == "cucco" else french
    return [*cards, *calls.get(game.family, "").split()]


@every_game
def test_legal_moves_are_in_numbering_order(game: Game) -> None:
    order = numbering(game)
    steps = [step for hand in replay(record_of(game)).as_json()["hands"] for step in hand["steps"]]
    assert steps
    for step in steps:
        legal = [token for token in step["legal"].split() if not token.startswith("take:")]
        assert legal == sorted(legal, key=order.index)


@every_game
def test_numbers_of_moves(game: Game) -> None:
    """Cards are 0..53; the calls of cucco begin at 0, all others at 54."""
    from diwaniya.engine.cards import TOKENS

    first = 0 if game.deck == "cucco" else 54
    state = Match(game, seed=1, mode="pure").observation(None)
    for number, call in enumerate(game.calls):
        assert game.token(state, first + number) == call
    if game.deck == "french":
        for card in game.pack:
            assert game.token(state, card) == TOKENS[card] == game.card_tokens[card]
        assert [TOKENS[number] for number in (0, 12, 13, 25, 26, 39, 51, 52, 53)] == [
            *("2S", "AS", "2H", "AH", "2D", "2C", "AC", "BJ", "RJ"),
        ]


# Anything at all


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every place within JSON data: what holds it, and its key."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else []
    return [(value, key) for key in keys] + [place for key in keys for place in places(value[key])]


def mangled(record: dict[str, Any], rng: random.Random) -> Any:
    """The record with one thing in it replaced, cut, doubled, mixed up or removed."""
    copy = json.loads(json.dumps(record))
    holder, key = rng.choice(places(copy))
    value = holder[key]
    ways: list[Any] = [None, True, -1, 0, 3, 1.5, BIG, "", "x", [], {}]
    if isinstance(value, (str, list)):
        ways += [value[: len(value) // 2], value * 2] * 5
    if isinstance(value, str):
        words = value.split()
        rng.shuffle(words)
        ways += [" ".join(words)] * 5
    holder[key] = rng.choice(ways)
    if rng.random() < 0.2:
        del holder[key]
    return copy


def status(record: Any) -> int:
    """The exit status of `replay`, with the line that it prints looked at."""
    try:
        replay(parse(record) if isinstance(record, bytes) else record)
    except (RecordError, IllegalMove) as caught:
        error = caught
    else:
        return 0
    assert str(error).isprintable()
    return 2 if isinstance(error, RecordError) else 1


@every_game
def test_mangled_records(game: Game) -> None:
    """Whatever is done to a record: it is played, or refused with one line."""
    rng = random.Random(9)
    record = record_of(game)
    assert {status(mangled(record, rng)) for _ in range(300)} == {0, 1, 2}


@every_game
def test_mangled_bytes(game: Game) -> None:
    rng = random.Random(10)
    raw = json.dumps(record_of(game)).encode()
    seen = set()
    for _ in range(200):
        at, length = rng.randrange(len(raw)), rng.randrange(1, 30)
        seen.add(status(raw[:at] + rng.randbytes(rng.randrange(4)) + raw[at + length :]))
    assert 2 in seen


def test_a_long_record_is_read_soon() -> None:
    """A thousand hands, and a line of a million moves that end at the first one that is not legal."""
    game = games()["kout4"]
    record = record_of(game, hands=0, moves_more=0)
    record["hands"] = record["hands"] * 1000
    began = time.perf_counter()
    assert check(record) is game
    assert_breaks_a_rule(record, 1, 1, "not finished")
    record["hands"] = [{"deck": record["hands"][0]["deck"], "moves": "pass " * 1_000_000}]
    assert_breaks_a_rule(record, 1, 4, "must bid")
    assert time.perf_counter() - began < 5 * QUICKLY
