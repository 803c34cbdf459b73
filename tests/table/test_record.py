"""What is kept of a table besides its log: records that prove their shuffles, and the storage's books."""

from __future__ import annotations

import json
import random

import pytest

from diwaniya.engine import fair
from diwaniya.engine.cards import RANKS
from diwaniya.engine.game import games
from diwaniya.engine.record import replay
from diwaniya.table.commands import (
    Back,
    Begin,
    Change,
    Command,
    End,
    Fill,
    Join,
    Next,
    Open,
    Play,
    Quit,
    Remove,
    Salt,
    Settle,
)
from diwaniya.table.events import Dealt, Ended, Moved, Settings
from diwaniya.table.record import Books, about, books, record
from table_play import (
    CODE,
    FOUR,
    GAMES,
    ME,
    PEOPLE,
    Log,
    hand_over,
    legal_step,
    opened,
    person,
    play_out,
    play_until,
    room,
    some_move,
    turn_of,
)


def salted(game: str, seed: int = 5) -> Log:
    """A match whose shuffles two people have stirred."""
    options = {"target": 7} if "target" in games()[game].defaults else {}
    log = room(game, PEOPLE[:2], seed, options=options)
    log.do(Salt(PEOPLE[1], "coffee"))
    log.do(Salt(PEOPLE[0], "شاي"))
    log.do(Begin(PEOPLE[0], "easy"))
    return log


@pytest.mark.parametrize("game", GAMES)
def test_the_record_replays_to_the_same_end(game: str):
    log = play_out(salted(game))
    kept = json.loads(json.dumps(record(log.state)))
    again = replay(kept).match
    assert log.state.match is not None
    assert (again.over, again.winners, again.scores) == (
        True,
        log.state.match.winners,
        log.state.match.scores,
    )


@pytest.mark.parametrize("game", GAMES)
def test_the_record_proves_its_shuffles(game: str):
    """Anybody can do the sums again from the secret in the record, to which the table was bound before any salt."""
    log = salted(game)
    commitment = log.seen(None)["commitment"]
    first_dealer, cut = log.seen(None)["first_dealer"], log.seen(None)["cut"]
    play_out(log)
    kept = record(log.state)
    proof = kept["meta"]["fair"]
    secret, salts = bytes.fromhex(proof["secret"]), [bytes.fromhex(salt) for salt in proof["salts"]]
    seats = [log.state.seat_of(player) for player in PEOPLE[:2]]
    assert salts == [text.encode() for _, text in sorted(zip(seats, ["شاي", "coffee"], strict=True))]
    assert fair.commitment(secret) == proof["commitment"] == commitment
    pack = games()[game].pack_tokens()
    for number, hand in enumerate(kept["hands"], 1):
        for redeal, deck in enumerate([hand["deck"], *hand.get("redeals", [])]):
            assert deck.split() == fair.shuffle(secret, salts, number, redeal, pack)
    assert kept["dealer"] == first_dealer
    if games()[game].cut:
        rounds = fair.cut_for_deal(secret, salts, kept["seats"], pack, RANKS)
        assert cut == [[{"seat": seat, "card": card} for seat, card in cards] for cards in rounds]
    else:
        assert fair.draw_dealer(secret, salts, kept["seats"]) == first_dealer


@pytest.mark.parametrize("game", [game for game in GAMES if games()[game].cut])
def test_the_cut_is_shown_and_its_highest_card_deals(game: str):
    """A2."""
    for seed in range(20):
        log = opened(game, seed)
        rounds = log.seen(None)["cut"]
        assert [cut["seat"] for cut in rounds[0]] == list(range(games()[game].seats[0]))
        highest = max("23456789TJQKA".index(cut["card"][0]) for cut in rounds[-1])
        (winner,) = [cut["seat"] for cut in rounds[-1] if "23456789TJQKA".index(cut["card"][0]) == highest]
        assert log.state.match is not None
        assert winner == log.seen(0)["first_dealer"] == log.state.match.first_dealer


def test_where_nothing_is_cut_the_first_dealer_is_drawn():
    """G3."""
    game = next(game for game in GAMES if not games()[game].cut and games()[game].seats[0] == 4)
    dealers = {opened(game, seed).seen(0)["first_dealer"] for seed in range(30)}
    assert dealers == {0, 1, 2, 3}


def test_the_record_names_those_who_played_whoever_sits_there_now():
    log = play_out(opened(FOUR, short=True, people=[ME, "ali"]))
    before = record(log.state)
    assert before["meta"]["names"] == ["Layla", "computer (easy)", "Ali", "computer (easy)"]
    log.do(Quit("ali"))
    log.do(Join(person("badr")))
    log.do(Change(ME, game=next(game for game in GAMES if games()[game].seats == (2,))))
    assert record(log.state) == before
    assert log.seen(0)["matches"][0]["names"] == ["Layla", "", "Ali", ""]


def test_a_match_that_was_broken_off_has_a_record_too():
    log = opened(FOUR)
    for _ in range(3):
        play_until(log, lambda state: state.computer_to_move is None)
    log.do(End(ME))
    kept = record(log.state)
    assert not replay(kept).match.over
    assert kept["meta"]["fair"]["commitment"] == fair.commitment(
        bytes.fromhex(kept["meta"]["fair"]["secret"])
    )


