import { describe, expect, it } from "vitest";
import { spread } from "./fan.ts";
import { placesKept, roomFor, spots } from "./slots.ts";

describe("cards on the floor", () => {
  it("stay where they were laid, whatever comes and goes", () => {
    const places = placesKept();
    expect(places(["2S", "9H", "QD", "QS"])).toEqual([0, 1, 2, 3]);
    expect(places(["2S", "QD", "QS"])).toEqual([0, 2, 3]);
    expect(places(["2S", "QD", "QS", "KH"])).toEqual([0, 2, 3, 1]);
    expect(places(["KH", "7C"])).toEqual([1, 0]);
    expect(places([])).toEqual([]);
    expect(places(["5C"])).toEqual([0]);
  });

  it("keep their size until the floor is full, and seldom change it then", () => {
    expect([0, 4, 6].map((n) => roomFor(Array.from({ length: n }, (_, i) => i)))).toEqual([6, 6, 6]);
    expect(roomFor([7, 0])).toBe(9);
    expect(roomFor([40])).toBe(41);
  });

  it("lie in the middle first, each on a place of its own, within the floor", () => {
    for (const [room, width, height] of [
      [6, 336, 240],
      [6, 172, 280],
      [12, 172, 280],
      [26, 600, 400],
    ] as const) {
      const lying = spread(room, width, height, 84);
      const at = spots(room, width, lying);
      expect(at.length).toBeGreaterThanOrEqual(room);
      expect(new Set(at.map(({ x, y }) => `${x} ${y}`)).size).toBe(at.length);
      const far = at.map(({ x, y }) => Math.hypot(x, y));
      expect(far).toEqual([...far].sort((a, b) => a - b));
      for (const { x } of at) expect(Math.abs(x) + lying.card / 2).toBeLessThanOrEqual(width / 2);
    }
  });
});
