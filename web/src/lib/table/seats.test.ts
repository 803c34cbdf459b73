import { describe, expect, it } from "vitest";
import { around, belowMiddle, besideTrick, offset, onRim, place, tooLow, trickReach } from "./seats.ts";

describe("seats", () => {
  it.each([2, 3, 4, 5, 6, 7, 8])("puts the viewer at the bottom of a table for %i", (seats) => {
    for (let viewer = 0; viewer < seats; viewer += 1)
      expect(place(viewer, viewer, seats)).toEqual({ x: 0, y: 1 });
  });

  it.each([3, 4, 5, 6, 7, 8])(
    "puts the next player on the right and the one before on the left, for %i",
    (seats) => {
      for (let viewer = 0; viewer < seats; viewer += 1) {
        expect(place((viewer + 1) % seats, viewer, seats).x).toBeGreaterThan(0.5);
        expect(place((viewer + seats - 1) % seats, viewer, seats).x).toBeLessThan(-0.5);
      }
    },
  );

  it("goes round anticlockwise: bottom, right, top, left", () => {
    const four = [0, 1, 2, 3].map((seat) => place(seat, 0, 4));
    expect(four).toEqual([
      { x: 0, y: 1 },
      { x: 1, y: 0 },
      { x: 0, y: -1 },
      { x: -1, y: 0 },
    ]);
  });

  it("seats partners opposite", () => {
    expect(place(3, 1, 4)).toEqual({ x: 0, y: -1 });
    expect(place(1, 0, 2)).toEqual({ x: 0, y: -1 });
  });

  it("does not ask in which direction the page is read", () => {
    const before = place(1, 0, 4);
    document.documentElement.dir = "rtl";
    expect(place(1, 0, 4)).toEqual(before);
    document.documentElement.dir = "ltr";
  });

  it("lets somebody who looks on sit where seat 0 is", () => {
    expect(place(0, null, 4)).toEqual({ x: 0, y: 1 });
    expect(offset(2, null, 4)).toBe(2);
  });

  it("leaves room for the trick between those on the sides and below the one opposite", () => {
    for (const seats of [2, 3, 4, 5, 6, 7]) {
      const card = 50;
      const reach = trickReach(seats, card);
      const lie = Array.from({ length: seats }, (_, seat) => place(seat, 0, seats));
      const left = Math.min(...lie.map(({ x }) => x * reach.x * card - card / 2));
      const high = Math.min(...lie.map(({ y }) => y * reach.y * card - card * 0.7));
      const low = Math.max(...lie.map(({ y }) => y * reach.y * card + card * 0.7));
      expect(350 / 2 + left).toBeGreaterThanOrEqual(besideTrick(350, seats, card));
      expect(besideTrick(350, seats, card)).toBeGreaterThan(80);
      for (const board of [330, 384, 700]) {
        const lower = belowMiddle(board, seats, card, 96, 8);
        expect(board / 2 + high + lower).toBeGreaterThanOrEqual(95.5);
        expect(board / 2 + low + lower).toBeLessThanOrEqual(board - 8);
      }
      expect(belowMiddle(700, seats, card, 96, 8)).toBe(0);
      expect(belowMiddle(120, seats, card, 96, 8)).toBe(0);
    }
  });

  it("knows when a table is too low for the trick to lie below the seat opposite", () => {
    const card = 46;
    const high = card * (trickReach(4, card).y + 0.7);
    for (const board of [200, 222, 240, 260, 304]) {
      const top = board / 2 + belowMiddle(board, 4, card, 96, 11) - high;
      expect(tooLow(board, 4, card, 96, 11)).toBe(top < 95);
    }
    expect(tooLow(222, 4, card, 62, 11)).toBe(false);
  });

  it("puts whoever sits on a side of a small table on its rim", () => {
    expect([1, 2, 3, 4, 5].map((seat) => onRim(place(seat, 0, 6)).x)).toEqual([1, 1, 0, -1, -1]);
    expect(onRim(place(2, 0, 6)).y).toBe(place(2, 0, 6).y);
  });

  it("lists the others in the order of play", () => {
    expect(around(2, 4)).toEqual([3, 0, 1, 2]);
    expect(around(null, 3)).toEqual([1, 2, 0]);
  });
});
