"""`diwaniya serve`: the table on a web page."""

from __future__ import annotations

import errno
import ipaddress
import logging
import os
import socket
import sys
import threading
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from diwaniya.cli._commands import Command
from diwaniya.cli._complaints import Told
from diwaniya.cli._data import data_option, default_data
from diwaniya.cli._language import language_option, spoken
from diwaniya.cli._numbers import Seconds

if TYPE_CHECKING:
    from diwaniya.server.settings import Settings
    from diwaniya.storage.base import Storage
    from diwaniya.words.speaker import Speaker

DEFAULT_PORT = 8484
EVERYWHERE = ("0.0.0.0", "::")
TICKS_A_LOOK = 20
"""uvicorn ticks ten times a second; every two seconds we look whether somebody makes us wait."""


@click.command(cls=Command, short_help="Serve the table on a web page: this is how to play.")
@click.option(
    "--host",
    default="0.0.0.0",
    envvar="DIWANIYA_HOST",
    show_default=True,
    help="Address to listen on; 127.0.0.1 for this computer only.",
)
@click.option(
    "--port",
    default=DEFAULT_PORT,
    envvar="PORT",
    type=click.IntRange(0, 65535),
    show_default=True,
    help="Port to listen on; 0 takes a free one.",
)
@data_option
@click.option(
    "--pause",
    default=0.8,
    envvar="DIWANIYA_PAUSE",
    type=Seconds(0, 60),
    show_default=True,
    help="Seconds that a computer player seems to think.",
)
@click.option(
    "--idle",
    default=600.0,
    envvar="DIWANIYA_IDLE",
    type=Seconds(0.1),
    show_default=True,
    help="Seconds that a table nobody looks at stays in memory.",
)
@click.option(
    "--origin",
    "origins",
    multiple=True,
    metavar="ADDRESS",
    envvar="DIWANIYA_ORIGINS",
    help="Another web address whose pages may play here, such as https://cards.example. May be given several times.",
)
@click.option(
    "--transport",
    default="picows",
    envvar="DIWANIYA_TRANSPORT",
    type=click.Choice(["picows", "asgi"]),
    show_default=True,
    help="What carries the sockets; asgi is uvicorn's own, and slower.",
)
@click.option(
    "--crowd",
    default=1.0,
    envvar="DIWANIYA_CROWD",
    type=Seconds(1),
    show_default=True,
    metavar="TIMES",
    help="How many times as many people as usual may come from one network address: 10 for a school, say.",
)
@click.option("--grace", default=60.0, envvar="DIWANIYA_GRACE", type=Seconds(0), hidden=True)
@click.option("--hello", default=10.0, envvar="DIWANIYA_HELLO", type=Seconds(0.1), hidden=True)
@click.option("--silence", default=30.0, envvar="DIWANIYA_SILENCE", type=Seconds(0.1), hidden=True)
@click.option("--haste", default=1.0, envvar="DIWANIYA_HASTE", type=Seconds(1), hidden=True)
@click.option(
    "--open/--no-open", "show", default=True, help="Show the page in a browser, if there is a screen."
)
@language_option
def serve(
    host: str,
    port: int,
    data: Path | None,
    origins: tuple[str, ...],
    show: bool,
    lang: str | None,
    **settings: Any,
) -> None:
    """Serve the table on a web page, until Ctrl-C. Open the address that it shows, and play.

    Matches are kept in the data folder: after a restart, even a crash, every table goes on where it was.

    \b
    Examples:
      diwaniya serve                           for everybody who can reach this computer
      diwaniya serve --host 127.0.0.1          for this computer only
      diwaniya serve --port 9000               on another port (or PORT=9000)
      diwaniya serve --data ~/cards            keep the matches there (or DATA=~/cards)
      diwaniya serve --lang ar                 what it says here in Arabic; the page asks the browser

    \b
    Exit status:
      0  stopped by Ctrl-C
      1  the port is taken, or the data folder cannot be used: one line says why
      2  the command was called wrongly
    """
    from diwaniya.server.folder import DataFolder, FolderError
    from diwaniya.server.settings import Settings
    from diwaniya.storage.base import StorageError
    from diwaniya.storage.sqlite import SqliteStorage

    speaker = spoken(click.get_current_context(), lang)
    listener = listen(host, port, speaker)
    try:
        folder = DataFolder(data or default_data())
        storage = SqliteStorage(folder.database)
    except (FolderError, StorageError) as error:
        raise _unusable(speaker, str(error)) from None
    allowed = frozenset(origin.rstrip("/") for origin in origins)
    outside = next(iter(where(listener)[1:]), "")
    run(Settings(origins=allowed, address=outside, **settings), storage, folder.key, listener, show, speaker)


