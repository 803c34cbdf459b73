"""What people write to say where they want to play."""

import subprocess
import sys

import pytest

from diwaniya.client import Address, connect, read_address, read_code
from diwaniya.client.address import written

HERE = "http://localhost:8484"
ID = "AbCd-_0123456789"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("K7M2-9QXR", Address(HERE, "K7M29QXR")),
        (" k7m2 9qxr ", Address(HERE, "K7M29QXR")),
        ("o1lI0000", Address(HERE, "01110000")),
        (ID, Address(HERE, table=ID)),
        ("http://localhost:9000", Address("http://localhost:9000")),
        ("https://cards.example/", Address("https://cards.example")),
        ("https://cards.example/#/", Address("https://cards.example")),
        ("https://cards.example/#/join/K7M2-9QXR", Address("https://cards.example", "K7M29QXR")),
        ("https://cards.example/#/join/k7m29qxr", Address("https://cards.example", "K7M29QXR")),
        ("https://cards.example/join/K7M2%209QXR", Address("https://cards.example", "K7M29QXR")),
        (f"http://192.168.1.7:8484/#/t/{ID}", Address("http://192.168.1.7:8484", table=ID)),
        ("http://[::1]:8484/#/join/K7M29QXR", Address("http://[::1]:8484", "K7M29QXR")),
    ],
)
def test_links_codes_and_addresses(text: str, expected: Address) -> None:
    assert read_address(text) == expected


def test_a_code_is_of_the_server_that_is_named() -> None:
    assert read_address("K7M2-9QXR", "cards.example:9000").server == "http://cards.example:9000"
    assert read_address("K7M2-9QXR", "https://cards.example/").server == "https://cards.example"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "neither the code of a room nor a link"),
        ("K7M2-9QX", "K7M2-9QXR"),
        ("K7M2-9QXRR", "neither"),
        ("K7M2-9QXU", "neither"),  # U is no letter of a code
        ("ftp://cards.example/#/join/K7M29QXR", "no address of a server"),
        ("http://", "no address of a server"),
        ("http://localhost:99999/join/K7M29QXR", "no address of a server"),
        ("http://localhost:port/join/K7M29QXR", "no address of a server"),
        ("http://localhost:0/join/K7M29QXR", "no address of a server"),
        ("http://[::1/join/K7M29QXR", "no address of a server"),
        ("http://cards example/join/K7M29QXR", "no address of a server"),
        (f"http://{'a' * 70}/join/K7M29QXR", "no address of a server"),
        ("http://cards.example/#/about", "'about'"),
        (f"http://cards.example/#/match/{ID}", "a finished match"),
    ],
)
def test_what_leads_nowhere_is_one_clear_line(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said) as caught:
        read_address(text)
    assert "\n" not in str(caught.value)


def test_the_sockets_address() -> None:
    assert Address("http://localhost:8484").socket == "ws://localhost:8484/ws"
    assert Address("https://cards.example").socket == "wss://cards.example/ws"


def test_codes() -> None:
    assert read_code("K7M2-9QXR") == "K7M29QXR"
    assert read_code("nonsense!") is None
    assert written("K7M29QXR") == "K7M2-9QXR"


def test_the_client_is_light() -> None:
    """A script that only plays need not load rules, numbers or servers."""
    heavy = {"numpy", "numba", "litestar", "uvicorn", "diwaniya.server", "diwaniya.engine", "diwaniya.table"}
    code = "import sys, diwaniya.client.sync; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert not heavy & set(loaded.split())
    assert "diwaniya.wire.messages" in loaded


def test_a_server_that_is_none() -> None:
    for server in ("localhost:99999", "http://localhost:-1", "", "ftp://x", None):
        with pytest.raises(ValueError, match="no address of a server"):
            read_address("K7M2-9QXR", server)  # type: ignore[arg-type]
    for where in (None, 7, b"localhost"):
        with pytest.raises(ValueError, match="no address of a server"):
            connect(where)  # type: ignore[arg-type]
