"""What is done for each kind of message."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Union, get_args

import msgspec

from diwaniya.server import at_once, hints, refusals, rooms
from diwaniya.server.answers import answered
from diwaniya.server.computers import LEVELS
from diwaniya.server.hot import HotTable
from diwaniya.server.rooms import BAD_LEVEL, settings_of
from diwaniya.server.saying import is_phrase, read_text
from diwaniya.server.wipe import wipe
from diwaniya.table import commands
from diwaniya.table.commands import Command, Refusal
from diwaniya.wire import messages as wire

if TYPE_CHECKING:
    from diwaniya.server.connection import Connection


class Say(msgspec.Struct, frozen=True, tag="say"):
    """`wire.Say` with its text left where it is: in the bytes of the message, which are wiped."""

    table: str
    text: msgspec.Raw = msgspec.Raw(b'""')
    phrase: str = ""
    ref: int | None = None


_MESSAGE: Any = Union[tuple(Say if kind is wire.Say else kind for kind in get_args(wire.ClientMessage))]  # noqa: UP007

decode = msgspec.json.Decoder(_MESSAGE).decode
"""A frame as a `wire.ClientMessage`, but for `Say`. Raises `msgspec.MsgspecError` with what is wrong."""


def handle(page: Connection, message: Any) -> bool:
    """Answer a message. True: nothing of it may stay in any buffer."""
    kind = type(message)
    if kind is wire.Hello:
        _hello(page, message)
    elif not page.greeted:
        page.fail("bad_message", "Say hello first.")
    elif kind in _AT_TABLE:
        return _at_table(page, message)
    else:
        _ELSEWHERE[kind](page, message)
    return kind is Say


def _at_table(page: Connection, message: Any) -> bool:
    """Something about one table, which may have to be read from disk first."""
    handler = _AT_TABLE[type(message)]
    hot = page.world.hub.peek(message.table)
    if hot is not None:
        handler(page, hot, message)
        return isinstance(message, Say)
    if isinstance(message, Say):  # nobody can hear it
        page.refuse(refusals.NO_TABLE, message.table, message.ref)
        return True

    async def read_first() -> None:
        found = await page.world.hub.get(message.table)
        if isinstance(found, Refusal):
            page.refuse(found, message.table, message.ref)
        else:
            handler(page, found, message)

    page.later(read_first())
    return False


# hello


def _hello(page: Connection, message: wire.Hello) -> None:
    if message.protocol != wire.PROTOCOL:
        text = (
            f"This server speaks protocol {wire.PROTOCOL}, the page {message.protocol}: load the page again."
        )
        page.fail("bad_protocol", text)
        return
    page.greeted = True

    async def welcome() -> None:
        running = await page.world.hub.running(page.player)
        guest = page.guest
        address = page.world.hub.settings.address
        page.answer(
            wire.Welcome(wire.PROTOCOL, page.world.version, running, guest.name, guest.avatar, address)
        )

    page.later(welcome())


def _ping(page: Connection, message: wire.Ping) -> None:
    page.answer(wire.Pong(message.ref))


# looking at a table


def _sit(page: Connection, hot: HotTable, message: wire.Sit) -> None:
    refusal = page.sit(hot)
    if refusal is not None:
        page.refuse(refusal, hot.id, message.ref)
    else:
        hot.come_back(page.player, partial(answered, page, hot, message.ref))


def _watch(page: Connection, hot: HotTable, message: wire.Watch) -> None:
    # Whoever has a seat sees the table from it, also when he asks to watch.
    refusal = page.look(hot, hot.state.seat_of(page.player))
    answered(page, hot, message.ref, refusal)


def _leave(page: Connection, hot: HotTable, message: wire.Leave) -> None:
    if hot.id not in page.tables:
        page.refuse(refusals.NO_TABLE, hot.id, message.ref)
        return
    page.leave(hot)
    page.done(hot, message.ref)


# commands


def play(page: Connection, hot: HotTable, message: wire.Play) -> None:
    """A move."""
    seat = hot.viewers.seated.get(page)  # found at once; who asks without looking is looked for
    if seat is None:
        seat = hot.state.seat_of(page.player)
    if seat is None:
        page.refuse(refusals.NOT_SEATED, hot.id, message.ref)
        return
    command = commands.Play(page.player, seat, message.token, message.seq)
    hot.ask(command, partial(answered, page, hot, message.ref))


def _quit(page: Connection, hot: HotTable, message: wire.Quit) -> None:
    def gone(refusal: Refusal | None) -> None:
        hot.viewers.leaving.discard(page)
        if refusal is None:
            page.leave(hot)
        answered(page, hot, message.ref, refusal)

    hot.viewers.leaving.add(page)
    hot.ask(commands.Quit(page.player), gone)


def _mute(page: Connection, hot: HotTable, message: wire.Mute) -> None:
    mine = hot.state.seat_of(page.player)
    other = hot.state.player_at(message.seat) if 0 <= message.seat < len(hot.state.chairs) else None
    if mine is None:
        page.refuse(refusals.NOT_SEATED, hot.id, message.ref)
    elif other is None or other == page.player:
        page.refuse(refusals.NO_MUTING, hot.id, message.ref)
    else:
        hot.chat.mute(page.player, other, message.on)
        for viewer, seat in list(hot.viewers.seated.items()):
            if seat == mine:
                hot.viewers.show_again(viewer)
        page.done(hot, message.ref)


def _say(page: Connection, hot: HotTable, message: Say) -> None:
    refusal = _said(page, hot, message)
    if refusal is not None:
        page.refuse(refusal, hot.id, message.ref)
    else:
        page.done(hot, message.ref)


def _said(page: Connection, hot: HotTable, message: Say) -> Refusal | None:
    seat = hot.state.seat_of(page.player)
    if seat is None or page not in hot.viewers.seated:
        return refusals.NOT_SEATED
    if not page.world.limits.may_say(page.player):
        return refusals.MANY_WORDS
    text = read_text(memoryview(message.text))
    if (text is None) == (not message.phrase) or (message.phrase and not is_phrase(message.phrase)):
        if text is not None:
            wipe(text)
        return refusals.BAD_TEXT
    hot.chat.say(seat, bytearray() if text is None else text, message.phrase)
    return None


def _report(page: Connection, hot: HotTable, message: wire.Report) -> None:
    seat = hot.state.seat_of(page.player)
    if seat is None:
        refusal: Refusal | None = refusals.NOT_SEATED
    elif not page.world.limits.may_report(page.player):
        refusal = refusals.MANY_WORDS
    else:
        refusal = hot.chat.report(seat, message.said)
    answered(page, hot, message.ref, refusal)


def _command(made: Callable[[str, Any], Command | Refusal]) -> Callable[[Connection, HotTable, Any], None]:
    """A message that is a command of the table and nothing else."""

    def handler(page: Connection, hot: HotTable, message: Any) -> None:
        command = made(page.player, message)
        if isinstance(command, Refusal):
            page.refuse(command, hot.id, message.ref)
        else:
            hot.ask(command, partial(answered, page, hot, message.ref))

    return handler


def _levelled(level: str, command: Command) -> Command | Refusal:
    """A command with the level of a computer player, if there is such a level."""
    return command if level in LEVELS or not level else BAD_LEVEL


def _change(player: str, m: wire.Change) -> Command:
    settings = None if m.settings is None else settings_of(m.settings)
    return commands.Change(player, settings, m.game, m.seats, m.options)


_ELSEWHERE: dict[type, Callable[[Connection, Any], None]] = {
    wire.Ping: _ping,
    wire.Open: rooms.open_room,
    wire.Join: rooms.join_room,
    wire.Quick: rooms.quick_play,
    wire.Lobby: rooms.watch_lobby,
}

_AT_TABLE: dict[type, Callable[[Connection, HotTable, Any], None]] = {
    wire.Sit: _sit,
    wire.Watch: _watch,
    wire.Leave: _leave,
    wire.Quit: _quit,
    wire.Play: play,
    wire.AskHint: hints.ask_hint,
    wire.AskRest: at_once.ask_rest,
    wire.AskTips: at_once.ask_tips,
    wire.Mute: _mute,
    wire.Report: _report,
    Say: _say,
    wire.Place: _command(lambda player, m: commands.Move(player, m.seat, m.to)),
    wire.Fill: _command(lambda player, m: _levelled(m.level or "?", commands.Fill(player, m.level, m.seat))),
    wire.Remove: _command(lambda player, m: _levelled(m.level, commands.Remove(player, m.seat, m.level))),
    wire.Admit: _command(lambda player, m: commands.Admit(player, m.person)),
    wire.Give: _command(lambda player, m: commands.Give(player, m.seat)),
    wire.Change: _command(_change),
    wire.Salt: _command(lambda player, m: commands.Salt(player, m.salt)),
    wire.Begin: _command(lambda player, m: _levelled(m.level, commands.Begin(player, m.level))),
    wire.Next: _command(lambda player, m: commands.Next(player, m.seq)),
    wire.Rematch: _command(lambda player, m: commands.Rematch(player)),
    wire.Back: _command(lambda player, m: commands.Back(player)),
    wire.End: _command(lambda player, m: commands.End(player)),
}
