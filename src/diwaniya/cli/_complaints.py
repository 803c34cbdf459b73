"""What is said when something goes wrong: one line on standard error, safe to print."""

from __future__ import annotations

import errno
import re
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from diwaniya.words.speaker import Speaker

MOST = 200
"""Signs of a name or a word that are printed; of a longer one, both ends."""


AT_LINE = re.compile(r" at line 1, column(?= [0-9]+$)")
"""How the reader tells a place; within a file of lines, the line that counts is another one."""


def placed(text: str, many: bool) -> str:
    """What the reader says of a record, with the place told well; `many` if the record is one line of several."""
    return AT_LINE.sub(" at column", text) if many else text


UNSEEN = "\u200c\u200d\u2066\u2067\u2068\u2069"
"""Signs that cannot be seen and belong to words all the same: Persian letters that are not joined, and the marks around
what is read in the other direction."""


def complain(line: str, status: int = 1) -> int:
    """Say it, and give the status back."""
    from diwaniya.words.bidi import calm

    words = " ".join(shorten(word) for word in line.split())
    seen = "".join(sign if sign.isprintable() or sign in UNSEEN else "?" for sign in words)
    try:
        click.echo(calm(seen), err=True)
    except OSError:
        pass  # nobody hears it
    return status


def shorten(text: str, most: int = MOST) -> str:
    """At most so many signs of it: its beginning and its end tell most."""
    if len(text) <= most:
        return text
    end = (most - 3) // 2
    return f"{text[: most - 3 - end]}...{text[-end:]}"


def named(file: str) -> str:
    """The name of a file as we print it: an empty one can be seen, a long one is shortened."""
    return shorten(file) or "''"


REASONS = {
    errno.EACCES: "you may not write there",
    errno.EPERM: "you may not write there",
    errno.EROFS: "nothing can be written there, the disk is only for reading",
    errno.ENOENT: "there is no such folder",
    errno.ENOTDIR: "a part of its path is a file, not a folder",
    errno.EEXIST: "that is a file, not a folder",
    errno.EISDIR: "that is a folder, not a file",
    errno.ENAMETOOLONG: "the name is too long",
    errno.ELOOP: "its links lead in a circle",
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "no more of the disk is yours to use",
    errno.EFBIG: "the file would be larger than allowed here",
    errno.EIO: "the disk does not work as it should",
    errno.EMFILE: "too many files are open",
    errno.ENFILE: "too many files are open",
}
"""What the system says in few words, in ours. Reading has its own words in `_input`: this is about writing."""


class Told(click.ClickException):
    """What went wrong, by the key of its words and what fills them in: said in the language of the command."""

    def __init__(self, speaker: Speaker, key: str, **args: object) -> None:
        super().__init__(speaker.t(key, **args))


def told(error: Exception) -> str:
    """What an error says that was made of one of the system's, in our words."""
    cause = error.__cause__
    if isinstance(cause, OSError) and cause.strerror:
        return str(error).replace(cause.strerror, reason(cause))
    return str(error)


def reason(error: OSError) -> str:
    """Why something could not be written."""
    known = REASONS.get(error.errno) if error.errno is not None else None
    return known or error.strerror or str(error) or type(error).__name__
