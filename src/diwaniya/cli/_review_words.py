"""Why a move was costly, in words: made from the game's own facts and from what was measured, and from nothing else."""

from collections.abc import Sequence

from diwaniya.cli._by_seat import BySeat
from diwaniya.cli._numbers import signed
from diwaniya.cli._seats import plain, sides
from diwaniya.engine.game import Fact
from diwaniya.review.reviewer import Review, Step, Verdict
from diwaniya.words.speaker import FALLBACK, Speaker

SAME = 0.01
"""Chances with all cards open that are nearer than this are called the same."""


class Words:
    """Says of a review's costly moves what would have been better, and why."""

    def __init__(self, review: Review, language: str = "en") -> None:
        self.speaker = Speaker(language)
        self._teller = BySeat(self.speaker, review.match.game, review.match.seats)
        self._game = review.match.game
        self._sides = sides(review.match, self.speaker)

    def of(self, step: Step) -> list[str]:
        """Sentences about a costly move; none about any other."""
        verdict = step.verdict
        if verdict is None or not verdict.mark:
            return []
        best, played = _percents(verdict.before, verdict.after)
        said = [self._say("better", move=self.move(verdict.best), best=best, played=played)]
        points = [self.signed(value, 1) for value in verdict.points]
        if points[0] != points[1]:
            said.append(self._say("points", best=points[0], played=points[1]))
        said += self._consequences(step.move, verdict)
        said += self._in_the_open(step)
        return said

    def move(self, token: str) -> str:
        """A move: as records write it in English, which has always been so here. Elsewhere by its name, and behind it
        as records write it, which is how the tables have it.
        """
        if self.speaker.language == FALLBACK:
            return token
        name = self._teller.move(token)
        return self.speaker.t("cli.review.move", name=name, token=token) if name != token else token

    def digits(self, text: str) -> str:
        """A number that is no whole one, in the digits of the language's readers."""
        own = "".join(self.speaker.number(int(sign)) if sign.isdigit() else sign for sign in text)
        return own if own == text else own.replace(".", "\u066b")

    def signed(self, value: float, places: int = 0) -> str:
        """A difference; its sign stands before it in every language."""
        return plain(self.digits(signed(value, places)), self.speaker)

    def _say(self, key: str, **args: object) -> str:
        return self.speaker.t(f"review.told.{key}", **args)

    def _consequences(self, move: str, verdict: Verdict) -> list[str]:
        """What either move was sure to bring about, if it is not the same."""
        if verdict.facts[0] == verdict.facts[1]:
            return []
        pairs = zip((verdict.best, move), verdict.facts, strict=True)
        return [
            self._say("leads_to", move=self.move(token), facts=self._facts(facts))
            for token, facts in pairs
            if facts
        ]

    def _facts(self, facts: Sequence[Fact]) -> str:
        return " ".join(self._teller.fact(fact) for fact in facts)

    def _in_the_open(self, step: Step) -> list[str]:
        """The same with all cards open."""
        if step.open_best is None:
            return []
        after = step.open[self._game.side(step.seat)]
        best, played = _percents(step.open_best, after)
        same = abs(step.open_best - after) < SAME
        said = [self._say("open_same" if same else "open", best=best, played=played)]
        exact = step.exact
        if exact is not None:
            counts = self._counts(exact.counts, self._sides[exact.side], self._sides[1 - exact.side])
            key = "exact_same" if exact.best == exact.played else "exact"
            said.append(self._say(key, counts=counts, best=exact.best, played=exact.played))
        return said

    def _counts(self, english: str, ours: str, theirs: str) -> str:
        """What a result of open hands counts."""
        key = f"review.counts.{self._game.family}"
        if self.speaker.has(key):
            return self.speaker.t(key, ours=ours, theirs=theirs)
        return english.format(ours=ours, theirs=theirs)


def _percents(*chances: float) -> tuple[int, ...]:
    return tuple(round(100 * chance) for chance in chances)
