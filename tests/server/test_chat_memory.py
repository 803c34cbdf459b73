"""After the last one has left, nothing of what was said is anywhere (R2): not in files, not in the log, not
in memory.

The memory of the running server is searched whole, every page of it that can be written to, for the marker in
each of the ways in which Python keeps texts.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from raw_socket import RawSocket
from serving import PATIENCE, Client, Server


def writable_memory(pid: int) -> Iterator[bytes]:
    """The content of all memory that the process can write to, piece by piece."""
    maps = Path(f"/proc/{pid}/maps").read_text().splitlines()
    with Path(f"/proc/{pid}/mem").open("rb", 0) as memory:
        for line in maps:
            span, rights, *_ = line.split()
            if "w" not in rights:
                continue
            start, end = (int(part, 16) for part in span.split("-"))
            try:
                memory.seek(start)
                yield memory.read(end - start)
            except (OSError, ValueError):
                continue  # not really there


def found(server: Server, marker: str) -> list[str]:
    """In which forms the marker is in the memory of the server."""
    forms = {name: marker.encode(name) for name in ("utf-8", "utf-16-le", "utf-32-le")}
    forms["escaped"] = json.dumps(marker)[1:-1].encode()
    if marker.isascii():
        del forms["escaped"]
    return sorted(
        name
        for name, form in forms.items()
        if any(form in piece for piece in writable_memory(server.process.pid))
    )


def nobody_there(server: Server) -> None:
    deadline = time.monotonic() + PATIENCE
    while server.get_json("/api/health")["connections"]:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def marker(alphabet: str) -> str:
    return "".join(secrets.choice(alphabet) for _ in range(24))


ALPHABETS = {
    "latin": "abcdefghijklmnopqrstuvwxyz",
    "arabic": "ابتثجحخدذرزسشصضطظعغفقكلمنهوي",
    "emoji": "😀😁😂🤣😃😄😅😆😉😊😋😎😍😘🥰😗😙😚🙂🤗",
}


@pytest.mark.parametrize("letters", ALPHABETS)
def test_what_was_said_is_nowhere_afterwards(tmp_path: Path, letters: str):
    texts = {
        "plain": marker(ALPHABETS[letters]),
        "padded": f"  {marker(ALPHABETS[letters])}\n",
        "quoted": f'"{marker(ALPHABETS[letters])}"\\',
        "escaped": marker(ALPHABETS[letters]),
        "pieces": marker(ALPHABETS[letters]),
        "refused": marker(ALPHABETS[letters]) * 14,
        "queued": marker(ALPHABETS[letters]),
        "broken": marker(ALPHABETS[letters]),
    }
    with Server(tmp_path) as server:
        with Client(server) as ali, Client(server) as badr, RawSocket(server.port) as raw:
            table = ali.open("cucco", seats=4, begin=False, name="Ali")
            code = ali.tables[table]["code"]
            assert badr.request("join", code=code, name="Badr")["type"] == "done"
            raw.hello()
            raw.send(json.dumps({"type": "join", "code": code, "name": "Raw"}).encode())
            for name in ("plain", "padded", "quoted"):
                assert ali.request("say", table=table, text=texts[name])["type"] == "done"
            assert ali.request("say", table=table, text=texts["refused"])["code"] == "bad_text"
            say = {"type": "say", "table": table, "ref": 1}
            raw.send(json.dumps({**say, "text": texts["escaped"]}).encode())  # all but ASCII as \\u....
            whole = json.dumps({**say, "text": texts["pieces"]}, ensure_ascii=False).encode()
            for start in range(0, len(whole), 11):
                raw.send(whole[start : start + 11], opcode=0 if start else 1, fin=start + 11 >= len(whole))
            raw.send(json.dumps({"type": "watch", "table": "A" * 16}).encode())  # has to be looked for
            raw.send(json.dumps({**say, "text": texts["queued"]}, ensure_ascii=False).encode())
            said = [badr.ask({"type": "ping"}, "said")["text"] for _ in range(6)]
            assert len(said) == 6
            reported = badr.request("report", table=table, said=1)
            assert reported["type"] == "done"
            assert found(server, texts["plain"]), "while somebody is there it is kept for the host"
            raw.send(json.dumps({**say, "text": texts["broken"], "ref": "x"}, ensure_ascii=False).encode())
            assert raw.ending() == 1008
        nobody_there(server)
        assert {name: found(server, text.strip().strip('"\\')) for name, text in texts.items()} == {
            name: [] for name in texts
        }
        for name, text in texts.items():
            for file in tmp_path.iterdir():
                assert text.encode() not in file.read_bytes(), (name, file)
        server.stop()
        for name, text in texts.items():
            assert text.strip() not in server.errors, name
            assert text.strip() not in server.output, name
            for file in tmp_path.iterdir():
                assert text.strip().encode() not in file.read_bytes(), (name, file)


def test_what_is_on_its_way_to_a_page_that_does_not_read(tmp_path: Path):
    """It waits where it can be wiped, and is gone when the page has been let go."""
    text = marker(ALPHABETS["latin"])
    with Server(tmp_path, env={"DIWANIYA_SILENCE": "5"}) as server:
        with Client(server) as ali, RawSocket(server.port) as deaf:
            table = ali.open("cucco", seats=4, begin=False, name="Ali")
            code = ali.tables[table]["code"]
            deaf.hello()
            deaf.send(json.dumps({"type": "join", "code": code, "name": "Deaf"}).encode())
            ali.wait_for(table, lambda seen: seen["seats"][1]["name"])
            for number in range(280):  # until its socket is full
                ali.request("change", table=table, settings={"clock": (15, 30)[number % 2]})
            for _ in range(3):
                ali.request("say", table=table, text=text)
            assert found(server, text)
        nobody_there(server)
        assert found(server, text) == []
