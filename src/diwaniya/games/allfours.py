"""All Fours as played in Trinidad, for four players or two, by rules A1 to A21.

Moves 0..51 are cards, 54..57 what is said before play: stand, beg, give ("take one"), run (the pack). With the
option `calls` a card may also be exposed and called out of turn.
"""

from typing import Any

from diwaniya.engine import cards
from diwaniya.engine.cards import FRENCH, SUIT, SUITS, TOKENS
from diwaniya.engine.game import Fact, Game, Option, Why, shown
from diwaniya.engine.hidden import scatter
from diwaniya.engine.kernel import (
    NONE,
    U64,
    Mask,
    Rng,
    State,
    bit,
    copy,
    fill,
    has,
    highest,
    kernel,
    lowest,
    mask,
    pick,
    popcount,
    shuffle,
)
from diwaniya.engine.state import ALL, DEAL, HIDDEN, OVER, Layout, PureState

STAND, BEG, GIVE, RUN = 54, 55, 56, 57
CALLS = ("stand", "beg", "give", "run")
EXPOSE, CALL = 0, 1
"""Kinds of out-of-turn moves (A20, A21)."""

TARGET, PACKET, HANG_JACK, VOID_MAY_DISCARD, WITH_CALLS = range(5)
"""Places of the options."""

OPEN, BEGGED, STOOD, GAVE, RAN = range(5)
"""What has been said (A5, A6): dealer+1 is to speak, the dealer is to answer, or, from `STOOD` on, cards are played."""

NOBODY = 255
HANGED = 2
"""Added to the side in `jack` if that side captured it (A17)."""

TO_SPEAK = U64(1 << STAND | 1 << BEG)
TO_ANSWER = U64(1 << GIVE | 1 << RUN)

SIX, TEN, JACK, QUEEN, KING, ACE = 4, 8, 9, 10, 11, 12
TENS, JACKS, QUEENS, KINGS, ACES = (U64((1 | 1 << 13 | 1 << 26 | 1 << 39) << rank) for rank in range(8, 13))

MOST_TURNS = 6
"""Two players can see six cards turned before the pack cannot go on (A8), four three."""
DRAWS = 12  # how often `sample` tries the quick way before it deals card by card
WORDS = 8
MOST_AWARDS = 255
"""Entries that fit. Each pack before A8 has three at most to give: it takes eighty reshuffles to fill the list."""


def _layout(name: str, seats: int) -> Layout:
    return Layout(
        name,
        pack=52,
        hand=("u8", seats),  # cards held; in a view, of the others, those that lie exposed
        dealt=("u8", seats),  # cards that each seat got from this pack; in a view, those known
        lacks=("u8", seats),  # suits of which a seat showed that it has no card (A11, A12)
        holds=("u8", seats),  # suits of which it showed that it has one (A21)
        won=("u8", 2),  # cards in the tricks of each side
        lay="u8",  # cards of the running trick
        follow="u8",  # cards that may be played whatever else one holds; all before a card is led
        must="u8",  # only who has none of these may play any card; all before a card is led
        exposed="u8",  # cards ever exposed (A20): those still in a hand lie open in front of it
        called="u8",  # of these, those called (A21)
        early="u8",  # cards exposed before the pack was run, so of the first six
        turn_points=("u8", WORDS),  # what turned cards scored in this hand, two bits each
        trick=("u1", 2 * seats),  # the running trick from place `half` on, the one before in the other half
        turned=("u1", MOST_TURNS),  # cards turned from this pack
        half="u1",
        played="u1",  # cards in the running trick
        leader="u1",  # who led to it, so the winner of the last one
        last_leader="u1",
        each="u1",  # cards dealt to each seat from this pack
        turns="u1",  # how many cards were turned from this pack
        trump="u1",
        said="u1",
        again="u1",  # is another pack wanted for this hand (A8)?
        turn_awards="u1",  # how many entries `turn_points` has
        high="u1",  # the side that scored it, or NOBODY
        low="u1",
        jack="u1",
        game="u1",
    )


@kernel
def _next(s: State, seat: int) -> int:
    return (seat + 1) & (len(s.hand) - 1)  # there are two seats or four


