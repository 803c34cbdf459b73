"""What a request gets instead of what it asked for: errors in one shape, in words for people."""

from __future__ import annotations

import logging
import re
from typing import Any

from litestar import MediaType, Response
from litestar.exceptions import HTTPException, ValidationException

from diwaniya.server.asking import AnyRequest
from diwaniya.server.manifest import language_of
from diwaniya.server.shell import nothing_here
from diwaniya.wire.http import Problem

log = logging.getLogger(__name__)

CODES = {403: "forbidden", 404: "not_found", 405: "not_allowed", 413: "too_large", 429: "too_fast"}

_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}
_KIND = re.compile(rf"`((?:{'|'.join(_KINDS)})(?: \| (?:{'|'.join(_KINDS)}))*)`")
_MISSING = re.compile(r"Object missing required field (`\w+`)")


def plain_problem(request: AnyRequest, error: HTTPException) -> Response[Any]:
    """Errors in one shape for programs, as a page for people."""
    status = error.status_code
    if _is_read(request):
        return _page(request, status)
    code = CODES.get(status, "failed" if status >= 500 else "bad_request")
    return Response(
        Problem(code, error.detail), status_code=status, media_type=MediaType.JSON, headers=error.headers
    )


def _is_read(request: AnyRequest) -> bool:
    """Does somebody look at it with a browser? What is for programs lies under `/api`."""
    wants_html = "text/html" in request.headers.get("accept", "")
    return request.method == "GET" and wants_html and not f"{request.url.path}/".startswith("/api/")


def _page(request: AnyRequest, status: int) -> Response[bytes]:
    """In the reader's language, with a way home."""
    language = language_of(request.query_params.get("lang"), request.headers.get("accept-language"))
    headers = {"Cache-Control": "no-store", "Vary": "Accept, Accept-Language"}
    body = nothing_here(language, failed=status != 404)
    return Response(body, status_code=status, media_type=MediaType.HTML, headers=headers)


def unfit(request: AnyRequest, error: ValidationException) -> Response[Any]:
    """A body, or a part of the address, that can be read but is not what is wanted there: which field, and why."""
    told = [wrong for wrong in error.extra or () if isinstance(wrong, dict)]
    detail = " ".join(f"{_wrong(wrong.get('key', 'data'), wrong['message'])}." for wrong in told)
    return plain_problem(request, HTTPException(detail=detail or error.detail, status_code=error.status_code))


def _wrong(key: str, message: str) -> str:
    """One field and what is wrong with it. What is wrong with all of the body has the key `data`.

    >>> _wrong("steps", "Expected `int`, got `str`")
    '`steps` is wrong: expected a whole number, got a text'
    >>> _wrong("data", "Object missing required field `steps`")
    '`steps` is missing'
    """
    missing = _MISSING.fullmatch(message)
    if missing:
        return f"{missing[1]} is missing" if key == "data" else f"`{key}` is wrong: {missing[1]} is missing"
    if message == repr(key):  # a `KeyError`: nothing was sent
        return "The body is missing" if key == "data" else f"`{key}` is missing"
    why = _KIND.sub(lambda kinds: " or ".join(_KINDS[kind] for kind in kinds[1].split(" | ")), message)
    return f"{'The body' if key == 'data' else f'`{key}`'} is wrong: {why[:1].lower()}{why[1:]}"


def failure(request: AnyRequest, error: Exception) -> Response[Any]:
    """A mistake of ours: the log has the reason, the answer does not."""
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    if _is_read(request):
        return _page(request, 500)
    return Response(
        Problem("failed", "Something went wrong here."), status_code=500, media_type=MediaType.JSON
    )
