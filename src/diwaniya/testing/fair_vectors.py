"""Known answers for whoever writes the shuffles of `engine.fair` a second time, as the page does.

    python -m diwaniya.testing.fair_vectors           prints them
    python -m diwaniya.testing.fair_vectors --write   puts them where the tests of both sides read them

Draws with many rejections, shuffles, and matches with their proofs, right ones and spoilt ones.
"""

import argparse
import copy
import hashlib
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from diwaniya.engine import fair
from diwaniya.engine.cards import RANKS, TOKENS
from diwaniya.engine.game import Game, games
from diwaniya.engine.match import Match
from diwaniya.engine.verify import verify

TARGET = Path("tests/golden/fair/vectors.json")
SALTS = ("ديوانية", "my lucky words", "نُردِ ۱۲۳ 🂡", "")
"""As players type them: UTF-8 makes bytes of them."""


def secret(name: str) -> bytes:
    """A secret that is the same every time."""
    return hashlib.sha256(name.encode()).digest()


def fair_match(
    game: Game,
    name: str,
    salts: Sequence[bytes] = (),
    *,
    seats: int | None = None,
    options: Mapping[str, int | bool] | None = None,
    hands: int = 1000,
) -> dict[str, Any]:
    """The record of a match at random as a table keeps it, with the proof of its shuffles; of so many hands at most."""
    key = secret(name)
    seats = seats or game.seats[0]
    proof: dict[str, Any] = {
        "commitment": fair.commitment(key),
        "secret": key.hex(),
        "salts": [salt.hex() for salt in salts],
    }
    if game.cut:
        rounds = fair.cut_for_deal(key, salts, seats, game.pack_tokens(), RANKS)
        (dealer,) = fair.cut_winners(rounds[-1], RANKS)
        proof["cut"] = [[{"seat": seat, "card": card} for seat, card in cards] for cards in rounds]
    else:
        dealer = fair.draw_dealer(key, salts, seats)
    match = Match(game, seats=seats, dealer=dealer, options=options, mode="pure")
    chance = fair.Stream(secret(f"moves of {name}"), [], 0, 0)
    hand = redeal = 0
    while not match.over and not (hand == hands and match.needs_deal and not match.in_hand):
        if match.needs_deal:
            hand, redeal = (hand, redeal + 1) if match.in_hand else (hand + 1, 0)
            match.deal(fair.shuffle(key, salts, hand, redeal, game.pack_tokens()))
        else:
            legal = match.legal()
            match.move(legal[chance.below(len(legal))])
    return {**match.record(), "meta": {"fair": proof}}


def has_redeal(record: Mapping[str, Any]) -> bool:
    """Was a pack dealt anew in the middle of a hand (A8)?"""
    return any("redeals" in hand for hand in record["hands"])


def has_tie(record: Mapping[str, Any]) -> bool:
    """Did the first deal have to be cut for more than once (A2)?"""
    return len(record["meta"]["fair"].get("cut", [])) > 1


def rare_match(game: Game, salts: Sequence[bytes]) -> dict[str, Any]:
    """Of a game that is cut for: the first of many with a tie in the cut and a redeal."""
    for number in range(10_000):
        name = f"rare {number}"
        cut = fair.cut_for_deal(secret(name), salts, game.seats[0], game.pack_tokens(), RANKS)
        if len(cut) > 1:
            record = fair_match(game, name, salts, hands=8)
            if has_redeal(record):
                return record
    raise AssertionError(f"{game.id}: no such match")


