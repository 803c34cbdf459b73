"""Putting a game's kernels, and a family's judgement, in the places of the stand-ins, however deep they are called."""

from collections.abc import Callable, Mapping
from typing import Any

from diwaniya.engine import drivers
from diwaniya.engine.drivers import rebind
from diwaniya.engine.game import Game

Kernel = Callable[..., Any]


def linked(fn: Kernel, game: Game, places: Mapping[Kernel, Kernel]) -> Kernel:
    """A copy of a kernel that calls this game's kernels, and the kernels of `places` instead of its keys.

    So do copies of all kernels that it calls. It can be called as it stands, or compiled (`Compiled.link`).
    """
    known = {getattr(drivers, name): kernel for name, kernel in drivers.bindings(game).items()}
    known.update(places)
    return _copied(fn, known)


def _copied(fn: Kernel, known: dict[Kernel, Kernel]) -> Kernel:
    """What stands in the place of a kernel: itself, if nothing below it is replaced."""
    if fn not in known:
        called = {}
        for name in fn.__code__.co_names:
            value: Any = fn.__globals__.get(name)
            if hasattr(value, "__kernel__") and value is not fn:
                found = _copied(value, known)
                if found is not value:
                    called[name] = found
        known[fn] = rebind(fn, **called) if called else fn
        if called and fn.__globals__.get(fn.__name__) is fn:
            known[fn].__globals__[fn.__name__] = known[fn]  # it may call itself
    return known[fn]
