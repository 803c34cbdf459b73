"""Kout Bo Four and Kout Bo Six, by rules K1 to K20.

Moves 0..53 are cards, then come the calls: pass, bids 5 to 9, trump S H D C.
"""

from typing import Any

from diwaniya.engine import cards
from diwaniya.engine.cards import BJ, JOKERS, RJ, SUIT, SUITS, TOKENS
from diwaniya.engine.game import Fact, Game, Option, Why
from diwaniya.engine.hidden import scatter
from diwaniya.engine.kernel import (
    ALL64,
    NONE,
    U64,
    Mask,
    Rng,
    State,
    bit,
    copy,
    fill,
    has,
    kernel,
    lowest,
    mask,
    popcount,
)
from diwaniya.engine.seats import right_of
from diwaniya.engine.state import ALL, DEAL, HIDDEN, OVER, Layout, PureState

NO_CARDS = U64(ALL64)
FIRST_CARD = U64(0xFF)
PASS = 54
BID_5 = 55
TRUMP_S = 60
CALLS = ("pass", "bid:5", "bid:6", "bid:7", "bid:8", "bid:9", "trump:S", "trump:H", "trump:D", "trump:C")

AUCTION, NAMING, PLAY = 0, 1, 2
NOBODY = 255
UNSET = 255
"""No suit yet: no trump named, or a trick whose suit is still open (K15)."""

BIDS = U64(0b11111 << BID_5)
TRUMPS = U64(0b1111 << TRUMP_S)
MAY_PASS = U64(1 << PASS)
RED = U64(1 << RJ)
EVERY_CARD = U64((1 << 54) - 1)
HONOURS = tuple(U64(0b1111 << 13 * suit + 9) for suit in range(4))
"""J, Q, K and A of each suit (K13a)."""


def _layout(name: str, pack: int) -> Layout:
    return Layout(
        name,
        pack=pack,
        hand=("u8", 6),  # cards held, jokers included
        spent=("u8", 6),  # cards that each seat has played in this hand
        gone="u8",  # cards of earlier tricks
        pot="u8",  # cards of the running trick
        trick="u8",  # the same in the order of play, a byte each, HIDDEN where none is yet
        last="u8",  # the trick before it, for the eye
        whole="u8",  # all cards of this game
        bids=("u1", 6),  # what each seat said: 0 nothing yet, 1 pass, 5..9
        void=("u1", 6),  # suits of which a seat showed that it has none, as bits
        tricks=("u1", 2),
        phase="u1",
        bid="u1",  # highest bid so far
        declarer="u1",
        trump="u1",
        malzoom="u1",  # was the winning bid forced (K8)?
        leader="u1",
        played="u1",  # cards in the running trick
        led="u1",  # the suit to follow; UNSET while open
        ruling="u1",  # trump in this trick: the declared suit, or the one that K15c sets
        best="u1",  # the seat that is winning the trick
        best_rank="u1",
        last_leader="u1",
        last_winner="u1",
        made="u1",  # 0 the hand is running, 1 bid made, 2 bid failed
    )


@kernel
def start(s: State) -> None:
    """K1: the cards of this game are those of its pack."""
    whole = NONE
    for i in range(len(s.pack)):
        whole |= bit(s.pack[i])
    s.whole = whole
    _clear(s)


@kernel
def _clear(s: State) -> None:
    for seat in range(6):
        s.hand[seat] = NONE
        s.spent[seat] = NONE
        s.bids[seat] = 0
        s.void[seat] = 0
    s.gone = NONE
    s.pot = NONE
    s.trick = NO_CARDS
    s.last = NO_CARDS
    s.tricks[0] = 0
    s.tricks[1] = 0
    s.phase = AUCTION
    s.bid = 0
    s.declarer = NOBODY
    s.trump = UNSET
    s.malzoom = 0
    s.played = 0
    s.led = UNSET
    s.ruling = UNSET
    s.best = NOBODY
    s.best_rank = 0
    s.leader = NOBODY
    s.last_leader = NOBODY
    s.last_winner = NOBODY
    s.made = 0


