// What a review says of the steps of a replay. The two run side by side: a point of the graph for each step (behind the
// first, which is before all), and a verdict for each step that is a move. Without a DOM.
import type { ReplayStep, Review, ReviewStep } from "../wire/answers.ts";

export type MarkName = "doubtful" | "mistake" | "blunder";
/** The signs of costly moves, the least first. */
export const SIGNS = [
  { sign: "?!", name: "doubtful" },
  { sign: "?", name: "mistake" },
  { sign: "??", name: "blunder" },
] as const satisfies readonly { sign: string; name: MarkName }[];

/** A costly move. */
export interface Mark {
  /** Its step of the replay. */
  readonly at: number;
  readonly sign: string;
  readonly name: MarkName;
  readonly step: ReviewStep;
}

/** What the review says of each step of the replay; null for deals. */
export function reviewed(steps: readonly ReplayStep[], review: Review): (ReviewStep | null)[] {
  let moves = 0;
  return steps.map(({ token }) => (token === null ? null : (review.steps[moves++] ?? null)));
}

export function marks(steps: readonly (ReviewStep | null)[]): Mark[] {
  return steps.flatMap((step, at) => {
    const known = SIGNS.find(({ sign }) => sign === step?.verdict?.mark);
    return step && known ? [{ at, ...known, step }] : [];
  });
}

/** The chance of every side after a step of the replay. */
export const chancesAt = (review: Review, at: number): readonly number[] =>
  review.graph[at + 1]?.chances ?? review.graph.at(-1)?.chances ?? [];

export const markAfter = (all: readonly Mark[], at: number): Mark | undefined =>
  all.find((mark) => mark.at > at);
export const markBefore = (all: readonly Mark[], at: number): Mark | undefined =>
  all.findLast((mark) => mark.at < at);

/** Steps from mark to mark; `null`: another key. On a keyboard without Latin letters it is the one in the same place. */
export function markKey(event: Pick<KeyboardEvent, "key" | "code">): "next" | "previous" | null {
  const latin = /^[a-z]$/i.test(event.key);
  const letter = latin ? event.key.toLowerCase() : event.code.replace(/^Key/, "").toLowerCase();
  return letter === "n" ? "next" : letter === "p" ? "previous" : null;
}

/** A hand on the graph: the chances before it, after its deal, and at its end. */
export interface HandRow {
  readonly hand: number;
  readonly before: readonly number[];
  readonly dealt: readonly number[];
  readonly end: readonly number[];
  readonly marks: number;
}

export function handRows(review: Review, all: readonly Mark[]): HandRow[] {
  const rows: HandRow[] = [];
  review.graph.forEach((point, i) => {
    const before = review.graph[i - 1];
    const last = rows.at(-1);
    if (before && point.hand !== last?.hand)
      rows.push({
        hand: point.hand,
        before: before.chances,
        dealt: point.chances,
        end: point.chances,
        marks: all.filter(({ step }) => step.hand === point.hand).length,
      });
    else if (last) rows[rows.length - 1] = { ...last, end: point.chances };
  });
  return rows;
}

/** Chances in whole percent, as they are told. */
export const percent = (chance: number): number => Math.round(100 * chance);

// the drawing

export interface Room {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export const xOf = (at: number, last: number, { left, right }: Room): number =>
  left + ((right - left) * at) / Math.max(1, last);
export const yOf = (chance: number, { top, bottom }: Room): number =>
  bottom - (bottom - top) * Math.min(1, Math.max(0, chance));

/** The line of a side, as the points of a polyline: after every step. */
export const line = (review: Review, side: number, last: number, room: Room): string =>
  Array.from({ length: last + 1 }, (_, at) => {
    const y = yOf(chancesAt(review, at)[side] ?? 0, room);
    return `${xOf(at, last, room).toFixed(1)},${y.toFixed(1)}`;
  }).join(" ");

/** The step that a touch at `x` means: that of a mark, if one is near. */
export function stepAt(x: number, last: number, room: Room, all: readonly Mark[], near = 7): number {
  const at = Math.round(((x - room.left) / Math.max(1, room.right - room.left)) * last);
  const distance = (mark: Mark): number => Math.abs(xOf(mark.at, last, room) - x);
  const nearest = all.reduce<Mark | null>(
    (best, mark) => (!best || distance(mark) < distance(best) ? mark : best),
    null,
  );
  if (nearest && distance(nearest) <= near) return nearest.at;
  return Math.min(last, Math.max(0, at));
}
