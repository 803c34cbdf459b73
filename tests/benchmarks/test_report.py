"""What the server benchmark makes of its figures."""

import json
import xml.etree.ElementTree as ET
from contextlib import nullcontext
from typing import Any, cast

import pytest
from bench.server import Result
from bench.serving import report
from bench.serving.measure import Burst, Crowd, Server
from bench.serving.picture import picture
from bench.serving.profile import Profile, innermost, main_thread, markdown
from bench.targets import Target, target_table


def a_server(name: str, rate: float, p99: float = 1.0, playing: float = 50.0, **more: Any) -> Server:
    burst = Burst(rate, p99 / 2, p99, p99 * 2, more.get("core", 1.0), 0.3, 100.0)
    group = name.split()[0]
    server = Server(name, group, cast(Any, nullcontext), cast(Any, None))
    server.full, server.steady = [burst], [burst]
    server.idle, server.playing = [playing / 2], [playing]
    server.crowd = Crowd(2000, 100.0, 0.02, 0.5, 1.5)
    return server


def a_result(**ours: Any) -> Result:
    servers = [
        a_server("Diwaniya", **{"rate": 15_000, "p99": 0.9, **ours}),
        a_server("boardgame.io in memory", 4000, 40, 204),
        a_server("boardgame.io FlatFile", 1000, 120, 204),
        a_server("Colyseus StateView", 16_000, 17, 278),
        a_server("Colyseus messages", 21_000, 5, 278),
    ]
    return Result(servers, "v24.1.0", 0.4)


def test_all_targets_are_met() -> None:
    targets = a_result().targets()
    assert [target.what for target in targets if target.met is False] == []
    assert sum(target.met is True for target in targets) == 8
    (mark,) = [target for target in targets if target.met is None]
    assert mark.value == 15_000 / 16_000


@pytest.mark.parametrize(
    ("ours", "missed"),
    [
        (
            {"rate": 11_000},
            {"moves/s: Diwaniya / boardgame.io in memory", "moves/s: Diwaniya / boardgame.io FlatFile"},
        ),
        ({"playing": 61.0}, {"KB for a playing table: Diwaniya"}),
        ({"p99": 4.0}, {"p99 at 1,000 moves/s in ms: Diwaniya"}),
    ],
)
def test_a_missed_target_is_named(ours: dict[str, Any], missed: set[str]) -> None:
    assert {target.what for target in a_result(**ours).targets() if target.met is False} == missed


def test_targets_only_of_those_who_took_part() -> None:
    alone = Result([a_server("Diwaniya", 15_000)], "", 0.4)
    assert [target.what for target in alone.targets()] == [
        "p99 at 1,000 moves/s in ms: Diwaniya",
        "KB for a playing table: Diwaniya",
    ]
    assert Result([a_server("Colyseus messages", 15_000)], "v24", 0.4).targets() == []
    assert "not measured" in "\n".join(target_table([Target("something", None, least=1)]))


def test_tables_and_figures() -> None:
    result = a_result()
    text = report.markdown(result)
    assert "| Diwaniya " in text
    assert "3.75" in text  # 15,000 / 4,000
    assert "other programs ran" not in text
    found = json.loads(json.dumps(report.figures(result)))
    assert found["servers"]["Diwaniya"]["saturated"][0]["rate"] == 15_000


def test_a_starved_server_is_said_to_be_one() -> None:
    assert "Diwaniya had only 40% of its core" in report.markdown(a_result(core=0.4))


def test_the_picture_is_drawn() -> None:
    root = ET.fromstring(picture(a_result().servers))
    bars = [one for one in root.iter("{http://www.w3.org/2000/svg}rect") if one.get("rx") == "3"]
    assert len(bars) == 4 * 5
    assert all(0 < float(bar.get("width", 0)) <= 480 for bar in bars)


RAW = """\
thread (1): MainThread;run (diwaniya/cli/serve.py:160);Hub.find (diwaniya/server/hub.py:7);loads (json/__init__.py:3) 30
thread (1): MainThread;run (diwaniya/cli/serve.py:160);Hub.find (diwaniya/server/hub.py:9) 20
thread (1): MainThread;run (diwaniya/cli/serve.py:160);serve (uvicorn/server.py:1) 50
thread (2): diwaniya-writer;write_on (diwaniya/storage/sqlite.py:9) 900
"""


def test_time_belongs_to_the_innermost_function_of_ours() -> None:
    stacks = main_thread(RAW)
    assert [(innermost(stack), count) for stack, count in stacks] == [
        ("server/hub.py: Hub.find", 30),
        ("server/hub.py: Hub.find", 20),
        ("(event loop and libraries)", 50),
    ]
    text = markdown(Profile(10_000, 80.0, 20.0, stacks, a_server("Colyseus StateView", 16_000)))
    assert "62% of the mark" in text
    assert "| (event loop and libraries) | 50.0% | 40.0 " in text