@kernel
def start(s: State) -> None:
    _clear_hand(s)
    _clear_pack(s)
    s.leader = _next(s, s.dealer)
    s.trump = 0
    for i in range(len(s.hand)):
        s.hand[i] = NONE
        s.dealt[i] = NONE


@kernel
def _clear_hand(s: State) -> None:
    """What a new pack for the same hand leaves alone (A8)."""
    for i in range(WORDS):
        s.turn_points[i] = NONE
    s.turn_awards = 0
    s.high = NOBODY
    s.low = NOBODY
    s.jack = NOBODY
    s.game = NOBODY
    s.again = 0


@kernel
def _clear_pack(s: State) -> None:
    for i in range(len(s.hand)):
        s.lacks[i] = NONE
        s.holds[i] = NONE
    for i in range(len(s.trick)):
        s.trick[i] = HIDDEN
    for i in range(MOST_TURNS):
        s.turned[i] = HIDDEN
    s.won[0] = NONE
    s.won[1] = NONE
    s.lay = NONE
    s.follow = FRENCH
    s.must = FRENCH
    s.exposed = NONE
    s.called = NONE
    s.early = NONE
    s.half = 0
    s.played = 0
    s.last_leader = NOBODY
    s.each = 0
    s.turns = 0
    s.said = OPEN


@kernel
def deal(s: State) -> None:
    """A3: six cards each and one to turn; with the new pack of A8 the hand, its points and its dealer stay."""
    if s.again == 0:
        _clear_hand(s)
    s.again = 0
    _clear_pack(s)
    for seat in range(len(s.hand)):
        s.hand[seat] = NONE
    s.deals += 1
    s.leader = _next(s, s.dealer)
    s.turn = s.leader
    _give(s, 6)
    _turn_card(s)


@kernel
def _give(s: State, count: int) -> None:
    """Give everyone `count` more cards, dealer+1 first, in packets of three or one at a time (A3)."""
    n = len(s.hand)
    packet = s.opt[PACKET]
    at = n * s.each + s.turns
    for _ in range(0, count, packet):
        seat = _next(s, s.dealer)
        for _ in range(n):
            for _ in range(packet):
                s.hand[seat] |= bit(s.pack[at])
                at += 1
            seat = _next(s, seat)
    for seat in range(n):
        s.dealt[seat] = s.hand[seat]  # nobody has played yet
    s.each += count


