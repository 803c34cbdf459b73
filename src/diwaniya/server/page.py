"""The built page: files from one folder, with the headers that make browsers strict and caches right."""

from __future__ import annotations

import base64
import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from pathlib import Path

CONTENT_POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
"""No script but our own files; attributes may set styles (places on the table are computed)."""

_STYLE = re.compile(rb"<style>(.*?)</style>", re.DOTALL)
"""Style that stands in the page itself: it counts because the policy names exactly what it says."""

SECURITY_HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
}

FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
_HASHED = re.compile(r"^assets/.*[-.][A-Za-z0-9_-]{8,}\.[a-z0-9]+$")
_PACKED_TYPES = ("text/", "application/javascript", "application/json", "application/manifest", "image/svg")
_SCRIPT = re.compile(
    rb'<(script async|script type="module"|link rel="modulepreload")[^>]* (?:src|href)="(/assets/[^"<>]+)"'
)
LARGEST_KEPT = 4 << 20

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("font/woff2", ".woff2")


@dataclass(frozen=True)
class File:
    """A file ready to be sent."""

    body: bytes
    packed: bytes | None
    """For browsers that take gzip."""
    dense: bytes | None
    """For those that take Brotli, as the build packed it."""
    media: str
    etag: str
    cache: str
    policy: str = CONTENT_POLICY
    link: str = ""
    """The scripts that a page asks for, as a header tells it: before a browser has read any of the page."""


UNBUILT = File(b"", None, None, "text/html", '"unbuilt"', "no-store")
"""In a checkout nobody may have built the page; `shell` has words for it."""


class Page:
    """Reads each file once, and again when it has changed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        self._kept: dict[str, tuple[tuple[int, int], File]] = {}

    def file(self, path: str) -> File | None:
        """The file for a path of the address, or `None`. Paths without a dot are views of the one page."""
        name = path.strip("/") or "index.html"
        if "." not in name.rsplit("/", 1)[-1]:
            name = "index.html"
        if "\0" in name or any(part.startswith(".") for part in name.split("/")):
            return None
        place = (self._folder / name).resolve()
        if not place.is_relative_to(self._folder):
            return None
        try:
            stat = place.stat()
            stamp = (stat.st_mtime_ns, stat.st_size)
            kept = self._kept.get(name)
            if kept and kept[0] == stamp:
                return kept[1]
            body = place.read_bytes()
        except OSError:
            return UNBUILT if name == "index.html" else None
        file = _prepared(name, body, _packed_by_build(name, place))
        if len(body) <= LARGEST_KEPT:
            self._kept[name] = (stamp, file)
        return file

    def parts(self, pattern: str) -> list[str]:
        """The addresses of the built files whose names fit a pattern such as `words-en-*.js`."""
        return sorted(f"/assets/{path.name}" for path in self._folder.glob(f"assets/{pattern}"))


def _packed_by_build(name: str, place: Path) -> bytes | None:
    """What lies beside a file as `.br`. Only a name that changes with the content says that the two belong together."""
    packed = place.with_name(f"{place.name}.br")
    try:
        return packed.read_bytes() if _HASHED.match(name) else None
    except OSError:
        return None


def _prepared(name: str, body: bytes, dense: bytes | None) -> File:
    media = mimetypes.guess_type(name)[0] or "application/octet-stream"
    packed = gzip.compress(body, 6, mtime=0) if media.startswith(_PACKED_TYPES) and len(body) > 1000 else None
    etag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    policy = content_policy(body) if media == "text/html" else CONTENT_POLICY
    cache = FOREVER if _HASHED.match(name) else ASK_AGAIN
    return File(body, packed, dense, media, etag, cache, policy, _link(body) if media == "text/html" else "")


def _link(html: bytes) -> str:
    links = []
    for tag, script in dict.fromkeys(_SCRIPT.findall(html)):
        how = "rel=preload; as=script" if tag == b"script async" else "rel=modulepreload; crossorigin"
        links.append(f"<{script.decode()}>; {how}")
    return ", ".join(links)


def content_policy(html: bytes) -> str:
    """The policy for a page of our own: as for everything, but the style that stands in it counts, exactly as it is."""
    hashes = [base64.b64encode(hashlib.sha256(style).digest()).decode() for style in _STYLE.findall(html)]
    ours = "style-src 'self'"
    return CONTENT_POLICY.replace(ours, " ".join([ours, *(f"'sha256-{one}'" for one in hashes)]))
