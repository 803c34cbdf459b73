// Walking through a finished match: where one stands, where one may go, what there is to see. Without a DOM.
import type { InPlay } from "../table/feed.ts";
import { namesFrom, seedFrom } from "../table/names.ts";
import type { Guest } from "../table/names.ts";
import type { Replay, ReplayStep } from "../wire/answers.ts";
import type { Line, Seat } from "../wire/types.ts";

export type Goal = "first" | "back" | "on" | "last" | "hand-back" | "hand-on";

/** The step to stand on after such a move. It stays within the match. */
export function go(steps: readonly ReplayStep[], at: number, goal: Goal): number {
  const end = Math.max(0, steps.length - 1);
  switch (goal) {
    case "first":
      return 0;
    case "last":
      return end;
    case "back":
      return Math.max(0, at - 1);
    case "on":
      return Math.min(end, at + 1);
    case "hand-back":
      // To the beginning of this hand; from there to that of the hand before.
      return handStarts(steps).findLast((start) => start < at) ?? 0;
    case "hand-on":
      return handStarts(steps).find((start) => start > at) ?? end;
  }
}

/** What a key asks for. Right is always on, as on the buttons: a match is not mirrored. */
export function goalOf(key: string): Goal | null {
  const goals: Readonly<Record<string, Goal>> = {
    ArrowRight: "on",
    ArrowLeft: "back",
    Home: "first",
    End: "last",
    PageDown: "hand-on",
    PageUp: "hand-back",
  };
  return goals[key] ?? null;
}

/** The steps with which hands begin. A8's second pack within a hand is no beginning. */
export function handStarts(steps: readonly ReplayStep[]): number[] {
  return steps.flatMap((step, i) => (i === 0 || steps[i - 1]?.hand !== step.hand ? [i] : []));
}

export interface HandEnd {
  readonly hand: number;
  /** The step that ended it. */
  readonly at: number;
  readonly points: readonly number[];
  readonly scores: readonly number[];
}

/** The score after every hand that was played to its end. */
export function handEnds(steps: readonly ReplayStep[]): HandEnd[] {
  return steps.flatMap((step, at) => {
    const { result } = step.view;
    if (!result || steps[at + 1]?.hand === step.hand) return [];
    return [{ hand: step.hand, at, points: numbers(result.points), scores: step.view.scores }];
  });
}

const numbers = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "number") : [];

/** How far into its hand a step is, counted from 1, and how long that hand is. */
export function placeInHand(steps: readonly ReplayStep[], at: number): { place: number; of: number } {
  const starts = handStarts(steps);
  const start = starts.findLast((one) => one <= at) ?? 0;
  const next = starts.find((one) => one > at) ?? steps.length;
  return { place: at - start + 1, of: next - start };
}

/** A step as a line of the log. */
export const lineOf = (step: ReplayStep, at: number): Line => ({
  seq: at,
  hand: step.hand,
  seat: step.seat,
  token: step.token,
  facts: step.facts,
});

/**
 * Everybody's name: the person's, else the one that the page gave at the table, whose `seed` the address brings. Whoever sat
 * at `seat` himself is `you` if he had none.
 */
export function names(
  replay: Replay,
  seed: string,
  pool: readonly string[],
  guest: Guest,
  seat: number | null = null,
  you = "",
): string[] {
  return namesFrom(seedFrom(seed, replay.match), { seats: seatsOf(replay), seat }, pool, you, guest);
}

/** How a record names a computer player. */
const COMPUTER = /^computer \((.+)\)$/;

const seatsOf = (replay: Replay): Seat[] =>
  Array.from({ length: replay.seats }, (_, seat) => {
    const name = replay.names[seat] ?? "";
    const level = COMPUTER.exec(name)?.[1];
    const computer = level !== undefined;
    return {
      kind: computer ? "computer" : "person",
      name: computer ? "" : name,
      avatar: 0,
      level: level ?? null,
      here: true,
      away: false,
    };
  });

/** A step as a table that nobody sits at, for those parts of the page that draw tables. */
export function tableAt(replay: Replay, at: number): InPlay | null {
  const step = replay.steps[at];
  if (!step) return null;
  return {
    type: "table",
    table: replay.match,
    seq: at,
    phase: "over",
    game: replay.game,
    options: replay.options,
    settings: {},
    code: null,
    host: null,
    seat: null,
    seats: seatsOf(replay),
    watchers: 0,
    match: replay.match,
    view: step.view,
    lines: [],
    question: null,
    clock: null,
    commitment: "",
    salts: [],
    first_dealer: null,
    cut: [],
    matches: [],
    muted: [],
  };
}

export type Speed = "slow" | "normal" | "fast";
export const SPEEDS: readonly Speed[] = ["slow", "normal", "fast"];
const STEP: Readonly<Record<Speed, number>> = { slow: 2400, normal: 1200, fast: 450 };

/** How many milliseconds a step is looked at while the match plays by itself; longer where a trick or a hand ends. */
export function pause(steps: readonly ReplayStep[], at: number, speed: Speed): number {
  const step = steps[at];
  if (!step) return STEP[speed];
  if (step.view.result) return STEP[speed] * 2.5;
  const trickEnded = !!step.view.last_trick && (step.view.trick?.length ?? 0) === 0 && step.token !== null;
  return STEP[speed] * (trickEnded ? 1.6 : 1);
}
