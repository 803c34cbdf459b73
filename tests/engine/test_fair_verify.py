"""Proofs: right ones are proven for every game, and whatever is changed is found and told where."""

import copy
import json
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from diwaniya.engine import fair
from diwaniya.engine.errors import RecordError
from diwaniya.engine.game import find, games
from diwaniya.engine.verify import NoProof, Verdict, readings, verify
from diwaniya.testing import fair_vectors
from diwaniya.testing.fair_vectors import fair_match, has_redeal, has_tie, rare_match

VECTORS = Path(__file__).parents[1] / "golden" / "fair" / "vectors.json"
SALTS = [salt.encode() for salt in fair_vectors.SALTS[:2]]
CUT = next(game for game in games().values() if game.cut)
DRAWN = next(game for game in games().values() if not game.cut)
every_game = pytest.mark.parametrize("game", sorted(games()))


@pytest.fixture(scope="module")
def rare() -> dict[str, Any]:
    """A record with a tie in the cut and a redeal."""
    return rare_match(CUT, SALTS)


@pytest.fixture
def record() -> dict[str, Any]:
    """A record that may be spoilt."""
    return fair_match(DRAWN, "record", SALTS, hands=3)


def wrong(verdict: Verdict) -> list[str]:
    assert not verdict.proven
    return [str(check) for check in verdict.wrong]


def test_the_vectors_are_fresh() -> None:
    """If this fails: `python -m diwaniya.testing.fair_vectors --write`, and read what has changed."""
    assert VECTORS.read_text("utf-8") == fair_vectors.written(fair_vectors.vectors())


def test_the_vectors_hold_what_is_rare() -> None:
    kept = json.loads(VECTORS.read_text("utf-8"))
    records = [entry["record"] for entry in kept["records"]]
    assert any(has_redeal(record) and has_tie(record) for record in records)
    assert {record["game"] for record in records} == set(games())
    assert any("ديوانية".encode().hex() in record["meta"]["fair"]["salts"] for record in records)
    failed = {check["what"] for entry in kept["records"] for check in entry["checks"] if not check["ok"]}
    assert failed == {"commitment", "salts", "cut", "dealer", "pack", "moves"}
    for entry in kept["records"]:
        assert entry["name"].startswith("spoilt") != all(check["ok"] for check in entry["checks"])


def test_draws_of_the_vectors_reject() -> None:
    """Otherwise they would prove nothing about rejection: 3 * 2^30 throws away every fourth word."""
    draws = next(entry for entry in json.loads(VECTORS.read_text("utf-8"))["draws"] if entry["n"] == 3 << 30)
    salts = [bytes.fromhex(salt) for salt in draws["salts"]]
    stream = fair.Stream(bytes.fromhex(draws["secret"]), salts, draws["hand"], draws["redeal"])
    words = [stream.word() for _ in range(40)]
    assert words[:40] != draws["values"]
    assert [word for word in words if word < 3 << 30] == draws["values"][
        : sum(word < 3 << 30 for word in words)
    ]


@every_game
@pytest.mark.parametrize("salts", [0, 1, 2])
def test_a_fair_match_is_proven(game: str, salts: int) -> None:
    seats = find(game).seats[-1]
    record = fair_match(find(game), f"{game} {salts}", SALTS[:salts], seats=seats)
    verdict = verify(record, [record["meta"]["fair"]["commitment"]], fair_vectors.SALTS[:salts])
    assert verdict.proven
    assert verdict.finished
    assert verdict.hands == len(record["hands"])
    redeals = sum(len(hand.get("redeals", [])) for hand in record["hands"])
    assert verdict.packs == verdict.hands + redeals
    assert verdict.moves == sum(len(hand["moves"].split()) for hand in record["hands"])
    assert verdict.salts == tuple(SALTS[:salts])


def test_a_match_broken_off_is_proven_as_far_as_it_went(rare: dict[str, Any]) -> None:
    record = copy.deepcopy(rare)
    last = record["hands"][-1]
    last["moves"] = last["moves"].rpartition(" ")[0]
    verdict = verify(record)
    assert verdict.proven
    assert not verdict.finished


def test_a_match_that_waits_for_another_pack_is_proven_too(rare: dict[str, Any]) -> None:
    record = copy.deepcopy(rare)
    place = next(number for number, hand in enumerate(record["hands"]) if "redeals" in hand)
    hand = record["hands"][place]
    record["hands"] = record["hands"][: place + 1]
    hand["redeals"] = []
    fits = [
        verify({**record, "hands": [*record["hands"][:-1], {**hand, "moves": " ".join(moves)}]})
        for moves in (hand["moves"].split()[:n] for n in range(2, 6))
    ]
    assert any(verdict.proven and not verdict.finished for verdict in fits)


