"""The HTML that the server itself writes, in the reader's language: what stands in the page's frame until a script
runs, and pages of its own where there is nothing to be shown.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from html import escape

from diwaniya.server.page import UNBUILT, File
from diwaniya.words.speaker import Speaker

STYLE = (
    "display: grid; gap: 1rem; justify-items: center; text-align: center; max-width: 36rem; margin: 10vh auto;"
    " padding: 0 1rem; font: 1.1rem/1.5 system-ui, sans-serif"
)
LINK = "display: inline-block; padding: 0.75rem 1rem; color: inherit"
"""Large enough for a thumb."""


def _root(speaker: Speaker) -> str:
    return f'<html lang="{speaker.language}" dir="{"rtl" if speaker.rtl else "ltr"}">'


def _home(speaker: Speaker) -> str:
    return f'<a href="/" style="{LINK}">{escape(speaker.t("missing.home"))}</a>'


@lru_cache(maxsize=100)
def in_language(file: File, language: str, missing: str | None) -> File:
    """The page's frame as this language has it: which one it is, in which direction it is read, and what those see
    whose browser runs no script. `missing` is what a link was to lead to and that is not there: `room` or `match`.
    """
    if file == UNBUILT:
        return replace(file, body=_unbuilt(language))
    speaker = Speaker(language)
    said = [f"<p>{escape(speaker.t('missing.script'))}</p>"]
    if missing:
        said = [f"<h1>{escape(speaker.t(f'missing.{missing}'))}</h1>", *said, _home(speaker)]
    without_script = f'<noscript><main style="{STYLE}">{"".join(said)}</main></noscript>'
    body = file.body.replace(b'<html lang="en" dir="ltr">', _root(speaker).encode(), 1)
    body = body.replace(b"<body>", f"<body>\n    {without_script}".encode(), 1)
    return replace(file, body=body)


def _document(speaker: Speaker, title: str, lines: list[str]) -> bytes:
    """A whole page without a script: `lines` are HTML."""
    name = escape(speaker.t("app.name"))
    return f"""<!doctype html>
{_root(speaker)}
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <title>{escape(title)} · {name}</title>
  </head>
  <body>
    <main style="{STYLE}">
      <h1>{escape(title)}</h1>
      {"".join(lines)}
    </main>
  </body>
</html>
""".encode()


@lru_cache(maxsize=20)
def nothing_here(language: str, failed: bool) -> bytes:
    """A page instead of what was asked for: it is not there, or `failed` to come."""
    speaker = Speaker(language)
    key = "missing.failed" if failed else "missing.page"
    title = speaker.t("app.name") if failed else speaker.t("missing.title")
    return _document(speaker, title, [f"<p>{escape(speaker.t(key))}</p>", _home(speaker)])


def _unbuilt(language: str) -> bytes:
    """The server runs from a checkout in which nobody has built the page."""
    speaker = Speaker(language)
    how = escape(speaker.t("missing.unbuilt.how", command="COMMAND"))
    programs = escape(speaker.t("missing.unbuilt.programs", link="LINK"))
    lines = [
        f"<p>{how.replace('COMMAND', '<code>make play</code>')}</p>",
        f"<p>{programs.replace('LINK', '<a href=/api/docs>/api/docs</a>')}</p>",
    ]
    return _document(speaker, speaker.t("missing.unbuilt.title"), lines)
