import { describe, expect, it } from "vitest";
import { timeLeft, whole } from "./clock.ts";

const clock = { seat: 1, left: 15, bank: 60, at: 1000 };

describe("the clock of a turn", () => {
  it("uses up the move first, then the bank", () => {
    expect(timeLeft(clock, 1000)).toEqual({ move: 15, bank: 60, total: 75 });
    expect(timeLeft(clock, 11_000)).toEqual({ move: 5, bank: 60, total: 65 });
    expect(timeLeft(clock, 26_000)).toEqual({ move: 0, bank: 50, total: 50 });
    expect(timeLeft(clock, 999_000)).toEqual({ move: 0, bank: 0, total: 0 });
  });

  it("never shows more than there is, even if the page's own clock was set back", () => {
    expect(timeLeft(clock, 0).total).toBe(75);
  });

  it("counts whole seconds down to nothing", () => {
    expect([15, 14.96, 14.2, 0.4, 0].map(whole)).toEqual([15, 15, 15, 1, 0]);
  });
});
