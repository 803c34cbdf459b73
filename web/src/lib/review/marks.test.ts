import { describe, expect, it } from "vitest";

import { REVIEW, STEPS } from "./fixtures.ts";
import {
  chancesAt,
  handRows,
  line,
  markAfter,
  markBefore,
  markKey,
  marks,
  reviewed,
  stepAt,
  xOf,
  yOf,
} from "./marks.ts";

const steps = reviewed(STEPS, REVIEW);
const all = marks(steps);
const room = { left: 40, right: 340, top: 10, bottom: 110 };

describe("a review beside a replay", () => {
  it("has a verdict for every move and none for deals", () => {
    expect(steps.map((step) => step?.move ?? null)).toEqual([null, "AS", "KS", null, "QS", "JS"]);
  });

  it("marks what was costly", () => {
    expect(all).toMatchObject([{ at: 4, sign: "??", name: "blunder" }]);
  });

  it("goes from mark to mark", () => {
    expect(markAfter(all, 0)?.at).toBe(4);
    expect(markAfter(all, 4)).toBeUndefined();
    expect(markBefore(all, 5)?.at).toBe(4);
    expect(markBefore(all, 4)).toBeUndefined();
  });

  it("tells the chances after a step, and of each hand", () => {
    expect(chancesAt(REVIEW, 0)).toEqual([0.6, 0.4]);
    expect(chancesAt(REVIEW, 5)).toEqual([0.25, 0.75]);
    expect(handRows(REVIEW, all)).toEqual([
      { hand: 1, before: [0.5, 0.5], dealt: [0.6, 0.4], end: [0.55, expect.closeTo(0.45)], marks: 0 },
      { hand: 2, before: [0.55, expect.closeTo(0.45)], dealt: [0.65, 0.35], end: [0.25, 0.75], marks: 1 },
    ]);
  });
});

describe("the keys from mark to mark", () => {
  it.each([
    ["n", "KeyN", "next"],
    ["N", "KeyN", "next"],
    ["p", "KeyP", "previous"],
    ["ى", "KeyN", "next"],
    ["ح", "KeyP", "previous"],
    // Where another Latin letter is printed on the key, it is that letter.
    ["x", "KeyN", null],
    ["ArrowRight", "ArrowRight", null],
  ])("%s on %s is %s", (key, code, way) => {
    expect(markKey({ key, code })).toBe(way);
  });
});

describe("the drawing", () => {
  it("has a point for every step, from edge to edge and never outside", () => {
    const points = line(REVIEW, 0, 5, room).split(" ");
    expect(points).toHaveLength(6);
    expect(points[0]).toBe("40.0,50.0");
    expect(points[5]).toBe("340.0,85.0");
    expect(yOf(1.2, room)).toBe(room.top);
    expect(yOf(-0.1, room)).toBe(room.bottom);
    expect(xOf(0, 0, room)).toBe(room.left);
  });

  it("takes a touch to the nearest step, and to a mark that is near", () => {
    expect(stepAt(40, 5, room, all)).toBe(0);
    expect(stepAt(-50, 5, room, all)).toBe(0);
    expect(stepAt(900, 5, room, all)).toBe(5);
    expect(stepAt(xOf(4, 5, room) + 5, 5, room, all)).toBe(4);
    // Of a long match a mark is hit although other steps are nearer.
    expect(stepAt(xOf(4, 300, room) + 5, 300, room, all)).toBe(4);
    expect(stepAt(xOf(4, 300, room) + 5, 300, room, [])).toBe(9);
  });
});
