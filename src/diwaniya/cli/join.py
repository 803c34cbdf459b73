"""`diwaniya join`: a seat at somebody's table, in the terminal."""

from __future__ import annotations

import asyncio
import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from diwaniya.cli._language import language_option, spoken
from diwaniya.cli._output import check_open, clever
from diwaniya.cli._playing import Setting, WithRules, house_rules

if TYPE_CHECKING:
    from rich.console import Console

    from diwaniya.client import Client, Room
    from diwaniya.words.speaker import Speaker

SERVER = "http://localhost:8484"


DIGITS = {"latin": "latn", "arabic": "arab", "persian": "arabext"}
"""What people call them, and what Unicode does."""


class SessionFile(click.Path):
    """A file of ours, or one that can be made: what is something else is never written over."""

    def __init__(self) -> None:
        super().__init__(dir_okay=False, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        from diwaniya.client.session import check

        file = Path(os.fsdecode(super().convert(value, param, ctx)))
        if not value:
            self.fail("the name of the file is empty", param, ctx)
        if not file.parent.is_dir():
            self.fail(f"there is no folder {file.parent}. Make it, or name another file", param, ctx)
        try:
            check(file)
        except ValueError as error:
            self.fail(str(error), param, ctx)
        return file


@click.command(cls=WithRules)
@click.argument("room", metavar="[ROOM]", required=False)
@click.option(
    "--server",
    default=SERVER,
    show_default=True,
    help="The server that has the room, where ROOM is a bare code.",
)
@click.option("--name", default="", help="How the others see you; at most 24 letters.")
@click.option("--watch", is_flag=True, help="Look on without a seat.")
@click.option(
    "--open",
    "game",
    metavar="GAME",
    help="Open a room for this game instead, and be its host; the games are listed below.",
)
@click.option(
    "--option",
    "options",
    type=Setting(),
    multiple=True,
    help="With --open: a rule of the house, such as target=51; see below.",
)
@click.option("--seats", type=int, help="With --open: how many play, where the game leaves a choice.")
@click.option("--public", is_flag=True, help="With --open: show the room in the lobby.")
@language_option
@click.option(
    "--digits",
    type=click.Choice(["latin", "arabic", "persian"]),
    help="The digits of numbers; by default those of the language.",
)
@click.option("--no-color", is_flag=True, help="Plain text, also on a terminal.")
@click.option(
    "--session",
    type=SessionFile(),
    metavar="FILE",
    help="File that keeps who you are; with another one you are somebody else.",
)
@click.pass_context
def join(
    ctx: click.Context,
    room: str | None,
    server: str,
    name: str,
    watch: bool,
    game: str | None,
    options: tuple[tuple[str, Any], ...],
    seats: int | None,
    public: bool,
    lang: str | None,
    digits: str | None,
    no_color: bool,
    session: Path | None,
) -> None:
    """Play in a room of a running server, in the terminal. ROOM is its code, or the link to it, as friends who
    opened one on the page send it to you.

    \b
    Examples:
      diwaniya join K7M2-9QXR --name Layla                 a room of the server on this computer
      diwaniya join https://cards.example/join/K7M2-9QXR   the link to a room
      diwaniya join K7M2-9QXR --server http://192.168.1.7:8484
      diwaniya join K7M2-9QXR --watch --lang ar            look on, in Arabic
      diwaniya join --open GAME --option OPTION            a room of your own

    \b
    When it is your turn, type the number of a card or a move, or its token (AS, bid:6).
    ? AS tells why a card cannot be played, ? alone what else can be typed. Ctrl-D or
    Ctrl-C hangs up: the seat stays yours, and the same command brings you back; into a
    room that you opened with --open it is the one with its code, which is then shown.

    \b
    Exit status:
      0    you left, or the input ended, or the room was closed
      1    no server there, or it does not let you in: one line says why
      2    the command was called wrongly
      130  stopped by Ctrl-C
    """
    speaker = spoken(ctx, lang, digits=DIGITS.get(digits or ""))
    from diwaniya.cli._joining import not_there, refused_entry, unclear_address
    from diwaniya.client import BadAddress, ClientError, Refused

    if (room is None) == (game is None):
        raise click.UsageError(speaker.t("cli.join.which"), ctx)
    if game is None and (options or seats is not None or public):
        raise click.UsageError(speaker.t("cli.join.only_open"), ctx)
    if game is not None and watch:
        raise click.UsageError(speaker.t("cli.join.watch_or_open"), ctx)
    rules = house_rules(options, ctx)
    check_open()

    async def enter(client: Client) -> Room:
        if game is not None:
            return await _opened(client, game, rules, seats, public)
        return await (client.watch() if watch else client.join())

    try:
        client = _client(room, server, name, session)
    except BadAddress as error:
        raise click.UsageError(unclear_address(speaker, error), ctx) from None
    except ValueError as error:
        raise click.UsageError(str(error), ctx) from None
    try:
        asyncio.run(_play(client, enter, game, session, speaker, no_color))
    except Refused as refused:
        raise click.ClickException(refused_entry(speaker, refused)) from None
    except ClientError as error:
        raise click.ClickException(not_there(speaker, error, client.address.server)) from None


def _client(room: str | None, server: str, name: str, session: Path | None) -> Client:
    from diwaniya.client import connect

    return connect(server if room is None else room, server=server, name=name, session=session or _session())


def _session() -> Path:
    """Where this system keeps such things."""
    from platformdirs import user_state_path

    return user_state_path("diwaniya", appauthor=False) / "sessions.json"


async def _opened(
    client: Client, game: str, options: dict[str, Any], seats: int | None, public: bool
) -> Room:
    from diwaniya.wire.messages import RoomSettings

    return await client.open(game, options=options, seats=seats, settings=RoomSettings(public=public))


async def _play(
    client: Client, enter: Any, game: str | None, session: Path | None, speaker: Speaker, no_color: bool
) -> None:
    """Connect, enter, and sit until it is over."""
    from diwaniya.cli._joining import known_game
    from diwaniya.cli._sitting import Sitting
    from diwaniya.cli._tables import put
    from diwaniya.cli._typing import typed_lines

    async with client:
        games = await client.games()
        if game is not None:
            known_game(speaker, game, games)
        room = await enter(client)
        out = _console(no_color)
        if room.hosting and room.code is not None and room.table.view is None:
            link = f"{client.address.server}/join/{room.code}"
            put(out, speaker.t("terminal.opened", code=speaker.isolate(room.code)))
            put(out, speaker.t("terminal.link", link=speaker.isolate(link)))
        server = client.address.server
        back = "" if game is None or room.code is None else way_back(room.code, server, session)
        await Sitting(room, games, speaker, out, server, back).run(typed_lines())


def way_back(code: str, server: str, session: Path | None) -> str:
    """The command that brings whoever opened this room back to it: to open a room again would be another one."""
    words = ["diwaniya", "join", code]
    if server != SERVER:
        words += ["--server", server]
    if session is not None:
        words += ["--session", str(session)]
    return shlex.join(words)


def _console(no_color: bool) -> Console:
    from rich.console import Console

    from diwaniya.cli._tables import console

    # Lines are broken between words there, wherever its edge just now is.
    out = Console(markup=False, highlight=False) if clever(sys.stdout) else console()
    out.no_color = out.no_color or no_color
    return out