@kernel
def deal(s: State) -> None:
    """K2: one card at a time, dealer+1 first."""
    _clear(s)
    seat = right_of(s, s.dealer)
    s.turn = seat
    for first in range(s.seats):
        hand = NONE
        place = first
        for _ in range(9):
            hand |= bit(s.pack[place])
            place += s.seats
        s.hand[seat] = hand
        seat = right_of(s, seat)
    s.deals += 1


@kernel
def legal(s: State) -> Mask:
    """The moves of the seat to move: K6, K8, K10, K11 to K15."""
    if s.phase == AUCTION:
        higher = BIDS & ~(bit(BID_5 + s.bid - 4) - bit(BID_5)) if s.bid > 0 else BIDS
        if s.bid == 0 and s.turn == s.dealer:
            return higher
        return higher | MAY_PASS
    if s.phase == NAMING:
        return TRUMPS
    hand = s.hand[s.turn]
    if s.played == 0:
        leads = hand & (~JOKERS | _open_jokers(s, s.turn))
        return hand if leads == NONE else leads  # K15: nothing but jokers, and none of them may be led
    if s.led == UNSET:
        return hand  # K15d
    follow = hand & SUIT[s.led]
    return hand if follow == NONE else follow | (hand & JOKERS)


@kernel
def _open_jokers(s: State, seat: int) -> Mask:
    """The jokers that this seat may lead (K13)."""
    honours = HONOURS[s.trump]
    if s.gone & honours == honours:
        return JOKERS
    if seat % 2 == s.declarer % 2:
        if s.bid == 9:
            return JOKERS
        if s.bid == 8:
            return RED
    return NONE


@kernel
def apply(s: State, move: int) -> None:
    if move < PASS:
        _play(s, move)
    elif move < TRUMP_S:
        _speak(s, move)
    else:
        s.trump = move - TRUMP_S
        s.phase = PLAY
        s.leader = s.declarer


@kernel
def _speak(s: State, move: int) -> None:
    """K5 to K9."""
    seat = s.turn
    if move == PASS:
        s.bids[seat] = 1
    else:
        bid = move - BID_5 + 5
        s.malzoom = 1 if bid == 5 and s.bid == 0 and seat == s.dealer else 0
        s.bids[seat] = bid
        s.bid = bid
        s.declarer = seat
    if seat == s.dealer or s.bid == 9:
        s.phase = NAMING
        s.turn = s.declarer
    else:
        s.turn = right_of(s, seat)


@kernel
def _rank(s: State, card: int) -> int:
    """Strength of a card in this trick (K4, K16): 0 for one that cannot win."""
    if card >= BJ:
        return 100 if card == RJ else 98
    suit = card // 13
    if suit == s.ruling:
        return 99 if card % 13 == 12 else 50 + card % 13
    return 1 + card % 13 if suit == s.led else 0


