import { describe, expect, it } from "vitest";
import { setGlyphs } from "./glyphs.ts";
import { pipSpots } from "./layout.ts";

describe("number cards", () => {
  it.each([2, 3, 4, 5, 6, 7, 8, 9, 10])("have as many pips as they say: %i", (number) => {
    const spots = pipSpots(number === 10 ? "T" : String(number));
    expect(spots).toHaveLength(number);
    expect(new Set(spots.map(({ x, y }) => `${x} ${y}`)).size).toBe(number);
  });
});

describe("corner figures", () => {
  it("sets letters side by side", () => {
    const { glyphs, width } = setGlyphs("10");
    expect(glyphs).toHaveLength(2);
    expect(glyphs[1]?.x).toBeGreaterThan(40);
    expect(width).toBeGreaterThan(100);
    expect(setGlyphs("").width).toBe(0);
  });
});
