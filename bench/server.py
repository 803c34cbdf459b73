"""Our table server against its peers, in one run: each on one core, the load on another.

    python -m bench server                          measure, and print the tables
    python -m bench server --save                   and write them into docs/benchmarks.md, with a picture
    python -m bench server --check                  exit status 1 if a target is missed
    python -m bench server --seconds 10 --rounds 7  longer, for steadier figures
    python -m bench server --profile                where our own time goes under full load

The servers take turns, each time as a fresh process; every figure is the median of the rounds.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench import ROOT
from bench.command import command, complain, tell
from bench.serving.wire import Broken
from bench.targets import Target

if TYPE_CHECKING:
    from bench.serving.measure import Server

MEMORY_FACTOR, FLATFILE_FACTOR = 3, 12
"""How many times as many moves a second as boardgame.io in memory, and with its files."""
STEADY_P99_MS = 3
PLAYING_KB = 60


@dataclass
class Result:
    """All that one run found."""

    servers: list[Server]
    node: str
    flush_ms: float
    """How long the disk takes to flush one page, in the median: what durable moves cannot be faster than."""

    def targets(self) -> list[Target]:
        """Only of those that took part."""
        ours, memory, files = (self._find(name) for name in ("Diwaniya", "in memory", "FlatFile"))
        views = self._find("StateView")
        if ours is None:
            return []
        found: list[Target] = []
        for peer, least in ((memory, MEMORY_FACTOR), (files, FLATFILE_FACTOR), (views, None)):
            if peer is not None:
                ratio = ours.median("full", "rate") / peer.median("full", "rate")
                found.append(Target(f"moves/s: Diwaniya / {peer.name}", ratio, least=least))
        for bursts, where in (("full", "at saturation"), ("steady", "at 1,000 moves/s")):
            for peer in (memory, views):
                if peer is not None:
                    ratio = ours.median(bursts, "p99") / peer.median(bursts, "p99")
                    found.append(Target(f"p99 {where}: Diwaniya / {peer.name}", ratio, most=1))
        found.append(
            Target("p99 at 1,000 moves/s in ms: Diwaniya", ours.median("steady", "p99"), most=STEADY_P99_MS)
        )
        found.append(Target("KB for a playing table: Diwaniya", ours.playing_table, most=PLAYING_KB))
        return found

    def _find(self, name: str) -> Server | None:
        return next((server for server in self.servers if name in server.name), None)


def measure(rounds: int, seconds: float, games: Sequence[str], only: Sequence[str]) -> Result:
    from bench.serving import contenders, packages
    from bench.serving.disk import flush_ms
    from bench.serving.host import on_core
    from bench.serving.measure import compete

    core, load_core = contenders.two_cores()
    ours = [contenders.ours(core, game, other=number > 0) for number, game in enumerate(games)]
    servers = [*ours, *contenders.peers(core)]
    if only:
        servers = [one for one in servers if any(word.lower() in one.name.lower() for word in only)]
    if not servers:
        raise Broken(f"No server has {' or '.join(only)} in its name.")
    with on_core(load_core):
        compete(servers, rounds, seconds)
    foreign = any(one.group != contenders.OURS for one in servers)
    node = packages.node_version(packages.find_node()) if foreign else ""
    return Result(servers, node, flush_ms(contenders.DATA))


def whole_number(text: str) -> int:
    if (value := int(text)) < 1:
        raise ValueError
    return value


def seconds_of(text: str) -> float:
    if not 0.1 <= (value := float(text)) <= 600:
        raise ValueError
    return value


def main(arguments: Sequence[str]) -> int:
    parser = command("server", __doc__)
    parser.add_argument(
        "--rounds", type=whole_number, default=3, help="how often each server is measured (3)"
    )
    parser.add_argument("--seconds", type=seconds_of, default=5, help="how long each measurement takes (5)")
    parser.add_argument(
        "--game",
        nargs="+",
        default=["morabaa", "kout4"],
        help="what is played at our tables, by four; the first is compared with the peers (morabaa kout4)",
    )
    parser.add_argument(
        "--only", action="append", default=[], metavar="WORD", help="only servers with this in their name"
    )
    parser.add_argument("--save", action="store_true", help="write docs/benchmarks.md and its picture")
    parser.add_argument("--profile", action="store_true", help="only ours: where its time goes")
    given = parser.parse_args(arguments)
    from bench.serving.packages import NoPeers

    try:
        if given.profile:
            from bench.serving import profile

            text = profile.markdown(profile.profile(given.game[0], given.seconds))
            print(text)
            if given.save:
                profile.save(text, ROOT / "docs")
            return 0
        result = measure(given.rounds, given.seconds, given.game, given.only)
    except (Broken, NoPeers) as error:
        return complain("\n".join([str(error), *getattr(error, "__notes__", [])]))
    from bench.serving import report

    text = report.markdown(result)
    status = tell(
        given, text, lambda: {**known(given.json), "server": report.figures(result)}, result.targets()
    )
    if given.save:
        report.save(result, text, ROOT / "docs")
    return status


def known(file: Path) -> dict[str, Any]:
    """The figures of other parts that are in this file already."""
    found: dict[str, Any] = json.loads(file.read_text()) if file.exists() else {}
    return found
