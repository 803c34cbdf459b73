"""High Card, the smallest game there is: three cards each, everybody plays one, the highest takes a point.

It is no game of ours. The tests put it into a copy of the package, to show that one file, its words and a golden
playthrough are all that a new game needs.

H1: any card of the hand may be played. H2: the highest card takes, and its player leads. H3: the target wins.
"""

from typing import Any

from diwaniya.engine.cards import TOKENS, tokens
from diwaniya.engine.game import Fact, Game, Option, Why
from diwaniya.engine.hidden import scatter
from diwaniya.engine.kernel import NONE, U64, Mask, Rng, State, bit, copy, kernel, pick, popcount
from diwaniya.engine.seats import right_of
from diwaniya.engine.state import ALL, DEAL, HIDDEN, OVER, Layout, PureState

EACH = 3
PACK = 26
CARDS = U64((1 << PACK) - 1)


@kernel
def start(s: State) -> None:
    _clear(s)


@kernel
def _clear(s: State) -> None:
    for seat in range(4):
        s.hand[seat] = NONE
        s.spent[seat] = NONE
        s.table[seat] = HIDDEN
    s.played = 0
    s.taker = HIDDEN


@kernel
def deal(s: State) -> None:
    _clear(s)
    seat = right_of(s, s.dealer)
    s.turn = seat
    for i in range(EACH * s.seats):
        s.hand[seat] |= bit(s.pack[i])
        seat = right_of(s, seat)
    s.deals += 1


@kernel
def legal(s: State) -> Mask:
    return s.hand[s.turn]


@kernel
def apply(s: State, card: int) -> None:
    seat = s.turn
    s.hand[seat] &= ~bit(card)
    s.spent[seat] |= bit(card)
    s.table[seat] = card
    s.played += 1
    if s.played == s.seats:
        _take(s)
    else:
        s.turn = right_of(s, seat)


@kernel
def _take(s: State) -> None:
    best = 0
    for seat in range(1, s.seats):
        if s.table[seat] > s.table[best]:
            best = seat
    for seat in range(s.seats):
        s.table[seat] = HIDDEN
    s.taker = best
    s.played = 0
    s.turn = best
    s.score[best] += 1
    if s.score[best] >= s.opt[0]:
        s.turn = OVER
        s.winners = 1 << best
    elif s.hand[best] == NONE:
        s.turn = DEAL
    if s.turn < 0:
        s.dealer = right_of(s, s.dealer)


@kernel
def view(s: State, seat: int, out: State) -> None:
    copy(s, out)
    out.viewer = seat
    for other in range(4):
        if other != seat:
            out.hand[other] = NONE
    for i in range(len(out.pack)):
        out.pack[i] = HIDDEN


@kernel
def sample(v: State, rng: Rng, out: State) -> None:
    copy(v, out)
    out.viewer = ALL
    unseen = CARDS
    talon = PACK - EACH * v.seats
    for seat in range(v.seats):
        unseen &= ~(v.hand[seat] | v.spent[seat])
        rng.need[seat] = 0 if seat == v.viewer else EACH - popcount(v.spent[seat])
        rng.ban[seat] = NONE
    rng.need[v.seats] = talon
    rng.ban[v.seats] = NONE
    scatter(rng, unseen, v.seats + 1)
    for seat in range(v.seats + 1):
        cards = rng.hands[seat]
        place = EACH * v.seats
        step = 1
        if seat < v.seats:
            out.hand[seat] |= cards
            cards = out.hand[seat] | v.spent[seat]
            place = (seat + v.seats - right_of(v, v.dealer)) % v.seats
            step = int(v.seats)
        while cards != NONE:
            card = pick(rng, cards)
            cards &= ~bit(card)
            out.pack[place] = card
            place += step


def token(state: PureState, move: int) -> str:
    return TOKENS[move]


def why_not(state: PureState, move: str, seat: int) -> Why | None:
    s: Any = state
    return None if s.hand[seat] >> TOKENS.index(move) & 1 else Why("H1", "not_held", {"card": move})


def show(view: PureState) -> dict[str, Any]:
    v: Any = view
    return {
        "cards": tokens(v.hand[v.viewer]) if v.viewer >= 0 else [],
        "counts": [EACH - v.spent[seat].bit_count() if v.deals else 0 for seat in range(v.seats)],
        "trick": [
            {"seat": seat, "card": TOKENS[v.table[seat]]}
            for seat in range(v.seats)
            if v.table[seat] != HIDDEN
        ],
    }


def report(state: PureState) -> dict[str, Any]:
    s: Any = state
    return {"taker": s.taker if s.taker != HIDDEN else None}


def story(before: PureState, seat: int, move: str, after: PureState) -> list[Fact]:
    b: Any = before
    a: Any = after
    return [{"key": "takes", "seat": a.taker}] if sum(a.score) > sum(b.score) else []


GAME = Game(
    id="highcard",
    family="highcard",
    seats=(2, 3, 4),
    teams=False,
    pack=tuple(range(PACK)),
    options=(Option("target", 5, least=1, threshold=True),),
    layout=Layout(
        "Highcard", pack=PACK, hand=("u8", 4), spent=("u8", 4), table=("u1", 4), played="u1", taker="u1"
    ),
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
    report=report,
    story=story,
)
