"""Basra for two and Morabaa, its form for four in partnerships, by rules B1 to B16.

Moves 0..51 are cards; 52..63 are the captures between which a player may choose (B10), in their order there.
"""

from typing import Any

from diwaniya.engine import cards
from diwaniya.engine.cards import FRENCH, TOKENS
from diwaniya.engine.game import Fact, Game, Option, Why
from diwaniya.engine.kernel import (
    NONE,
    ONE,
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
    pick,
    popcount,
)
from diwaniya.engine.seats import right_of
from diwaniya.engine.state import ALL, DEAL, HIDDEN, OVER, Layout, PureState
from diwaniya.games.basra_captures import (
    CHOICES,
    JACKS,
    KINGS,
    KOMI,
    LIKE,
    PICTURES,
    QUEENS,
    SUMS,
    SWEEPERS,
    UNIT,
    VALUE,
    capture,
    clears,
    put_floor,
)

TAKE = 52
"""The number of the first capture of B10."""
NOBODY = 255


def _layout(name: str) -> Layout:
    return Layout(
        name,
        pack=52,
        hand=("u8", 4),
        floor="u8",
        counts="u8",  # the numerals on the floor, by value (see UNIT)
        sums="u8",  # bit v: some of the numerals on the floor add up to v
        pile=("u8", 2),  # cards taken by each side
        choice=("u8", CHOICES),  # captures to choose from, as floor cards
        last_taken="u8",
        carry="i8",  # points of earlier ties (B14)
        line=("u1", 48),  # the cards of this hand in the order of play
        turned=("u1", 9),  # cards dealt face up: four to the floor, up to five buried (B3)
        turned_up="u1",  # how many
        dealt="u1",  # cards dealt into hands
        played="u1",
        choices="u1",
        basras=("u1", 2),
        jacks=("u1", 2),  # of these, jacks on jacks (B13c)
        last_seat="u1",
        last_card="u1",
    )


@kernel
def start(s: State) -> None:
    s.carry = 0
    s.choices = 0
    for i in range(CHOICES):
        s.choice[i] = NONE
    _clear(s)
    s.dealt = 48
    s.played = 48


@kernel
def _clear(s: State) -> None:
    for seat in range(4):
        s.hand[seat] = NONE
    for side in range(2):
        s.pile[side] = NONE
        s.basras[side] = 0
        s.jacks[side] = 0
    for i in range(48):
        s.line[i] = HIDDEN
    for i in range(9):
        s.turned[i] = HIDDEN
    s.turned_up = 0
    s.floor = NONE
    s.counts = NONE
    s.sums = ONE
    s.dealt = 0
    s.played = 0
    s.last_seat = NOBODY
    s.last_card = HIDDEN
    s.last_taken = NONE


@kernel
def deal(s: State) -> None:
    """B2, B3: hands, then a floor without jacks and komi; those that come up go to the bottom of the pack."""
    _clear(s)
    first = 4 * s.seats
    up = 0
    floor = NONE
    while popcount(floor) < 4:
        card = s.pack[first + up]
        s.turned[up] = card
        up += 1
        if not has(SWEEPERS, card):
            floor |= bit(card)
    s.turned_up = up
    put_floor(s, floor)
    s.turn = right_of(s, s.dealer)
    _give(s)
    s.deals += 1


@kernel
def _bottom(s: State, place: int) -> int:
    """The card at this place of those that were buried at the deal (B3)."""
    for i in range(s.turned_up):
        card = s.turned[i]
        if has(SWEEPERS, card):
            if place == 0:
                return 0 + card
            place -= 1
    return HIDDEN


@kernel
def _give(s: State) -> None:
    """B2, B4: four cards each in packets, dealer+1 first."""
    place = 0 + s.dealt
    if place > 0:
        place += s.turned_up
    seat = right_of(s, s.dealer)
    for _ in range(s.seats):
        hand = NONE
        for i in range(place, place + 4):
            hand |= bit(s.pack[i] if i < 52 else _bottom(s, i - 52))
        s.hand[seat] = hand
        place += 4
        s.dealt += 4
        seat = right_of(s, seat)


@kernel
def legal(s: State) -> Mask:
    """Any card of the hand (B5), or one of the captures while there is a choice (B10)."""
    if s.choices > 0:
        return bit(TAKE + s.choices) - bit(TAKE)
    return s.hand[s.turn]


