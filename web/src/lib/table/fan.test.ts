import { describe, expect, it } from "vitest";
import { fan, groupGap, GROWN, GROWN_LOW, FINGER, mostHeld, spread, step, tall } from "./fan.ts";

describe("the fan of a hand", () => {
  it.each([1, 2, 3, 6, 8, 9, 12, 15, 18, 21])(
    "gives %i cards a finger's width on the smallest phone",
    (cards) => {
      for (const width of [304, 344, 374]) {
        const shape = fan(cards, width, 68);
        expect(shape.rows.reduce((sum, row) => sum + row, 0)).toBe(cards);
        const longest = Math.max(...shape.rows);
        if (longest > 1) expect(shape.step).toBeGreaterThanOrEqual(FINGER);
        expect((longest - 1) * shape.step + shape.card).toBeLessThanOrEqual(width);
        expect(shape.rise).toBeGreaterThanOrEqual(40);
      }
    },
  );

  it.each([9, 13])("makes %i cards larger where they may overlap for it, and none too narrow", (cards) => {
    const [usual, large] = [fan(cards, 344, 68), fan(cards, 344, 82, undefined, cards, { beside: 4 })];
    expect(large.card).toBeGreaterThanOrEqual(1.15 * usual.card);
    expect(large.rows).toEqual(usual.rows);
    expect(large.step).toBeGreaterThanOrEqual(FINGER);
    expect(Math.max(...large.rows.map((row) => (row - 1) * large.step)) + large.card).toBeLessThanOrEqual(
      344,
    );
  });

  it("keeps to one row where there is room", () => {
    expect(fan(9, 980, 108).rows).toEqual([9]);
    expect(fan(12, 980, 96).rows).toEqual([12]);
  });

  it("keeps the size of its cards while the hand is played out, and lets them move apart", () => {
    for (const [dealt, width] of [
      [9, 344],
      [9, 252],
      [21, 344],
      [6, 344],
      [9, 980],
    ] as const) {
      const whole = fan(dealt, width, 68);
      for (let left = dealt; left > 0; left -= 1) {
        const shape = fan(left, width, 68, 52, dealt);
        expect(shape.card).toBe(whole.card);
        expect(shape.rows.reduce((sum, row) => sum + row, 0)).toBe(left);
        expect(shape.step).toBeGreaterThanOrEqual(whole.step);
        expect((Math.max(...shape.rows) - 1) * shape.step + shape.card).toBeLessThanOrEqual(width);
        expect(tall(shape)).toBeLessThanOrEqual(tall(whole));
      }
    }
  });

  it("is made for the most cards of a hand, and anew for the next", () => {
    const most = mostHeld();
    expect([most(1, 0), most(1, 4), most(1, 3), most(1, 0), most(1, 4)]).toEqual([0, 4, 4, 4, 4]);
    expect([most(2, 6), most(2, 9), most(2, 8)]).toEqual([6, 9, 9]);
  });

  it("makes a place for what may be dealt more, and the cards stay as large", () => {
    const most = mostHeld();
    expect([most(1, 6, GROWN), most(1, 9, GROWN), most(1, 12, GROWN)]).toEqual([12, 12, 12]);
    expect(most(2, 0, GROWN)).toBe(0);
    // Beside the table of a phone on its side, with what is asked and what may be answered above it.
    expect(tall(fan(6, 252, 68, undefined, GROWN_LOW, { beside: GROWN / 2 }))).toBeLessThanOrEqual(151);
    for (const [width, largest, rows] of [
      [344, 68, [4, 5]],
      [980, 108, [9]],
    ] as const) {
      const [six, nine, twelve] = [6, 9, 12].map((cards) =>
        fan(cards, width, largest, undefined, 12, { beside: 6 }),
      );
      expect([six?.rows, nine?.rows]).toEqual([[6], rows]);
      expect([nine?.card, twelve?.card]).toEqual([six?.card, six?.card]);
      expect(twelve?.step).toBeGreaterThanOrEqual(FINGER);
    }
  });

  it("has cards as large as the others in the third row that seldom comes", () => {
    const grown = (cards: number, width: number): ReturnType<typeof fan> =>
      fan(cards, width, 68, undefined, cards, { beside: GROWN / 2 });
    for (const width of [304, 344])
      for (const cards of [GROWN, 15, 18, 21])
        expect(grown(cards, width).card).toBe(grown(GROWN, width).card);
  });

  it("keeps a suit in one row where it can be", () => {
    const rows = (cards: number, groups: number[]): readonly number[] =>
      fan(cards, 344, 68, undefined, 9, { groups }).rows;
    expect(rows(9, [1, 2, 3, 3])).toEqual([3, 6]);
    expect(rows(9, [2, 2, 2, 3])).toEqual([4, 5]);
    expect(rows(9, [1, 8])).toEqual([4, 5]);
    expect(rows(8, [3, 5])).toEqual([3, 5]);
    expect(rows(5, [2, 3])).toEqual([5]);
    expect(fan(21, 374, 68, undefined, 21, { groups: [6, 5, 3, 4, 3] }).rows).toEqual([6, 8, 7]);
    const torn = fan(9, 344, 68, undefined, 9, { groups: [3, 6] });
    expect(5 * torn.step + torn.card).toBeLessThanOrEqual(344);
    expect(torn.step).toBeGreaterThanOrEqual(FINGER);
  });

  it("puts the longer rows below", () => {
    expect(fan(9, 344, 68).rows).toEqual([4, 5]);
  });

  it("goes from card to card with the arrow keys", () => {
    const rows = [4, 5];
    expect(step(rows, 0, "ArrowLeft")).toBe(0);
    expect(step(rows, 3, "ArrowRight")).toBe(4);
    expect(step(rows, 8, "ArrowRight")).toBe(8);
    expect(step(rows, 1, "ArrowDown")).toBe(5);
    expect(step(rows, 8, "ArrowUp")).toBe(3);
    expect(step(rows, 8, "ArrowDown")).toBe(8);
    expect(step(rows, 5, "Home")).toBe(0);
    expect(step(rows, 2, "End")).toBe(8);
    expect(step(rows, 2, "x")).toBe(2);
  });
});

describe("cards spread on the floor", () => {
  it("are as large as they may be, and never too small to touch", () => {
    expect(spread(4, 336, 300, 100).card).toBeGreaterThan(70);
    expect(spread(10, 170, 200, 100)).toEqual({ card: 40, gap: 3 });
    for (const cards of [1, 4, 7, 10, 13, 20])
      expect(spread(cards, 170, 200, 100).card).toBeGreaterThanOrEqual(40);
  });
  it("fit where there is room", () => {
    for (const cards of [2, 5, 8]) {
      const { card, gap } = spread(cards, 700, 380, 100);
      const columns = Math.floor((700 + gap) / (card + gap));
      expect(Math.ceil(cards / columns) * (card * 1.4 + gap)).toBeLessThanOrEqual(388);
    }
  });
});

describe("groups in a row", () => {
  it("stand apart as far as there is room, and not too far", () => {
    const shape = { rows: [5], card: 60, step: 50, rise: 48 };
    expect(groupGap(shape, 5, 3, 280)).toBe(10);
    expect(groupGap(shape, 5, 3, 900)).toBe(14);
    expect(groupGap(shape, 5, 3, 260)).toBe(0);
    expect(groupGap(shape, 5, 1, 900)).toBe(0);
  });
});
