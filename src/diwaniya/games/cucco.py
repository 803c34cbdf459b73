"""Cucco, three lives, by rules C0 to C23.

Moves: keep 0, swap 1, ask 2, pay 3, refuse 4.

Cards travel from hand to hand, and who has seen one still knows it when it moves on (C16). So the state names the
*physical cards* of the hand: card 0..7 is the one dealt to that seat, then come the top of the pack and the bottom
card that the dealer may take. `at` says where each of them lies, `kind` which of the twenty kinds it is, `saw` who
knows that. Only `kind` is secret: every swap is made in the open.
"""

from typing import Any

from diwaniya.engine.game import Fact, Game, Why
from diwaniya.engine.kernel import (
    NONE,
    ONE,
    U64,
    Mask,
    Rng,
    State,
    below,
    bit,
    copy,
    fill,
    has,
    index,
    kernel,
    lowest,
    mask,
    popcount,
)
from diwaniya.engine.names import bits
from diwaniya.engine.state import ALL, DEAL, HIDDEN, OVER, Layout, PureState

TOKENS = ("Li", "Ma", "Bu", "0", *map(str, range(1, 11)), "In", "Ca", "Ho", "Hu", "Cu", "Fo")
"""The twenty kinds, lowest first (C1); the fool's rank is a matter of its own (C18)."""
ZERO, INN, CAT, HORSE, HUNTER, CUCKOO, FOOL = 3, 14, 15, 16, 17, 18, 19
KINDS = 20
CARDS = 40

CALLS = ("keep", "swap", "ask", "pay", "refuse")
KEEP, SWAP, ASK, PAY, REFUSE = range(5)

TURN, AT_INN, ANSWER, SHOWN = 0, 1, 2, 3
"""Phases: a turn (C5), the requester has met an inn, its holder is asked to pay (C13), and after the hand (C17)."""
MOVES = (U64(1 << KEEP | 1 << SWAP), U64(1 << KEEP | 1 << ASK), U64(1 << PAY | 1 << REFUSE), NONE)

LIVES = 3
NOBODY = 255
TOP, BOTTOM = 8, 9
"""The physical cards that are in the pack at first; `at[TOP]` is the card that lies on top now."""
EVERYBODY = 0x1FF
"""In `saw`: bits 0..7 are seats, bit 8 is everybody else."""
ONLOOKER = 8
PLAIN = 1 << 9
"""In `saw`: the card was given up without being shown, so it is no inn, cat, horse, hunter or cuckoo (C7)."""
SPECIAL = U64(0b11111 << INN)
RANKED = U64((1 << CUCKOO) - 1)
"""The kinds that can be lowest by their own rank (C18, C19)."""


LAYOUT = Layout(
    "Cucco",
    pack=CARDS,
    at=("u1", 9),  # the physical card that each seat holds, and the top of the pack
    kind=("u1", 10),  # what each physical card is
    saw=("u2", 10),  # who knows that
    via=("u1", 8),  # who gave each seat its present card by a swap of his own (C12)
    payer=("u1", 8),  # the inn's holder who promised to pay for each seat (C13)
    lost=("u1", 8),  # lives that each seat lost in this hand
    alive="u1",  # seats with lives
    dealt="u1",  # seats in this hand
    live="u1",  # those of them whose card is not dead (C6)
    reached="u1",  # those who have got their card (C3)
    promised="u1",  # seats to whom a payment is promised
    phase="u1",
    asker="u1",  # the requester while an inn stops him
    asked="u1",  # the holder of that inn
    opener="u1",  # the seat that had the first turn
    washed="u1",  # the seat that took from the top a card that another had put there: no longer known by C16
)


@kernel
def start(s: State) -> None:
    """C0: three lives each."""
    s.alive = (1 << s.seats) - 1
    for seat in range(s.seats):
        s.score[seat] = LIVES
    s.dealt = 0
    _clear(s)


@kernel
def _clear(s: State) -> None:
    for seat in range(8):
        s.via[seat] = NOBODY
        s.payer[seat] = NOBODY
        s.lost[seat] = 0
    for card in range(9):
        s.at[card] = card
    for card in range(10):
        s.kind[card] = HIDDEN
        s.saw[card] = 0
    s.live = s.dealt
    s.reached = 0
    s.promised = 0
    s.phase = TURN
    s.asker = NOBODY
    s.asked = NOBODY
    s.opener = NOBODY
    s.washed = NOBODY


