"""The load of the server benchmark: what it counts, and that it hides no stall."""

import pytest
from bench.serving.load import Load
from bench.serving.wire import Broken, frame, split

from benchmarks.toy_server import Toy, ToyServer


@pytest.mark.parametrize("size", [0, 1, 125, 126, 5000, 65535, 65536, 200_000])
def test_frames_come_apart_as_they_were_put_together(size: int) -> None:
    payload = bytes(range(256)) * (size // 256 + 1)
    payload = payload[:size]
    head = (
        bytes((0x81, size))
        if size < 126
        else b"\x81\x7e" + size.to_bytes(2)
        if size < 65536
        else b"\x81\x7f" + size.to_bytes(8)
    )
    whole = head + payload
    assert split(whole + b"more") == (1, payload, b"more")
    for cut in {0, 1, 2, len(head) - 1, len(whole) - 1}:
        if cut < len(whole):
            assert split(whole[:cut]) is None


def test_a_client_masks_what_it_sends() -> None:
    short, long = frame(b"abc"), frame(b"x" * 300)
    assert short == b"\x81\x83\0\0\0\0abc"
    assert long[:8] == b"\x81\xfe\x01\x2c\0\0\0\0"


@pytest.mark.parametrize("message", [10, 300, 70_000])
def test_every_move_is_counted_once(message: int) -> None:
    with ToyServer(message) as server:
        load = Load(Toy(), server.port)
        load.open(3)
        found = load.saturate(0.5)
        load.check()
        made = sum(room.moves for room in load.rooms)
        assert found.moves == len(found.times) > 0
        assert found.moves <= made == server.moves
        assert 0 < found.percentile(0.5) <= found.percentile(0.99) <= max(found.times)
        assert found.bytes >= message * found.messages > 0
        assert 0 < found.busy <= 1.5
        load.close()


def test_an_open_loop_makes_the_moves_that_are_due_and_waits_for_the_last() -> None:
    with ToyServer() as server:
        load = Load(Toy(), server.port)
        load.open(5)
        found = load.steady(200, 0.5)
        load.check()
        assert 60 <= found.moves <= 160  # 100 on average, and always the same number
        assert found.moves == sum(room.moves for room in load.rooms) == server.moves
        load.close()


def test_only_the_chosen_rooms_play() -> None:
    with ToyServer() as server:
        load = Load(Toy(), server.port)
        load.open(4)
        load.steady(200, 0.3, load.rooms[-2:])
        load.check()
        assert [bool(room.moves) for room in load.rooms] == [False, False, True, True]
        load.close()


def test_a_stall_is_charged_to_every_move_that_waited() -> None:
    """If times began when a move could be sent at last, one stall would be one slow move."""
    with ToyServer(stall_every=40, stall=0.5) as server:
        load = Load(Toy(), server.port)
        load.open(2)
        found = load.steady(100, 1.0)
        load.close()
    slow = [time for time in found.times if time > 0.1]
    assert len(slow) >= 10


def test_a_server_that_hangs_up_ends_the_run() -> None:
    with ToyServer(hang_up_after=20) as server:
        load = Load(Toy(), server.port)
        load.open(2)
        with pytest.raises(Broken, match="closed"):
            load.saturate(10)
        load.close()
