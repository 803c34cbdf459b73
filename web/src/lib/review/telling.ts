// A review in words: what would have been better, and why. Every sentence says something that was measured.
import type { Speech } from "../play/context.ts";
import { bareMove } from "../play/telling.ts";
import type { ReviewStep } from "../wire/answers.ts";
import type { Fact } from "../wire/types.ts";
import { percent } from "./marks.ts";

/** Chances with all cards open that are nearer than this are called the same. */
const SAME = 0.01;

/** Sentences about a costly move; none about any other. */
export function reasons(say: Speech, step: ReviewStep, sides: readonly number[]): string[] {
  const { verdict } = step;
  if (!verdict?.mark) return [];
  const tell = (key: string, args: Record<string, unknown>): string => say.tr.t(`review.told.${key}`, args);
  const { best, played } = verdict.points;
  const [lead, mine] = [points(say, best), points(say, played)];
  // Not every game counts in points.
  const own = `review.told.points_${say.game.family}`;
  const counted = say.tr.has(own) ? own : "review.told.points";
  return [
    tell("better", {
      move: named(say, verdict.best),
      best: percent(verdict.before),
      played: percent(verdict.after),
    }),
    ...(lead === mine ? [] : [say.tr.t(counted, { best: lead, played: mine })]),
    ...consequences(say, step),
    ...inTheOpen(say, step, sides),
  ];
}

/** A move within a sentence: what was not played but said stands there as it is said, unless it is no more than a number. */
function named(say: Speech, token: string): string {
  const move = bareMove(say, token);
  const said = say.game.calls.includes(token) && move === say.move(token);
  return said ? say.tr.t("review.told.call", { move }) : move;
}

/** What either move was sure to bring about, if it is not the same. */
function consequences(say: Speech, { move, verdict }: ReviewStep): string[] {
  if (!verdict || JSON.stringify(verdict.facts.best) === JSON.stringify(verdict.facts.played)) return [];
  const pairs: [string, Fact[]][] = [
    [verdict.best, verdict.facts.best as Fact[]],
    [move, verdict.facts.played as Fact[]],
  ];
  return pairs
    .filter(([, facts]) => facts.length)
    .map(([token, facts]) =>
      say.tr.t("review.told.leads_to", {
        move: named(say, token),
        facts: say.line({ seq: 0, hand: 0, seat: null, token: null, facts }).join(" "),
      }),
    );
}

function inTheOpen(say: Speech, step: ReviewStep, sides: readonly number[]): string[] {
  const { best, chances, exact } = step.open;
  if (best === null) return [];
  const after = chances[sides[step.seat] ?? 0] ?? 0;
  const same = Math.abs(best - after) < SAME;
  const said = [
    say.tr.t(`review.told.${same ? "open_same" : "open"}`, { best: percent(best), played: percent(after) }),
  ];
  if (exact) {
    const names = { ours: say.side(exact.side), theirs: say.side(1 - exact.side) };
    const key = `review.counts.${say.game.family}`;
    const counts = say.tr.has(key)
      ? say.tr.t(key, names)
      : exact.counts.replace("{ours}", names.ours).replace("{theirs}", names.theirs);
    said.push(
      say.tr.t(`review.told.${exact.best === exact.played ? "exact_same" : "exact"}`, {
        counts,
        best: exact.best,
        played: exact.played,
      }),
    );
  }
  return said;
}

/** `+18` or `−3.5`, in the reader's digits. */
const points = (say: Speech, value: number): string => say.tr.signed(Math.round(10 * value) / 10 + 0);

/** What is said of a step beside its reasons: as its player could know, and with all cards open. */
export function standing(
  say: Speech,
  step: ReviewStep,
  sides: readonly number[],
): { knew: string; open: string } {
  const { tr } = say;
  const mine = step.open.chances[sides[step.seat] ?? 0] ?? 0;
  const { verdict } = step;
  const tell = (played: number, best: number | null): string => {
    if (!verdict || best === null) return tr.t("review.step.one", { played: percent(played) });
    // What cannot be told apart in figures is not told to be better.
    if (verdict.best === step.move || percent(best) <= percent(played))
      return tr.t("review.step.best_played", { played: percent(played) });
    const move = named(say, verdict.best);
    return tr.t("review.step.both", { played: percent(played), move, best: percent(best) });
  };
  const only = step.choices === 1;
  return {
    knew: !verdict
      ? tr.t("review.step.unjudged")
      : only
        ? tr.t("review.step.only")
        : tell(verdict.after, verdict.before),
    open: only ? tr.t("review.step.one", { played: percent(mine) }) : tell(mine, step.open.best),
  };
}

/** Every side's chance, as one line: `Team 1 63 %, Team 2 37 %`. */
export const chancesText = (say: Speech, chances: readonly number[]): string =>
  say.tr.list(
    chances.map((chance, side) => say.tr.t("review.chance", { name: say.side(side), n: percent(chance) })),
  );
