"""Positions for the computer players, as people write them down: only the cards that matter, and the moves so far.

A position is one `[[position]]` of a TOML file in this folder, `<family>.toml`:

    name    what it is about, in a few words; no two of a file share it
    game    a game's id
    least   the level from which on a computer player has to find it, if that is not `normal`
    dealer  a seat; seats and options as in a record, if they are not the usual ones
    score   points (lives in Cucco) of each side before the hand; without it this is the first hand of the match
    hands   {0 = "AS KS ..."}: cards of a seat, as many as matter
    turned  All Fours: the cards that are turned, one after the other
    floor   Basra: the cards that are turned to the floor, those that are buried (B3) included
    batch   Basra: the hands are those of this batch and the ones after it, counted from 0; what was before is played
            at random, up to a jack with which the dealer sweeps the floor, and `moves` begin after it
    piles   Basra, with `batch`: how many cards each side has taken by then
    cards   Cucco: the cards in the order of the deal, then the one that the dealer may take from the bottom
    top     Cucco: the top card of the pack
    moves   what was said and played in this hand so far
    right   the moves of which any is right; or `wrong`: those that must not be played
    why     why that is so

Whoever plays a card has it; whoever did not follow suit has none of it; all other cards are dealt out at random and do
not matter, since nobody who is asked can see them.
"""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from diwaniya.engine.game import Game, find
from diwaniya.engine.hidden import scatter
from diwaniya.engine.match import Match
from diwaniya.engine.modes import mode as find_mode
from diwaniya.engine.state import pure_rng
from diwaniya.engine.tokens import split_open
from diwaniya.search.driver import Fields

FOLDER = Path(__file__).parent
SEEDS = 4000
"""Random beginnings of a hand that are tried for one that fits."""
JACK, KOMI = 9, 31
ANOTHER = 1 << 63
"""A move number that is no card: a hand that holds it is not empty."""


@dataclass(frozen=True)
class Position:
    """A position as it is written, and what is right in it."""

    name: str
    game: str
    why: str
    least: str = "normal"
    dealer: int = 0
    seats: int | None = None
    options: dict[str, Any] = field(default_factory=dict)
    score: list[int] | None = None
    hands: dict[str, str] = field(default_factory=dict)
    turned: str = ""
    floor: str = ""
    batch: int = 0
    piles: list[int] | None = None
    cards: str = ""
    top: str = ""
    moves: str = ""
    right: str = ""
    wrong: str = ""

    @property
    def kind(self) -> Game:
        return find(self.game)

    def good(self, legal: Sequence[str]) -> set[str]:
        """The legal moves that are no mistake. Raises `ValueError` if `right` or `wrong` tell nothing."""
        listed = set((self.right or self.wrong).split())
        good = listed if self.right else set(legal) - listed
        if bool(self.right) == bool(self.wrong) or not listed <= set(legal) or not good < set(legal):
            raise ValueError(f"{self.name}: {sorted(listed)} does not tell good from bad among {legal}")
        return good

    def numbers(self, tokens: str) -> list[int]:
        return [self.kind.card_numbers[token] for token in tokens.split()]

    def hand(self, seat: int) -> list[int]:
        return self.numbers(self.hands.get(str(seat), ""))


def load(family: str = "*") -> list[Position]:
    """All positions, or those of one family."""
    return [
        Position(**entry)
        for path in sorted(FOLDER.glob(f"{family}.toml"))
        for entry in tomllib.loads(path.read_text("utf-8"))["position"]
    ]


def reach(position: Position, mode: str = "pure") -> Match:
    """The match, played up to the position."""
    match = _begin(position, mode)
    if position.kind.family == "cucco":
        pack, moves = _cucco(position), []
    elif position.kind.family == "basra":
        pack, moves = _basra(position)
    else:
        pack, moves = _tricks(position), []
    _deal(match, pack)
    for token in moves + position.moves.split():
        match.move(token)
    return match


def _begin(position: Position, mode: str) -> Match:
    """A match that stands at this score, as after earlier hands."""
    match = Match(
        position.game, seats=position.seats, dealer=position.dealer, options=position.options, mode=mode
    )
    if position.score is not None:
        state: Any = match._state if mode == "pure" else Fields(match._state)
        for seat, points in enumerate(position.score):
            state.score[seat] = points
        state.deals = 1
        if match.game.family == "cucco":
            state.alive = sum(1 << seat for seat, lives in enumerate(position.score) if lives)
    return match


def _deal(match: Match, pack: Sequence[int]) -> None:
    match.deal([match.game.card_tokens[card] for card in pack])


def _cucco(position: Position) -> list[int]:
    first, top = position.numbers(position.cards), position.numbers(position.top)
    rest = list(position.kind.pack)
    for card in first + top:
        rest.remove(card)
    Random(position.name).shuffle(rest)
    return first + rest + top


# Games of tricks: play the moves with hands that hold only what is played, to see who has what and who lacks what.


def _tricks(position: Position) -> list[int]:
    game, turned = position.kind, position.numbers(position.turned)
    state: Any = _begin(position, "pure")._pure
    seats = state.seats
    places = _places(position, seats, len(turned))
    owned = [position.hand(seat) for seat in range(seats)]
    banned = [0] * seats
    find_mode(game, "pure").deal(state, _with_turned(game, turned, places[seats]))
    spent: set[int] = set()
    for token in position.moves.split():
        open_move = split_open(game, token)
        if open_move:
            holder, kind, card = open_move
            if kind == 0:
                owned[holder].append(card)
            game.open_apply(state, holder, kind, card)
            continue
        move = game.card_numbers.get(token, -1)
        seat = state.turn
        if move >= 0 and seat >= 0:
            if move not in owned[seat]:
                owned[seat].append(move)
            spent.add(move)
            for other in set(game.pack) - spent:
                state.hand[seat] = 1 << move | 1 << other
                if not game.legal(state) >> move & 1:
                    banned[seat] |= 1 << other
            state.hand[:] = [1 << move | ANOTHER] * len(state.hand)
        move = game.number(state, game.legal(state), token)
        if move < 0:
            raise ValueError(f"{position.name}: {token} is not legal")
        game.apply(state, move)
    return _fill(position, owned, banned, places)