@kernel
def shuffle(s: State, rng: Rng) -> None:
    """The hand can need the top card, one card for each player and the one after them: only these are drawn."""
    last = CARDS - 1
    place = below(rng, CARDS)
    card = s.pack[place]
    s.pack[place] = s.pack[last]
    s.pack[last] = card
    for i in range(popcount(mask(s.alive)) + 1):
        place = i + below(rng, last - i)
        card = s.pack[place]
        s.pack[place] = s.pack[i]
        s.pack[i] = card


@kernel
def deal(s: State) -> None:
    """C2, C3: from the bottom of the pack, the dealer last. A card is handed over when it is first needed."""
    s.dealt = s.alive
    _clear(s)
    seat = s.dealer + 0
    for i in range(popcount(mask(s.alive))):
        seat = _next(s, seat)
        s.kind[seat] = s.pack[i]
    s.kind[TOP] = s.pack[CARDS - 1]
    s.deals += 1
    s.opener = _next(s, s.dealer)
    _turn_to(s, s.opener)


@kernel
def _next(s: State, seat: int) -> int:
    """The next seat of this hand.

    Those ahead of the mover always have lives and a live card: until the end only requesters lose any.
    """
    dealt = mask(s.dealt)
    ahead = dealt & ~(bit(seat + 1) - ONE)
    return lowest(dealt if ahead == NONE else ahead)


@kernel
def _turn_to(s: State, seat: int) -> None:
    """C3: who comes to his turn gets his card, if he has not got it yet."""
    s.turn = seat
    s.reached |= 1 << seat
    s.saw[s.at[seat]] |= 1 << seat


@kernel
def legal(s: State) -> Mask:
    """C5 and C13."""
    return MOVES[s.phase]


@kernel
def apply(s: State, move: int) -> None:
    if s.phase == TURN:
        seat = s.turn + 0
        if move == SWAP:
            if seat == s.dealer:
                _take_bottom(s)
            elif not _ask(s, seat):
                return
        if seat == s.dealer:
            _showdown(s)
        else:
            _turn_to(s, _next(s, seat))
    elif move == ASK:
        s.phase = ANSWER
        s.turn = s.asked
    else:
        seat = s.asker + 0
        if move == PAY:
            s.payer[seat] = s.asked
            s.promised |= 1 << seat
        elif move == REFUSE:
            _swap(s, seat, s.asked)
        s.phase = TURN
        s.asker = NOBODY
        s.asked = NOBODY
        _turn_to(s, _next(s, seat))


@kernel
def _ask(s: State, seat: int) -> bool:
    """C5: `seat` asks the next player. False if an inn stops the swap for now."""
    holder = seat
    while True:
        holder = _next(s, holder)
        s.reached |= 1 << holder
        card = s.at[holder]
        kind = s.kind[card]
        if kind < INN or kind == FOOL:  # C7
            s.saw[card] |= PLAIN
            _swap(s, seat, holder)
            return True
        s.saw[card] |= EVERYBODY
        if kind == INN:  # C13
            s.phase = AT_INN
            s.asker = seat
            s.asked = holder
            return False
        if kind == HORSE:  # C9
            if holder != s.dealer:
                continue
            _take_top(s, seat)
        elif kind != CUCKOO:  # C10, C11; by C8 a cuckoo only refuses
            _lose(s, seat)
            if s.score[seat] == 0:
                s.live &= ~(1 << seat)  # C6
            if kind == CAT:
                _undo(s, seat)
        return True


@kernel
def _swap(s: State, seat: int, holder: int) -> None:
    """Both see what they get and still know what they gave."""
    card = s.at[seat]
    other = s.at[holder]
    both = 1 << seat | 1 << holder
    s.saw[card] |= both
    s.saw[other] |= both
    s.at[seat] = other
    s.at[holder] = card
    s.via[holder] = seat


@kernel
def _take_top(s: State, seat: int) -> None:
    """C9: the horse's holder deals. What is put on top is the top, should a second one come."""
    card = s.at[seat]
    top = s.at[TOP]
    s.at[TOP] = card
    s.at[seat] = top
    if top != TOP:
        s.washed = seat
    s.saw[top] |= 1 << seat


@kernel
def _undo(s: State, seat: int) -> None:
    """C11: the card goes back the way it came, to its first owner. Who was jumped over is not on that way."""
    while s.via[seat] != NOBODY:
        giver = s.via[seat] + 0
        card = s.at[seat]
        s.at[seat] = s.at[giver]
        s.at[giver] = card
        seat = giver


@kernel
def _take_bottom(s: State) -> None:
    """C5, C15."""
    s.at[s.dealer] = BOTTOM
    s.kind[BOTTOM] = s.pack[popcount(mask(s.dealt))]
    s.saw[BOTTOM] = 1 << s.dealer


