"""Shuffles: known answers, a second way to compute them, and dice thrown often enough to see a bias."""

import hashlib
import hmac
import re
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest

from diwaniya.engine import fair
from diwaniya.engine.cards import RANKS, TOKENS

SECRET = bytes(range(32))
TEN = [str(number) for number in range(10)]
PACK = list(TOKENS[:52])


def test_known_answers():
    assert fair.commitment(SECRET) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert fair.shuffle(SECRET, [], 1, 0, TEN) == ["2", "7", "0", "3", "9", "1", "8", "5", "6", "4"]
    assert fair.shuffle(SECRET, [b"a", b"bc"], 3, 1, TEN) == [
        "6",
        "0",
        "4",
        "3",
        "7",
        "5",
        "2",
        "1",
        "8",
        "9",
    ]
    assert [fair.draw_dealer(bytes([i]) * 32, [], 4) for i in range(8)] == [0, 1, 2, 1, 2, 2, 3, 0]


def test_second_way_to_compute_it():
    """The recipe of the documentation, written down once more from its words."""
    salt = b"\x00\x00\x00\x03xyz"
    stream = b"".join(
        hmac.new(
            SECRET, b"diwaniya/fair/1" + number(7) + number(2) + salt + number(block), hashlib.sha256
        ).digest()
        for block in range(20)
    )
    words = [int.from_bytes(stream[at : at + 4], "big") for at in range(0, len(stream), 4)]
    cards = PACK[:]
    for last in range(51, 0, -1):
        word = next(w for w in iter(lambda: words.pop(0), None) if w < 2**32 - 2**32 % (last + 1))
        other = word % (last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    assert fair.shuffle(SECRET, [b"xyz"], 7, 2, PACK) == cards


def test_the_example_of_the_page():
    """docs/fairness.md, computed from its own words."""
    page = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text("utf-8")
    rows = dict(
        re.findall(r"^\| (commitment|message of block 0|block 0|numbers .*|pack) \| `(.*)` \|$", page, re.M)
    )
    assert "one salt `سلام`, hand 1, redeal 0, the pack `A B C D E F G H I J`" in page
    message = b"diwaniya/fair/1" + number(1) + number(0) + number(8) + "سلام".encode() + number(0)
    assert rows["commitment"] == fair.commitment(SECRET)
    assert rows["message of block 0"] == message.hex()
    block = hmac.new(SECRET, message, hashlib.sha256).digest()
    assert rows["block 0"] == block.hex()
    words = [int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4)]
    assert rows["numbers below 10, 9, … 3"] == " ".join(
        str(word % below) for word, below in zip(words, range(10, 2, -1), strict=True)
    )
    assert rows["pack"].split() == fair.shuffle(SECRET, ["سلام".encode()], 1, 0, "ABCDEFGHIJ")


def number(value: int) -> bytes:
    return value.to_bytes(4, "big")


@pytest.mark.parametrize(
    ("secret", "salts", "hand", "redeal"),
    [
        (bytes(32), [b"a", b"bc"], 1, 0),
        (SECRET, [b"ab", b"c"], 1, 0),
        (SECRET, [b"a", b"bc"], 2, 0),
        (SECRET, [b"a", b"bc"], 1, 1),
        (SECRET, [b"a", b"bc", b""], 1, 0),
    ],
)
def test_everything_given_matters(secret: bytes, salts: list[bytes], hand: int, redeal: int):
    assert fair.shuffle(secret, salts, hand, redeal, PACK) != fair.shuffle(SECRET, [b"a", b"bc"], 1, 0, PACK)


def test_a_shuffle_is_the_same_cards():
    assert sorted(fair.shuffle(SECRET, [], 1, 0, PACK)) == sorted(PACK)
    assert fair.shuffle(SECRET, [], 1, 0, PACK) == fair.shuffle(SECRET, [], 1, 0, PACK)
    assert fair.shuffle(SECRET, [], 1, 0, []) == []


def test_a_secret_has_32_bytes():
    with pytest.raises(ValueError, match="32 bytes"):
        fair.shuffle(b"short", [], 1, 0, PACK)


def test_draws_beyond_the_last_whole_multiple_are_thrown_away(monkeypatch: pytest.MonkeyPatch):
    words = iter([2**32 - 1, 2**32 - 2**32 % 52, 2**32 - 2**32 % 52 - 1, 3])
    monkeypatch.setattr(fair.Stream, "word", lambda _: next(words))
    stream = fair.Stream(SECRET, [], 1, 0)
    assert stream.below(52) == 51
    assert stream.below(52) == 3


def chi_squared(counts: Counter, cells: int) -> float:
    expected = sum(counts.values()) / cells
    return sum((count - expected) ** 2 / expected for count in counts.values()) + expected * (
        cells - len(counts)
    )


def test_every_order_is_equally_likely():
    """24 orders of four cards, 4,800 hands: 23 degrees of freedom, beyond 49.7 once in a thousand."""
    seen = Counter(tuple(fair.shuffle(SECRET, [], hand, 0, "ABCD")) for hand in range(1, 4801))
    assert set(seen) == set(permutations("ABCD"))
    assert chi_squared(seen, 24) < 49.7


def test_every_seat_deals_first_equally_often():
    dealers = Counter(fair.draw_dealer(hashlib.sha256(number(i)).digest(), [], 5) for i in range(2000))
    assert chi_squared(dealers, 5) < 18.5


def test_the_cut_goes_on_until_one_is_highest():
    """A2: the highest rank deals; equal highest cut again among themselves."""
    long = 0
    for i in range(200):
        rounds = fair.cut_for_deal(number(i) * 8, [], 4, PACK, RANKS)
        seats = [0, 1, 2, 3]
        for cards in rounds:
            assert [seat for seat, _ in cards] == seats
            assert len({card for _, card in cards}) == len(cards)
            seats = fair.cut_winners(cards, RANKS)
        assert len(seats) == 1
        long += len(rounds) > 1
    assert long > 10


def test_who_cut_highest():
    assert fair.cut_winners([(0, "3S"), (1, "TD"), (2, "7D"), (3, "TH")], RANKS) == [1, 3]
    assert fair.cut_winners([(0, "KS"), (2, "AC")], RANKS) == [2]
