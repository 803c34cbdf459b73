"""What is said when something goes wrong: one line on standard error, safe to print."""

import click


def complain(line: str, status: int = 1) -> int:
    """Say it, and give the status back."""
    try:
        click.echo("".join(sign if sign.isprintable() else "?" for sign in " ".join(line.split())), err=True)
    except OSError:
        pass  # nobody hears it
    return status