def test_every_card_of_every_pack_counts(rare: dict[str, Any]) -> None:
    """Two neighbours change places anywhere in any pack: the check names hand, redeal and place."""
    for number, hand in enumerate(rare["hands"]):
        for redeal in range(1 + len(hand.get("redeals", []))):
            for place in range(0, 51, 5):
                record = copy.deepcopy(rare)
                spoilt = record["hands"][number]
                packs = [spoilt["deck"], *spoilt.get("redeals", [])]
                cards = packs[redeal].split()
                cards[place], cards[place + 1] = cards[place + 1], cards[place]
                packs[redeal] = " ".join(cards)
                spoilt["deck"] = packs[0]
                if len(packs) > 1:
                    spoilt["redeals"] = packs[1:]
                first = next(check for check in verify(record).wrong if check.what == "pack")
                assert (first.hand, first.redeal, first.place) == (number + 1, redeal, place + 1)
                assert (first.found, first.wanted) == (cards[place], cards[place + 1])


@pytest.mark.parametrize("name", sorted(fair_vectors.wrong_ones(rare_match(CUT, SALTS))))
def test_spoilt_in_any_way(rare: dict[str, Any], name: str) -> None:
    assert not verify(fair_vectors.wrong_ones(rare)[name]).proven


def test_what_is_said(rare: dict[str, Any]) -> None:
    spoilt = fair_vectors.wrong_ones(rare)
    proof = rare["meta"]["fair"]
    other = fair_vectors.secret("another")
    assert wrong(verify(spoilt["another secret"]))[0] == (
        f"the commitment {proof['commitment']} is not that of the secret, which is {fair.commitment(other)}"
    )
    assert wrong(verify(spoilt["too many salts"]))[0] == "10 salts for 4 seats: somebody added one"
    dealer = rare["dealer"]
    assert wrong(verify(spoilt["another dealer"]))[0] == (
        f"seat {(dealer + 1) % 4} deals first, but by the shuffles it is seat {dealer}"
    )
    last = len(rare["hands"])
    cards = rare["hands"][-1]["deck"].split()
    assert wrong(verify(spoilt["two cards changed places"]))[0] == (
        f"hand {last}: card 4 of the pack is {cards[7]}, but by the shuffles it is {cards[3]}"
    )
    again = wrong(verify(spoilt["the first pack dealt again"]))[0]
    assert ", redeal 1: card 1 of the pack is " in again
    left_out = wrong(verify(spoilt["a round of the cut left out"]))
    assert left_out[0].startswith(
        f"cut {len(proof['cut'])} for the deal is nothing, but by the shuffles it is "
    )


def test_moves_against_the_rules(record: dict[str, Any]) -> None:
    hand = record["hands"][1]
    hand["moves"] = " ".join(hand["moves"].split()[::-1])
    (only,) = verify(record).wrong
    assert (only.what, only.hand) == ("moves", 2)
    assert str(only).startswith("hand 2, step 1: seat ")


def test_the_cut_need_not_be_written_down(rare: dict[str, Any]) -> None:
    """The dealer still has to be the one whom the cut makes."""
    record = copy.deepcopy(rare)
    del record["meta"]["fair"]["cut"]
    assert verify(record).proven
    assert not any(check.what == "cut" for check in verify(record).checks)
    record["dealer"] = (record["dealer"] + 1) % 4
    assert verify(record).wrong[0].what == "dealer"


def test_a_cut_where_there_is_none(record: dict[str, Any]) -> None:
    record["meta"]["fair"]["cut"] = []
    assert verify(record).proven
    record["meta"]["fair"]["cut"] = [[{"seat": 0, "card": "AS"}]]
    assert wrong(verify(record)) == ["cut 1 for the deal is 0:AS, but by the shuffles it is nothing"]


def test_what_was_written_down(record: dict[str, Any]) -> None:
    commitment = record["meta"]["fair"]["commitment"]
    assert verify(record, ["0" * 64, commitment]).proven
    assert wrong(verify(record, ["0" * 64])) == [
        f"the commitment is {commitment}, not {'0' * 64} as was written down before the match"
    ]
    assert verify(record, salts=[*fair_vectors.SALTS[:2], SALTS[0].hex(), SALTS[0].hex().upper()]).proven
    assert wrong(verify(record, salts=["my lucky word", "00"])) == [
        "the salt my lucky word is not in it",
        "the salt 00 is not in it",
    ]


