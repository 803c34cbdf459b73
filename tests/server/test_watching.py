"""Those who look on: what they see, how late, and that nobody is disturbed by it."""

from __future__ import annotations

import json
import random
from pathlib import Path

from diwaniya.server import delay
from inside import inside


async def test_looking_on_shows_only_what_lies_open(tmp_path: Path):
    async with inside(tmp_path) as server:
        table, pages = await server.room("kout4", ["Ali", "Badr", "Dana", "Eid"])
        await pages[0].ok("begin", table=table)
        onlooker = await server.page("Nosy")
        await onlooker.ok("watch", table=table)
        seen = onlooker.tables[table]
        assert (seen["seat"], seen["code"], seen["view"]["seat"], seen["behind"]) == (None, None, None, 0)
        assert not {"cards", "legal", "blocked", "out_of_turn"} & {k for k, v in seen["view"].items() if v}
        await server.play(pages, table, random.Random(1), lambda seen: len(seen["lines"]) > 12)
        assert onlooker.tables[table]["seq"] == pages[0].tables[table]["seq"]
        for message in onlooker.messages:
            if message["type"] in ("table", "step"):
                view = (
                    message["view"] if message["type"] == "table" else {**message["view"], **message["mine"]}
                )
                assert view is None or not view.get("cards")
        for kind, fields in (
            ("play", {"token": "pass", "seq": 5}),
            ("next", {"seq": 5}),
            ("hint", {"seq": 5}),
            ("begin", {}),
            ("salt", {"salt": "x"}),
        ):
            assert (await onlooker.ask(kind, table=table, **fields))["code"] == "not_seated"
        assert (await onlooker.ask("say", table=table, text="psst"))["code"] == "not_seated"


async def test_players_are_not_disturbed_by_onlookers(tmp_path: Path):
    """They are told how many there are, once for all who come at the same time, and nothing else."""
    async with inside(tmp_path) as server:
        table, (ali, _) = await server.room("basra", ["Ali", "Badr"], seats=2)
        await ali.ok("begin", table=table)
        before = len(ali.messages)
        onlookers = [await server.page() for _ in range(5)]
        for onlooker in onlookers:
            await onlooker.ok("watch", table=table)
        assert len(ali.messages) == before
        await server.pass_time(2)
        assert [message["type"] for message in ali.messages[before:]] == ["table"]
        assert ali.tables[table]["watchers"] == 5
        for onlooker in onlookers:
            onlooker.close()
        await server.pass_time(2)
        assert ali.tables[table]["watchers"] == 0
        assert len(await server.storage.read(table)) == ali.tables[table]["seq"]


async def test_a_room_without_onlookers(tmp_path: Path):
    async with inside(tmp_path) as server:
        table, (ali, badr) = await server.room("basra", ["Ali", "Badr"], seats=2)
        onlooker, late = await server.page(), await server.page()
        await onlooker.ok("watch", table=table)
        await ali.ok("change", table=table, settings={"watch": False})
        assert onlooker.of("gone") == [{"type": "gone", "table": table, "why": "unwatched"}]
        assert (await late.ask("watch", table=table))["code"] == "no_watching"
        before = len(onlooker.messages)
        await ali.ok("begin", table=table)
        assert len(onlooker.messages) == before
        await badr.ok("watch", table=table)
        assert badr.tables[table]["seat"] is not None, "who sits here sees it from there, whatever he asks"


