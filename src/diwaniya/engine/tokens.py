"""Moves and packs as people write them."""

import re
from collections.abc import Sequence

from diwaniya.engine.game import Game


def split(text: str) -> list[str]:
    """The tokens of a record's string; blanks are those that JSON knows."""
    return [token for token in re.split("[ \t\r\n]+", text) if token]


def known(game: Game, token: str) -> bool:
    """Is this a token of the game at all?"""
    return token in game.words or token.partition(":")[0] in game.heads


def split_open(game: Game, token: str) -> tuple[int, int, int] | None:
    """`2:expose:AS` as seat, kind and card number; None if the token is not of this form."""
    if not game.out_of_turn or ":" not in token:
        return None
    parts = token.split(":")
    if len(parts) != 3 or parts[1] not in game.out_of_turn or parts[2] not in game.card_numbers:
        return None
    if parts[0] not in map(str, range(game.seats[0])):
        return None
    return int(parts[0]), game.out_of_turn.index(parts[1]), game.card_numbers[parts[2]]


def parse_pack(game: Game, names: Sequence[str]) -> list[int]:
    """Card numbers of a pack given as tokens. Raises `ValueError` saying what is not right about it."""
    known = game.card_numbers
    for place, name in enumerate(names, start=1):
        if name not in known:
            raise ValueError(f"card {place}, {str(name)[:20]!r}, is no card of {game.id}")
    numbers = [known[name] for name in names]
    if sorted(numbers) != sorted(game.pack):
        if len(numbers) != len(game.pack):
            raise ValueError(f"{len(numbers)} cards, but the pack of {game.id} has {len(game.pack)}")
        twice = next(name for name in names if names.count(name) > game.pack.count(known[name]))
        raise ValueError(f"{twice} is there too often")
    return numbers
