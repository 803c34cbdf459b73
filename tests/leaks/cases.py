"""What is compared: a room, what happens in it, who looks on, and another world that he cannot tell from it."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from diwaniya.engine.game import games
from diwaniya.table.commands import Begin
from diwaniya.testing.play import Taste, random_options
from leaks.story import LEVEL, Done, Story, company, random_seats, random_settings
from leaks.worlds import other_packs

LONGEST = 400
"""Steps after which what is wanted will not come any more in this room."""
ROOMS = 400
"""Rooms that are played until it comes."""


@dataclass(frozen=True)
class Want:
    """A kind of position; `fits` looks at a room after every step."""

    name: str
    games: Sequence[str]
    fits: Callable[[Story], bool]
    seats: int | None = None
    short: bool = False
    """The match is to be over soon."""
    likes: Sequence[str] = ()
    """Moves that are made whenever they are possible."""


@dataclass(frozen=True)
class Case:
    """What is before `cut` is in the logs when the servers start; the rest happens while the viewer looks on."""

    want: Want
    story: Story
    cut: int
    viewer: int | None
    """A seat, or `None` for somebody who only looks on."""
    other: Sequence[Done]
    """The room as it is in the other world."""
    names: Mapping[str, str]
    """What other people are called there in their cookies; and the room, where the viewer does not know its code."""

    def __str__(self) -> str:
        who = "spectator" if self.viewer is None else f"seat {self.viewer}"
        return f"{self.story.state.game.id}, {self.want.name}, {who}"


def _view(story: Story, key: str) -> object:
    match = story.state.match
    return None if match is None else match.public().get(key)


def _hand(story: Story) -> Sequence[str]:
    return story.played().dealings[-1].moves


def _moves(story: Story) -> int:
    return len(_hand(story))


def _running(story: Story) -> bool:
    match = story.state.match
    return match is not None and match.to_move is not None


def _away(story: Story) -> bool:
    state = story.state
    if len(state.present) == len(state.people):
        story.leave()
        return False
    return _running(story) and _moves(story) > 3


def _open_move(story: Story) -> bool:
    match = story.state.match
    return _running(story) and match is not None and any(map(match.out_of_turn, range(match.seats)))


def _shown(story: Story) -> bool:
    shown = [*_list(story, "exposed"), *_list(story, "called")]
    return _running(story) and any(shown)


def _list(story: Story, key: str) -> list[object]:
    value = _view(story, key)
    return value if isinstance(value, list) else []


ALL = tuple(sorted(games()))
CALLING = ("kout4", "kout6", "allfours", "allfours2")
OPEN = ("allfours", "allfours2")
TRICKS_AND_FLOORS = tuple(game for game in ALL if game != "cucco")
"""Games in which something stays hidden when a hand is over."""

WANTS = [
    *(Want("beginning", [game], lambda s: _running(s) and _moves(s) <= 1) for game in ALL),
    *(
        Want("middle", [game], lambda s: _running(s) and _moves(s) > 2 and s.rng.random() < 0.15)
        for game in ALL
    ),
    Want("calling", CALLING, lambda s: _running(s) and bool(_view(s, "calls")) and not _view(s, "trick")),
    Want("between hands", TRICKS_AND_FLOORS, lambda s: s.state.between_hands),
    Want("second hand", ALL, lambda s: _running(s) and s.state.hand == 2 and _moves(s) >= 1),
    Want("another pack", ["allfours"], lambda s: _running(s) and s.state.redeal > 0, likes=("beg", "run")),
    Want("out of turn", OPEN, _open_move),
    Want("shown out of turn", OPEN, _shown),
    Want("asked", ["cucco"], lambda s: _running(s) and bool(_view(s, "asking")), likes=("swap", "ask")),
    Want("swapped", ["cucco"], lambda s: _running(s) and "swap" in _hand(s), likes=("swap",)),
    Want("eight at a table", ["cucco"], lambda s: _running(s) and _moves(s) >= 3, seats=8),
    Want(
        "second match", ALL, lambda s: _running(s) and len(s.state.matches) == 1 and _moves(s) > 1, short=True
    ),
    Want("somebody away", ("kout4", "kout6", "allfours", "morabaa"), _away),
    Want("after the match", TRICKS_AND_FLOORS, lambda s: s.state.ended is not None, short=True),
]


def make(want: Want, number: int, seed: int) -> Case:
    """A case of this kind."""
    rng = random.Random(f"{want.name} {want.games} {number} {seed}")
    for _ in range(ROOMS):
        story = _room(want, rng)
        taste = Taste(rng)
        if not _reach(story, want, taste):
            continue
        cut = len(story.done)
        here = {story.state.player_at(seat) for seat in story.state.present}
        _live_on(story, taste, rng.randrange(3, 8))
        if not all(done.by_itself or done.by in here for done in story.done[cut:]):
            continue  # a computer player, or somebody who is away, has laid a card open out of turn
        if want.name != "after the match" and (story.state.ended is not None or story.state.owes):
            continue
        case = _seen_by_somebody(want, story, cut, rng)
        if case is not None:
            return case
    raise AssertionError(f"there is no {want.name} in {ROOMS} rooms")


def _room(want: Want, rng: random.Random) -> Story:
    game = rng.choice(want.games)
    options = random_options(games()[game], rng)
    if want.short and "target" in games()[game].defaults:
        options["target"] = 7
    seats = want.seats or random_seats(game, rng)
    computers = rng.choice([0, 0, 0, 1]) if seats > 2 else 0
    return Story.begin(company(rng), game, seats, options, random_settings(rng), rng, computers)


def _reach(story: Story, want: Want, taste: Taste) -> bool:
    for _ in range(LONGEST):
        if story.settled and want.fits(story):
            return True
        state, match = story.state, story.state.match
        assert match is not None
        if state.ended is not None:
            if want.name != "second match" or state.matches[1:]:
                return False
            story.do(Begin(state.host, LEVEL))
            continue
        story.go_on(taste, want.likes)
    return False


def _live_on(story: Story, taste: Taste, steps: int) -> None:
    """What happens while the viewer looks on: only what people do."""
    for _ in range(steps):
        if story.state.ended is not None or not story.settled:
            return
        story.go_on(taste)


def _seen_by_somebody(want: Want, story: Story, cut: int, rng: random.Random) -> Case | None:
    """A viewer who does not know all, and a world that is another one and looks the same to him."""
    seats = story.state.present
    viewers: list[int | None] = [rng.choice([None, *seats]), *rng.sample([None, *seats], len(seats) + 1)]
    for viewer in viewers:
        packs = other_packs(story.played(), viewer, story.packs_before(cut), rng)
        if packs is not None:
            names = {person.player: rng.randbytes(11).hex() for person in story.people}
            if viewer is None:
                names[story.code] = story.code[::-1]
            else:
                del names[story.state.player_at(viewer) or ""]
            return Case(want, story, cut, viewer, story.otherwise(packs, names), names)
    return None