def _unusable(speaker: Speaker, text: str) -> click.ClickException:
    """What is wrong with the data folder, which its own code tells in English."""
    from diwaniya.words.speaker import FALLBACK

    if speaker.language == FALLBACK:
        return click.ClickException(text)
    return Told(speaker, "cli.serve.folder", text=text)


def listen(host: str, port: int, speaker: Speaker) -> socket.socket:
    """A socket that nobody else has; or the end, with one line that says which flag helps."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(2048)
    except PermissionError:
        raise Told(speaker, "cli.serve.denied", port=str(port)) from None
    except socket.gaierror:
        raise Told(speaker, "cli.serve.no_address", host=host) from None
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise Told(speaker, "cli.serve.taken", port=str(port)) from None
        raise Told(speaker, "cli.serve.cannot", host=host, text=error.strerror) from None
    return listener


def run(
    settings: Settings, storage: Storage, key: bytes, listener: socket.socket, show: bool, speaker: Speaker
) -> None:
    """Serve until Ctrl-C."""
    import uvicorn

    from diwaniya.server.app import create_app
    from diwaniya.server.entrance import entrance

    addresses = where(listener)
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s")

    way_in = entrance(create_app(settings, storage, key), settings)

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            announce(addresses, speaker)
            if show and has_screen():
                threading.Thread(target=webbrowser.open, args=(addresses[0],), daemon=True).start()

        async def on_tick(self, counter: int) -> bool:
            if counter % TICKS_A_LOOK == 0:
                way_in.guard.look(self.server_state.connections)
            return await super().on_tick(counter)

    config = uvicorn.Config(
        way_in.app,
        http=way_in.http,
        ws=way_in.ws,
        log_level="error",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=1,
        lifespan="on",
        **way_in.more,
    )
    raise_open_files()
    try:
        Server(config).run(sockets=[listener])
    except KeyboardInterrupt:
        pass  # that is how people stop it


def raise_open_files() -> None:
    """Every socket is an open file; systems allow few of them until one asks."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(
            resource.RLIMIT_NOFILE, (hard if hard != resource.RLIM_INFINITY else max(soft, 65536), hard)
        )


def where(listener: socket.socket) -> list[str]:
    """The addresses of the page: this computer first, then the local network if it is reachable from
    there.
    """
    host, port = listener.getsockname()[:2]
    if host not in EVERYWHERE:
        name = f"[{host}]" if ":" in host else host
        return [f"http://{name}:{port}/"]
    lan = lan_address()
    return [f"http://localhost:{port}/"] + ([f"http://{lan}:{port}/"] if lan else [])


def lan_address() -> str | None:
    """The address of this computer in the local network. Nothing is sent: the socket is only pointed
    outwards.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    found = ipaddress.ip_address(address)
    return None if found.is_loopback or found.is_unspecified else address


def announce(addresses: list[str], speaker: Speaker) -> None:
    """Say where it is. A server without a standard output serves all the same."""
    with suppress(OSError):
        click.echo(speaker.t("cli.serve.at", address=addresses[0]))
        for address in addresses[1:]:
            click.echo(speaker.t("cli.serve.network", address=address))
        click.echo(speaker.t("cli.serve.stop"))
        sys.stdout.flush()


def has_screen() -> bool:
    """Would somebody see a browser window?"""
    if any(os.environ.get(name) for name in ("CI", "SSH_CONNECTION", "SSH_TTY")):
        return False
    if sys.platform.startswith("linux"):
        return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return True
