"""One sitting at a table: what happens is told, what is typed is done."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Iterable
from contextlib import suppress

from rich.console import Console
from rich.text import Text

from diwaniya.cli._choices import Asks, Enter, Move, Order, Unclear, choices, known, understand
from diwaniya.cli._names import replay_link
from diwaniya.cli._orders import ORDERS, Misused
from diwaniya.cli._output import clever
from diwaniya.cli._screen import Screen, have
from diwaniya.cli._tables import put
from diwaniya.cli._telling import Teller, refusal
from diwaniya.client import Event, Found, Lost, Refused, Room, Unsure
from diwaniya.wire import messages as wire
from diwaniya.wire.http import Games
from diwaniya.words.computers import guest_name
from diwaniya.words.speaker import Speaker

PROMPT = "> "


class Sitting:
    """Tells the room on a console and does what is typed. `run` ends when the room, the typing or the player does."""

    def __init__(
        self, room: Room, games: Games, speaker: Speaker, out: Console, server: str, back: str = ""
    ) -> None:
        """`back` is the command that brings us back to our seat, where it is not the one that brought us here."""
        self.room, self.speaker, self.out, self._server = room, speaker, out, server
        self._back = back
        self._games = {game.id: game for game in games.games}
        self._levels = games.levels
        self.t = speaker.t
        self._told = 0
        """The last line of what happened that was printed."""
        self._people: object = None
        self._asked: object = None
        self._scored: object = None
        self._finished: str | None = None
        self._stood_in = False
        """Have we been told that the computer plays for us?"""
        self._drawn: tuple[int, str | None] | None = None
        """The turn that was drawn last, so that it is not drawn twice."""
        self._prompting = clever(out.file) and sys.stdin is not None and sys.stdin.isatty()
        self._over = False
        self._leaving = False
        """We are about to leave, and need not hear what that changes."""

    # telling

    def say(self, *lines: Text | str) -> None:
        """Print lines, below whatever is being typed."""
        if self._prompting:
            print("\r\x1b[K", end="", file=self.out.file)
        for line in lines:
            put(self.out, line)
        if self._prompting and not self._over:
            print(PROMPT, end="", flush=True, file=self.out.file)

    def _teller(self, table: wire.Table) -> Teller:
        return Teller(self.speaker, self._games[table.game], table)

    def greet(self) -> None:
        """Where we are, and who else is."""
        table, t = self.room.table, self.t
        game = t(f"game.{table.game}.name", f"game.{table.game}")
        if table.seat is None:
            self.say(t("terminal.watching", game=game))
            if table.behind:
                self.say(t("terminal.behind", n=table.behind))
        else:
            code = self.speaker.isolate(self.room.code or "")
            self.say(t("terminal.sitting", game=game, code=code, seat=table.seat + 1))
        self._told = max([line.seq for line in table.lines], default=0)
        self._whole(table)
        self._standing(table)

    def _whole(self, table: wire.Table) -> None:
        """A table came whole: tell what is new about the people."""
        screen = Screen(self._teller(table), table)
        people = (table.seats, table.host, table.seat, table.game, table.options, table.removed)
        if people != self._people:
            rules = screen.rules() if self._people is None or table.phase != "playing" else None
            self.say(*screen.seats(), *screen.removed(), *([rules] if rules is not None else []))
        self._people = people

    def _lines(self, table: wire.Table) -> None:
        teller = self._teller(table)
        fresh = [line for line in table.lines if line.seq > self._told]
        if fresh:
            self.say(*(text for line in fresh for text in teller.line(line)))
            self._told = fresh[-1].seq

    def _standing(self, table: wire.Table) -> None:
        """What the table is at: somebody's turn, a question, the end."""
        view = table.view
        ended = view is not None and bool(have(view.result) or view.over)
        screen = Screen(self._teller(table), table)
        if screen.stood_in and not self._stood_in:
            self.say(self.t("terminal.stood_in"))
        self._stood_in = screen.stood_in
        if view is not None and table.phase == "playing" and not ended:
            drawn = (table.seq, view.game)
            mine = view.to_move is not None and view.to_move == table.seat and not screen.stood_in
            if (mine or table.seat is None or self._drawn is None) and drawn != self._drawn:
                self._drawn = drawn
                self.say(*screen.turn(view) if mine or self._told == 0 else screen.board(view))
        self._question(table)

    def _question(self, table: wire.Table) -> None:
        """Between hands and matches: the score, who has won, and what is waited for. Each is said once."""
        view, teller = table.view, self._teller(table)
        if view is not None and (have(view.result) or view.over) and self._scored != (table.match, view.hand):
            self._scored = (table.match, view.hand)
            self.say(self.t("terminal.scores", scores=Screen(teller, table).scores(view)))
        if table.phase == "over" and self._finished != table.match:
            self._finished = table.match
            self._end(table, teller)
        question, hand = table.question, view.hand if view is not None else 0
        # While we are asked it is no news that others have answered.
        waited = (question.kind, hand) if question is not None and question.you else question
        now = (table.phase, table.match, waited, table.host)
        if now != self._asked:
            self._asked = now
            self._ask(table, teller)

    def _ask(self, table: wire.Table, teller: Teller) -> None:
        """What is waited for."""
        question, t = table.question, self.t
        if question is not None and question.you:
            self.say(t(f"terminal.{question.kind}"))
        elif question is not None and question.waiting:
            names = self.speaker.listing([teller.name(seat) for seat in question.waiting])
            self.say(t("terminal.waits", names=names))
        elif table.phase == "waiting":
            self._waiting(table, teller)

    def _end(self, table: wire.Table, teller: Teller) -> None:
        last = table.matches[-1] if table.matches else None
        winners = last.winners if last is not None else []
        if winners:
            names = self.speaker.listing([teller.name(seat) for seat in winners])
            self.say(self.t("terminal.won", names=names))
        else:
            self.say(self.t("terminal.broken_off"))
        if last is not None:
            link = replay_link(self._server, last.match, table.table, table.name_seed)
            self.say(self.t("terminal.record", link=self.speaker.isolate(link)))

    def _waiting(self, table: wire.Table, teller: Teller) -> None:
        if self.room.hosting:
            self.say(self.t("terminal.hosts_turn", levels=self.speaker.isolate(", ".join(self._levels))))
        elif table.host is not None:
            self.say(self.t("terminal.wait_host", name=teller.name(table.host)))

    def tell(self, event: Event) -> None:
        """Something has happened."""
        t = self.t
        if self._leaving:
            return
        if isinstance(event, wire.Table):
            self._lines(event)
            self._whole(event)
            self._standing(event)
        elif isinstance(event, wire.Step):
            table = self.room.table
            self._lines(table)
            self._standing(table)
        elif isinstance(event, wire.Said):
            self.say(t("terminal.said", name=self._who(event.seat, event.name), text=self._said(event)))
        elif isinstance(event, wire.Reported):
            by, name = self._who(event.by, ""), self._who(event.seat, event.name)
            self.say(t("terminal.reported", by=by, name=name, text=self._said(event)))
        elif isinstance(event, wire.Trouble):
            self.say(t("wire.not_saved"))
        elif isinstance(event, wire.Gone):
            self._over = True
            self.say(t(f"terminal.gone.{event.why}"))
        elif isinstance(event, Lost):
            self.say(t("wire.lost"))
        elif isinstance(event, Found):
            self.say(t("terminal.found"))

    def _who(self, seat: int, name: str) -> str:
        return name or self._teller(self.room.table).name(seat)

    def _said(self, event: wire.Said | wire.Reported) -> str:
        return self.t(f"phrase.{event.phrase}") if event.phrase else event.text

    # doing

    async def run(self, lines: AsyncIterator[str]) -> None:
        """Until the player leaves, the room is gone, or nothing more is typed. Raises what ended the connection."""
        self.greet()
        hearing = asyncio.create_task(self._hear())
        doing = asyncio.create_task(self._do_all(lines))
        try:
            await asyncio.wait([hearing, doing], return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:  # Ctrl-C
            self._keep()
            raise
        finally:
            for task in (hearing, doing):
                task.cancel()
            results = await asyncio.gather(hearing, doing, return_exceptions=True)
        if self._prompting and not self._over:
            print(file=self.out.file)  # below the prompt
        for result in results:
            if isinstance(result, Exception):
                raise result

    async def _hear(self) -> None:
        async for event in self.room:
            self.tell(event)

    async def _do_all(self, lines: AsyncIterator[str]) -> None:
        async for line in lines:
            try:
                await self._do(line)
            except Refused as refused:
                self.say(self._refusal(refused))
            except Unsure:
                self.say(self.t("wire.unsure"))
            except Misused as misused:
                self.say(self.t("terminal.usage", text=self._usage(misused)))
            if self.room.gone is not None:
                return
        self._keep()

    def _usage(self, misused: Misused) -> str:
        """How it should be written, and with which numbers."""
        usage = self.t(misused.words) if misused.words else str(misused)
        usage = self.speaker.isolate(usage)
        return f"{usage}  (1-{misused.most})" if misused.most else usage

    def _keep(self) -> None:
        """We hang up; the seat stays ours."""
        if self.room.seat is not None and not self._over:
            self._over = True
            with suppress(OSError):  # nobody hears it
                if self._back:
                    self.say(self.t("cli.join.back", command=self.speaker.isolate(self._back)))
                else:
                    self.say(self.t("terminal.kept"))

    async def _do(self, line: str) -> None:
        view = self.room.view
        listed = choices(view) if view is not None else []
        typed = understand(line, view, listed)
        if isinstance(typed, Enter):
            await self._yes()
        elif isinstance(typed, Move):
            await self._play(typed.token)
        elif isinstance(typed, Asks):
            self._explain(typed.token)
        elif isinstance(typed, Unclear):
            await self._guess(typed)
        elif typed.name == "leave":
            await self._leave()
        else:
            await self._order(typed)

    async def _leave(self) -> None:
        self._leaving = True
        try:
            await (self.room.leave() if self.room.seat is None else self.room.quit())
        finally:
            self._leaving = False
        self._over = True
        self.say(self.t("terminal.left"))

    async def _yes(self) -> None:
        """Enter: the next hand, or another match, if that was the question; else our own hand again."""
        if self.room.asked == "next":
            await self.room.next()
        elif self.room.asked == "rematch":
            await self.room.again()
        elif self._stood_in:
            await self.room.back()

    async def _play(self, token: str) -> None:
        view = self.room.view
        if view is not None and token not in self.room.legal and token not in self.room.out_of_turn:
            self._explain(token)
            return
        await self.room.play(token)

    async def _guess(self, typed: Unclear) -> None:
        """Not one of the moves that are open. If it is a move of the game at all, the server knows why not."""
        if typed.moves:
            self.say(self.t("terminal.unclear", moves=self.speaker.isolate("  ".join(typed.moves))))
        elif self.room.view is not None and self._teller(self.room.table).is_token(typed.text):
            openly = typed.text.partition(":")[0] in self._games[self.room.table.game].out_of_turn
            await self.room.play(f"{self.room.seat}:{typed.text}" if openly else typed.text)
        else:
            self.say(self.t("terminal.unknown", text=typed.text[:60]))

    def _explain(self, token: str | None) -> None:
        """Why not this one; or what can be done at all."""
        view, table = self.room.view, self.room.table
        if token is None or view is None:
            if view is not None and self.room.legal:
                self.say(*Screen(self._teller(table), table).hand(view, choices(view)))
            self.say(*self._help())
            return
        teller = self._teller(table)
        blocked = view.blocked if isinstance(view.blocked, dict) else {}
        if token in self.room.legal or token in known(view.out_of_turn):
            self.say(self.t("terminal.allowed", move=teller.move(token)))
        elif token in blocked:
            self.say(teller.why(blocked[token]))
        elif view.to_move is not None and view.to_move != table.seat:
            self.say(self.t("hand.not_turn", seat=teller.name(view.to_move)))
        else:
            self.say(self.t("hand.not_now"))

    def _help(self) -> Iterable[str]:
        return self.speaker.under("terminal.help")

    async def _order(self, order: Order) -> None:
        table = self.room.table
        if order.name in ("help", "?"):
            self.say(*self._help())
        elif order.name == "table":
            screen = Screen(self._teller(table), table)
            self.say(
                *screen.seats(),
                *screen.removed(),
                *(screen.turn(table.view) if table.view is not None else []),
            )
        elif order.name == "score":
            self._score(table)
        elif order.name == "hint":
            await self._hint()
        elif order.name == "rest":
            await self._rest()
        elif order.name == "say" and table.seat is None:
            self.say(self.t("terminal.quiet"))
        elif order.name in ORDERS:
            await ORDERS[order.name].run(self.room, order.rest)
        else:
            self.say(self.t("terminal.no_command", text=self.speaker.isolate(f"/{order.name[:30]}")))

    async def _hint(self) -> None:
        """The best moves, with what may be expected of them."""
        teller = self._teller(self.room.table)
        try:
            moves = await self.room.hint()
        except Refused as refused:
            if refused.code != "not_now" or refused.about:
                raise
            self.say(self.t("hint.not_ready"))
            return
        for move in moves:
            said = {"move": teller.move(move.token)}
            if move.chance is None:
                self.say(self.t("hint.only", **said))
            else:
                self.say(self.t("hint.move", n=round(100 * move.chance), **said))

    async def _rest(self) -> None:
        """Play the rest of the hand if every trick of it is certain to be ours; stop if anything else comes between."""
        moves = await self.room.certain()
        if not moves or self.room.view is None:
            self.say(self.t("rest.none"))
            return
        hand = self.room.view.hand
        for token in moves:
            try:
                table = await self.room.until(lambda table: _comes_to_us(table, hand))
            except LookupError:  # the room is gone; that is told elsewhere
                return
            if _over(table, hand):
                return
            if token not in self.room.legal or not _leads(table):
                self.say(self.t("rest.stopped"))
                return
            await self.room.play(token)

    def _score(self, table: wire.Table) -> None:
        """The score of this match and of those before it."""
        teller, heading = self._teller(table), ""
        for number, match in enumerate(table.matches, 1):
            names = [self._former(teller, table, match, seat) for seat in range(len(match.names))]
            if heading != (heading := self._heading(match.game, names, len(match.scores))):
                self.say(heading)
            scores = " : ".join(map(self.speaker.number, match.scores))
            winners = self.speaker.listing([names[seat] for seat in match.winners])
            self.say(f"{self.speaker.number(number)}. {scores}  {winners}".rstrip())
        if table.view is not None and table.phase == "playing":
            now = self._heading(table.game, teller.names, len(table.view.scores))
            if now != heading:
                self.say(now)
            self.say(self.t("terminal.scores", scores=Screen(teller, table).scores(table.view)))

    def _heading(self, game: str, names: list[str], sides: int) -> str:
        """`Cards: Layla : Hamad`, whose scores stand below in this order; partners are one side."""
        isolate, listing = self.speaker.isolate, self.speaker.listing
        text = " : ".join(isolate(listing(names[side::sides])) for side in range(sides))
        return self.t("terminal.label", what=self.t(f"game.{game}.name", f"game.{game}"), text=text)

    def _former(self, teller: Teller, table: wire.Table, match: wire.MatchLine, seat: int) -> str:
        """Who sat there. A record knows no names but those that people gave; the rest is as it is now."""
        now = "" if seat >= len(table.seats) or table.seats[seat].name else teller.name(seat)
        return match.names[seat] or now or guest_name(self.speaker, seat)

    def _refusal(self, refused: Refused) -> str:
        if refused.why is not None:
            return self._teller(self.room.table).why(refused.why)
        return refusal(self.speaker, refused)


def _over(table: wire.Table, hand: int) -> bool:
    """Has this hand ended?"""
    view = table.view
    ended = view is None or view.hand != hand or bool(have(view.result)) or view.over
    return ended or table.phase != "playing"


def _leads(table: wire.Table) -> bool:
    """Is nothing in the middle, so that whoever is to move leads?"""
    return table.view is not None and not have(table.view.trick)


def _comes_to_us(table: wire.Table, hand: int) -> bool:
    """Are we to move, or is the hand over, or does somebody else lead?"""
    if _over(table, hand) or table.view is None:
        return True
    to_move = table.view.to_move
    return to_move is not None and (to_move == table.seat or _leads(table))