@kernel
def _lose(s: State, seat: int) -> None:
    s.lost[seat] += 1
    s.score[seat] -= 1
    if s.score[seat] == 0:
        s.alive &= ~(1 << seat)


@kernel
def _lowest(s: State) -> Mask:
    """C17 to C19: the seats whose live card loses."""
    kinds = NONE
    fools = NONE
    seats = mask(s.live)
    while seats != NONE:
        seat = lowest(seats)
        seats &= seats - ONE
        kind = s.kind[s.at[seat]]
        kinds |= bit(kind)
        if kind == FOOL:
            fools |= bit(seat)
    low = lowest(kinds & RANKED)
    if low == 64:
        return fools  # nothing else than cuckoos
    losers = fools if popcount(fools) == 1 else NONE
    seats = mask(s.live)
    while seats != NONE:
        seat = lowest(seats)
        seats &= seats - ONE
        if s.kind[s.at[seat]] == low:
            losers |= bit(seat)
    return losers


@kernel
def _showdown(s: State) -> None:
    """The end of a hand: C17, C13's payments, C21, C22 and C4."""
    losers = _lowest(s)
    s.phase = SHOWN
    covered = losers & mask(s.promised)
    seats = covered
    while seats != NONE:
        seat = lowest(seats)
        seats &= seats - ONE
        if s.kind[s.at[seat]] != ZERO:
            covered &= ~bit(seat)
    seats = losers & ~covered
    while seats != NONE:
        _lose(s, lowest(seats))
        seats &= seats - ONE
    if covered != NONE:
        _pay(s, covered)
    _pass_deal(s)


@kernel
def _pay(s: State, covered: Mask) -> None:
    """C13: in the order in which the promises were given, after all own losses."""
    seat = s.dealer + 0
    for _ in range(popcount(mask(s.dealt))):
        seat = _next(s, seat)
        if has(covered, seat):
            payer = s.payer[seat] + 0
            _lose(s, payer if s.score[payer] > 0 else seat)


@kernel
def _pass_deal(s: State) -> None:
    alive = mask(s.alive)
    s.turn = DEAL
    if alive == NONE:  # C22
        s.alive = (1 << s.seats) - 1
        for seat in range(s.seats):
            s.score[seat] = LIVES
    elif alive & (alive - ONE) == NONE:  # C21
        s.turn = OVER
        s.winners = index(alive)
    s.dealer = _with_lives(s, s.dealer)


@kernel
def _with_lives(s: State, seat: int) -> int:
    """The next seat after this one that has lives (C4)."""
    alive = mask(s.alive)
    ahead = alive & ~(bit(seat + 1) - ONE)
    return lowest(alive if ahead == NONE else ahead)


@kernel
def view(s: State, seat: int, out: State) -> None:
    """What a seat sees: where every card went, and what those are that it has seen (C16); after the hand also what all
    live cards are (C17).
    """
    copy(s, out)
    out.viewer = seat
    eye = seat if seat >= 0 else ONLOOKER
    for card in range(10):
        if s.saw[card] >> eye & 1 == 0:
            out.kind[card] = HIDDEN
    if s.phase == SHOWN:
        for other in range(8):
            if s.live >> other & 1 == 1:
                out.kind[s.at[other]] = s.kind[s.at[other]]
    fill(out.pack, HIDDEN)


@kernel
def sample(v: State, rng: Rng, out: State) -> None:
    """Kinds for the cards that the viewer does not know.

    Cards given up without being shown are drawn first, from the plain kinds alone (C7), then all others from what is
    left: that makes every deal that fits equally likely. The unseen cards wait at the end of `out.pack`, the plain
    ones in front of the special ones. A card that is drawn is replaced by the first, so that at last what nobody got
    lies behind the places of the cards dealt.
    """
    copy(v, out)
    out.viewer = ALL
    in_hand = mask(v.dealt) | bit(TOP)
    first = _unseen(v, in_hand, out)
    plain = CARDS - first - 2 * popcount(SPECIAL)
    for card in range(TOP + 1):
        if has(in_hand, card) and v.kind[card] != HIDDEN and has(SPECIAL, v.kind[card]):
            plain += 1
    for stage in range(2):
        for card in range(TOP + 1):
            if has(in_hand, card) and out.kind[card] == HIDDEN and (stage == 1 or v.saw[card] & PLAIN != 0):
                place = first + below(rng, plain if stage == 0 else CARDS - first)
                out.kind[card] = out.pack[place]
                out.pack[place] = out.pack[first]
                first += 1
                plain -= 1
    # One card too few lies in front: that of the top. The bottom card, which the dealer may take, is drawn as well.
    place = first + below(rng, CARDS - first)
    out.pack[first - 1] = out.pack[place]
    out.pack[place] = out.pack[CARDS - 1]
    out.pack[CARDS - 1] = out.kind[TOP]
    seat = v.dealer + 0
    for i in range(first - 1):
        seat = _next(v, seat)
        out.pack[i] = out.kind[seat]


