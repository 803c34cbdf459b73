import { describe, expect, it } from "vitest";
import { groundOf, sheet } from "./result.ts";

describe("the score sheet", () => {
  it("reads a hand of tricks and bids", () => {
    const made = sheet(
      { points: [7, 0], scores: [7, 0], malzoom: false, declarer: 2, bid: 7, trump: "S", tricks: [7, 1] },
      2,
    );
    expect(made.points).toEqual([7, 0]);
    expect(made.sides).toEqual([{ key: "tricks", values: [7, 1] }]);
    expect(made.single).toEqual([
      { key: "malzoom", value: false },
      { key: "declarer", value: 2 },
      { key: "bid", value: 7 },
      { key: "trump", value: "S" },
    ]);
  });

  it("tells counts of cards from cards that were shown", () => {
    expect(sheet({ cards: [30, 22], basras: [1, 0] }, 2)).toMatchObject({
      sides: [
        { key: "cards", values: [30, 22] },
        { key: "basras", values: [1, 0] },
      ],
      faces: null,
    });
    const shown = sheet(
      { points: [0, -2, 0, 0], cards: ["Li", "X", null, "Cu"], shown: [3], losers: [1, 1] },
      4,
    );
    expect(shown.faces).toEqual(["Li", "X", null, "Cu"]);
    expect(shown.losers).toEqual([1, 1]);
  });

  it("finds what an award was for", () => {
    const facts = [
      { key: "trick", seat: 2 },
      { key: "high", side: 0, card: "AH", points: 1 },
      { key: "hang_jack", side: 1, card: "JH", points: 3 },
      { key: "game", side: 1, points: 1, value: 32, other: 9 },
    ];
    const of = (what: string, side: number): unknown => groundOf({ what, side, points: 1 }, facts);
    expect(of("high", 0)).toEqual({ card: "AH" });
    expect(of("jack", 1)).toEqual({ card: "JH" });
    expect(of("game", 1)).toEqual({ value: 32, other: 9 });
    expect([of("game", 0), of("gift", 1)]).toEqual([null, null]);
  });

  it("takes awards apart", () => {
    expect(sheet({ awards: ["turn:0:3", "jack:1:1"] }, 2).awards).toEqual([
      { what: "turn", side: 0, points: 3 },
      { what: "jack", side: 1, points: 1 },
    ]);
    expect(sheet({ awards: [] }, 2).awards).toEqual([]);
  });
});
