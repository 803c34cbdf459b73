"""Where keys of words are used: found by reading the source of page and program, not by running them.

A key is written out (`"chat.title"`), or made of parts (`game.${id}.name`, f"rank.{rank}"). The second is a pattern:
it covers a key if what stands for its parts is a word that the source itself writes somewhere.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import diwaniya

ROOT = Path(diwaniya.__file__).parents[2]
KEY = re.compile(r"[a-z]\w*(?:\.\w+)*")
_LITERAL = re.compile(r"""(["'`])([\w.:-]+)\1""")
_MADE = re.compile(r"`([^`\n]*\$\{[^`\n]*)`")
_UNDER = re.compile(r"""\.under\(\s*["'`]([^"'`]+)["'`]""")
_PART = re.compile(r"\$\{[^{}]*\}")
_PROPERTY = re.compile(r"(?<![\w.])(\w+)\s*:")
_NOT_CODE = re.compile(
    r"<style.*?</style>|<!--.*?-->|/\*.*?\*/|(?:^|(?<=\s))//[^\n]*", re.DOTALL | re.MULTILINE
)
_WORD = re.compile(r"\w+")


@dataclass
class Uses:
    """What the source says about keys."""

    literals: set[str] = field(default_factory=set)
    """Every word or dotted path that stands in quotes."""
    made: set[str] = field(default_factory=set)
    """Keys made of parts, with `*` for each part."""
    groups: set[str] = field(default_factory=set)
    """Groups that are listed whole (`under`), with `*` for each part."""
    words: set[str] = field(default_factory=set)
    """Every word within quotes, and every name of a property: what a part may stand for."""

    def add_page(self, text: str) -> None:
        """What a source file of the page says."""
        text = _NOT_CODE.sub("", text)
        self.groups |= {_starred(found) for found in _UNDER.findall(text)}
        self.literals |= {found for _, found in _LITERAL.findall(text)}
        self.made |= {_starred(found) for found in _MADE.findall(text)}
        # A template holds strings of its own, so each kind of quotes is looked for by itself.
        for quotes in (r"\"[^\"\n]*\"", r"'[^'\n]*'", r"`[^`]*`"):
            for quoted in re.findall(quotes, text):
                self.words |= set(_WORD.findall(_PART.sub(" ", quoted)))
        self.words |= set(_PROPERTY.findall(text))

    def add_program(self, text: str) -> None:
        """What a source file of the program says."""
        tree = ast.parse(text)
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                self.literals.add(node.value)
                self.words |= set(_WORD.findall(node.value))
            elif isinstance(node, ast.JoinedStr):
                self.made.add(_joined(node))
            elif isinstance(node, ast.keyword) and node.arg:
                self.words.add(node.arg)
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                self.words.add(node.target.id)
            elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "under":
                self.groups |= {str(one.value) for one in node.args if isinstance(one, ast.Constant)}

    def covers(self, key: str) -> bool:
        """Is this key used?"""
        return (
            key in self.literals
            or any(re.match(_pattern(group).pattern + r"\.", key) for group in self.groups)
            or any(self._made(pattern, key) for pattern in self.made)
            or any(self._begun(pattern, key) for pattern in self.made)
        )

    def _begun(self, pattern: str, key: str) -> bool:
        """Is the key made by a helper that puts what is before it (`review.sheet.*`), from a rest that is used?"""
        begin, _, rest = pattern.partition("*")
        left = key.removeprefix(begin)
        if rest or not begin.endswith(".") or left == key or "." not in left:
            return False
        return left in self.literals or any(self._made(made, left) for made in self.made)

    def _made(self, pattern: str, key: str) -> bool:
        found = _pattern(re.sub(r"\*+", "*", pattern)).fullmatch(key)
        parts_beside = "**" in pattern
        return found is not None and all(self._part(part, parts_beside) for part in found.groups())

    def _part(self, text: str, several: bool) -> bool:
        """Can this be what a part stands for, or several parts side by side?"""
        if not text or text.strip("_").isdecimal() or text in self.words:
            return True
        cuts = range(1, len(text)) if several else ()
        return any(text[:cut] in self.words and text[cut:] in self.words for cut in cuts)


def _starred(text: str) -> str:
    return _PART.sub("*", text)


def _joined(node: ast.JoinedStr) -> str:
    return "".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in node.values)


def _pattern(made: str) -> re.Pattern[str]:
    return re.compile(re.escape(made).replace(r"\*", r"([^.]*)"))


def page_files() -> Iterable[Path]:
    """The source of the page without its tests."""
    files = (path for kind in ("*.ts", "*.svelte") for path in (ROOT / "web" / "src").rglob(kind))
    return sorted(path for path in files if not path.name.endswith(".test.ts"))


def program_files() -> Iterable[Path]:
    return sorted((ROOT / "src" / "diwaniya").rglob("*.py"))