@kernel
def apply(s: State, move: int) -> None:
    if move < TAKE:
        _play(s, move)
    else:
        taken = s.choice[move - TAKE]
        for i in range(s.choices):
            s.choice[i] = NONE
        s.choices = 0
        _take(s, s.line[s.played - 1], taken)
        _go_on(s)


@kernel
def _play(s: State, card: int) -> None:
    """B6 to B9."""
    s.hand[s.turn] &= ~bit(card)
    s.line[s.played] = card
    s.played += 1
    floor = s.floor
    taken = _taken(s, card)
    if s.choices > 0:
        return  # B10: he moves again
    if taken != NONE:
        _take(s, card, taken)
    else:
        s.floor = floor | bit(card)  # B9
        s.counts += UNIT[VALUE[card]]
        s.sums |= (s.sums << mask(VALUE[card])) & SUMS
    _go_on(s)


@kernel
def _taken(s: State, card: int) -> Mask:
    """What a card takes from the floor; if there is a choice it goes to `choice` and nothing is taken yet."""
    if has(SWEEPERS, card):
        return s.floor  # B8
    value = VALUE[card]
    like = s.floor & LIKE[card % 13]  # B6a, B7
    if has(s.sums & ~ONE, value):
        return capture(s, value, like)
    return like


@kernel
def would_take(s: State, card: int) -> Mask:
    """What a card would take now, the first of the captures of B10 if there are several. The state stays as it is."""
    taken = _taken(s, card)
    if s.choices > 0:
        taken = s.choice[0]
        for i in range(s.choices):
            s.choice[i] = NONE
        s.choices = 0
    return taken


@kernel
def _take(s: State, card: int, taken: Mask) -> None:
    """B11, B13."""
    seat = s.turn
    side = seat & 1
    floor = s.floor
    if taken == floor:
        if basra_of(s, card, taken):
            s.basras[side] += 1
            if has(JACKS, card):
                s.jacks[side] += 1
        s.floor = NONE
        s.counts = NONE
        s.sums = ONE
    else:
        put_floor(s, floor & ~taken)
    s.pile[side] |= taken | bit(card)
    s.last_seat = seat
    s.last_card = card
    s.last_taken = taken


@kernel
def basra_of(s: State, card: int, taken: Mask) -> bool:
    """Is it a basra (B13) to take this with this card?"""
    if taken != s.floor:
        return False
    if has(JACKS, card):
        return taken & ~JACKS == NONE
    return card != KOMI or _any_basra(s)


@kernel
def _any_basra(s: State) -> bool:
    """B13b: could some ordinary card, or a jack a single jack, have cleared this floor?"""
    floor = s.floor
    if floor & PICTURES != NONE:
        alike = floor & ~QUEENS == NONE or floor & ~KINGS == NONE
        return alike or (floor & ~JACKS == NONE and popcount(floor) == 1)
    value = 1
    while value <= 10 and not clears(s, s.counts, value):
        value += 1
    return value <= 10


@kernel
def _go_on(s: State) -> None:
    """B4, B5: the next seat, new cards when all hands are empty, the end of the hand after the last batch."""
    s.turn = right_of(s, s.turn)
    if s.played == s.dealt:
        if s.dealt < 48:
            _give(s)
        else:
            _score(s)


@kernel
def _for_basras(s: State, side: int) -> int:
    """B15: the points of a side's basras, some of which may be jack on jack."""
    return 10 * s.basras[side] + (s.opt[2] - 10) * s.jacks[side]


@kernel
def _score(s: State) -> None:
    """B12, B14 to B16."""
    if s.last_seat != NOBODY:
        s.pile[s.last_seat & 1] |= s.floor
    s.floor = NONE
    s.counts = NONE
    s.sums = ONE
    for side in range(2):
        s.score[side] += _for_basras(s, side)
    ours = popcount(s.pile[0])
    if ours != 26:
        s.score[0 if ours > 26 else 1] += 30 + s.carry
        s.carry = 0
    elif s.opt[1] == 1:
        s.carry += 30
    s.dealer = right_of(s, s.dealer)
    best = 0 if s.score[0] > s.score[1] else 1
    if s.score[best] >= s.opt[0] and s.score[0] != s.score[1]:
        s.turn = OVER
        for seat in range(best, s.seats, 2):
            s.winners |= 1 << seat
    else:
        s.turn = DEAL


