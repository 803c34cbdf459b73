"""What a match shows: to everybody, and to one seat besides.

Everything here is made from view records, in which whatever the viewer cannot know has been wiped.
"""

from collections.abc import Sequence
from typing import Any

from diwaniya.engine.game import Game, Why
from diwaniya.engine.hand import Hand
from diwaniya.engine.modes import Mode
from diwaniya.engine.names import bits
from diwaniya.engine.state import DEAL, OVER, PureState


def shown(game: Game, view: PureState, hand: Hand | None, number: int) -> dict[str, Any]:
    """What a view record shows as plain data, without what its viewer may do; `number` of hands have been dealt."""
    v: Any = view
    turn = v.turn
    seen = game.show(view)
    seen["game"] = game.id
    seen["to_move"] = turn if turn >= 0 else None
    seen["needs_deal"] = turn == DEAL
    seen["over"] = turn == OVER
    seen["winners"] = bits(v.winners) if v.winners else []
    seen["dealer"] = v.dealer
    seen["hand"] = number
    seen["scores"] = v.score[: game.sides(v.seats)]
    if hand is not None:
        seen["points"] = hand.points(game, view)
        # The result is told from the view as well: a dead card stays face down.
        seen["result"] = hand.told(game, view) if hand.ended else None
    return seen


def own(game: Game, view: PureState, hand: Hand | None, public: dict[str, Any]) -> dict[str, Any]:
    """What is shown to the viewer of this record and is not, or is otherwise, in what everybody sees."""
    if game.holding is not None:
        v: Any = view
        mine: dict[str, Any] = {"cards": game.cards(game.holding(view, v.viewer))}
    elif game.own is not None:
        mine = game.own(view)
    else:
        mine = shown(game, view, hand, public["hand"])
        for key in [key for key in mine if key != "cards" and key in public and mine[key] == public[key]]:
            del mine[key]
        return mine
    if hand is not None and hand.ended:
        result = hand.told(game, view)
        if result != public["result"]:
            mine["result"] = result
    return mine


def reasons(game: Game, view: PureState, held: Sequence[str]) -> dict[str, Why | None]:
    """Why the seat to move, whose view this is, may not play these cards that it holds."""
    v: Any = view
    if game.one_reason:
        return dict.fromkeys(held, game.why_not(view, held[0], v.turn))
    return {card: game.why_not(view, card, v.turn) for card in held}


def open_tokens(game: Game, mode: Mode, state: Any, turn: int, seat: int) -> list[str]:
    """What a seat may do out of turn, as tokens with the seat in front, from a state or view in the mode's own form."""
    if turn < 0:
        return []
    names = game.card_tokens
    return [
        f"{seat}:{kind}:{names[card]}"
        for number, kind in enumerate(game.out_of_turn)
        for card in bits(mode.open_legal(state, seat, number))
    ]
