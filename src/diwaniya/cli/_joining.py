"""Why there is no sitting down, in the player's language."""

from __future__ import annotations

from diwaniya.cli._complaints import Told, shorten
from diwaniya.cli._telling import refusal
from diwaniya.client import SERVER, BadAddress, Broken, ClientError, Outdated, Refused, Unreachable
from diwaniya.wire.http import Games
from diwaniya.words.speaker import FALLBACK, Speaker


def refused_entry(speaker: Speaker, refused: Refused) -> str:
    """The server does not let us in. In English its own words are the most exact about what was asked for."""
    if speaker.language == FALLBACK and refused.code in ("bad_option", "bad_name"):
        return str(refused)
    return refusal(speaker, refused)


def known_game(speaker: Speaker, game: str, games: Games) -> None:
    """Raises `Told` for a game that the server does not have, with those that it has."""
    known = [one.id for one in games.games]
    if game not in known:
        raise Told(speaker, "cli.join.no_game", game=shorten(game, 40), games=", ".join(known))


def not_there(speaker: Speaker, error: ClientError, server: str) -> str:
    """There is no server, or none that we can talk to. In English the error itself is the most exact."""
    if speaker.language == FALLBACK:
        return str(error)
    if isinstance(error, Unreachable):
        return speaker.t("cli.join.unreachable", server=server)
    if isinstance(error, Outdated):
        return speaker.t("cli.join.outdated")
    if isinstance(error, Broken):
        return speaker.t("cli.join.broken", text=error.text)
    return speaker.t("wire.unsure")


def unclear_address(speaker: Speaker, error: BadAddress) -> str:
    """What was written is neither a room nor a server."""
    if speaker.language == FALLBACK:
        return str(error)
    return speaker.t(f"cli.join.{error.kind}", text=error.said or "''", example=SERVER)