@kernel
def held(s: State, seat: int) -> int:
    """How many cards a seat holds: four, one less for each turn that it has had since the last batch."""
    if s.dealt == s.played:
        return 0
    seats = 0 + s.seats
    turns = s.played + 4 * seats - s.dealt
    place = (seat + 2 * seats - s.dealer - 1) % seats
    return 4 - (turns + seats - 1 - place) // seats


@kernel
def view(s: State, seat: int, out: State) -> None:
    """What a seat sees: its own hand, and all that was ever face up: the floor, what was buried, played and taken."""
    copy(s, out)
    out.viewer = seat
    for other in range(4):
        if other != seat:
            out.hand[other] = NONE
    fill(out.pack, HIDDEN)


@kernel
def sample(v: State, rng: Rng, out: State) -> None:
    """A pack that fits: what was seen lies where it came from, what was buried is at the bottom, the rest is random."""
    copy(v, out)
    out.viewer = ALL
    seats = 0 + v.seats
    up = 0 + v.turned_up
    unseen: Mask = FRENCH
    buried = NONE
    for i in range(up):
        card = v.turned[i]
        out.pack[4 * seats + i] = card
        unseen &= ~bit(card)
        if has(SWEEPERS, card):
            buried |= bit(card)
    for i in range(v.played):
        unseen &= ~bit(v.line[i])
    if v.viewer >= 0:
        unseen &= ~v.hand[v.viewer]
    place = 0
    seat = right_of(v, v.dealer)
    for packet in range(48 // 4):
        first = packet // seats * 4 * seats + packet % seats  # in the line: the first card of this packet
        gone = NONE
        for i in range(first, min(first + 4 * seats, v.played), seats):
            gone |= bit(v.line[i])
        known = gone
        running = packet // seats == v.dealt // (4 * seats) - 1
        if running and seat == v.viewer:
            known |= v.hand[seat]
        hand = known
        known &= ~buried
        for i in range(place, place + 4):
            if i >= 52:
                hand |= bit(_bottom(v, i - 52))
            elif known != NONE:
                out.pack[i] = lowest(known)
                known &= known - ONE
            else:
                card = pick(rng, unseen)
                unseen &= ~bit(card)
                hand |= bit(card)
                out.pack[i] = card
        if running:
            out.hand[seat] = hand & ~gone
        place += 4
        if packet == seats - 1:
            place += up
        seat = right_of(v, seat)


# For people: plain Python over pure states.


def _by_value(taken: int) -> list[str]:
    """Cards in the order of a `take:` token: ace to ten (then the pictures), each S H D C."""
    numbers = (card for card in range(52) if taken >> card & 1)
    return [TOKENS[card] for card in sorted(numbers, key=lambda card: ((card + 1) % 13, card))]


def _takes(s: Any) -> list[list[str]]:
    """The captures to choose from (B10)."""
    return [_by_value(taken) for taken in s.choice[: s.choices]]


def token(state: PureState, move: int) -> str:
    s: Any = state
    return TOKENS[move] if move < TAKE else "take:" + "+".join(_takes(s)[move - TAKE])


def why_not(state: PureState, move: str, seat: int) -> Why | None:
    s: Any = state
    head, _, rest = move.partition(":")
    if head != "take":
        if s.choices:
            return Why("B10", "choose_first", {"card": _pending(s)})
        return None if s.hand[seat] >> cards.NUMBER[move] & 1 else Why("B5", "not_held", {"card": move})
    if not s.choices:
        return Why("B10", "no_choice")
    wanted = rest.split("+")
    if wanted in _takes(s):
        return None
    for name in wanted:
        if name in TOKENS and not s.floor >> cards.NUMBER[name] & 1:
            return Why("B6", "not_on_floor", {"card": name})
    for take in _takes(s):
        if sorted(take) == sorted(wanted):
            return Why("B10", "order")
        if sorted(name[0] for name in take) == sorted(name[:1] for name in wanted):
            return Why("B10", "lower_suit")
    return Why("B10", "not_offered")


def _pending(s: Any) -> str | None:
    """The card that waits for its player's choice (B10)."""
    return TOKENS[s.line[s.played - 1]] if s.choices else None


def report(state: PureState) -> dict[str, Any]:
    s: Any = state
    return {"cards": [pile.bit_count() for pile in s.pile], "basras": list(s.basras)}


def _last_take(s: Any) -> dict[str, Any] | None:
    if s.last_seat == NOBODY:
        return None
    return {"seat": s.last_seat, "card": TOKENS[s.last_card], "taken": cards.tokens(s.last_taken)}


def holding(state: PureState, seat: int) -> Mask:
    s: Any = state
    return s.hand[seat]


def _counts(s: Any) -> list[int]:
    """How many cards each seat holds (see `held`): in the running round those after the dealer have played already."""
    if s.dealt == s.played:
        return [0] * s.seats
    rounds, begun = divmod(s.played + 4 * s.seats - s.dealt, s.seats)
    counts = [4 - rounds] * s.seats
    for place in range(begun):
        counts[(s.dealer + 1 + place) % s.seats] -= 1
    return counts


def show(view: PureState) -> dict[str, Any]:
    v: Any = view
    won = report(view)
    return {
        "cards": cards.tokens(v.hand[v.viewer]) if v.viewer >= 0 else [],
        "counts": _counts(v),
        "floor": cards.tokens(v.floor),
        "played": _pending(v),
        "takes": _takes(v),
        "last_take": _last_take(v),
        "cards_won": won["cards"],
        "basras": won["basras"],
        "pack_left": 48 - v.dealt,
        "buried": [TOKENS[card] for card in v.turned[: v.turned_up] if SWEEPERS >> card & 1],
        "carry": v.carry,
    }


def story(before: PureState, seat: int, move: str, after: PureState) -> list[Fact]:
    b: Any = before
    a: Any = after
    if seat < 0:
        buried = [TOKENS[card] for card in a.turned[: a.turned_up] if SWEEPERS >> card & 1]
        return [{"key": "buried", "seat": a.dealer, "cards": buried}] if buried else []
    if a.choices:
        return [{"key": "chooses", "seat": seat, "card": move}]
    facts: list[Fact] = []
    if a.last_card != b.last_card:
        key = "take"
        if sum(a.basras) > sum(b.basras):
            key = "jack_basra" if sum(a.jacks) > sum(b.jacks) else "basra"
        elif SWEEPERS >> a.last_card & 1:
            key = "sweep"
        taking = {"key": key, **(_last_take(a) or {})}
        if key.endswith("basra"):
            taking["points"] = a.opt[2] if key == "jack_basra" else 10
        facts.append(taking)
    if a.turn < 0:
        return facts + _ending(b, a)
    if a.dealt > b.dealt:
        facts.append({"key": "batch", "left": 48 - a.dealt} if a.dealt < 48 else {"key": "last_batch"})
    return facts


def _ending(b: Any, a: Any) -> list[Fact]:
    """What the table says at the end of a hand: B12, B14, B15."""
    facts: list[Fact] = []
    last = a.last_seat % 2
    rest = a.pile[last] & ~b.pile[last] & ~(a.last_taken | 1 << a.last_card)
    if rest:
        facts.append({"key": "rest", "seat": a.last_seat, "cards": cards.tokens(rest)})
    counted = report(a)
    for side, count in enumerate(counted["basras"]):
        if count:
            facts.append({"key": "basras", "side": side, "count": count, "points": _for_basras(a, side)})
    won = counted["cards"]
    if won[0] == won[1]:
        facts.append({"key": "even_carried", "points": a.carry} if a.carry else {"key": "even"})
    else:
        side = 0 if won[0] > won[1] else 1
        facts.append({"key": "most", "side": side, "count": won[side], "points": 30 + b.carry})
    return facts


OPTIONS = (
    Option("target", 101, least=1, threshold=True, common=(101, 151)),
    Option("tie_carries", False),
    Option("jack_basra", 10, common=(10, 30)),
)


def _game(game_id: str, seats: int) -> Game:
    return Game(
        id=game_id,
        family="basra",
        seats=(seats,),
        teams=seats == 4,
        pack=tuple(range(52)),
        options=OPTIONS,
        layout=_layout(game_id.capitalize()),
        zones=("floor",),
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
        heads=("take",),
        fixed=TOKENS[:TAKE],
        one_reason=True,
    )


BASRA = _game("basra", 2)
MORABAA = _game("morabaa", 4)