def test_letters_that_can_be_written_in_two_ways() -> None:
    for form in ("NFC", "NFD"):
        for typed in ("NFC", "NFD"):
            given = unicodedata.normalize(form, "أسرار")
            assert given.encode() in readings(unicodedata.normalize(typed, "أسرار"))
    assert b"\xab\xcd" in readings("ab cd")
    assert b"abcd" in readings("abcd")
    assert readings("\ud800")  # no text at all, and no mishap either


def test_without_a_proof(record: dict[str, Any]) -> None:
    for meta in ({}, {"names": []}, {"fair": None}, None, [], "x"):
        with pytest.raises(NoProof, match="no proof of the shuffles in it"):
            verify({**record, "meta": meta})
    without = {key: value for key, value in record.items() if key != "meta"}
    with pytest.raises(NoProof):
        verify(without)
    with pytest.raises(RecordError, match="game is missing"):
        verify({"format": "diwaniya/1"})


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("secret", "00" * 31, "meta.fair.secret has 31 bytes: it must be 64 hexadecimal digits"),
        ("secret", "00" * 33, "meta.fair.secret has 33 bytes"),
        ("secret", "0" * 63, "meta.fair.secret must be a string of hexadecimal digits, two a byte"),
        ("secret", "٠" * 64, "meta.fair.secret must be"),
        ("secret", None, "meta.fair.secret must be"),
        ("secret", 7, "meta.fair.secret must be"),
        ("commitment", "xy" * 32, "meta.fair.commitment must be"),
        ("commitment", "", "meta.fair.commitment has 0 bytes"),
        ("salts", None, "meta.fair.salts must be a list"),
        ("salts", "00", "meta.fair.salts must be a list"),
        ("salts", ["00", 7], r"meta.fair.salts\[1\] must be a string of hexadecimal digits"),
        ("salts", ["0 0 "], r"meta.fair.salts\[0\] must be"),
        ("salts", ["00" * 1025], r"meta.fair.salts\[0\] has 1025 bytes: more than 1024 are not allowed"),
        ("cut", 7, "meta.fair.cut must be a list of rounds"),
        ("cut", [7], "meta.fair.cut must be a list of rounds"),
        ("cut", [[7]], "meta.fair.cut must be a list of rounds"),
        ("cut", [[{"seat": True, "card": "AS"}]], "meta.fair.cut must be a list of rounds"),
        ("cut", [[{"seat": 0}]], "meta.fair.cut must be a list of rounds"),
    ],
)
def test_a_proof_that_cannot_be_read(record: dict[str, Any], field: str, value: object, said: str) -> None:
    record["meta"]["fair"][field] = value
    with pytest.raises(NoProof, match=said):
        verify(record)


def test_capitals_do_not_matter(record: dict[str, Any]) -> None:
    proof = record["meta"]["fair"]
    proof["commitment"], proof["secret"] = proof["commitment"].upper(), proof["secret"].upper()
    assert verify(record, [proof["commitment"].lower()]).proven


def test_a_salt_has_a_length() -> None:
    longest = b"s" * fair.MOST_SALT_BYTES
    assert fair.shuffle(bytes(32), [longest], 1, 0, "AB") in (["A", "B"], ["B", "A"])
    with pytest.raises(ValueError, match="at most 1024 bytes, this one 1025"):
        fair.shuffle(bytes(32), [longest + b"s"], 1, 0, "AB")


def test_no_two_messages_are_alike() -> None:
    """Hand, redeal and block of one match, and the salts of different ones: every message is hashed once only."""
    lists = [[], [b""], [b"", b""], [b"\0\0\0\0"], [b"a", b"b"], [b"ab"], [b"a\0\0\0\1b"], [b"a", b"b", b""]]
    heads = {
        fair.Stream(bytes(32), salts, hand, redeal)._head + block.to_bytes(4, "big")
        for salts in lists
        for hand in range(4)
        for redeal in range(3)
        for block in range(9)
    }
    assert len(heads) == len(lists) * 4 * 3 * 9


def test_printing_and_writing_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert fair_vectors.main([]) == 0
    assert capsys.readouterr().out == VECTORS.read_text("utf-8")
    monkeypatch.setattr(fair_vectors, "TARGET", tmp_path / "new" / "vectors.json")
    assert fair_vectors.main(["--write"]) == 0
    assert (tmp_path / "new" / "vectors.json").read_bytes() == VECTORS.read_bytes()
