import { describe, expect, it } from "vitest";
import { place, trickReach } from "../table/seats.ts";
import { between, openFan, openPlaces, roomFor, STRIP, trickFit, trickWithin } from "./fan.ts";

describe("an open hand", () => {
  it("takes no more than its room, and shows a strip of every card", () => {
    for (const cards of [1, 4, 9, 13])
      for (const width of [104, 118, 240, 400]) {
        const { card, step } = openFan(cards, width, 58);
        expect(step, `${cards} in ${width}`).toBeGreaterThanOrEqual(cards === 1 ? 0 : STRIP - 2.5);
        if (step > STRIP || cards === 1) expect(card + (cards - 1) * step).toBeLessThanOrEqual(width + 4);
        expect(card).toBeGreaterThanOrEqual(26);
        expect(card).toBeLessThanOrEqual(58);
      }
  });

  it("is as large as it may be where there is room", () => {
    expect(openFan(4, 400, 58)).toEqual({ card: 58, step: 61 });
    expect(openFan(1, 60, 58).card).toBe(58);
    expect(openFan(0, 60, 58).card).toBe(58);
  });

  it("leaves a trick between the hands at the sides, with no corner of a card under another card", () => {
    for (const room of [68, 90, 104]) {
      const [width, reach] = [26, trickWithin(room, 4, 26)];
      expect(2 * width * (reach.x + 0.5)).toBeLessThanOrEqual(room);
      // A card is 1.4 times as high as wide: what lies above the one at the side ends where that begins.
      if (reach.x < 1) expect(reach.y).toBeGreaterThanOrEqual(1.4);
    }
    expect(trickWithin(400, 4, 60)).toEqual(trickReach(4, 60));
  });

  it("leaves the middle of a phone's table to the trick, and no hand under another", () => {
    const width = 336;
    const side = roomFor(1, width, 4);
    expect(width - 2 * side).toBeGreaterThan(100);
    expect(roomFor(0, width, 4)).toBeGreaterThan(side);
    for (const wide of [336, 480, 860])
      expect(roomFor(0, wide, 6) + 2 * roomFor(1, wide, 6)).toBeLessThanOrEqual(wide);
  });

  it("leaves a trick its room on a low table too, with cards as large as that lets them be", () => {
    const [height, card] = [250, 26];
    const room = { x: 136, y: between(height, card) };
    expect(room.y).toBeLessThan(height - 2 * 1.4 * card);
    for (const seats of [2, 4, 6]) {
      const { width, apart } = trickFit(room, seats, 35);
      expect(width).toBeGreaterThanOrEqual(24);
      expect(width * (2 * apart.y + 1.4)).toBeLessThanOrEqual(room.y);
    }
    expect(trickFit({ x: 600, y: 400 }, 4, 60)).toEqual({ width: 60, apart: trickReach(4, 60) });
    expect(trickFit({ x: 600, y: 10 }, 4, 60).width).toBe(24);
  });
});

describe("those who hold their hands open", () => {
  const at = (seats: number): { x: number; y: number }[] =>
    openPlaces(Array.from({ length: seats }, (_, seat) => place(seat, 0, seats))).map(({ x, y }) => ({
      x,
      y,
    }));

  it("sit at the rim, three at a side as far from each other as can be", () => {
    expect(at(4)).toEqual(Array.from({ length: 4 }, (_, seat) => place(seat, 0, 4)));
    expect(at(6).map(({ x }) => x)).toEqual([0, 1, 1, 0, -1, -1]);
    for (const seats of [7, 8])
      for (const side of [1, -1])
        expect(
          at(seats)
            .filter(({ x }) => x === side)
            .map(({ y }) => y)
            .sort((a, b) => a - b),
        ).toEqual([-1, 0, 1]);
  });
});
