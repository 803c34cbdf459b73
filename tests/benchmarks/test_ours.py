"""Our own server under the load of its benchmark."""

import pytest
from bench.serving import contenders
from bench.serving.load import Load
from bench.serving.wire import Broken


@pytest.mark.timeout(300)
def test_four_people_play_hand_after_hand_and_all_is_kept() -> None:
    ours = contenders.Ours(None, "kout4")
    with ours.host() as host:
        load = Load(ours.dialect(), host.port)
        load.open(3)
        while min(room.moves for room in load.rooms) < 60:  # more than one hand
            load.saturate(0.5)
        load.check()
        load.close()


@pytest.mark.timeout(300)
def test_a_move_that_was_seen_but_not_kept_is_noticed() -> None:
    with pytest.raises(Broken, match="kept"):
        see_more_than_there_is()


def see_more_than_there_is() -> None:
    ours = contenders.Ours(None, "kout4")
    with ours.host() as host:
        load = Load(ours.dialect(), host.port)
        load.open(1)
        load.saturate(0.2)
        load.rooms[0].clients[0].seen += 1000
        load.close()
