"""The checked door: how a match begins, is dealt and told. What every game must keep is in tests/contract."""

import pickle
from collections.abc import Callable
from functools import partial

import pytest

from diwaniya.engine.errors import IllegalMove, explain, printable
from diwaniya.engine.game import Game, Option, Why, find, games
from diwaniya.engine.match import Match
from diwaniya.engine.record import replay

GAMES = list(games().values())
every_game = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])


@every_game
def test_a_seed_draws_and_deals(game: Game) -> None:
    one, same, other = Match(game, seed=3), Match(game.id, seed=3), Match(game, seed=4)
    assert one.record() == same.record()
    assert one.record() != other.record()
    assert len(one.hands) == 1
    assert one.to_move is not None
    dealers = {Match(game, seed=seed).first_dealer for seed in range(40)}
    assert dealers == set(range(game.seats[0])), "everybody may be drawn as dealer (G3)"
    assert Match(game, seed=3, dealer=1).first_dealer == 1


@every_game
def test_without_a_seed_you_deal(game: Game) -> None:
    match = Match(game)
    assert match.needs_deal
    assert match.to_move is None
    assert match.legal() == []
    assert match.first_dealer == 0
    with pytest.raises(ValueError, match="no seed"):
        match.deal()
    with pytest.raises(IllegalMove, match="legal: nothing"):
        match.play(game.pack_tokens()[0])
    match.deal(" ".join(game.pack_tokens()))
    assert match.to_move is not None


@every_game
def test_what_does_not_exist(game: Game) -> None:
    top = max(game.seats)
    for wrong in (0, 1, top + 1, -2):
        with pytest.raises(ValueError, match="played by"):
            Match(game, seats=wrong)
    for wrong in (-1, game.seats[0]):
        with pytest.raises(ValueError, match="dealer"):
            Match(game, dealer=wrong)
    with pytest.raises(ValueError, match="unknown option"):
        Match(game, options={"speed": 3})
    with pytest.raises(ValueError, match="mode"):
        Match(game, mode="slow")
    match = Match(game, seed=1)
    for wrong in (-1, match.seats, 99):
        with pytest.raises(ValueError, match="seat"):
            match.view(wrong)


def test_unknown_games() -> None:
    with pytest.raises(ValueError, match="kout4"):
        Match("chess")
    with pytest.raises(ValueError, match="chess"):
        find("chess")


@every_game
def test_the_manifest_says_what_a_page_must_know(game: Game) -> None:
    manifest = game.manifest()
    assert manifest["id"] == game.id
    assert manifest["seats"] == list(game.seats)
    assert manifest["deck"] in ("french", "cucco")
    assert set(manifest["zones"]) <= {"trick", "floor", "faces"}
    assert [option["name"] for option in manifest["options"]] == list(game.defaults)
    for option, told in zip(game.options, manifest["options"], strict=True):
        assert told["kind"] == ("flag" if option.is_flag else "number")
        for value in [*told["common"], *told["choices"], told["default"]]:
            option.check(value)


def test_options() -> None:
    number = Option("target", 14, least=1, threshold=True)
    assert number.check(1) == 1
    assert number.check(10**30) == 1 << 62, "never reached either"
    for wrong in (0, -1, True, "1", 1.5, None):
        with pytest.raises(ValueError, match="target"):
            number.check(wrong)
    assert Option("packet", 3, choices=(1, 3)).check(1) == 1
    with pytest.raises(ValueError, match="1 or 3"):
        Option("packet", 3, choices=(1, 3)).check(2)
    with pytest.raises(ValueError, match="at most"):
        Option("award", 3).check(1 << 41)
    flag = Option("calls", False)
    assert (flag.check(True), flag.check(False)) == (1, 0)
    for wrong in (0, 1, "true", None):
        with pytest.raises(ValueError, match="true or false"):
            flag.check(wrong)


@every_game
def test_views_between_hands(game: Game) -> None:
    """After a hand its result stays in view, told from what the viewer may see, until the next deal."""
    match = Match(game, seed=2, mode="pure")
    assert match.view(0)["result"] is None
    while not match.needs_deal and not match.over:
        match.play(match.legal()[0])
    assert (match.hands[0] == match.record() and False) or len(match.hands) == 1
    for viewer in (None, 0):
        view = match.view(viewer)
        assert view["result"]["points"] == match.hands[0]["points"] == view["points"]
        assert view["result"]["scores"] == match.scores
        assert "legal" not in view
    if not match.over:
        match.deal()
        assert match.view(0)["result"] is None
        assert match.view(0)["hand"] == 2


@every_game
def test_only_the_mover_is_told_what_is_legal(game: Game) -> None:
    match = Match(game, seed=2)
    for seat in range(match.seats):
        view = match.view(seat)
        assert ("legal" in view) == (seat == match.to_move)
        assert ("blocked" in view) == (seat == match.to_move)
        assert match.legal(seat) == (match.legal() if seat == match.to_move else [])
    assert match.view(None)["seat"] is None
    assert not {"legal", "blocked", "out_of_turn"} & match.view(None).keys()
    assert match.view(None)["cards"] == []
    mover = match.view(match.to_move)
    for card, why in mover["blocked"].items():
        assert match.why_not(card) == why
    for token in mover["legal"]:
        assert token not in mover["blocked"]


