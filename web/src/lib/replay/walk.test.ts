import { describe, expect, it } from "vitest";
import { computer, person, table, view } from "../table/fixtures.ts";
import { replayLink, seatNames } from "../table/names.ts";
import type { Replay, ReplayStep } from "../wire/answers.ts";
import { go, goalOf, handEnds, handStarts, lineOf, names, pause, placeInHand, tableAt } from "./walk.ts";

const step = (hand: number, token: string | null, more: Partial<ReplayStep["view"]> = {}): ReplayStep => ({
  hand,
  seat: token === null ? null : 1,
  token,
  facts: [],
  view: view({ seat: null, hand, ...more }),
  hands: [["AS"], [], ["KS"], []],
});
const ended = (points: number[], scores: number[]): Partial<ReplayStep["view"]> => ({
  result: { points, scores },
  scores,
});
// Two hands: a deal, two moves; a deal, a second pack in the same hand (A8), one move.
const STEPS: ReplayStep[] = [
  step(1, null),
  step(1, "AS"),
  step(1, "KS", ended([5, 0], [5, 0])),
  step(2, null),
  step(2, null),
  step(2, "7H", ended([0, 3], [5, 3])),
];
const REPLAY: Replay = {
  match: "MMMMMMMMMMMMMMMM",
  game: "snap",
  options: {},
  seats: 4,
  names: ["Layla", "computer (easy)", "", "computer (normal)"],
  finished: 1_700_000_000,
  winners: [0, 2],
  scores: [5, 3],
  steps: STEPS,
  record: {},
};

describe("going through a match", () => {
  it("goes step by step, and stays inside", () => {
    expect(go(STEPS, 0, "on")).toBe(1);
    expect(go(STEPS, 5, "on")).toBe(5);
    expect(go(STEPS, 1, "back")).toBe(0);
    expect(go(STEPS, 0, "back")).toBe(0);
    expect(go(STEPS, 3, "first")).toBe(0);
    expect(go(STEPS, 3, "last")).toBe(5);
    expect(go([], 0, "last")).toBe(0);
  });

  it("goes hand by hand: back to the beginning of this one first, on past the last one to the end", () => {
    expect(handStarts(STEPS)).toEqual([0, 3]);
    expect(go(STEPS, 5, "hand-back")).toBe(3);
    expect(go(STEPS, 3, "hand-back")).toBe(0);
    expect(go(STEPS, 0, "hand-back")).toBe(0);
    expect(go(STEPS, 1, "hand-on")).toBe(3);
    expect(go(STEPS, 4, "hand-on")).toBe(5);
  });

  it("takes right for on, whatever the language", () => {
    expect(["ArrowRight", "ArrowLeft", "Home", "End", "PageDown", "PageUp"].map(goalOf)).toEqual([
      "on",
      "back",
      "first",
      "last",
      "hand-on",
      "hand-back",
    ]);
    expect(goalOf("x")).toBeNull();
    expect(goalOf("Enter")).toBeNull();
  });

  it("knows how far into its hand a step is", () => {
    expect(STEPS.map((_, at) => placeInHand(STEPS, at))).toEqual([
      { place: 1, of: 3 },
      { place: 2, of: 3 },
      { place: 3, of: 3 },
      { place: 1, of: 3 },
      { place: 2, of: 3 },
      { place: 3, of: 3 },
    ]);
  });

  it("finds the score after every hand, once", () => {
    expect(handEnds(STEPS)).toEqual([
      { hand: 1, at: 2, points: [5, 0], scores: [5, 0] },
      { hand: 2, at: 5, points: [0, 3], scores: [5, 3] },
    ]);
    expect(handEnds(STEPS.slice(0, 2))).toEqual([]);
  });

  it("gives the end of a trick and of a hand more time than a card", () => {
    const trick = [step(1, "AS", { last_trick: { cards: [{ seat: 1, card: "AS" }], winner: 1 }, trick: [] })];
    const card = pause(STEPS, 1, "normal");
    expect(pause(trick, 0, "normal")).toBeGreaterThan(card);
    expect(pause(STEPS, 2, "normal")).toBeGreaterThan(pause(trick, 0, "normal"));
    expect(pause(STEPS, 1, "fast")).toBeLessThan(card);
    expect(pause(STEPS, 99, "slow")).toBeGreaterThan(card);
  });
});

const guest = (n: number): string => `Player ${n}`;

describe("what a step shows", () => {
  it("is a table that nobody sits at", () => {
    const table = tableAt(REPLAY, 1);
    expect(table?.seat).toBeNull();
    expect(table?.view).toBe(STEPS[1]?.view);
    expect(table?.seats.map(({ kind }) => kind)).toEqual(["person", "computer", "person", "computer"]);
    expect(tableAt(REPLAY, 99)).toBeNull();
  });

  it("is a line of the log", () => {
    expect(lineOf(STEPS[1] as ReplayStep, 1)).toEqual({ seq: 1, hand: 1, seat: 1, token: "AS", facts: [] });
  });

  it("has a name for everybody, the same at every step", () => {
    const pool = ["Layla", "Abu Faisal", "Noura", "Hamad", "Salem", "Dalal"];
    const all = names(REPLAY, "", pool, guest);
    expect(all[0]).toBe("Layla");
    expect(all[2]).toBe("Player 3");
    expect(pool).toContain(all[1]);
    expect(pool).toContain(all[3]);
    expect(new Set(all).size).toBe(4);
    expect(names(REPLAY, "", pool, guest)).toEqual(all);
    expect(names(REPLAY, "no seed!", pool, guest)).toEqual(all);
  });

  it("has the names of the table it was played at, if the link comes from there", () => {
    const pool = ["Layla", "Abu Faisal", "Noura", "Hamad", "Salem", "Dalal"];
    const seats = [person("Layla"), computer(), person(""), computer()];
    for (const id of ["t1", "QW7", "a", "zz91"]) {
      const seed = replayLink(REPLAY.match, id).split("/").at(-1) ?? "";
      const atTable = seatNames(table(1, { table: id, seats, seat: null }), pool, "You", guest);
      expect(names(REPLAY, seed, pool, guest)).toEqual(atTable);
      expect(new Set(atTable).size).toBe(4);
    }
  });
});
