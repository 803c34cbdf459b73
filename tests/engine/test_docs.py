"""What the docstrings of the engine show is true."""

import doctest
import importlib
import pkgutil

import pytest

import diwaniya.engine
import diwaniya.testing

MODULES = [
    f"{package.__name__}.{module.name}"
    for package in (diwaniya.engine, diwaniya.testing)
    for module in pkgutil.iter_modules(package.__path__)
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    module = importlib.import_module(name)
    assert doctest.testmod(module).failed == 0


def test_there_are_examples() -> None:
    finder = doctest.DocTestFinder()
    with_examples = {
        name for name in MODULES if any(t.examples for t in finder.find(importlib.import_module(name)))
    }
    assert {"diwaniya.engine.match", "diwaniya.engine.compiled"} <= with_examples
