// The clock of a turn. The server says how much time was left when it spoke; from then on the page counts by itself.
import type { Clock } from "../wire/types.ts";

export interface Running extends Clock {
  /** When the page heard of it, in milliseconds of its own clock. */
  readonly at: number;
}

export interface Left {
  /** Seconds of the move itself. */
  readonly move: number;
  /** Seconds of the bank, which is used up once those of the move are. */
  readonly bank: number;
  readonly total: number;
}

export function timeLeft(clock: Running, now: number): Left {
  const gone = Math.max(0, (now - clock.at) / 1000);
  const move = Math.max(0, clock.left - gone);
  const bank = Math.max(0, clock.bank - Math.max(0, gone - clock.left));
  return { move, bank, total: move + bank };
}

/** This little time is worth a word to those who do not see the clock. */
export const SOON = 10;

/** Whole seconds to show: the last one stands until it is over. */
export const whole = (seconds: number): number => Math.max(0, Math.ceil(seconds - 0.05));