def _places(position: Position, seats: int, turns: int) -> list[list[int]]:
    """Places of the pack for each seat, and last those of the cards that are turned."""
    first = (position.dealer + 1) % seats
    places: list[list[int]] = [[] for _ in range(seats + 1)]
    at = 0
    packet = position.options.get("packet", 3) if turns else 1
    for turn in range(max(1, turns)):
        for _ in range(0, 9 if turns == 0 else 3 if turn else 6, packet):
            for place in range(seats):
                for _ in range(packet):
                    places[(first + place) % seats].append(at)
                    at += 1
        if turns:
            places[seats].append(at)
            at += 1
    return places


def _with_turned(game: Game, turned: Sequence[int], places: Sequence[int]) -> list[int]:
    pack = [card for card in game.pack if card not in turned]
    for at, card in zip(places, turned, strict=True):
        pack.insert(at, card)
    return pack


def _fill(
    position: Position, owned: list[list[int]], banned: list[int], places: list[list[int]]
) -> list[int]:
    """The pack in which everybody gets what he has, and the rest goes to whoever may have it."""
    seats, pack = len(owned), position.kind.pack
    have = [*owned, position.numbers(position.turned)]
    free = set(pack) - {card for cards in have for card in cards}
    if len(free) != len(pack) - sum(map(len, have)):
        raise ValueError(f"{position.name}: a card is there twice")
    rng = pure_rng(Random(position.name).getrandbits(64))
    need = [len(places[seat]) - len(owned[seat]) for seat in range(seats)]
    if min(need) < 0:
        raise ValueError(f"{position.name}: too many cards in a hand, {need}")
    rng.need[: seats + 1] = [*need, len(free) - sum(need)]
    rng.ban[:seats] = banned
    scatter(rng, sum(1 << card for card in free), seats + 1)
    dealt = [[card for card in pack if rng.hands[seat] >> card & 1] for seat in range(seats + 1)]
    at = dict(zip(places[seats], have[seats], strict=True))
    for seat in range(seats):
        at |= dict(zip(places[seat], owned[seat] + dealt[seat], strict=True))
    rest = iter(dealt[seats])
    return [at[place] if place in at else next(rest) for place in range(len(pack))]


# Basra


def _basra(position: Position) -> tuple[list[int], list[str]]:
    """The pack, and the moves before the batch at which the position begins."""
    for seed in range(SEEDS):
        rng = Random(f"{position.name} {seed}")
        pack = _basra_pack(position, rng)
        if position.batch == 0:
            return pack, []
        moves = _sweep(position, pack, rng)
        if moves:
            return pack, moves
    raise ValueError(f"{position.name}: no beginning of the hand leads to it")


def _basra_pack(position: Position, rng: Random) -> list[int]:
    seats = position.seats or position.kind.seats[0]
    batches = 12 // seats
    packets: list[list[list[int]]] = [[[] for _ in range(seats)] for _ in range(batches)]
    for seat in range(seats):
        for at, card in enumerate(position.hand(seat)):
            packets[position.batch + at // 4][seat].append(card)
    turned = position.numbers(position.floor)
    placed = {card for batch in packets for hand in batch for card in hand} | set(turned)
    cards = [token for token in position.moves.split() if not token.startswith("take:")]
    for played, card in enumerate(position.numbers(" ".join(cards))):
        if card not in placed:
            batch, place = divmod(played, 4 * seats)
            packets[position.batch + batch][(position.dealer + 1 + place) % seats].append(card)
            placed.add(card)
    rest = [card for card in position.kind.pack if card not in placed]
    rng.shuffle(rest)
    if not turned:
        turned = [card for card in rest if card % 13 != JACK and card != KOMI][:4]
    if position.batch:
        jack = next(card for card in rest if card % 13 == JACK)
        packets[position.batch - 1][position.dealer].append(jack)
        placed.add(jack)
    rest = [card for card in rest if card not in placed and card not in turned]
    pack: list[int] = []
    for number, batch in enumerate(packets):
        for place in range(1, seats + 1):
            known = [card for card in batch[(position.dealer + place) % seats] if card not in turned]
            room = min(4, 52 - len(pack)) - len(known)  # what was buried comes at the end by itself
            if room < 0:
                raise ValueError(f"{position.name}: too many cards in a hand of batch {number}")
            pack += known + [rest.pop() for _ in range(room)]
        if number == 0:
            pack += turned
    return pack


def _sweep(position: Position, pack: list[int], rng: Random) -> list[str]:
    """Random play of the batches before; no moves if it does not end as wanted."""
    match = _begin(position, "pure")
    _deal(match, pack)
    state: Any = match._pure
    moves: list[str] = []
    while state.played < 4 * state.seats * position.batch or state.choices:
        legal = match.legal()
        if state.turn == state.dealer:
            legal = [token for token in legal if token[0] != "J"] or legal
        moves.append(rng.choice(legal))
        match.move(moves[-1])
        state = match._pure
    piles = [pile.bit_count() for pile in state.pile]
    swept = state.last_card % 13 == JACK and not state.floor
    return moves if swept and position.piles in (None, piles) else []
