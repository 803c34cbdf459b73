"""The language of a command that speaks to people: that of `--lang`, else that of the system. Programs get English."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from diwaniya.words.speaker import Speaker

Function = TypeVar("Function", bound=Callable[..., Any])

SPEAKER = "diwaniya.speaker"
"""Where the speaker of a command is kept in the `meta` of its context, for what is said when it stops or fails."""


class Language(click.ParamType[str]):
    """A language that there are words for."""

    name = "language"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from diwaniya.words import languages

        if value not in languages():
            self.fail(f"no words in {str(value)[:20]!r}: there are {', '.join(languages())}", param, ctx)
        return str(value)


def language_option(function: Function) -> Function:
    """`--lang LANGUAGE`, which makes the parameter `lang`, for `spoken`."""
    option = click.option(
        "--lang",
        "--language",
        "lang",
        type=Language(),
        help="The language to speak, such as ar; by default that of your system. What programs read is English, unless"
        " it is asked for.",
    )
    return option(function)


def spoken(
    ctx: click.Context, lang: str | None, *, for_programs: bool = False, digits: str | None = None
) -> Speaker:
    """Who speaks for this command. What is `for_programs` is the same on every system, so it is English unless a
    language is asked for by name.
    """
    from diwaniya.words.speaker import FALLBACK, Speaker, of_the_system

    speaker = Speaker(lang or (FALLBACK if for_programs else of_the_system()), digits)
    ctx.meta[SPEAKER] = speaker
    return speaker
