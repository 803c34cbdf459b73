"""Proving after a match that its packs were shuffled as `engine.fair` says, from the record alone.

The record of a match holds, under `meta.fair`, the commitment that the table published before the first deal, the
secret behind it and the salts of the players. `verify` does the sums again and plays the moves by the rules.
The page does the same sums in the browser (web/src/lib/fair); tests hold both to the same answers.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import zip_longest
from typing import Any, Literal

from diwaniya.engine import fair
from diwaniya.engine.cards import RANKS
from diwaniya.engine.errors import IllegalMove, RecordError, printable
from diwaniya.engine.game import Game
from diwaniya.engine.record import check as check_record
from diwaniya.engine.record import replay
from diwaniya.engine.tokens import split

What = Literal["commitment", "told", "salts", "salt", "dealer", "cut", "pack", "moves"]
"""What can be compared.

`commitment`: is it that of the secret? `told`: is it the one that was written down before the match? `salts`: are there
no more of them than seats? `salt`: is a certain one in it? `dealer`, `cut`: who deals first. `pack`: one deal.
`moves`: all of them, by the rules.
"""


HEXADECIMAL = re.compile("([0-9a-fA-F]{2})*")


class NoProof(RecordError):
    """A record, but without a proof of its shuffles that could be read."""


@dataclass(frozen=True)
class Check:
    """One thing that was compared: `found` is what the record says, `wanted` what it should say."""

    what: What
    ok: bool
    hand: int | None = None
    """Counted from 1."""
    redeal: int | None = None
    """Which pack of the hand (A8), or which round of the cut (A2), counted from 0."""
    place: int | None = None
    """The first card of a pack that is wrong, counted from 1."""
    found: str = ""
    wanted: str = ""

    def __str__(self) -> str:
        """What is wrong, as a sentence without its full stop."""
        found, wanted = printable(self.found, 400), printable(self.wanted, 400)
        match self.what:
            case "commitment":
                return f"the commitment {found} is not that of the secret, which is {wanted}"
            case "told":
                return f"the commitment is {found}, not {wanted} as was written down before the match"
            case "salts":
                return f"{found} salts for {wanted} seats: somebody added one"
            case "salt":
                return f"the salt {wanted} is not in it"
            case "dealer":
                return f"seat {found} deals first, but by the shuffles it is seat {wanted}"
            case "cut":
                return f"cut {(self.redeal or 0) + 1} for the deal is {found}, but by the shuffles it is {wanted}"
            case "pack":
                which = f"hand {self.hand}, redeal {self.redeal}" if self.redeal else f"hand {self.hand}"
                return (
                    f"{which}: card {self.place} of the pack is {found}, but by the shuffles it is {wanted}"
                )
        return found

    def as_json(self) -> dict[str, Any]:
        """Only with the fields that say something."""
        return {name: value for name, value in asdict(self).items() if value not in (None, "")}


@dataclass(frozen=True)
class Verdict:
    """What came out. `checks` stand in the order of the match, the moves last."""

    game: Game
    finished: bool
    hands: int
    moves: int
    commitment: str
    salts: tuple[bytes, ...]
    checks: tuple[Check, ...]

    @property
    def proven(self) -> bool:
        """Is everything as it should be?"""
        return not self.wrong

    @property
    def wrong(self) -> list[Check]:
        """What is not as it should be, the first of it first."""
        return [check for check in self.checks if not check.ok]

    @property
    def packs(self) -> int:
        """How many packs were dealt."""
        return sum(check.what == "pack" for check in self.checks)

    def as_json(self) -> dict[str, Any]:
        """As `diwaniya verify --json` prints it."""
        return {
            "game": self.game.id,
            "proven": self.proven,
            "finished": self.finished,
            "hands": self.hands,
            "packs": self.packs,
            "moves": self.moves,
            "commitment": self.commitment,
            "salts": [salt.hex() for salt in self.salts],
            "checks": [check.as_json() for check in self.checks],
        }


def verify(record: Any, commitments: Sequence[str] = (), salts: Sequence[str] = ()) -> Verdict:
    """Do the sums of a record again.

    `commitments`: one of these was written down before the match. `salts`: each of these was given by a player, and is
    written here as a text or as hexadecimal digits.

    Raises `RecordError` if it is no record, `NoProof` if no proof is in it.
    """
    game = check_record(record)
    proof = Proof.of(record)
    seats = record.get("seats", game.seats[0])
    checks = [
        *_promises(proof, seats, commitments, salts),
        *_first_dealer(game, proof, seats, record["dealer"]),
    ]
    for number, hand in enumerate(record["hands"], start=1):
        for redeal, pack in enumerate([hand["deck"], *hand.get("redeals", [])]):
            checks.append(_pack(game, proof, number, redeal, split(pack)))
    finished, played = _played(record)
    moves = sum(len(split(hand["moves"])) for hand in record["hands"])
    return Verdict(
        game=game,
        finished=finished,
        hands=len(record["hands"]),
        moves=moves,
        commitment=proof.commitment,
        salts=proof.salts,
        checks=(*checks, played),
    )


def _promises(
    proof: "Proof", seats: int, commitments: Sequence[str], salts: Sequence[str]
) -> Iterator[Check]:
    """What was shown and given before the match."""
    right = fair.commitment(proof.secret)
    yield Check("commitment", proof.commitment == right, found=proof.commitment, wanted=right)
    if commitments:
        known = proof.commitment in commitments
        yield Check("told", known, found=proof.commitment, wanted=" or ".join(commitments))
    yield Check("salts", len(proof.salts) <= seats, found=str(len(proof.salts)), wanted=str(seats))
    for text in salts:
        yield Check("salt", any(reading in proof.salts for reading in readings(text)), wanted=text)


def _first_dealer(game: Game, proof: "Proof", seats: int, dealer: int) -> Iterator[Check]:
    """The first dealer, and the cut if the record has it."""
    rounds: list[list[tuple[int, str]]] = []
    if game.cut:
        rounds = fair.cut_for_deal(proof.secret, proof.salts, seats, game.pack_tokens(), RANKS)
        (right,) = fair.cut_winners(rounds[-1], RANKS)
    else:
        right = fair.draw_dealer(proof.secret, proof.salts, seats)
    if proof.cut is not None:
        for number, (found, wanted) in enumerate(zip_longest(proof.cut, map(_told, rounds), fillvalue="")):
            yield Check("cut", found == wanted, redeal=number, found=found, wanted=wanted)
    yield Check("dealer", dealer == right, found=str(dealer), wanted=str(right))


def _told(cards: Sequence[tuple[int, str]]) -> str:
    """A round of the cut on one line: `0:7D 1:KH`."""
    return " ".join(f"{seat}:{card}" for seat, card in cards)


def _pack(game: Game, proof: "Proof", hand: int, redeal: int, pack: Sequence[str]) -> Check:
    """One deal. The record has been checked, so both have as many cards."""
    right = fair.shuffle(proof.secret, proof.salts, hand, redeal, game.pack_tokens())
    for place, (found, wanted) in enumerate(zip(pack, right, strict=True), start=1):
        if found != wanted:
            return Check("pack", False, hand, redeal, place, found, wanted)
    return Check("pack", True, hand, redeal)


def _played(record: Mapping[str, Any]) -> tuple[bool, Check]:
    """Is the match over, and do its moves follow the rules?"""
    try:
        match = replay(record, may_wait=True).match
    except IllegalMove as error:
        return False, Check("moves", False, hand=error.hand, found=str(error))
    return match.over, Check("moves", True)


def readings(text: str) -> list[bytes]:
    """The salts that somebody may mean who writes this: the text itself, or bytes as hexadecimal digits.

    Signs that can be written in two ways, as Arabic letters with a hamza can, are tried in both.
    """
    found = [text.encode("utf-8", "surrogatepass")]
    found += [unicodedata.normalize(form, text).encode("utf-8", "surrogatepass") for form in ("NFC", "NFD")]
    try:
        found.append(bytes.fromhex(text))
    except ValueError:
        pass
    return found


@dataclass(frozen=True)
class Proof:
    """What the table wrote under `meta.fair`."""

    commitment: str
    secret: bytes
    salts: tuple[bytes, ...]
    cut: list[str] | None
    """The rounds of the cut, each as `0:7D 1:KH`; `None` if they are not written down."""

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> "Proof":
        """The proof in a record. Raises `NoProof`, saying what is missing or wrong about it."""
        meta = record.get("meta")
        written = meta.get("fair") if isinstance(meta, dict) else None
        if written is None and isinstance(meta, dict) and "practice" in meta:
            raise NoProof(
                "a practice match, played on from a finished one whose cards were known: there are no shuffles to prove"
            )
        if written is None:
            raise NoProof("no proof of the shuffles in it, which would be under meta.fair")
        if not isinstance(written, dict):
            raise NoProof("meta.fair must be an object with commitment, secret and salts")
        salts = written.get("salts")
        if not isinstance(salts, list):
            raise NoProof("meta.fair.salts must be a list of strings of hexadecimal digits")
        return cls(
            commitment=_digits(written, "commitment", 32).hex(),
            secret=_digits(written, "secret", fair.SECRET_BYTES),
            salts=tuple(
                _bytes(salt, f"salts[{place}]", fair.MOST_SALT_BYTES) for place, salt in enumerate(salts)
            ),
            cut=_cut(written["cut"]) if written.get("cut") is not None else None,
        )


def _digits(written: Mapping[str, Any], key: str, length: int) -> bytes:
    found = _bytes(written.get(key), key, length)
    if len(found) != length:
        raise NoProof(f"meta.fair.{key} has {len(found)} bytes: it must be {2 * length} hexadecimal digits")
    return found


def _bytes(value: object, name: str, most: int) -> bytes:
    """Bytes written as hexadecimal digits."""
    if not isinstance(value, str) or not HEXADECIMAL.fullmatch(value):
        raise NoProof(f"meta.fair.{name} must be a string of hexadecimal digits, two a byte")
    found = bytes.fromhex(value)
    if len(found) > most:
        raise NoProof(f"meta.fair.{name} has {len(found)} bytes: more than {most} are not allowed")
    return found


def _cut(written: object) -> list[str]:
    """The rounds of a cut."""
    rounds: list[Any] = written if isinstance(written, list) else [None]
    if not all(isinstance(cards, list) and all(map(_is_cut_card, cards)) for cards in rounds):
        raise NoProof("meta.fair.cut must be a list of rounds, each a list of objects with seat and card")
    return [_told([(card["seat"], card["card"]) for card in cards]) for cards in rounds]


def _is_cut_card(card: object) -> bool:
    return isinstance(card, dict) and type(card.get("seat")) is int and isinstance(card.get("card"), str)