@kernel
def _unseen(v: State, in_hand: Mask, out: State) -> int:
    """Put the kinds that the viewer has not seen at the end of `out.pack`, plain ones in front; where they begin."""
    once = NONE
    twice = NONE
    for card in range(TOP + 1):
        if has(in_hand, card) and v.kind[card] != HIDDEN:
            twice |= once & bit(v.kind[card])
            once |= bit(v.kind[card])
    place = CARDS
    for group in range(2):
        for kind in range(KINDS):
            if has(SPECIAL, kind) == (group == 0):
                if not has(once, kind):
                    place -= 1
                    out.pack[place] = kind
                if not has(twice, kind):
                    place -= 1
                    out.pack[place] = kind
    return place


# For people: plain Python over pure states.


def first(state: PureState) -> int:
    """C4: the seat that begins the next hand."""
    return _with_lives(state, state.dealer)  # type: ignore[attr-defined]


def token(state: PureState, move: int) -> str:
    return CALLS[move]


def why_not(state: PureState, move: str, seat: int) -> Why | None:
    s: Any = state
    if move not in CALLS:
        return Why("C5", "cards_stay", {"card": move})
    if legal(s) >> CALLS.index(move) & 1:
        return None
    if s.phase == TURN:
        return Why("C13", "no_inn") if move == "ask" else Why("C13", "not_asked")
    if s.phase == AT_INN:
        return Why("C13", "inn_stops" if move == "swap" else "not_asked", {"holder": s.asked})
    return Why("C13", "answer", {"seat": s.asker})


FACES = {HIDDEN: None, **dict(enumerate(TOKENS))}


def _held(s: Any) -> list[str | None]:
    """The card of each seat that is in the hand, as far as this state or view knows it."""
    return [FACES[s.kind[s.at[seat]]] if s.dealt >> seat & 1 else None for seat in range(s.seats)]


def _shown(s: Any) -> list[int]:
    """The seats that hold a card which C16 makes known to all."""
    return [seat for seat in bits(s.dealt) if s.saw[s.at[seat]] >> ONLOOKER & 1 and seat != s.washed]


def _faces(v: Any) -> list[str | None]:
    """What the viewer knows of each seat's card. By C16 nobody but its holder knows a card that was in the pack."""
    faces = _held(v)
    if v.washed not in (NOBODY, v.viewer) and v.phase != SHOWN:
        faces[v.washed] = None
    return faces


def points(state: PureState) -> list[int]:
    """The lives that each seat lost in this hand; that all come back (C22) counts for the next one."""
    s: Any = state
    return [-lost for lost in s.lost[: s.seats]]


def report(state: PureState) -> dict[str, Any]:
    s: Any = state
    return {
        "cards": _held(s),
        "shown": _shown(s),
        "losers": [seat for seat in range(s.seats) for _ in range(s.lost[seat])],
    }


def _promises(v: Any) -> list[dict[str, int]]:
    """In the order in which they were given."""
    seats = sorted(bits(v.promised), key=lambda seat: (seat - v.opener) % v.seats)
    return [{"from": v.payer[seat], "to": seat} for seat in seats]


def own(view: PureState) -> dict[str, Any]:
    v: Any = view
    faces = _faces(v)
    card = faces[v.viewer] if v.viewer >= 0 and v.reached >> v.viewer & 1 else None
    return {"cards": [card] if card else [], "faces": faces}


def show(view: PureState) -> dict[str, Any]:
    v: Any = view
    return {
        **own(v),
        "counts": [v.reached >> seat & 1 for seat in range(v.seats)],
        "shown": _shown(v),
        "lives": list(v.score[: v.seats]),
        "asking": None if v.asker == NOBODY else {"from": v.asker, "to": v.asked},
        "promises": _promises(v),
        "pack_left": CARDS - v.reached.bit_count(),
    }


SHOWS = {INN: "inn", CAT: "cat", HORSE: "horse", HUNTER: "hunter", CUCKOO: "cuckoo"}
"""The facts that special cards make when their holder is asked."""


