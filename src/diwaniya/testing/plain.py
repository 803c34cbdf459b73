"""What people are shown: plain data that any page can read, and words for all of it in every language."""

import random
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from diwaniya.engine.game import Fact, Game, Why
from diwaniya.engine.match import Match
from diwaniya.testing.effort import times
from diwaniya.testing.play import Taste, random_options
from diwaniya.words import languages, phrase


def assert_plain(value: Any, where: str) -> None:
    """Only what JSON knows, and exactly its types: no NumPy numbers, no tuples, no enums."""
    if isinstance(value, Why):
        value = {"rule": value.rule, "key": value.key, "args": dict(value.args)}
    if type(value) is dict:
        for key, inside in value.items():
            assert type(key) is str, f"{where}: the key {key!r} is no string"
            assert_plain(inside, f"{where}.{key}")
    elif type(value) is list:
        for place, inside in enumerate(value):
            assert_plain(inside, f"{where}[{place}]")
    else:
        assert value is None or type(value) in (str, int, bool), (
            f"{where}: {value!r} is {type(value).__name__}"
        )


def places(message: str) -> dict[str, str]:
    """The places of an ICU message with their kinds: `{"bid": "plural", "seat": ""}`; those within branches included.

    >>> places("{seat} made {bid, plural, one {# trick} other {# tricks of {suit}}}.")
    {'seat': '', 'bid': 'plural', 'suit': ''}
    """
    found: dict[str, str] = {}
    for inside in _braced(message):
        name, _, rest = inside.partition(",")
        kind, _, branches = rest.partition(",")
        found[name.strip()] = kind.strip()
        for branch in _braced(branches):
            found.update(places(branch))
    return found


def _braced(text: str) -> Iterator[str]:
    """What stands between each outermost pair of braces."""
    depth, start = 0, 0
    for i, letter in enumerate(text):
        if letter == "{":
            depth += 1
            start = i + 1 if depth == 1 else start
        elif letter == "}":
            depth -= 1
            assert depth >= 0, f"a brace too many: {text}"
            if depth == 0:
                yield text[start:i]
    assert depth == 0, f"a brace too few: {text}"


def assert_words(keys: Iterable[str], args: Mapping[str, Any], plain: bool = False) -> None:
    """One of these keys has words in every language, and whatever they leave a place for is among the args.

    Of a list words may also use how many it has, `<name>_count`. `plain` words have no plural forms: the command line
    fills them in too.
    """
    options = list(keys)
    told = {*args, *(f"{name}_count" for name, value in args.items() if isinstance(value, list | tuple))}
    for language in languages():
        message = phrase(*options, language=language)
        assert message is not None, f"no words for {options[0]} in {language}"
        for name, kind in places(message).items():
            assert name in told, (
                f"{language}: {options[0]} has a place for {name}, but only {sorted(args)} are told"
            )
            assert not (plain and kind), (
                f"{language}: {options[0]} may only have plain places, not {{{name}, {kind}}}"
            )


def assert_why_has_words(game: Game, why: Why) -> None:
    assert_words([f"why.{game.family}.{why.key}", f"why.common.{why.key}"], why.args, plain=True)


def _assert_fact(game: Game, fact: Fact) -> None:
    assert_plain(fact, "fact")
    key = fact["key"]
    assert_words(
        [f"fact.{game.family}.{key}"], {name: value for name, value in fact.items() if name != "key"}
    )


def everything_told_is_plain(game: Game, seats: int, seed: int) -> None:
    """Views, results and facts hold only plain data, and facts and reasons have words in every language."""
    rng = random.Random(seed)
    for _ in range(times(3)):
        match = Match(game, seats=seats, options=random_options(game, rng), seed=rng.randrange(1 << 32))
        taste = Taste(rng)
        for viewer in [None, *range(seats)]:
            assert_plain(match.view(viewer), f"view of {viewer} at the start")
        for _ in range(120):
            if match.over:
                break
            open_tokens = match.out_of_turn(rng.randrange(seats))
            if match.needs_deal:
                facts = match.deal()
            elif open_tokens and rng.random() < taste.open_moves:
                facts = match.play(rng.choice(open_tokens))
            else:
                facts = match.play(taste.choose(match.legal()))
            for fact in facts:
                _assert_fact(game, fact)
            viewer = rng.choice([None, *range(seats), match.to_move])
            view = match.view(viewer)
            assert_plain(view, f"view of {viewer}")
            for card, why in view.get("blocked", {}).items():
                assert why is not None, f"{card} is blocked for no reason"
                assert_why_has_words(game, why)
            assert_plain(match.hands, "hands")
            assert_plain(match.record(), "record")


def points_told_add_up(game: Game, seats: int, seed: int) -> None:
    """Where facts tell what a side scored, those of a hand tell all that it brought."""
    rng = random.Random(seed)
    for _ in range(times(3)):
        match = Match(game, seats=seats, options=random_options(game, rng))
        taste = Taste(rng)
        while not match.over and len(match.hands) < 8:
            facts = _a_hand(match, taste, rng)
            scored = [fact for fact in facts if "side" in fact and "points" in fact]
            brought = match.hands[-1]["points"]
            told = [
                sum(fact["points"] for fact in scored if fact["side"] == side) for side in range(len(brought))
            ]
            assert told == brought or not scored, (
                f"told {told}, but the hand brought {brought}: {match.record()}"
            )


def _a_hand(match: Match, taste: Taste, rng: random.Random) -> list[Fact]:
    """Everything that is told from a deal to the end of its hand."""
    facts: list[Fact] = []
    while match.needs_deal:  # again where the pack gave no trump
        facts += match.deal(rng.sample(match.game.pack_tokens(), len(match.game.pack)))
        while match.to_move is not None:
            facts += match.play(taste.choose(match.legal()))
        if not match.in_hand:
            break
    return facts


def words_are_complete(game: Game) -> None:
    """Every language has the game's name, what it is, its options and its moves."""
    for part in ("name", "blurb"):
        assert_words([f"game.{game.id}.{part}"], {})
    for option in game.options:
        for part in ("label", "help"):
            assert_words([f"option.{game.family}.{option.name}.{part}"], {})
    heads = {call.partition(":")[0]: call for call in [*game.calls, *game.heads, *game.out_of_turn]}
    for head in heads:
        assert_words([f"move.{game.family}.{head}"], {"bid": 5, "suit": "S", "cards": [], "card": ""})
