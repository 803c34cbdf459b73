import { describe, expect, it } from "vitest";
import { chosenAhead, onlyCard } from "./ahead.ts";
import { view } from "./fixtures.ts";

const cards = ["AS", "7H"];

describe("a card chosen ahead", () => {
  it("waits for the turn, and through the calls of one’s own turn", () => {
    expect(chosenAhead(view({ cards, to_move: 2 }), "7H")).toBe("wait");
    expect(chosenAhead(view({ cards, to_move: 0, legal: ["pass", "bid:5"] }), "7H")).toBe("wait");
    expect(chosenAhead(view({ cards, to_move: null }), "7H")).toBe("wait");
  });

  it("is played when it may be", () => {
    expect(chosenAhead(view({ cards, legal: ["AS", "7H"] }), "7H")).toBe("play");
  });

  it("is put back when it may not be, or is gone, or the hand is over", () => {
    expect(chosenAhead(view({ cards, legal: ["AS"] }), "7H")).toBe("drop");
    expect(chosenAhead(view({ cards: ["AS"], to_move: 2 }), "7H")).toBe("drop");
    expect(chosenAhead(view({ cards, to_move: 2, result: {} }), "7H")).toBe("drop");
    expect(chosenAhead(view({ cards, over: true }), "7H")).toBe("drop");
  });
});

describe("the only card", () => {
  it("is the one there is, if nothing else can be done", () => {
    expect(onlyCard(view({ cards, legal: ["7H"] }))).toBe("7H");
  });

  it("is none while there is a choice, a call, or another’s turn", () => {
    expect(onlyCard(view({ cards, legal: ["AS", "7H"] }))).toBeNull();
    expect(onlyCard(view({ cards, legal: ["pass"] }))).toBeNull();
    expect(onlyCard(view({ cards, legal: ["7H"], to_move: 1 }))).toBeNull();
    expect(onlyCard(view({ cards, legal: ["7H"], seat: null }))).toBeNull();
    expect(onlyCard(view({ cards, legal: ["7H"], result: {} }))).toBeNull();
  });
});