@kernel
def _play(s: State, card: int) -> None:
    seat = s.turn
    joker = card >= BJ
    if s.played == 0:
        s.leader = seat
        s.ruling = s.trump
        s.best = seat
        s.best_rank = 0
        if not joker:
            s.led = card // 13
        elif has(_open_jokers(s, seat), card):
            s.led = s.trump  # K14
        else:
            s.led = UNSET  # K15
            s.void[seat] = 15  # he holds nothing but jokers
    elif s.led == UNSET:
        if not joker:
            s.led = card // 13  # K15c
            s.ruling = s.led
    else:
        s.void[seat] |= int(not joker and card // 13 != s.led) << s.led
    s.hand[seat] &= ~bit(card)
    s.spent[seat] |= bit(card)
    s.pot |= bit(card)
    s.trick ^= (FIRST_CARD ^ mask(card)) << mask(8 * s.played)
    if s.led != UNSET:  # K15 a, b: a joker has no rank while the suit is open
        rank = _rank(s, card)
        s.best = seat if rank > s.best_rank else s.best
        s.best_rank = max(rank, s.best_rank)
    s.played += 1
    if s.played == s.seats:
        _take(s)
    else:
        s.turn = right_of(s, seat)


@kernel
def _take(s: State) -> None:
    """The trick is full: K16, K17."""
    s.gone |= s.pot
    s.pot = NONE
    s.last = s.trick
    s.trick = NO_CARDS
    s.last_leader = s.leader
    s.last_winner = s.best
    s.played = 0
    s.led = UNSET
    s.leader = s.best
    s.turn = s.best
    side = s.best % 2
    s.tricks[side] += 1
    ours = s.declarer % 2
    if side == ours:
        if s.tricks[side] == s.bid:
            s.made = 1
            _score(s, ours, 36 if s.bid == 9 else s.bid)
    elif s.tricks[side] == 10 - s.bid:
        s.made = 2
        _score(s, side, 5 if s.malzoom == 1 else 2 * s.bid)


@kernel
def _shut_out(s: State, side: int) -> bool:
    """K20 (b): has this side enough against nothing?"""
    return s.opt[1] > 0 and s.score[side] >= s.opt[1] and s.score[1 - side] == 0


@kernel
def _score(s: State, side: int, points: int) -> None:
    """K18, K19 say how much; K20 whether that ends the match."""
    s.score[side] += points
    bawn = s.made == 1 and s.bid == 9 and s.deals == 1
    if s.score[side] >= s.opt[0] or _shut_out(s, side) or bawn:
        s.turn = OVER
        for seat in range(side, s.seats, 2):
            s.winners |= 1 << seat
    else:
        s.turn = DEAL
    s.dealer = right_of(s, s.dealer)


@kernel
def view(s: State, seat: int, out: State) -> None:
    """What a seat sees: its own hand; of the others only what was said and played."""
    copy(s, out)
    out.viewer = seat
    for other in range(6):
        if other != seat:
            out.hand[other] = NONE
    fill(out.pack, HIDDEN)


@kernel
def sample(v: State, rng: Rng, out: State) -> None:
    """Hands for the others that fit the cards that are out and the suits that they failed to follow (K11, K15)."""
    copy(v, out)
    out.viewer = ALL
    unseen = v.whole
    for seat in range(v.seats):
        unseen &= ~(v.spent[seat] | v.hand[seat])
        rng.need[seat] = 0 if seat == v.viewer else 9 - popcount(v.spent[seat])
        rng.ban[seat] = _suits(v.void[seat])
    scatter(rng, unseen, v.seats)
    for seat in range(v.seats):
        out.hand[seat] |= rng.hands[seat]
        dealt = out.hand[seat] | out.spent[seat]
        place = (seat + v.seats - right_of(v, v.dealer)) % v.seats
        while dealt != NONE:
            card = lowest(dealt)
            dealt &= ~bit(card)
            out.pack[place] = card
            place += v.seats


@kernel
def _suits(bits: int) -> Mask:
    cards = NONE
    for suit in range(4):
        if bits >> suit & 1 == 1:
            cards |= SUIT[suit]
    return cards


# For people: plain Python over pure states.


def token(state: PureState, move: int) -> str:
    return TOKENS[move] if move < PASS else CALLS[move - PASS]


def why_not(state: PureState, move: str, seat: int) -> Why | None:
    s: Any = state
    if s.phase == AUCTION:
        if move == "pass":
            return Why("K8", "must_bid") if s.bid == 0 and seat == s.dealer else None
        if not move.startswith("bid:"):
            return Why("K5", "bid_first")
        return None if int(move[4:]) > s.bid else Why("K6", "bid_higher", {"bid": s.bid})
    if s.phase == NAMING:
        return None if move.startswith("trump:") else Why("K10", "name_trump")
    if move in CALLS:
        return Why("K10", "auction_over")
    card = cards.NUMBER[move]
    if not s.hand[seat] >> card & 1:
        return Why("K11", "not_held", {"card": move})
    if legal(s) >> card & 1:
        return None
    if s.played == 0:
        return Why("K13", "joker_lead", {"suit": SUITS[s.trump]})
    key = "follow_or_joker" if s.hand[seat] & JOKERS else "follow"
    return Why("K11", key, {"suit": SUITS[s.led]})


SAID = ("", "pass", "", "", "", "bid:5", "bid:6", "bid:7", "bid:8", "bid:9")
"""What the numbers in `bids` mean."""


def _bids(s: Any) -> list[dict[str, Any]]:
    first = s.dealer + 1
    bids = s.bids[first : s.seats] + s.bids[:first]
    return [{"seat": (first + place) % s.seats, "token": SAID[bid]} for place, bid in enumerate(bids) if bid]


def _contract(s: Any) -> dict[str, Any]:
    """The fields of a hand in `replay --json`; declarer and bid stand when the auction is over, trump when named."""
    settled = s.phase != AUCTION
    return {
        "malzoom": bool(s.malzoom),
        "declarer": s.declarer if settled else None,
        "bid": s.bid if settled else None,
        "trump": SUITS[s.trump] if s.trump != UNSET else None,
        "tricks": list(s.tricks),
    }


def report(state: PureState) -> dict[str, Any]:
    return _contract(state)


def _in_order(s: Any, trick: int, leader: int) -> list[dict[str, Any]]:
    laid: list[dict[str, Any]] = []
    for card in trick.to_bytes(8, "little"):
        if card == HIDDEN:
            break
        laid.append({"seat": (leader + len(laid)) % s.seats, "card": TOKENS[card]})
    return laid


def holding(state: PureState, seat: int) -> Mask:
    s: Any = state
    return s.hand[seat]


def show(view: PureState) -> dict[str, Any]:
    v: Any = view
    last = _in_order(v, v.last, v.last_leader)
    return {
        "cards": cards.tokens(v.hand[v.viewer]) if v.viewer >= 0 else [],
        "counts": [9 - spent.bit_count() if v.deals else 0 for spent in v.spent[: v.seats]],
        "trick": _in_order(v, v.trick, v.leader),
        "last_trick": {"cards": last, "winner": v.last_winner} if last else None,
        "calls": _bids(v) if v.turn >= 0 else [],
        **_contract(v),
    }


def _open_suit(b: Any, seat: int, move: str, a: Any) -> list[Fact]:
    """K15: a joker that had to be led is lost, as is one played on it; the first other card sets the suit."""
    if a.led == UNSET and a.played:
        return [{"key": "joker_lost_too" if b.played else "joker_lost", "seat": seat, "card": move}]
    return [{"key": "sets_suit", "suit": SUITS[a.ruling]}] if b.played else []


def story(before: PureState, seat: int, move: str, after: PureState) -> list[Fact]:
    b: Any = before
    a: Any = after
    facts: list[Fact] = []
    if b.phase == AUCTION and a.phase == NAMING:
        facts.append({"key": "malzoom" if a.malzoom else "declares", "seat": a.declarer, "bid": a.bid})
    if b.phase == PLAY and (b.played == 0 or b.led == UNSET):
        facts += _open_suit(b, seat, move, a)
    if sum(a.tricks) > sum(b.tricks):
        facts.append({"key": "trick", "seat": a.last_winner})
    if a.made and not b.made:
        side = a.declarer % 2 if a.made == 1 else 1 - a.declarer % 2
        points = a.score[side] - b.score[side]
        key = "made" if a.made == 1 else "failed_forced" if a.malzoom else "failed"
        facts.append({"key": key, "seat": a.declarer, "side": side, "bid": a.bid, "points": points})
        if a.turn == OVER and a.score[side] < a.opt[0]:  # K20 (b) or (c)
            shut_out: Fact = {"key": "shutout", "total": a.score[side], "enough": a.opt[1]}
            facts.append(shut_out if _shut_out(a, side) else {"key": "bawn_first"})
    return facts


OPTIONS = (
    Option("target", 101, least=1, threshold=True, common=(51, 101, 151)),
    Option("shutout", 51, threshold=True, common=(0, 51)),
)


def _game(game_id: str, seats: int, pack: tuple[int, ...]) -> Game:
    return Game(
        id=game_id,
        family="kout",
        seats=(seats,),
        teams=True,
        pack=pack,
        options=OPTIONS,
        layout=_layout(game_id.capitalize(), len(pack)),
        zones=("trick",),
        start=start,
        deal=deal,
        legal=legal,
        apply=apply,
        view=view,
        sample=sample,
        token=token,
        why_not=why_not,
        show=show,
        holding=holding,
        report=report,
        story=story,
        calls=CALLS,
        fixed=(*TOKENS, *CALLS),
        one_reason=True,
    )


KOUT6 = _game("kout6", 6, tuple(range(54)))
KOUT4 = _game(
    "kout4", 4, tuple(c for c in range(54) if c >= BJ or c % 13 >= 5 or cards.TOKENS[c] in ("6S", "6C"))
)
