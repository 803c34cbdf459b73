"""`diwaniya join` as people use it: a process, a real server, lines in and lines out."""

from __future__ import annotations

import contextlib
import os
import pty
import queue
import re
import select
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from diwaniya.cli._names import replay_link
from diwaniya.cli.join import SERVER, way_back
from diwaniya.client import ClientError, Refused
from diwaniya.client.sync import Client, Room, connect
from diwaniya.engine.game import games
from diwaniya.wire import messages as wire
from diwaniya.words.speaker import Speaker
from serving import Server, steady_port

PATIENCE = 60.0
DUEL = next(game.id for game in games().values() if game.seats == (2,) and not game.cut)
TRICKS = next(
    game for game in games().values() if game.seats == (4,) and "trick" in game.zones and game.calls
)

UNMARKED = r"Your cards: .*?(\d+) (\d+|[AKQJ])([♠♥♦♣])(?: |$)"
"""In a hand of which something may be played: a card that may not, with its number."""


class Terminal:
    """The command in a process of its own; what it prints comes line by line."""

    def __init__(
        self, tmp: Path, *words: str, session: str = "me.json", env: dict[str, str] | None = None
    ) -> None:
        command = [
            sys.executable,
            "-m",
            "diwaniya",
            "join",
            "--session",
            str(tmp / session),
            "--lang",
            "en",
            *words,
        ]
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONIOENCODING": "utf-8", **(env or {})},
        )
        self.seen: list[str] = []
        self._lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.rstrip("\n"))
        self._lines.put(None)

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def hang_up(self) -> None:
        """The end of what is typed."""
        assert self.process.stdin is not None
        self.process.stdin.close()

    def expect(self, pattern: str) -> re.Match[str]:
        """The next line in which this is found."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"no {pattern!r} after {self.seen[-15:]}") from None
            assert line is not None, f"it ended before {pattern!r}: {self.seen[-15:]} {self.errors()}"
            self.seen.append(line)
            found = re.search(pattern, line)
            if found:
                return found

    def errors(self) -> str:
        assert self.process.stderr is not None
        return self.process.stderr.read()

    def status(self) -> int:
        """The exit status, when it has ended by itself."""
        status = self.process.wait(timeout=PATIENCE)
        while (line := self._lines.get(timeout=PATIENCE)) is not None:
            self.seen.append(line)
        return status

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None:
                with contextlib.suppress(BrokenPipeError):
                    pipe.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    # On a slow machine nobody loses his seat because his next process takes long to start.
    with Server(tmp_path_factory.mktemp("join"), env={"DIWANIYA_GRACE": "3600"}) as running:
        yield running


@pytest.fixture
def friend(server: Server) -> Iterator[Client]:
    """Somebody else at the table."""
    with connect(url(server), name="Hamad") as client:
        yield client


def url(server: Server) -> str:
    return f"http://127.0.0.1:{server.port}"


def play_on(room: Room, moves: int = 10_000) -> None:
    """Play what comes first until so many moves are made, or the match is over."""
    for _ in range(moves):
        room.until(lambda table: room.legal or room.asked == "next" or table.phase == "over")
        if room.table.phase == "over":
            return
        if room.asked == "next":
            room.next()
        else:
            room.play(room.legal[0])


def beside(room: Room) -> threading.Thread:
    """Play in a thread of its own, until the match or the client ends."""

    def play() -> None:
        with contextlib.suppress(ClientError, LookupError, RuntimeError):  # nothing more to see, or hung up
            play_on(room)

    thread = threading.Thread(target=play, daemon=True)
    thread.start()
    return thread


def test_a_whole_match_in_a_terminal(server: Server, friend: Client, tmp_path: Path) -> None:
    """Open a room, let a friend in, play, say something, see the score, and go."""
    short = ["--option", "target=31"] if "target" in games()[DUEL].defaults else []
    words = ["--server", url(server), "--open", DUEL, "--name", "Layla", *short]
    with Terminal(tmp_path, *words) as terminal:
        code = terminal.expect(r"Code: (\w{4}-\w{4})")[1]
        assert terminal.expect(r"Link.*: (\S+)")[1] == f"{url(server)}/join/{code}"
        terminal.expect("Your seat: 1")
        terminal.expect(r"1\. Layla \(you, host\)")
        terminal.expect(r"2\. free")
        terminal.expect("You are the host: /begin deals")
        room = friend.join(code)
        terminal.expect(r"2\. Hamad")
        room.say("good evening")
        terminal.expect("^Hamad: good evening$")
        terminal.type("say and to you")
        terminal.expect("^Layla: and to you$")
        terminal.type("/begin")
        playing = beside(room)
        while True:
            found = terminal.expect("Your turn: |Choose what|for the next hand|The match is over")[0]
            if found == "The match is over":
                break
            terminal.type("" if found == "for the next hand" else first_choice(terminal))
        replay = terminal.expect(r"Its record and replay: (\S+)")[1]
        playing.join(PATIENCE)
        room.until(lambda table: table.phase == "over")
        assert replay == replay_link(url(server), room.table.matches[-1].match, room.id)
        terminal.type("/score")
        terminal.expect(f"^{re.escape(Speaker().t(f'game.{DUEL}.name'))}: Layla : Hamad$")
        terminal.expect(r"^1\. \d+ : \d+  (Layla|Hamad)$")
        terminal.type("/leave")
        terminal.expect("You have left the table")
        assert terminal.status() == 0
        room.until(lambda table: table.seats[0].kind == "free")


def first_choice(terminal: Terminal) -> str:
    """The first number that is marked in the hand, or the first of the other moves."""
    for line in reversed(terminal.seen):
        if "Your cards: " in line and "*" in line:
            found = re.search(r"(\d+) \S+( \(\w+ \w+\))?\*", line)
            assert found, line
            return found[1]
        if "You may: " in line:
            return "1"
    raise AssertionError(terminal.seen[-10:])


def test_why_not_and_what_else(server: Server, friend: Client, tmp_path: Path) -> None:
    room = friend.open(TRICKS.id, levels=["easy", "easy"])
    with Terminal(tmp_path, str(room.code), "--server", url(server), "--name", "Layla") as terminal:
        room.until(lambda table: all(seat.kind != "free" for seat in table.seats))
        terminal.type("/begin")
        terminal.expect(r"^Only the host can do this\.$")
        terminal.type("/next")
        terminal.expect(r"^No match is being played\.$")
        room.begin()
        beside(room)
        unmarked = None
        while not unmarked:
            found = terminal.expect("Your turn: |for the next hand")[0]
            cards = next((line for line in reversed(terminal.seen) if "Your cards: " in line), "")
            unmarked = re.search(UNMARKED, cards) if found == "Your turn: " and "*" in cards else None
            if not unmarked:
                terminal.type("" if found == "for the next hand" else first_choice(terminal))
        terminal.type(f"? {unmarked[1]}")
        terminal.expect(r"\([A-Z]\d+\)$")
        suit = dict(zip("♠♥♦♣", "SHDC", strict=True))[unmarked[3]]
        terminal.type(f"{unmarked[2].replace('10', 'T')}{suit}")
        terminal.expect(r"\([A-Z]\d+\)$")
        terminal.type("?")
        terminal.expect("why a card cannot be played now")
        terminal.type("nonsense")
        terminal.expect("nonsense is nothing that can be played here")
        terminal.type("\x1b[A\x1b[31mup")
        terminal.expect(r"^\[A\[31mup is nothing that can be played here")
        terminal.type("/\x1b[A")
        terminal.expect(r"There is no command /\[a")
        terminal.type("say")
        terminal.expect(r"^Like this: say WORDS$")
        terminal.type("/nonsense")
        terminal.expect("There is no command /nonsense")
        terminal.type("/mute")
        terminal.expect(r"Like this: /mute N  \(1-4\)")
        terminal.type("/mute 0")
        terminal.expect(r"Like this: /mute N  \(1-4\)")
        terminal.type("/table")
        terminal.expect(r"^Hand \d+ ")  # the wait for such a card may have taken some hands


def test_orders_count_seats_from_one(server: Server, friend: Client, tmp_path: Path) -> None:
    words = ["--server", url(server), "--open", TRICKS.id, "--name", "Layla"]
    with Terminal(tmp_path, *words) as terminal:
        room = friend.join(terminal.expect(r"Code: (\S+)")[1], 1)
        terminal.type("/fill easy 4")
        room.until(
            lambda table: [seat.kind for seat in table.seats] == ["person", "person", "free", "computer"]
        )
        terminal.expect(r"4\. .* \(computer, Easy\)")
        terminal.type("/remove 4")
        room.until(lambda table: table.seats[3].kind == "free")
        terminal.type("/seat 3")
        room.until(lambda table: table.seats[2].name == "Layla")
        terminal.expect(r"3\. Layla \(you, host\)")
        terminal.type("/seat 2 4")
        room.until(lambda table: table.seat == 3)
        terminal.type("/host 4")
        room.until(lambda table: table.host == 3)
        terminal.expect(r"4\. Hamad \(host\)")
        terminal.type("/mute 4")
        terminal.type("/mute 5")
        terminal.expect(r"Like this: /mute N  \(1-4\)")
        room.say("can you hear me")
        terminal.type("/mute 4")
        terminal.type("/nonsense")
        terminal.expect("There is no command")  # by now he is heard again
        room.say("and now")
        terminal.expect("^Hamad: and now$")
        assert not any("can you hear me" in line for line in terminal.seen)


def test_the_host_lets_somebody_in_again(server: Server, friend: Client, tmp_path: Path) -> None:
    words = ["--server", url(server), "--open", TRICKS.id, "--name", "Layla"]
    with Terminal(tmp_path, *words) as terminal:
        code = terminal.expect(r"Code: (\S+)")[1]
        friend.join(code, 1)
        terminal.expect("2. Hamad")
        terminal.type("/admit 1")
        terminal.expect(r"Like this: /admit N$")
        terminal.type("/remove 2")
        terminal.expect(r"^Removed \(/admit N lets one come again\):$")
        terminal.expect(r"^  1\. Hamad$")
        with pytest.raises(Refused):
            friend.join(code, 1)
        terminal.type("/admit 2")
        terminal.expect(r"Like this: /admit N  \(1-1\)$")
        terminal.type("/admit 1")
        terminal.expect("^At the table:")
        friend.join(code, 1)
        terminal.expect("2. Hamad")
        assert len([line for line in terminal.seen if "Removed (" in line]) == 1


def test_the_seat_is_kept_when_the_input_ends(server: Server, friend: Client, tmp_path: Path) -> None:
    room = friend.open(DUEL)
    words = (str(room.code), "--server", url(server), "--name", "Layla")
    with Terminal(tmp_path, *words) as terminal:
        terminal.expect("Your seat: 2")
        terminal.hang_up()
        assert terminal.status() == 0
        assert "Your seat stays yours" in terminal.seen[-1]
        assert terminal.errors() == ""
    room.until(lambda table: table.seats[1].name == "Layla" and not table.seats[1].here)
    with Terminal(tmp_path, *words) as terminal:
        terminal.expect("Your seat: 2")
    with Terminal(tmp_path, *words, session="other.json") as terminal:
        assert terminal.status() == 1
        assert terminal.errors() == "diwaniya: Every seat is taken.\n"


def test_ctrl_c_leaves_cleanly(server: Server, friend: Client, tmp_path: Path) -> None:
    room = friend.open(DUEL)
    with Terminal(tmp_path, str(room.code), "--server", url(server)) as terminal:
        terminal.expect("Your seat: 2")
        terminal.process.send_signal(signal.SIGINT)
        assert terminal.status() == 130
        assert terminal.errors() == "diwaniya: stopped\n"
    room.until(lambda table: table.seats[1].kind == "person" and not table.seats[1].here)


def test_the_way_back_into_a_room_of_ones_own(server: Server, friend: Client, tmp_path: Path) -> None:
    """To open a room once more would open another one: what is told leads back to the seat."""
    with Terminal(tmp_path, "--server", url(server), "--open", DUEL) as terminal:
        code = terminal.expect(r"Code: (\S+)")[1]
        terminal.expect("You are the host")
        terminal.hang_up()
        assert terminal.status() == 0
        command = (
            f"diwaniya join {code} --server {url(server)} --session {shlex.quote(str(tmp_path / 'me.json'))}"
        )
        assert terminal.seen[-1] == f"Your seat stays yours: {command} brings you back."
    done = subprocess.run(
        [sys.executable, "-m", *shlex.split(command), "--lang", "en"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert f"room {code}. Your seat: 1." in done.stdout
    assert done.stdout.endswith("Your seat stays yours: the same command brings you back.\n")


def test_the_way_back_has_only_what_it_needs() -> None:
    assert way_back("K7M2-9QXR", SERVER, None) == "diwaniya join K7M2-9QXR"
    assert way_back("K7M2-9QXR", SERVER, Path("my seat")) == "diwaniya join K7M2-9QXR --session 'my seat'"


def test_a_lost_connection_comes_back(tmp_path: Path) -> None:
    with (
        Server(tmp_path / "data", port=steady_port()) as server,
        connect(url(server), name="Hamad") as friend,
        Terminal(tmp_path, "--server", url(server), "--open", DUEL, "--name", "Layla") as terminal,
    ):
        room = friend.join(terminal.expect(r"Code: (\S+)")[1])
        terminal.expect("2. Hamad")
        server.kill()
        terminal.expect("The connection is lost")
        server.start()
        terminal.expect("Connected again")
        terminal.type("/begin")
        terminal.expect("Hand 1")
        assert room.until(lambda table: table.phase == "playing")


def test_whoever_watches_sees_the_table_and_no_hand(server: Server, friend: Client, tmp_path: Path) -> None:
    room = friend.open(DUEL, level="easy", begin=True)
    with Terminal(tmp_path, str(room.code), "--server", url(server), "--watch") as terminal:
        terminal.expect("You are watching")
        terminal.expect("1. Hamad")
        terminal.expect("The floor|In the middle|Hand 1")
        play_on(room, 2)
        terminal.expect("Hamad")
        terminal.type("say hello")
        terminal.expect("Only those who sit at the table can talk")
        room.quit()
        terminal.hang_up()
        terminal.status()
        assert not any("Your cards" in line for line in terminal.seen)
        assert terminal.errors() == ""


def test_arabic(server: Server, friend: Client, tmp_path: Path) -> None:
    room = friend.open(DUEL)
    with Terminal(
        tmp_path, str(room.code), "--server", url(server), "--lang", "ar", "--name", "ليلى"
    ) as terminal:
        terminal.expect("مقعدك: ٢")
        terminal.expect("⁨Hamad⁩ \\(صاحب الغرفة\\)")
        room.begin()
        terminal.expect("الجولة ١")
        terminal.type("/leave")
        terminal.expect("غادرت الطاولة")
        assert terminal.status() == 0


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["ZZZZ-ZZZZ", "--server", "SERVER"], 1, "diwaniya: There is no "),
        (["ZZZZ-ZZZZ", "--server", "SERVER", "--watch"], 1, "diwaniya: There is no room with this code."),
        (
            ["--server", "SERVER", "--open", "nonsense"],
            1,
            "diwaniya: there is no game nonsense here: there are ",
        ),
        (["--server", "SERVER", "--open", DUEL, "--option", "wind=7"], 1, "diwaniya: unknown option 'wind'"),
        (
            ["--server", "SERVER", "--open", DUEL, "--seats", "9"],
            1,
            f"diwaniya: {DUEL} is for 2 players, not 9.",
        ),
        (["ZZZZ-ZZZZ", "--server", "http://127.0.0.1:1"], 1, "diwaniya: no Diwaniya server answers"),
        (
            ["ZZZZ-ZZZZ", "--server", "SERVER", "--name", "x" * 25],
            1,
            "diwaniya: A name has at most 24 letters.",
        ),
        ([], 2, "diwaniya join: name a room"),
        (["ZZZZ-ZZZZ", "--open", DUEL], 2, "diwaniya join: name a room"),
        ([""], 2, "diwaniya join: neither the code of a room nor a link"),
        (["", "--server", "SERVER"], 2, "diwaniya join: neither the code of a room nor a link"),
        (["http://localhost:99999/join/K7M2-9QXR"], 2, "diwaniya join: no address of a server"),
        (["ZZZZ-ZZZZ", "--server", "localhost:99999"], 2, "diwaniya join: no address of a server"),
        (["hello"], 2, "diwaniya join: neither the code of a room nor a link"),
        (["ZZZZ-ZZZZ", "--seats", "2"], 2, "diwaniya join: --option, --seats and --public go with --open"),
        (
            ["ZZZZ-ZZZZ", "--lang", "tlh"],
            2,
            "diwaniya join: Invalid value for '--lang' / '--language': no words in 'tlh'",
        ),
        (
            ["--open", DUEL, "--option", "a=1", "--option", "a=2"],
            2,
            "diwaniya join: --option a is given more than once",
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_cannot_be_is_one_line(
    server: Server, tmp_path: Path, words: list[str], status: int, said: str
) -> None:
    words = [url(server) if word == "SERVER" else word for word in words]
    with Terminal(tmp_path, *words) as terminal:
        assert terminal.status() == status
        errors = terminal.errors()
        assert errors.startswith(said), errors
        assert errors.count("\n") == 1
        assert terminal.seen == []


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("notes.txt", "is something else, not a session; name another file"),
        ("settings.json", "is something else, not a session; name another file"),
        ("nowhere/me.json", "there is no folder"),
    ],
)
def test_nothing_is_written_over_for_a_session(tmp_path: Path, name: str, said: str) -> None:
    kept = {"notes.txt": "once upon a time", "settings.json": '{"colour": "red"}'}
    for file, text in kept.items():
        (tmp_path / file).write_text(text)
    with Terminal(tmp_path, "ZZZZ-ZZZZ", "--server", "http://127.0.0.1:1", session=name) as terminal:
        assert terminal.status() == 2
        errors = terminal.errors()
    assert said in errors
    assert errors.count("\n") == 1
    assert {file.name: file.read_text() for file in tmp_path.iterdir()} == kept


def test_a_question_is_put_once(server: Server, friend: Client, tmp_path: Path) -> None:
    """Also when others answer it meanwhile."""
    words = ["--server", url(server), "--open", DUEL, "--name", "Layla"]
    with Terminal(tmp_path, *words) as terminal:
        room = friend.join(terminal.expect(r"Code: (\S+)")[1])
        terminal.type("/begin")
        playing = beside(room)
        while terminal.expect("Your turn: |Choose what|for the next hand")[0] != "for the next hand":
            terminal.type(first_choice(terminal))
        # On a very slow machine nobody waits for us any more, and the next hand has been dealt.
        room.until(
            lambda table: (table.question is not None and table.question.waiting == [0]) or later(table)
        )
        room.say("well played")
        terminal.expect("^Hamad: well played$")  # so it has heard all that was before
        assert sum("for the next hand" in line for line in terminal.seen) == 1
        room.quit()
        playing.join(PATIENCE)


def later(table: wire.Table) -> bool:
    return table.view is not None and table.view.hand > 1


def test_on_a_terminal_there_is_a_prompt_and_colour(server: Server, friend: Client, tmp_path: Path) -> None:
    room = friend.open(DUEL, level="easy", begin=True)
    words = [
        str(room.code),
        "--server",
        url(server),
        "--watch",
        "--lang",
        "en",
        "--session",
        str(tmp_path / "s"),
    ]
    for extra, coloured in ([], True), (["--no-color"], False):
        master, slave = pty.openpty()
        process = subprocess.Popen(
            [sys.executable, "-m", "diwaniya", "join", *words, *extra],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**{k: v for k, v in os.environ.items() if k != "NO_COLOR"}, "TERM": "xterm-256color"},
            start_new_session=True,
        )
        os.close(slave)
        try:
            shown = read_until(master, "> ")
            shown += read_until(master, "Hand 1") if "Hand 1" not in shown else ""
            os.write(master, b"/leave\n")
            read_until(master, "You have left")
            assert process.wait(timeout=PATIENCE) == 0
        finally:
            process.kill()
            process.wait()
            os.close(master)
        assert ("\x1b[1m" in shown) == coloured or not coloured
        assert ("\x1b[31m" in shown) <= coloured


def read_until(terminal: int, wanted: str) -> str:
    """What a terminal shows until this has come."""
    shown, end = b"", time.monotonic() + PATIENCE
    while wanted.encode() not in shown:
        assert time.monotonic() < end, shown.decode(errors="replace")
        if select.select([terminal], [], [], 0.2)[0]:
            shown += os.read(terminal, 4096)
    return shown.decode(errors="replace")