async def test_onlookers_are_behind(tmp_path: Path):
    async with inside(tmp_path) as server:
        table, pages = await server.room("kout4", ["Ali", "Badr", "Dana", "Eid"], settings={"delay": 30})
        onlooker = await server.page()
        await onlooker.ok("watch", table=table)
        blank = onlooker.tables[table]
        assert (blank["seq"], blank["view"], blank["lines"], blank["behind"]) == (0, None, [], 30)
        await pages[0].ok("begin", table=table)
        rng = random.Random(1)
        history = []
        for _ in range(15):
            before = pages[0].tables[table]["seq"]
            await server.play(pages, table, rng, lambda seen, before=before: seen["seq"] > before)
            public = server.hub.peek(table).state.match.public()  # type: ignore[union-attr]
            history.append((server.now, pages[0].tables[table]["seq"], json.loads(json.dumps(public))))
            await server.pass_time(4)
            assert onlooker.tables[table]["seq"] <= max(
                [seq for at, seq, _ in history if at <= server.now - 30], default=history[0][1] - 1
            )
        while server.now < history[-1][0] + 29:
            await server.pass_time(1)
        seq = history[-1][1]
        assert onlooker.tables[table]["seq"] < seq
        await server.pass_time(2)
        assert onlooker.tables[table]["seq"] == seq
        assert {**onlooker.tables[table]["view"]} == {**history[-1][2], "seat": None}
        late = await server.page()
        await late.ok("watch", table=table)
        assert late.tables[table]["view"] == onlooker.tables[table]["view"]
        assert late.tables[table]["seq"] == seq


async def test_who_comes_late_sees_what_the_others_behind_see(tmp_path: Path):
    """Also after so many moves that the steps begin anew from a whole table."""
    async with inside(tmp_path) as server:
        table, (ali, badr) = await server.room("basra", ["Ali", "Badr"], seats=2, settings={"delay": 15})
        await ali.ok("begin", table=table)
        first = await server.page()
        await first.ok("watch", table=table)
        rng = random.Random(5)
        moves = 0
        while moves < 3 * delay.STEPS:
            for page in (ali, badr):
                seen = page.tables[table]
                if seen["view"].get("legal"):
                    await page.ok(
                        "play", table=table, token=rng.choice(seen["view"]["legal"]), seq=seen["seq"]
                    )
                    moves += 1
                elif (seen["question"] or {}).get("kind") == "next":
                    await page.ask("next", table=table, seq=seen["seq"])
            await server.settled()
            await server.pass_time(1)
            if moves % 7 == 0:
                late = await server.page()
                await late.ok("watch", table=table)
                assert late.tables[table]["view"] == first.tables[table]["view"]
                assert late.tables[table]["seq"] == first.tables[table]["seq"]
                late.close()
            if ali.tables[table]["phase"] == "over":
                break
        assert first.tables[table]["seq"] > 0


async def test_a_delay_that_is_set_and_taken_away(tmp_path: Path):
    async with inside(tmp_path) as server:
        table, (ali, badr) = await server.room("basra", ["Ali", "Badr"], seats=2)
        onlooker = await server.page()
        await onlooker.ok("watch", table=table)
        await ali.ok("begin", table=table)
        assert onlooker.tables[table]["phase"] == "playing"
        await ali.ok("change", table=table, settings={"delay": 60})
        seq = onlooker.tables[table]["seq"]
        mover = next(page for page in (ali, badr) if page.tables[table]["view"].get("legal"))
        seen = mover.tables[table]
        await mover.ok("play", table=table, token=seen["view"]["legal"][0], seq=seen["seq"])
        await server.pass_time(59)
        assert onlooker.tables[table]["seq"] == seq
        await ali.ok("change", table=table, settings={"delay": 0})
        assert onlooker.tables[table]["seq"] == ali.tables[table]["seq"]
        assert onlooker.tables[table]["behind"] == 0


async def test_somebody_from_the_table_cannot_look_on_without_his_seat(tmp_path: Path):
    async with inside(tmp_path) as server:
        table, (ali, _) = await server.room("basra", ["Ali", "Badr"], seats=2)
        await ali.ok("begin", table=table)
        second = await server.page(guest=ali.guest)
        await second.ok("watch", table=table)
        assert second.tables[table] == {**ali.tables[table]}
        assert second.tables[table]["seat"] == 0


async def test_a_second_session_sees_no_more_than_anybody(tmp_path: Path):
    """Another cookie at the same table is a stranger: nothing tells him more than other strangers."""
    async with inside(tmp_path) as server:
        table, (ali, _) = await server.room("basra", ["Ali", "Badr"], seats=2)
        await ali.ok("begin", table=table)
        second, stranger = await server.page("Ali"), await server.page("Nosy")
        for page in (second, stranger):
            await page.ok("watch", table=table)
        await server.pass_time(2)
        assert second.tables[table] == stranger.tables[table]
        assert (await second.ask("sit", table=table))["code"] == "not_seated"