def story(before: PureState, seat: int, move: str, after: PureState) -> list[Fact]:
    b: Any = before
    a: Any = after
    if move == "swap":
        facts = _bottom(seat) if seat == b.dealer else _asking(b, seat, a)
    elif move == "ask":
        facts = [{"key": "asks", "seat": seat, "holder": b.asked}]
    elif move == "pay":
        facts = [{"key": "promises", "seat": seat, "to": b.asker}]
    elif move == "refuse":
        facts = [
            {"key": "refuses", "seat": seat, "to": b.asker},
            {"key": "swaps", "seat": b.asker, "to": seat},
        ]
    else:
        facts = []
    if a.phase == SHOWN:
        return facts + _ending(b, a) if b.phase != SHOWN else facts
    return facts + _alone(b, a)


def _bottom(seat: int) -> list[Fact]:
    return [{"key": "bottom", "seat": seat}]


def _asking(b: Any, seat: int, a: Any) -> list[Fact]:
    """What came of asking the next player: C7 to C13."""
    facts: list[Fact] = []
    holder = seat
    while True:
        holder = _next(b, holder)
        card = b.at[holder]
        if not a.saw[card] >> ONLOOKER & 1:
            return [*facts, {"key": "swaps", "seat": seat, "to": holder}]
        kind = a.kind[card]
        facts.append({"key": SHOWS[kind], "holder": holder, "seat": seat, "card": TOKENS[kind]})
        if kind != HORSE:
            return facts + _loss(b, seat, a) + _undone(b, seat, kind)
        if holder == b.dealer:
            return [*facts, {"key": "top", "seat": seat}]


def _loss(b: Any, seat: int, a: Any) -> list[Fact]:
    """Lives lost, and what was left of them before C22."""
    count = a.lost[seat] - b.lost[seat]
    lives = b.score[seat] - count
    if count == 0:
        return []
    return [
        {"key": "loses", "seat": seat, "count": count, "lives": lives}
        if lives
        else {"key": "out", "seat": seat}
    ]


def _undone(b: Any, seat: int, kind: int) -> list[Fact]:
    facts: list[Fact] = []
    while kind == CAT and b.via[seat] != NOBODY:
        giver = b.via[seat]
        facts.append({"key": "undone", "from": giver, "to": seat})
        seat = giver
    return facts


def _alone(b: Any, a: Any) -> list[Fact]:
    """C20: only one has lives left, and still the hand is played to its end."""
    left = [[seat for seat in range(a.seats) if b.score[seat] > s.lost[seat]] for s in (b, a)]
    return [{"key": "alone", "seat": left[1][0]}] if len(left[1]) == 1 < len(left[0]) else []


def _ending(b: Any, a: Any) -> list[Fact]:
    """C13, C17 to C20, C22: the cards, who lost, who paid for whom, and whether all come back."""
    seats = bits(a.live)
    held = _held(a)
    facts: list[Fact] = [{"key": "showdown", "seats": seats, "cards": [held[seat] for seat in seats]}]
    losers = bits(_lowest(a))
    if losers:
        # The fool takes the rank of whatever loses with it, so that it gives the name only if nothing else does.
        kinds = {a.kind[a.at[seat]] for seat in losers}
        facts.append({"key": "lowest", "losers": losers, "card": TOKENS[min(kinds)]})
        if len(seats) == 1:
            facts.append({"key": "only_card", "seat": seats[0]})
    else:
        facts.append({"key": "nobody_loses"})
    for seat in losers:
        if a.lost[seat] == b.lost[seat]:
            facts.append({"key": "pays", "payer": a.payer[seat], "to": seat})
    for seat in range(a.seats):
        facts += _loss(b, seat, a)
    if all(b.score[seat] + b.lost[seat] == a.lost[seat] for seat in range(a.seats)):
        facts.append({"key": "all_back"})
    return facts


CUCCO = Game(
    id="cucco",
    family="cucco",
    seats=(4, 2, 3, 5, 6, 7, 8),
    teams=False,
    pack=tuple(kind for kind in range(KINDS) for _ in range(2)),
    options=(),
    layout=LAYOUT,
    zones=("faces",),
    start=start,
    deal=deal,
    legal=legal,
    apply=apply,
    view=view,
    sample=sample,
    token=token,
    why_not=why_not,
    show=show,
    own=own,
    points=points,
    report=report,
    story=story,
    calls=CALLS,
    fixed=CALLS,
    one_reason=True,
    first=first,
    shuffle=shuffle,
    card_tokens=TOKENS,
    deck="cucco",
)
