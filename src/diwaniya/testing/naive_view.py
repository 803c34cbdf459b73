"""What a seat sees, told the straight way: the whole view from one record. `Match.view` must say exactly the same."""

from typing import Any

from diwaniya.engine.match import Match
from diwaniya.engine.state import DEAL, OVER, SPECTATOR
from diwaniya.testing.play import legal_moves, open_moves, viewed


def naive_view(match: Match, seat: int | None) -> dict[str, Any]:
    """The view of a seat (of a spectator for None), from a record masked for it; nothing is kept or shared."""
    game = match.game
    v = viewed(game, match._pure, SPECTATOR if seat is None else seat)
    turn = v.turn if v.turn >= 0 else None
    seen: dict[str, Any] = {
        "game": game.id,
        "seat": seat,
        "to_move": turn,
        "needs_deal": v.turn == DEAL,
        "over": v.turn == OVER,
        "winners": match.winners,
        "dealer": match.dealer,
        "hand": len(match.hands),
        "scores": match.scores,
        **game.show(v),
    }
    if match.hands:
        told = match.hands[-1]
        seen["points"] = told["points"]
        running = match.in_hand
        common = {name: told[name] for name in ("dealer", "points", "scores")}
        # The result is told from the view as well: a dead card stays face down.
        seen["result"] = None if running else {**common, **game.report(v)}
    if seat is not None and turn is not None:
        if game.out_of_turn:
            seen["out_of_turn"] = list(open_moves(game, v, seat))
        if turn == seat:
            moves = legal_moves(game, v)
            seen["legal"] = list(moves)
            seen["blocked"] = {
                card: game.why_not(v, card, seat) for card in seen["cards"] if card not in moves
            }
    return seen
