"""The interface over HTTP. What happens at tables goes over the socket; here are lists, records, and who one
is.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.exceptions import HTTPException
from litestar.params import Parameter

from diwaniya import __version__
from diwaniya.engine.game import games
from diwaniya.server.asking import AnyRequest, Find, family, finished, limited, open_room
from diwaniya.server.computers import LEVELS
from diwaniya.server.docs import answers
from diwaniya.server.learn import game_examples
from diwaniya.server.lobby import line_of
from diwaniya.server.refusals import BAD_NAME, MANY_ROOMS
from diwaniya.server.renaming import show_as
from diwaniya.server.reviews import Reviews
from diwaniya.server.rooms import BAD_LEVEL, person
from diwaniya.server.sessions import TICKET_SECONDS, Guest, Sessions, new_guest, renamed
from diwaniya.server.transport import same_origin
from diwaniya.table.commands import PlayOn as CarryOn
from diwaniya.table.commands import Refusal
from diwaniya.wire.encode import game_info
from diwaniya.wire.http import (
    Claim,
    DeviceLink,
    Games,
    Health,
    Me,
    PlayedOn,
    PlayOn,
    Problem,
    Replay,
    ReviewState,
)
from diwaniya.wire.messages import RoomLine, Rooms
from diwaniya.wire.schema import schema
from diwaniya.words.computers import SEED, seed_text

Code = Annotated[str, Parameter(description="A room's code, as people write it.")]
MatchId = Annotated[str, Parameter(description="The public name of a match, as the table shows it.")]

TOO_MANY = answers(Problem, description="Too much was asked from this network address just now.")
ELSEWHERE = answers(Problem, description="The page that asks comes from elsewhere.")
NO_MATCH = answers(Problem, description="There is no such match, or it has not ended yet.")
CANNOT = answers(Problem, description="It cannot be read just now.")


def _own_page(request: AnyRequest) -> None:
    """Raises 403 for a request that a page from elsewhere has sent: the browser would add our cookie to
    it.
    """
    headers = request.headers
    if not same_origin(headers.get("origin"), headers.get("host"), request.app.state.settings.origins):
        raise HTTPException(detail="This page may not do that here.", status_code=403)


def _guest(request: AnyRequest) -> Guest | None:
    sessions: Sessions = request.app.state.sessions
    return sessions.guest(request.headers.get("cookie"))


def _somebody(request: AnyRequest) -> Guest:
    """Raises 403 for whoever has no cookie yet."""
    guest = _guest(request)
    if guest is None:
        raise HTTPException(detail="You are nobody yet: load the page first.", status_code=403)
    return guest


def _cookie(request: AnyRequest, guest: Guest) -> dict[str, str]:
    sessions: Sessions = request.app.state.sessions
    return {"Set-Cookie": sessions.cookie(guest, request.url.scheme == "https"), "Cache-Control": "no-store"}


@get("/api/health", summary="Is the server up?", sync_to_thread=False)
def health(request: AnyRequest) -> Health:
    """Answers as soon as the server runs."""
    state = request.app.state
    return Health(True, __version__, len(state.hub), len(state.connections))


@get("/api/games", summary="Games and computer players", sync_to_thread=False)
def list_games() -> Games:
    """Every game with its options, and the levels of the computer players."""
    return Games([game_info(game.manifest()) for game in games().values()], list(LEVELS))


@get("/api/messages", summary="The messages of the socket", sync_to_thread=False)
def message_schema() -> dict[str, Any]:
    """JSON Schema of everything that is said at `/ws`."""
    return schema()


@get("/api/rooms", summary="The lobby", responses={429: TOO_MANY}, sync_to_thread=False)
def list_rooms(request: AnyRequest) -> Rooms:
    """The open rooms, the newest first: where one may sit down, or look on. The socket's `lobby` tells of
    changes as well.
    """
    limited(request)
    return Rooms(request.app.state.hub.lobby.rooms())


@get(
    "/api/rooms/{code:str}",
    summary="What room is this?",
    responses={
        404: answers(Problem, description="There is no open room with this code."),
        429: TOO_MANY,
        503: CANNOT,
    },
)
async def find_room(request: AnyRequest, code: Code) -> RoomLine:
    """The room of a code, before one joins it: the game, who sits there, and whether there is a seat."""
    return line_of(await open_room(request, code))


@get(
    "/api/matches/{match:str}/record",
    summary="The record of a finished match",
    responses={
        200: answers(dict[str, Any], description="The record."),
        404: NO_MATCH,
        429: TOO_MANY,
        503: CANNOT,
    },
)
async def match_record(request: AnyRequest, match: MatchId) -> Response[bytes]:
    """Packs, moves, names and the proof of the shuffles, as `diwaniya replay` and `diwaniya verify` read
    them.
    """
    return await _of_match(request, match, request.app.state.replays.record)


@get(
    "/api/matches/{match:str}/replay",
    summary="A finished match, step by step",
    responses={
        200: answers(Replay, description="The replay."),
        404: NO_MATCH,
        429: TOO_MANY,
        503: CANNOT,
    },
)
async def match_replay(request: AnyRequest, match: MatchId) -> Response[bytes]:
    """Every deal and move with what everybody saw, and with all hands open; and the record it was made
    from.
    """
    return await _of_match(request, match, request.app.state.replays.replay)


async def _of_match(request: AnyRequest, match: str, find: Find) -> Response[bytes]:
    limited(request)
    found = await finished(match, find)
    # A match that has ended never changes.
    return Response(
        found, media_type="application/json", headers={"Cache-Control": "public, max-age=3600, immutable"}
    )


NOT_SEATED = answers(Problem, description="You are nobody yet: load the page first.")
REVIEW = answers(ReviewState, description="How far the review is, with the review itself once it is there.")


@get(
    "/api/matches/{match:str}/review",
    summary="The review of a finished match, or how far it is",
    responses={200: REVIEW, 404: NO_MATCH, 429: TOO_MANY, 503: CANNOT},
)
async def match_review(request: AnyRequest, match: MatchId) -> Response[bytes]:
    """Which moves were costly, and what would have been better. Nothing is begun by looking: see `POST`."""
    return await _review(request, match, begin=False)


@post(
    "/api/matches/{match:str}/review",
    summary="Have a finished match reviewed",
    status_code=HTTPStatus.OK,
    responses={200: REVIEW, 403: ELSEWHERE, 404: NO_MATCH, 429: TOO_MANY, 503: CANNOT},
)
async def begin_review(request: AnyRequest, match: MatchId) -> Response[bytes]:
    """One match is looked at at a time, which takes seconds to minutes; then `GET` has the review. Asking twice does
    no harm. With `full` it may be asked again in a while.
    """
    _own_page(request)
    return await _review(request, match, begin=True)


async def _review(request: AnyRequest, match: str, begin: bool) -> Response[bytes]:
    limited(request)
    reviews: Reviews = request.app.state.reviews

    async def begun(match: str) -> bytes | None:
        known = reviews.known(match)
        if known is not None:
            return known
        guest, address = _guest(request), family(request)
        if not request.app.state.limits.may_review(guest.player if guest else address, address):
            raise HTTPException(detail="Many reviews have been asked for. Wait a minute.", status_code=429)
        return await reviews.begin(match)

    found = await finished(match, begun if begin else reviews.look)
    cache = "public, max-age=3600" if reviews.ready(match) else "no-store"
    return Response(found, media_type="application/json", headers={"Cache-Control": cache})


@post(
    "/api/matches/{match:str}/play-on",
    summary="Play on from here",
    status_code=HTTPStatus.OK,
    responses={
        200: answers(PlayedOn, description="The table that was set up."),
        400: answers(
            Problem, description="There is no such step, seat or level, or the match is over there."
        ),
        403: NOT_SEATED,
        404: NO_MATCH,
        429: TOO_MANY,
        503: CANNOT,
    },
)
async def play_match_on(request: AnyRequest, match: MatchId, data: PlayOn) -> PlayedOn:
    """A new room in which a finished match goes on from one of its positions, against computer players: for practice,
    since the cards are known. What was dealt stays; later hands are dealt anew.
    """
    _own_page(request)
    limited(request)
    state, guest = request.app.state, _somebody(request)
    if data.level not in LEVELS:
        raise HTTPException(detail=BAD_LEVEL.text, status_code=400)
    record = await finished(match, state.replays.record)
    if not state.limits.may_open(guest.player, family(request)):
        raise HTTPException(detail=MANY_ROOMS.text, status_code=429)
    by = person(guest, data)
    if isinstance(by, Refusal):
        raise HTTPException(detail=by.text, status_code=400)
    seed = data.name_seed if SEED.fullmatch(data.name_seed) else seed_text(match)
    command = CarryOn(by, "", match, msgspec.json.decode(record), data.steps, data.level, data.seat, seed)
    made = await state.hub.open(command)
    if isinstance(made, Refusal):
        raise HTTPException(detail=made.text, status_code=503 if made.code == "not_saved" else 400)
    return PlayedOn(made.id)


@get("/api/me", summary="Who am I?", sync_to_thread=False)
def who_am_i(request: AnyRequest) -> Response[Me]:
    """The guest as others see him. Whoever has no cookie yet gets one."""
    guest = _guest(request)
    headers = {"Cache-Control": "no-store"}
    if guest is None:
        guest = new_guest()
        headers = _cookie(request, guest)
    return Response(Me(guest.name, guest.avatar), headers=headers)


@post(
    "/api/me",
    summary="Name and face",
    status_code=HTTPStatus.OK,
    responses={
        400: answers(Problem, description=BAD_NAME.text),
        403: ELSEWHERE,
        429: TOO_MANY,
    },
)
async def rename_me(request: AnyRequest, data: Me) -> Response[Me]:
    """How others shall see me from now on, also at the tables where I sit. Otherwise it is kept in the cookie
    and nowhere else.
    """
    _own_page(request)
    limited(request)
    before = _guest(request)
    guest = renamed(before or new_guest(), data.name, data.avatar)
    if guest is None:
        raise HTTPException(detail=BAD_NAME.text, status_code=400)
    if before is not None:
        state = request.app.state
        if not state.limits.may_rename(before.player):
            raise HTTPException(detail="Too many names. Wait a moment.", status_code=429)
        await show_as(state.connections, guest)
    return Response(Me(guest.name, guest.avatar), headers=_cookie(request, guest))


@post(
    "/api/me/link",
    summary="Come with another device",
    status_code=HTTPStatus.OK,
    responses={403: ELSEWHERE, 429: TOO_MANY},
    sync_to_thread=False,
)
def link_device(request: AnyRequest) -> Response[DeviceLink]:
    """A ticket that makes another device the same guest. It is good once, for ten minutes: give it to
    nobody.
    """
    _own_page(request)
    limited(request)
    guest = _somebody(request)
    ticket = request.app.state.sessions.ticket(guest)
    return Response(DeviceLink(ticket, TICKET_SECONDS), headers={"Cache-Control": "no-store"})


@post(
    "/api/me/claim",
    summary="Be the guest of another device",
    status_code=HTTPStatus.OK,
    responses={
        400: answers(Problem, description="The ticket is not good, or no longer."),
        403: ELSEWHERE,
        429: TOO_MANY,
    },
    sync_to_thread=False,
)
def claim_device(request: AnyRequest, data: Claim) -> Response[Me]:
    """Become the guest who made the ticket. Who this device was before is forgotten here."""
    _own_page(request)
    limited(request)
    guest = request.app.state.sessions.redeem(data.ticket)
    if guest is None:
        raise HTTPException(
            detail="This ticket is not good, or no longer: each can be used once, for ten minutes.",
            status_code=400,
        )
    return Response(Me(guest.name, guest.avatar), headers=_cookie(request, guest))


ROUTES = [
    health,
    list_games,
    game_examples,
    message_schema,
    list_rooms,
    find_room,
    match_record,
    match_replay,
    match_review,
    begin_review,
    play_match_on,
    who_am_i,
    rename_me,
    link_device,
    claim_device,
]
