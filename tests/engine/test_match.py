"""The checked door: how a match begins, is dealt and told. What every game must keep is in tests/contract."""

import pytest

from diwaniya.engine.errors import IllegalMove, explain, printable
from diwaniya.engine.game import Game, Option, Why, find, games
from diwaniya.engine.match import Match

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
