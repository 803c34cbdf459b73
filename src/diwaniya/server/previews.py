"""What messengers are shown of a link: tags in the page's head, and the pictures they name. And how the page is called
where it is installed.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import re
from collections.abc import Awaitable
from dataclasses import replace
from functools import lru_cache
from html import escape
from typing import Annotated

from litestar import Response, get
from litestar.exceptions import HTTPException
from litestar.params import Parameter

from diwaniya.server.asking import AnyRequest, finished, limited, open_room
from diwaniya.server.manifest import MEDIA, language_of, manifest
from diwaniya.server.page import File, Page
from diwaniya.server.postcard_svg import HEIGHT, WIDTH
from diwaniya.server.postcards import Busy, Postcards, words_of_room
from diwaniya.server.shell import in_language
from diwaniya.words.computers import SEED
from diwaniya.words.speaker import FALLBACK, Speaker

Lang = Annotated[str | None, Parameter(description="A language, else the browser's.")]
LATER = '<link rel="modulepreload" crossorigin href="{}" />'
HOST = re.compile(r"[A-Za-z0-9.-]+(:\d+)?|\[[0-9A-Fa-f:.]+\](:\d+)?")
VIEW = re.compile(r"/(match|join)/([^/]{1,40})(?:/([0-9a-z]{1,7}))?(?:/review)?(?:/step-[0-9]{1,6})?/?")
"""The addresses that links have: of a match, with what chooses the names of computer players, and of a room. Which step
of the match they lead to is for the page to read."""


def _language(request: AnyRequest, lang: str | None) -> str:
    return language_of(lang, request.headers.get("accept-language"))


@get("/manifest.webmanifest", include_in_schema=False, sync_to_thread=False)
def app_manifest(request: AnyRequest, lang: Lang = None) -> Response[bytes]:
    """How the page is called where it is installed."""
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Language"}
    return Response(manifest(_language(request, lang)), media_type=MEDIA, headers=headers)


def _stem(name: str) -> str:
    """`ID` of `ID.png`. Raises 404 for what is no picture."""
    stem = name.removesuffix(".png")
    if stem == name:
        raise HTTPException(detail="There is nothing here.", status_code=404)
    return stem


async def _picture(drawing: Awaitable[bytes], seconds: int) -> Response[bytes]:
    """What is drawn, to be kept for so long. Raises 503."""
    try:
        png = await drawing
    except Busy:
        raise HTTPException(detail="It cannot be made just now.", status_code=503) from None
    headers = {"Cache-Control": f"public, max-age={seconds}", "Vary": "Accept-Language"}
    return Response(png, media_type="image/png", headers=headers)


@get("/og/matches/{name:str}", include_in_schema=False)
async def match_card(request: AnyRequest, name: str, lang: Lang = None, names: str = "") -> Response[bytes]:
    """The result of a finished match as a picture: `ID.png`. While a match runs there is none."""
    limited(request)
    match, state = _stem(name), request.app.state
    record = await finished(match, state.replays.record)
    seed = names if SEED.fullmatch(names) else ""
    return await _picture(state.postcards.match(match, record, seed, _language(request, lang)), 86400)


@get("/og/rooms/{name:str}", include_in_schema=False)
async def room_card(request: AnyRequest, name: str, lang: Lang = None) -> Response[bytes]:
    """The game and the code of a room as a picture: `CODE.png`."""
    room = (await open_room(request, _stem(name))).state
    cards: Postcards = request.app.state.postcards
    return await _picture(cards.room(room.created.code, room.game.id, _language(request, lang)), 600)


async def with_tags(request: AnyRequest, path: str, file: File) -> File:
    """The page with what a messenger asks it for: a title, a line of text and a picture, in the language in which the
    link was handed on (`preview`), else in the asker's.
    """
    asked = request.query_params
    language = _language(request, asked.get("lang"))
    shown = _language(request, asked.get("preview") or asked.get("lang"))
    title, text, picture, missing = await _shown(request, path, shown)
    tags = {
        "og:site_name": Speaker(shown).t("app.name"),
        "og:type": "website",
        "og:title": title,
        "og:description": text,
        "og:locale": shown,
    }
    host = request.headers.get("host", "")
    if HOST.fullmatch(host):
        tags["og:image"] = f"{request.url.scheme}://{host}{picture}"
        if picture.startswith("/og/"):
            tags |= {"og:image:width": str(WIDTH), "og:image:height": str(HEIGHT)}
    large = "summary_large_image" if picture.startswith("/og/") else "summary"
    # What is known to be wanted before any script has run comes with the page, or at least with the script. Links
    # to rooms and matches have pages of their own, which are not kept by the dozen with all that in them.
    page = request.app.state.page
    written = None if VIEW.fullmatch(path) else await asyncio.to_thread(known_beforehand, page, language)
    wanted = [] if written else await asyncio.to_thread(wanted_words, page, language)
    lines = [
        *(written or (LATER.format(escape(part)) for part in wanted)),
        *(f'<meta property="{name}" content="{escape(value)}" />' for name, value in tags.items()),
        f'<meta name="twitter:card" content="{large}" />',
    ]
    return _composed(in_language(file, language, missing), "\n    ".join(lines))


async def _shown(request: AnyRequest, path: str, language: str) -> tuple[str, str, str, str | None]:
    """Title, text and picture of a link; and what it was to lead to (`match`, `room`) if that is not there."""
    view = VIEW.fullmatch(path)
    missing = None
    state, speaker = request.app.state, Speaker(language)
    try:
        if view and view[1] == "match":
            limited(request)
            record = await finished(view[2], state.replays.record)
            seed = view[3] or ""
            title, text = await state.postcards.words_of_match(view[2], record, seed, language)
            more = f"&names={seed}" if seed else ""
            return title, text, f"/og/matches/{view[2]}.png?lang={language}{more}", None
        if view:
            room = (await open_room(request, view[2])).state
            title, text = words_of_room(room.game.id, language)
            return title, text, f"/og/rooms/{room.created.code}.png?lang={language}", None
    except (Busy, HTTPException) as error:  # then the link is shown as any other
        if view and isinstance(error, HTTPException) and error.status_code == 404:
            missing = "match" if view[1] == "match" else "room"
    return speaker.t("app.name"), speaker.t("app.tagline"), "/icons/512.png", missing


def wanted_words(page: Page, language: str) -> list[str]:
    """The files with the words of a language, and those of English if it has gaps that they have to fill."""
    whole = page.file(_spoken(language)) is not None
    return [
        part
        for one in dict.fromkeys((language,) if whole else (language, FALLBACK))
        for part in page.parts(f"words-{one}-*.js")
    ]


def known_beforehand(page: Page, language: str) -> list[str] | None:
    """The words of a language, as HTML for the page's head. `None` if English has to fill its gaps: the page is built
    with such a file for whole languages only (`web/vite.config.ts`).
    """
    built = page.file(_spoken(language))
    if built is None:
        return None
    text = built.body.decode().replace("<", "\\u003c")  # so that nothing in it can end it
    return [f'<script type="application/json" id="words" lang="{language}">{text}</script>']


def _spoken(language: str) -> str:
    return f"words/{language}.json"


@lru_cache(maxsize=30)
def _composed(file: File, tags: str) -> File:
    body = file.body.replace(b"</head>", f"{tags}\n  </head>".encode(), 1)
    etag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    return replace(file, body=body, packed=gzip.compress(body, 6, mtime=0), dense=None, etag=etag)


ROUTES = [app_manifest, match_card, room_card]