@kernel
def _turn_card(s: State) -> bool:
    """Turn the next card of the pack: it makes trump and may score (A4). Is the match over by that?"""
    card = s.pack[len(s.hand) * s.each + s.turns]
    s.turned[s.turns] = card
    s.turns += 1
    s.trump = card // 13
    points = _turn_points(card)
    if points == 0:
        return False
    if s.turn_awards < MOST_AWARDS:
        s.turn_points[s.turn_awards // 32] |= mask(points) << mask(s.turn_awards % 32 * 2)
        s.turn_awards += 1
    return _award(s, s.dealer & 1, points)


@kernel
def _turn_points(card: int) -> int:
    rank = card % 13
    if rank == ACE:
        return 1
    if rank == SIX:
        return 2
    return 3 if rank == JACK else 0


@kernel
def _award(s: State, side: int, points: int) -> bool:
    """A19: count the points; is the match over by that?"""
    s.score[side] += points
    if s.score[side] < s.opt[TARGET]:
        return False
    for seat in range(side, len(s.hand), 2):
        s.winners |= 1 << seat
    s.turn = OVER
    s.dealer = _next(s, s.dealer)
    return True


@kernel
def legal(s: State) -> Mask:
    """The moves of the seat to move: A5, A6, A10 to A12, A21."""
    if s.said < STOOD:
        return TO_SPEAK if s.said == OPEN else TO_ANSWER
    hand = s.hand[s.turn]
    may: Mask = hand if hand & s.must == NONE else hand & s.follow
    called: Mask = may & s.called
    return may if called == NONE else called


@kernel
def apply(s: State, move: int) -> None:
    if move < STAND:
        _play(s, move)
    elif move == STAND:
        s.said = STOOD
    elif move == BEG:
        s.said = BEGGED
        s.turn = s.dealer
    elif move == GIVE:
        s.said = GAVE
        s.turn = s.leader
        _award(s, s.leader & 1, 1)
    else:
        _run_the_pack(s)


@kernel
def _run_the_pack(s: State) -> None:
    """A6, A7, A8: three more each and another card, until it shows another suit or the pack cannot go on."""
    n = len(s.hand)
    begged_against = s.trump
    s.said = RAN
    s.early = s.exposed
    s.turn = s.leader
    while s.trump == begged_against:
        if n * (s.each + 3) + s.turns + 1 > len(s.pack):
            s.again = 1
            s.turn = DEAL
            return
        _give(s, 3)
        if _turn_card(s):
            return


@kernel
def _play(s: State, card: int) -> None:
    seat = s.turn
    if not has(s.follow, card):
        s.lacks[seat] |= s.must
    s.hand[seat] &= ~bit(card)
    if s.called != NONE:
        _show_by_call(s, seat, card)
    s.trick[s.half + s.played] = card
    if s.played == 0:
        led = SUIT[card // 13]
        s.follow = led | SUIT[s.trump]
        s.must = led if s.opt[VOID_MAY_DISCARD] == 1 else s.follow
    s.lay |= bit(card)
    s.played += 1
    if s.played == len(s.hand):
        _take(s)
    else:
        s.turn = _next(s, seat)


@kernel
def _show_by_call(s: State, seat: int, card: int) -> None:
    """Who trumps while a called card waits in his hand has the suit led: else he would have had to play that card."""
    s.holds[seat] &= ~SUIT[card // 13]
    trumps_in = has(s.follow, card) and not has(s.must, card)
    if trumps_in and not has(s.called, card) and s.hand[seat] & s.called != NONE:
        s.holds[seat] |= s.must


@kernel
def _take(s: State) -> None:
    """The trick is full: A13."""
    n = len(s.hand)
    trumps = s.lay & SUIT[s.trump]
    best = highest(trumps if trumps != NONE else s.lay & s.follow)
    place = 0
    for i in range(1, n):
        if s.trick[s.half + i] == best:
            place = i
    winner = (s.leader + place) & (n - 1)
    s.won[winner & 1] |= s.lay
    s.lay = NONE
    s.follow = FRENCH
    s.must = FRENCH
    s.half = n - s.half
    s.played = 0
    s.last_leader = s.leader
    s.leader = winner
    s.turn = winner
    if s.hand[winner] == NONE:
        _score_hand(s)


@kernel
def _score_hand(s: State) -> None:
    """A15 to A18, one after the other: the match may end at any of them (A19)."""
    dealt = s.dealt[0]  # to side 0
    every = NONE
    for seat in range(len(s.hand)):
        every |= s.dealt[seat]
        if seat == 2:
            dealt |= s.dealt[seat]
    trumps = every & SUIT[s.trump]
    if trumps != NONE:
        s.high = 0 if has(dealt, highest(trumps)) else 1
        if _award(s, s.high, 1):
            return
        s.low = 0 if has(dealt, lowest(trumps)) else 1
        if _award(s, s.low, 1):
            return
        jack = 13 * s.trump + JACK
        if has(trumps, jack):
            held = 0 if has(dealt, jack) else 1
            side = 0 if has(s.won[0], jack) else 1
            if held == side:
                s.jack = side
                if _award(s, side, 1):
                    return
            elif s.opt[HANG_JACK] > 0:
                s.jack = side + HANGED
                if _award(s, side, s.opt[HANG_JACK]):
                    return
    ahead = _game_value(s.won[0]) - _game_value(s.won[1])
    if ahead != 0:
        s.game = 0 if ahead > 0 else 1
        if _award(s, s.game, 1):
            return
    s.turn = DEAL
    s.dealer = _next(s, s.dealer)


@kernel
def _game_value(won: Mask) -> int:
    """A18."""
    low = popcount(won & JACKS) + 2 * popcount(won & QUEENS) + 10 * popcount(won & TENS)
    return low + 3 * popcount(won & KINGS) + 4 * popcount(won & ACES)


@kernel
def open_legal(s: State, seat: int, kind: int) -> Mask:
    """A20, A21: who is not to move may expose a card of his; anybody may call a card that another has exposed."""
    if s.opt[WITH_CALLS] == 0 or s.turn < 0:
        return NONE
    if kind == EXPOSE:
        return NONE if seat == s.turn else s.hand[seat] & ~s.exposed
    others: Mask = NONE
    for other in range(len(s.hand)):
        if other != seat:
            others |= s.hand[other]
    return others & s.exposed & ~s.called


@kernel
def open_apply(s: State, seat: int, kind: int, card: int) -> None:
    if kind == EXPOSE:
        s.exposed |= bit(card)
    else:
        s.called |= bit(card)


@kernel
def view(s: State, seat: int, out: State) -> None:
    """What a seat sees: its own hand; of the others what was said, played, turned and exposed."""
    copy(s, out)
    out.viewer = seat
    exposed = s.exposed
    for other in range(len(s.hand)):
        if other != seat:
            hand = s.hand[other]
            out.hand[other] = hand & exposed
            out.dealt[other] = s.dealt[other] & (exposed | ~hand)
    fill(out.pack, HIDDEN)


@kernel
def sample(v: State, rng: Rng, out: State) -> None:
    """Hands for the others, and a pack, that fit the cards that are out and the suits that they were seen to lack."""
    copy(v, out)
    out.viewer = ALL
    n = len(v.hand)
    unseen: Mask = FRENCH
    for i in range(v.turns):
        unseen &= ~bit(v.turned[i])
    rest = len(v.pack) - v.turns - n * v.each
    for seat in range(n):
        unseen &= ~v.dealt[seat]
    for seat in range(n):
        for suit in range(4):
            wanted = v.holds[seat] & SUIT[suit]
            if seat != v.viewer and wanted != NONE and v.hand[seat] & wanted == NONE:
                card = pick(rng, unseen & wanted)
                unseen &= ~bit(card)
                out.hand[seat] |= bit(card)
                out.dealt[seat] |= bit(card)
    for seat in range(n):
        rng.need[seat] = v.each - popcount(out.dealt[seat])
        rng.ban[seat] = v.lacks[seat]
    undealt = _draw_hands(rng, unseen, n)
    if undealt == NONE:
        rng.need[n] = rest
        rng.ban[n] = NONE
        scatter(rng, unseen, n + 1)
        undealt = rng.hands[n]
    for seat in range(n):
        out.hand[seat] |= rng.hands[seat]
        out.dealt[seat] |= rng.hands[seat]
        _lay_out(out, seat)
    for i in range(v.turns):
        out.pack[n * (6 + 3 * i) + i] = v.turned[i]
    for i in range(len(v.pack) - rest, len(v.pack)):
        out.pack[i] = lowest(undealt)
        undealt &= ~bit(out.pack[i])
    shuffle(rng, out.pack, len(v.pack) - rest, len(v.pack))


@kernel
def _draw_hands(rng: Rng, unseen: Mask, seats: int) -> Mask:
    """Draw each seat's hand; the cards left over (at least one), or none if too many draws failed.

    Seats that lack a suit draw first, each as if it were alone, and all begins anew when two of them draw the same
    card: so all deals that fit are equally likely.
    """
    for _ in range(DRAWS):
        left = unseen
        failed = False
        for lacking in range(1, -1, -1):
            for seat in range(seats):
                if not failed and (rng.ban[seat] != NONE) == (lacking == 1):
                    may = unseen & ~rng.ban[seat] if lacking == 1 else left
                    hand = _draw(rng, may, rng.need[seat])
                    failed = hand & ~left != NONE
                    rng.hands[seat] = hand
                    left &= ~hand
        if not failed:
            return left
    return NONE


@kernel
def _draw(rng: Rng, cards: Mask, count: int) -> Mask:
    """So many of these cards, at random."""
    left = cards
    for _ in range(count):
        left &= ~bit(pick(rng, left))
    return cards & ~left


@kernel
def _lay_out(s: State, seat: int) -> None:
    """Put a seat's cards on places of the pack from which it gets them, those exposed early among the first six."""
    n = len(s.hand)
    packet = s.opt[PACKET]
    first = s.dealt[seat] & s.early
    left = s.dealt[seat] & ~s.early
    offset = (seat + n - _next(s, s.dealer)) & (n - 1)
    for i in range(s.each):
        if first != NONE:
            card = lowest(first)
            first &= ~bit(card)
        else:
            card = lowest(left)
            left &= ~bit(card)
        turned_before = 0 if i < 6 else i // 3 - 1
        s.pack[(i // packet * n + offset) * packet + i % packet + turned_before] = card


# For people: plain Python over pure states.


def redeals(state: PureState) -> bool:
    s: Any = state
    return bool(s.again)


def token(state: PureState, move: int) -> str:
    return TOKENS[move] if move < STAND else CALLS[move - STAND]


def why_not(state: PureState, move: str, seat: int) -> Why | None:
    s: Any = state
    if s.said < STOOD:
        if move in (CALLS[:2] if s.said == OPEN else CALLS[2:]):
            return None
        return Why("A5", "speak_first") if s.said == OPEN else Why("A6", "answer_first")
    if move in CALLS:
        return Why("A10", "talk_over")
    card = cards.NUMBER[move]
    hand = s.hand[seat]
    if not hand >> card & 1:
        return Why("A10", "not_held", {"card": move})
    may = legal(s)
    if may >> card & 1:
        return None
    if may & s.called:
        return Why("A21", "called", {"cards": cards.tokens(may)})
    trump, led = s.trump, s.trick[s.half] // 13
    suits = {"suit": SUITS[led], "trump": SUITS[trump]}
    if led == trump:
        return Why("A11", "trump_led", suits)
    return Why("A12", "follow_or_trump" if hand & SUIT[led] else "no_suit_so_trump", suits)


_FOR_PLAY = ("high", "low", "jack", "game")


def _hand_dealer(s: Any) -> int:
    """Who dealt the hand that the state tells of: once it is over, `dealer` is the next one."""
    return int(s.dealer if s.turn >= 0 or s.again else (s.dealer - 1) % s.seats)


def _awards(s: Any) -> list[tuple[str, int, int]]:
    """What this hand scored so far, in order: what, side, points."""
    side = _hand_dealer(s) % 2
    listed = [("turn", side, s.turn_points[i // 32] >> i % 32 * 2 & 3) for i in range(s.turn_awards)]
    if s.said == GAVE:
        listed.append(("gift", 1 - side, 1))
    for name, side in zip(_FOR_PLAY, (s.high, s.low, s.jack, s.game), strict=True):
        if side != NOBODY:
            listed.append((name, side % HANGED, s.opt[HANG_JACK] if side >= HANGED else 1))
    return listed


def report(state: PureState) -> dict[str, Any]:
    """The fields of a hand in `replay --json`. Trump is the suit of the last card turned, begged against or not."""
    s: Any = state
    return {
        "trump": SUITS[s.trump] if s.turns else None,
        "tricks": [won.bit_count() // s.seats for won in s.won],
        "awards": [f"{what}:{side}:{points}" for what, side, points in _awards(s)],
    }


def _in_order(s: Any, trick: list[int], leader: int) -> list[dict[str, Any]]:
    return [{"seat": (leader + i) % s.seats, "card": TOKENS[card]} for i, card in enumerate(trick)]


def _last_trick(s: Any) -> list[int]:
    """The cards of the last full trick, none before the first."""
    before = s.seats - s.half
    return list(s.trick[before : before + s.seats]) if s.won[0] | s.won[1] else []


SAID = ((), ("beg",), ("stand",), ("beg", "give"), ("beg", "run"))
"""What the numbers in `said` mean: dealer+1 spoke, and the dealer answered."""


def _said(s: Any) -> list[dict[str, Any]]:
    dealer = _hand_dealer(s)
    return [{"seat": (dealer + 1 - i) % s.seats, "token": word} for i, word in enumerate(SAID[s.said])]


def holding(state: PureState, seat: int) -> Mask:
    s: Any = state
    return s.hand[seat]


def show(view: PureState) -> dict[str, Any]:
    v: Any = view
    last = _last_trick(v)
    turned = [TOKENS[card] for card in v.turned[: v.turns]]
    laid = {
        "cards": cards.tokens(v.hand[v.viewer]) if v.viewer >= 0 else [],
        "counts": [v.each - (dealt & ~hand).bit_count() for dealt, hand in zip(v.dealt, v.hand, strict=True)],
        "trick": _in_order(v, v.trick[v.half : v.half + v.played], v.leader),
        "last_trick": {"cards": _in_order(v, last, v.last_leader), "winner": v.leader} if last else None,
        "turned": turned[-1] if turned else None,
        "turned_all": turned,
        "pack_left": len(v.pack) - v.seats * v.each - v.turns,
        "calls": _said(v),
        **report(v),
    }
    if v.opt[WITH_CALLS]:
        laid["exposed"] = [cards.tokens(hand & v.exposed) for hand in v.hand]
        laid["called"] = [cards.tokens(hand & v.called) for hand in v.hand]
    return laid


def story(before: PureState, seat: int, move: str, after: PureState) -> list[Fact]:
    b: Any = before
    a: Any = after
    if ":" in move:
        _, kind, card = move.split(":")
        if kind == "expose":
            return [{"key": "exposed", "seat": seat, "card": card}]
        holder = next(s for s in range(b.seats) if b.hand[s] >> cards.NUMBER[card] & 1)
        return [{"key": "called", "seat": seat, "holder": holder, "card": card}]
    facts = _story_of_turns(a, b.turns if move else 0) if move in ("", "run") else []
    if move == "give":
        facts.append({"key": "gift", "seat": b.leader, "side": b.leader % 2, "points": 1})
    if a.won != b.won and move:
        facts.append({"key": "trick", "seat": a.leader, "cards": shown(_last_trick(a))})
        facts += [_story_of_award(a, *award) for award in _awards(a) if award[0] in _FOR_PLAY]
    return facts


def _story_of_turns(s: Any, known: int) -> list[Fact]:
    """The cards turned by a deal or a run, what they scored, and what came of it."""
    facts: list[Fact] = []
    dealer = _hand_dealer(s)
    turned = s.turned[: s.turns]
    for i in range(known, s.turns):
        if i > known:
            facts.append({"key": "again", "seat": dealer, "trump": TOKENS[turned[i - 1]][1]})
        card = TOKENS[turned[i]]
        facts.append({"key": "turned", "seat": dealer, "card": card, "trump": card[1]})
        points = _turn_points(turned[i])
        if points:
            facts.append({"key": "turn", "side": dealer % 2, "card": card, "points": points})
    if s.again:
        facts.append({"key": "reshuffle", "seat": dealer})
    return facts


def _story_of_award(s: Any, what: str, side: int, points: int) -> Fact:
    every = s.won[0] | s.won[1]
    trumps = [card for card in cards.tokens(every) if card[1] == SUITS[s.trump]]
    if what == "game":
        mine, theirs = _game_value(s.won[side]), _game_value(s.won[1 - side])
        return {"key": "game", "side": side, "points": points, "value": mine, "other": theirs}
    card = {"high": trumps[-1], "low": trumps[0], "jack": "J" + SUITS[s.trump]}[what]
    hanged = what == "jack" and s.jack >= HANGED
    return {"key": "hang_jack" if hanged else what, "side": side, "card": card, "points": points}


OPTIONS = (
    Option("target", 14, least=1, threshold=True, common=(7, 14)),
    Option("packet", 3, choices=(1, 3)),
    Option("hang_jack", 3, common=(1, 3)),
    Option("void_may_discard", False),
    Option("calls", False),
)


def _game(game_id: str, seats: int) -> Game:
    return Game(
        id=game_id,
        family="allfours",
        seats=(seats,),
        teams=True,
        pack=tuple(range(52)),
        options=OPTIONS,
        layout=_layout(game_id.capitalize(), seats),
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
        fixed=(*TOKENS[:52], "", "", *CALLS),
        one_reason=True,
        out_of_turn=("expose", "call"),
        out_of_turn_rules=("A20", "A21"),
        open_legal=open_legal,
        open_apply=open_apply,
        redeals=redeals,
        cut=True,
    )


ALLFOURS = _game("allfours", 4)
ALLFOURS2 = _game("allfours2", 2)
"""The games: one file a family. Nothing lists them; `engine.game.games()` looks into this folder."""