def test_there_is_no_record_before_the_end():
    """It would tell the secret, and with it every hand."""
    for log in (room(FOUR), opened(FOUR), hand_over(FOUR)):
        with pytest.raises(ValueError, match="before a match has ended"):
            record(log.state)
    log = play_out(opened(FOUR, short=True))
    log.do(Begin(ME))
    with pytest.raises(ValueError, match="before a match has ended"):
        record(log.state)


def test_a_score_sheet_over_several_matches_of_several_games():
    log = room(FOUR, [ME, "ali"])
    played = []
    for game in GAMES:
        if log.state.phase != "waiting" or game != FOUR:
            options = {"target": 7} if "target" in games()[game].defaults else {}
            log.do(Change(ME, game=game, options=options))
        log.do(Begin(ME, "easy"))
        assert log.state.opened is not None
        assert log.state.match is not None
        name = log.state.opened.match
        play_out(log)
        played.append((name, game, log.state.match.winners, log.state.match.scores))
    lines = log.seen(None)["matches"]
    assert [(line["match"], line["game"], line["winners"], line["scores"]) for line in lines] == played
    assert len({name for name, *_ in played}) == len(GAMES)
    assert all({"Layla", "Ali"} <= {*line["names"]} for line in lines)
    assert all(len(line["match"]) == 16 for line in lines)


# the storage's books


def booked(log: Log, command: Command) -> Books:
    """What is written down with a command; nothing changes by asking, and it fits what comes after."""
    events = log.ask(command)
    assert isinstance(events, list)
    before = log.seen_by_all(), about(log.state)
    found = books(log.state, events)
    assert (log.seen_by_all(), about(log.state)) == before
    log.carry_out(events)
    if found.about is None:
        assert about(log.state) == before[1]
    else:
        assert found.about == about(log.state) != before[1]
    return found


def test_a_new_table_is_booked():
    log = room(FOUR)
    found = books(None, log.events)
    assert found == Books(about=about(log.state), code=CODE, players=(ME,))
    assert found.about == {"game": FOUR, "phase": "waiting", "names": ["Layla"]}
    begun = Log.open(Open(person(ME), CODE, FOUR, levels=["easy"] * 3, begin=True))
    found = books(None, begun.events)
    assert (found.players, found.playing) == ((ME,), True)
    assert found.about == {"game": FOUR, "phase": "playing", "names": ["Layla"]}


def test_who_may_find_the_table_is_booked():
    log = room(FOUR, [ME])
    assert booked(log, Join(person("ali"))).players == ("ali",)
    assert booked(log, Fill(ME, "easy", 1)) == Books()
    assert booked(log, Remove(ME, 1)) == Books()
    assert booked(log, Quit("ali")).gone == ("ali",)
    booked(log, Join(person("badr")))
    assert booked(log, Remove(ME, 2)).gone == ("badr",)
    found = booked(log, Quit(ME))
    assert (found.gone, found.closed) == ((ME,), True)


def test_whoever_is_away_in_a_match_may_still_find_it():
    log = opened(FOUR, people=[ME, "ali"])
    assert booked(log, Quit("ali")) == Books()
    assert booked(log, Back("ali")) == Books()
    booked(log, Quit("ali"))
    assert booked(log, Remove(ME, 2)).gone == ("ali",)


def test_the_move_of_somebody_who_comes_back_is_booked_and_not_yet_made():
    log = turn_of("ali", opened(FOUR, people=[ME, "ali"]))
    log.do(Quit("ali"))
    assert booked(log, Play("ali", 2, some_move(log), log.state.seq)) == Books()
    assert isinstance(log.events[-1], Moved)


def test_a_match_is_booked():
    log = room(FOUR, [ME], options={"target": 7})
    assert booked(log, Begin(ME, "easy")).playing is True
    play_until(log, lambda state: state.match is not None and state.match.over)
    log.now = 77.0
    found = booked(log, Settle())
    assert log.state.opened is not None
    assert (found.playing, found.finished, found.at) == (False, log.state.opened.match, 77.0)
    assert found.record == record(log.state)
    assert found.record["meta"]["finished"] == 77.0
    assert booked(log, Change(ME, settings=Settings(public=True))) == Books()


def test_moves_and_deals_are_not_worth_a_word():
    log = hand_over(FOUR, [ME, "ali"])
    booked_all = [booked(log, Next(player, log.state.seq)) for player in (ME, "ali")]
    assert booked_all == [Books(), Books()]
    assert isinstance(log.events[-1], Dealt)


@pytest.mark.parametrize("game", GAMES)
def test_books_are_right_in_whole_matches(game: str):
    """Event by event: what was told of it sums up to what the state says."""
    log = play_out(opened(game, short=True, people=PEOPLE[:2]))
    log.do(Begin(PEOPLE[0]))
    again = Log(opened(game, short=True, people=PEOPLE[:2]).state)
    assert again.state.match is not None
    rest = log.events[again.state.seq :]
    finished = []
    for event in rest:
        found = books(again.state, [event])
        again.carry_out([event])
        if isinstance(event, Ended):
            finished.append(found.record)
            assert found.record == record(again.state)
    assert len(finished) == 1


def test_a_step_of_the_test_player_is_always_possible():
    """The other tests rest on it: `legal_step` finds something to do until the match is over."""
    for game in GAMES:
        log, rng = opened(game, short=True), random.Random(1)
        while log.state.ended is None:
            before = log.state.seq
            legal_step(log, rng)
            assert log.state.seq > before