@every_game
def test_modes_play_the_same_match(game: Game) -> None:
    pure, fast = (Match(game, seed=9, mode=mode) for mode in ("pure", "compiled"))
    for _ in range(60):
        if pure.over:
            break
        if pure.needs_deal:
            assert pure.deal() == fast.deal()
            continue
        assert pure.legal() == fast.legal()
        token = pure.legal()[len(pure.legal()) // 2]
        assert pure.play(token) == fast.play(token)
        for viewer in (None, 0, pure.to_move):
            assert pure.view(viewer) == fast.view(viewer)
        for seat in range(pure.seats):
            assert pure.out_of_turn(seat) == fast.out_of_turn(seat)
    assert pure.record() == fast.record()
    assert pure.hands == fast.hands


def test_messages_are_one_printable_line() -> None:
    assert printable("plain") == "plain"
    assert printable("") == "nothing"
    assert printable("a\nb\x00\u202e\ud800") == "a\\nb\\x00\\u202e\\ud800"
    assert printable("x" * 100) == "x" * 60 + "..."
    assert explain("kout", Why("K11", "not_held", {"card": "AS"})).endswith("(K11)")
    assert explain("kout", Why("X1", "never_heard_of")) == "never heard of (X1)"
    assert explain("kout", Why("G5", "unknown", {"token": "{card}\n"})).isprintable()
    error = IllegalMove("kout", "AS", 2, ["KS"], None)
    assert str(error) == "seat 2 played AS, legal: KS"
    assert str(error.at(3, 4)).startswith("hand 3, step 4: seat 2")
    assert str(IllegalMove("kout", "AS", None, [], None)) == "played AS, legal: nothing"


WRONG_TYPES = {
    "move None": lambda m: m.play(None),
    "move bytes": lambda m: m.why_not(b"pass"),
    "move of a seat's name": lambda m: m.play("pass", seat="1"),
    "dealer a fraction": lambda m: Match("kout4", dealer=1.5),
    "dealer true": lambda m: Match("kout4", dealer=True),
    "seats a string": lambda m: Match("kout4", seats="4"),
    "seed a string": lambda m: Match("kout4", seed="x"),
    "options a number": lambda m: Match("kout4", options=5),
    "game None": lambda m: Match(None),
    "pack a number": lambda m: Match("kout4").deal(5),
    "pack of numbers": lambda m: Match("kout4").deal([1, 2]),
    "view of a string": lambda m: m.view("0"),
    "view of a float": lambda m: m.view(1.0),
    "private part of a string": lambda m: m.private("0"),
    "allowing None": lambda m: m.allows(None, 0),
    "allowing a seat's name": lambda m: m.allows("pass", "0"),
    "allowing nobody": lambda m: m.allows("pass", None),
}


@pytest.mark.parametrize("mode", ["pure", "compiled"])
@pytest.mark.parametrize("call", WRONG_TYPES.values(), ids=WRONG_TYPES)
def test_wrong_types_are_named_and_change_nothing(call: Callable[[Match], object], mode: str) -> None:
    match = Match("kout4", seed=1, mode=mode)
    before = match.record()
    with pytest.raises(TypeError, match=r"(must be|is) a"):
        call(match)
    assert match.record() == before


@pytest.mark.parametrize("mode", ["pure", "compiled"])
def test_seats_that_do_not_exist(mode: str) -> None:
    match = Match("allfours", seed=1, options={"calls": True}, mode=mode)
    for ask in (
        match.view,
        match.private,
        match.observation,
        match.out_of_turn,
        partial(match.allows, "beg"),
    ):
        for seat in (-1, 4, 9):
            with pytest.raises(ValueError, match="seat must be 0 to 3"):
                ask(seat)


def test_a_seed_is_not_cut_short() -> None:
    Match("kout4", seed=(1 << 64) - 1)
    for seed in (-1, 1 << 64):
        with pytest.raises(ValueError, match="seed must be from 0"):
            Match("kout4", seed=seed)


def test_a_match_that_waits_for_another_pack_comes_back() -> None:
    """A8: by the letter of the record a pack is missing; a match of one's own may wait there all the same."""
    match = next(m for m in map(waiting, range(400)) if m)
    assert Match.replay(match.record()).record() == match.record()
    with pytest.raises(IllegalMove, match="no other pack"):
        replay(match.record())


def waiting(seed: int) -> Match | None:
    """A match of All Fours in which begging has used up the pack, if this seed gives one at once."""
    match = Match("allfours", seed=seed, options={"target": 1000})
    for token in ("beg", "run"):
        match.play(token)
        if match.needs_deal:
            return match if match.in_hand else None
    return None


def test_a_match_can_be_sent_to_another_process() -> None:
    match = Match("basra", seed=3)
    match.play(match.legal()[0])
    twin = pickle.loads(pickle.dumps(match))
    for m in (match, twin):
        while not m.needs_deal:
            m.play(m.legal()[0])
        m.deal()
    assert twin.record() == match.record()


def test_only_blanks_of_json_part_tokens() -> None:
    match = Match("kout4")
    with pytest.raises(ValueError, match="is no card"):
        match.deal("\u00a0".join(match.game.pack_tokens()))
    match.deal("\r\n\t ".join(match.game.pack_tokens()))
