import { describe, expect, it } from "vitest";
import { course } from "./stage.svelte.ts";
import type { Spot } from "./places.ts";

const SPOTS: Record<string, Spot> = {
  "hand:AS": { x: 100, y: 500, width: 100 },
  "trick:AS": { x: 300, y: 200, width: 80 },
  "seat:2": { x: 300, y: 20, width: 26 },
};
const find = (spot: string): Spot | undefined => SPOTS[spot];

describe("the course of a card", () => {
  it("begins where the card lies and ends where it belongs, at the size it has there", () => {
    const stops = [
      { spot: "hand:AS", arrive: 0, leave: 100 },
      { spot: "trick:AS", arrive: 300, leave: 300 },
    ];
    const way = course({ card: "AS", stops, fades: false }, find, 2);
    expect(way).toMatchObject({ card: "AS", width: 100, length: 600, at: SPOTS["hand:AS"] });
    expect(way?.frames.map(({ offset, transform, opacity }) => ({ offset, transform, opacity }))).toEqual([
      { offset: 0, transform: "translate(0px, 0px) scale(1.000)", opacity: 1 },
      { offset: 100 / 300, transform: "translate(0px, 0px) scale(1.000)", opacity: 1 },
      { offset: 1, transform: "translate(200px, -300px) scale(0.800)", opacity: 1 },
    ]);
    // Nothing but what a browser can move without laying the page out anew.
    const moved = new Set((way?.frames ?? []).flatMap((frame) => Object.keys(frame)));
    expect([...moved].sort()).toEqual(["easing", "offset", "opacity", "transform"]);
  });

  it("fades where no card is to be seen, and is none where there is no place or no time", () => {
    const stops = [
      { spot: "trick:AS", arrive: 0, leave: 0 },
      { spot: "seat:2", arrive: 300, leave: 300 },
    ];
    const frames = course({ card: "AS", stops, fades: true }, find, 1)?.frames ?? [];
    expect(frames.map(({ offset, opacity }) => [offset, opacity])).toEqual([
      [0, 1],
      [0.7, 1],
      [1, 0],
    ]);
    expect(course({ card: "AS", stops, fades: true }, find, 0)).toBeNull();
    expect(course({ card: "AS", stops, fades: true }, () => undefined, 1)).toBeNull();
    const nowhere = [...stops.slice(0, 1), { spot: "pile:0", arrive: 300, leave: 300 }];
    expect(course({ card: "AS", stops: nowhere, fades: true }, find, 1)).toBeNull();
  });
});
