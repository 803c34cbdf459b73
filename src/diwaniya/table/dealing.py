"""The events of a match that chance has a part in: its beginning, its packs, and the secret behind the next one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from diwaniya.engine import fair
from diwaniya.engine.cards import RANKS
from diwaniya.engine.game import Game
from diwaniya.table.events import Chair, Cut, Dealt, Ended, Event, Opened
from diwaniya.table.moment import Moment
from diwaniya.table.state import TableState


def begin_match(
    game: Game, chairs: Sequence[Chair | None], secret: str, salts: Mapping[str, str], moment: Moment
) -> list[Event]:
    """A match of these people, and its first hand. `secret` was committed to before any of the salts was given."""
    stirred = salts_by_seat(chairs, salts)
    dealer, cut = _first_dealer(game, secret, stirred, len(chairs))
    opened = Opened(at=moment.now, match=moment.match_name(), salts=stirred, dealer=dealer, cut=cut)
    return [opened, _pack(game, secret, stirred, 1, 0, moment.now)]


def salts_by_seat(chairs: Sequence[Chair | None], salts: Mapping[str, str]) -> list[str]:
    """The salts of the people who sit there, by seat."""
    players = [chair.player for chair in chairs if chair is not None and chair.player is not None]
    return [salts[player] for player in players if player in salts]


def next_hand(state: TableState, now: float) -> Dealt:
    """The pack of the next hand of the running match."""
    return _next_pack(state, state.hand + 1, 0, now)


def redeal(state: TableState, now: float) -> Dealt:
    """Another pack for the running hand (A8)."""
    return _next_pack(state, state.hand, state.redeal + 1, now)


def end_match(state: TableState, moment: Moment) -> Ended:
    """The end of the running match, decided or broken off, and the secret behind the next one."""
    assert state.match is not None
    return Ended(
        at=moment.now, winners=state.match.winners, scores=state.match.scores, secret=moment.secret()
    )


def _next_pack(state: TableState, hand: int, pack: int, now: float) -> Dealt:
    assert state.match is not None
    assert state.opened is not None
    return _pack(state.match.game, state.secret, state.opened.salts, hand, pack, now)


def _pack(game: Game, secret: str, salts: Sequence[str], hand: int, pack: int, now: float) -> Dealt:
    """The `pack`-th of this hand, from 0."""
    cards = fair.shuffle(bytes.fromhex(secret), _raw(salts), hand, pack, game.pack_tokens())
    return Dealt(at=now, hand=hand, redeal=pack, pack=" ".join(cards))


def _first_dealer(game: Game, secret: str, salts: Sequence[str], seats: int) -> tuple[int, list[list[Cut]]]:
    """Who deals first: drawn (G3), or cut for where the game wants it (A2)."""
    if not game.cut:
        return fair.draw_dealer(bytes.fromhex(secret), _raw(salts), seats), []
    rounds = fair.cut_for_deal(bytes.fromhex(secret), _raw(salts), seats, game.pack_tokens(), RANKS)
    (dealer,) = fair.cut_winners(rounds[-1], RANKS)
    return dealer, [[Cut(seat, card) for seat, card in cards] for cards in rounds]


def _raw(salts: Sequence[str]) -> list[bytes]:
    return [bytes.fromhex(salt) for salt in salts]
