"""What is said when something goes wrong: one line on standard error, safe to print."""

import re

import click

MOST = 200
"""Signs of a name or a word that are printed; of a longer one, both ends."""


AT_LINE = re.compile(r" at line 1, column(?= [0-9]+$)")
"""How the reader tells a place; within a file of lines, the line that counts is another one."""


def placed(text: str, many: bool) -> str:
    """What the reader says of a record, with the place told well; `many` if the record is one line of several."""
    return AT_LINE.sub(" at column", text) if many else text


def complain(line: str, status: int = 1) -> int:
    """Say it, and give the status back."""
    words = " ".join(shorten(word) for word in line.split())
    try:
        click.echo("".join(sign if sign.isprintable() else "?" for sign in words), err=True)
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
