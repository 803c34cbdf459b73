import { describe, expect, it } from "vitest";
import { view } from "./fixtures.ts";
import { mayAskRest, nextOfRun } from "./rest.ts";

const lead = { cards: ["AS", "KS"], legal: ["AS", "KS"], trick: [] };

describe("whether the rest is certain", () => {
  it("is asked on one's own lead, with more than one card", () => {
    expect(mayAskRest(view(lead))).toBe(true);
    expect(mayAskRest(view({ ...lead, cards: ["AS"], legal: ["AS"] }))).toBe(false);
    expect(mayAskRest(view({ ...lead, to_move: 1 }))).toBe(false);
    expect(mayAskRest(view({ ...lead, trick: [{ seat: 3, card: "2S" }] }))).toBe(false);
    expect(mayAskRest(view({ ...lead, legal: ["pass"] }))).toBe(false);
    expect(mayAskRest(view({ ...lead, result: {} }))).toBe(false);
  });

  it("is not asked where there are no tricks, nor by those who look on", () => {
    expect(mayAskRest(view({ cards: ["AS", "KS"], legal: ["AS", "KS"] }))).toBe(false);
    expect(mayAskRest(view({ ...lead, seat: null }))).toBe(false);
  });
});

describe("the run of cards", () => {
  const run = { hand: 1, left: ["AS", "KS"] };

  it("goes on with its next card at one's own lead, and waits for the others", () => {
    expect(nextOfRun(view(lead), run)).toEqual({ play: "AS" });
    expect(nextOfRun(view({ ...lead, to_move: 1, trick: [{ seat: 0, card: "AS" }] }), run)).toBe("wait");
    expect(nextOfRun(view({ ...lead, to_move: null }), run)).toBe("wait");
  });

  it("is over with its hand", () => {
    expect(nextOfRun(view({ ...lead, result: {} }), run)).toBe("over");
    expect(nextOfRun(view({ ...lead, over: true }), run)).toBe("over");
    expect(nextOfRun(view({ ...lead, hand: 2 }), run)).toBe("over");
  });

  it("stops when somebody else leads, when its card may not be led, and when there is none left", () => {
    expect(nextOfRun(view({ ...lead, to_move: 1 }), run)).toBe("stop");
    expect(nextOfRun(view({ ...lead, legal: ["KS"] }), run)).toBe("stop");
    expect(nextOfRun(view({ ...lead, trick: [{ seat: 3, card: "2S" }] }), run)).toBe("stop");
    expect(nextOfRun(view(lead), { hand: 1, left: [] })).toBe("stop");
  });
});
