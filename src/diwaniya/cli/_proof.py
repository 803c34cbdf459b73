"""What came out of proving the shuffles of a match, in one line of one language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from diwaniya.cli._seats import broken_rule, game_named
from diwaniya.engine.errors import IllegalMove, printable
from diwaniya.engine.record import replay
from diwaniya.engine.verify import Check, Verdict
from diwaniya.words.speaker import FALLBACK, Speaker

LONGEST = 400
"""Signs that are told of what a record says."""


def proven(speaker: Speaker, verdict: Verdict, told: bool, salts: int) -> str:
    """What was proven and what was not. `told`: the commitment was named; `salts`: so many salts were."""
    t = speaker.t
    sentences = [
        t(
            "cli.verify.proven",
            game=game_named(speaker, verdict.game.id),
            cut="yes" if verdict.game.cut else "no",
            packs=verdict.packs,
            hands=verdict.hands,
            moves=verdict.moves,
            salts=len(verdict.salts),
        )
    ]
    if not verdict.finished:
        sentences.append(t("cli.verify.unfinished"))
    if told:
        sentences.append(t("cli.verify.told"))
    if salts:
        sentences.append(t("cli.verify.salted", n=salts))
    if not told:
        sentences.append(t("cli.verify.compare", commitment=verdict.commitment))
    return " ".join(sentences)


def not_proven(speaker: Speaker, record: Mapping[str, Any], verdict: Verdict) -> str:
    """The first thing that is wrong, and how many more there are."""
    first, *others = verdict.wrong
    what = speaker.t("cli.verify.not_proven", what=_wrong(speaker, record, first))
    return speaker.t("cli.verify.more", what=what, n=len(others)) if others else what


def no_proof(speaker: Speaker, text: str) -> str:
    """There is none: why, as the reader of proofs says it, which is for programmers and so in English."""
    return text if speaker.language == FALLBACK else speaker.t("cli.verify.no_proof", text=text)


def _wrong(speaker: Speaker, record: Mapping[str, Any], check: Check) -> str:
    """What is wrong, as a sentence without its full stop."""
    if speaker.language == FALLBACK:
        return str(check)
    if check.what == "moves":
        return _moves(speaker, record, check)
    found, wanted = (
        int(text) if text.isdecimal() and len(text) < 10 else printable(text, LONGEST)
        for text in (check.found, check.wanted)
    )
    number = check.redeal or 0
    key = "redeal" if check.what == "pack" and number else check.what
    return speaker.t(
        f"cli.verify.wrong.{key}",
        found=found,
        wanted=wanted,
        hand=check.hand or 0,
        place=check.place or 0,
        n=number + 1 if key == "cut" else number,
    )


def _moves(speaker: Speaker, record: Mapping[str, Any], check: Check) -> str:
    """A check tells this in English: the record is played once more, for the reason itself."""
    try:
        replay(record, may_wait=True)
    except IllegalMove as error:
        return broken_rule(speaker, record, error)
    return check.found