def wrong_ones(record: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """This record, spoilt in every way that a proof has to notice."""
    found: dict[str, dict[str, Any]] = {}

    def spoilt(name: str) -> dict[str, Any]:
        found[name] = copy.deepcopy(dict(record))
        return found[name]

    other = secret("another")
    spoilt("another secret")["meta"]["fair"]["secret"] = other.hex()
    replaced = spoilt("secret and commitment replaced")["meta"]["fair"]
    replaced["secret"], replaced["commitment"] = other.hex(), fair.commitment(other)
    spoilt("a salt left out")["meta"]["fair"]["salts"].pop(0)
    spoilt("a salt added")["meta"]["fair"]["salts"].append("00")
    spoilt("salts in another order")["meta"]["fair"]["salts"].reverse()
    spoilt("too many salts")["meta"]["fair"]["salts"] += [""] * 8
    dealer = spoilt("another dealer")
    dealer["dealer"] = (dealer["dealer"] + 1) % dealer["seats"]
    hand = spoilt("two cards changed places")["hands"][-1]
    cards = hand["deck"].split()
    cards[3], cards[7] = cards[7], cards[3]
    hand["deck"] = " ".join(cards)
    if has_redeal(record):
        place = next(n for n, hand in enumerate(record["hands"]) if "redeals" in hand)
        hand = spoilt("the first pack dealt again")["hands"][place]
        hand["redeals"][0] = hand["deck"]
    if has_tie(record):
        spoilt("a round of the cut left out")["meta"]["fair"]["cut"].pop()
        spoilt("another card cut")["meta"]["fair"]["cut"][0][0]["card"] = "2S"
    return found


def vectors() -> dict[str, Any]:
    """All of them."""
    salts = [salt.encode() for salt in SALTS]
    rare = [rare_match(game, salts[:2]) for game in games().values() if game.cut and game.seats[0] > 2]
    records = {
        f"{game.id}, two hands": fair_match(game, game.id, salts[:2], hands=2) for game in games().values()
    }
    records |= {f"{record['game']}, cut twice, with a redeal": record for record in rare}
    records |= {f"spoilt: {name}": record for name, record in wrong_ones(rare[0]).items()}
    return {
        "games": {game.id: _dealing(game) for game in games().values()},
        "salts": {salt: salt.encode().hex() for salt in SALTS},
        "commitments": {secret(name).hex(): fair.commitment(secret(name)) for name in ("a", "b")},
        "draws": [
            _draws(salts[:given], n) for given, n in ((0, 1 << 32), (1, 54), (2, 3 << 30), (4, (1 << 31) + 1))
        ],
        "shuffles": [
            _shuffled(salts[:given], hand, redeal) for given, hand, redeal in ((0, 1, 0), (4, 70_000, 3))
        ],
        "records": [
            {"name": name, "record": record, "checks": [check.as_json() for check in verify(record).checks]}
            for name, record in records.items()
        ],
    }


def _dealing(game: Game) -> dict[str, Any]:
    """What has to be known of a game: as the page gets it."""
    return {"seats": list(game.seats), "pack": game.pack_tokens(), "cut": game.cut}


def _draws(salts: Sequence[bytes], n: int) -> dict[str, Any]:
    stream = fair.Stream(secret("draws"), salts, 7, 2)
    values = [stream.below(n) for _ in range(40)]
    given = [salt.hex() for salt in salts]
    return {"secret": secret("draws").hex(), "salts": given, "hand": 7, "redeal": 2, "n": n, "values": values}


def _shuffled(salts: Sequence[bytes], hand: int, redeal: int) -> dict[str, Any]:
    cards = fair.shuffle(secret("shuffles"), salts, hand, redeal, TOKENS)
    return {
        "secret": secret("shuffles").hex(),
        "salts": [salt.hex() for salt in salts],
        "hand": hand,
        "redeal": redeal,
        "pack": " ".join(TOKENS),
        "shuffled": " ".join(cards),
    }


def written(all_vectors: Mapping[str, Any]) -> str:
    """As the file holds them."""
    return json.dumps(all_vectors, ensure_ascii=False, separators=(",", ":")) + "\n"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m diwaniya.testing.fair_vectors", description="Known answers of the fair shuffles."
    )
    parser.add_argument("--write", action="store_true", help=f"put them into {TARGET}")
    if parser.parse_args(arguments).write:
        TARGET.parent.mkdir(parents=True, exist_ok=True)
        TARGET.write_text(written(vectors()), "utf-8")
    else:
        sys.stdout.write(written(vectors()))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
