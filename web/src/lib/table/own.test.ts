import { describe, expect, it } from "vitest";
import { keepPlayed, lastPlayed, ownSeat } from "./own.ts";
import type { Keeping, Played } from "./own.ts";

const played = (match: string, seat: number, more: Partial<Played> = {}): Played => ({
  match,
  seat,
  game: "kout4",
  seed: "abc",
  won: true,
  ended: 1000,
  ...more,
});
const standing = (text: string): Keeping => ({ getItem: () => text, setItem: () => undefined });

describe("what one has played", () => {
  it("is known match by match, the last ones", () => {
    expect(ownSeat("AB")).toBeNull();
    keepPlayed(played("AB", 2));
    keepPlayed(played("CD", 0, { won: null }));
    expect([ownSeat("AB"), ownSeat("CD"), ownSeat("EF")]).toEqual([2, 0, null]);
    expect(lastPlayed()).toEqual([played("CD", 0, { won: null }), played("AB", 2)]);
    for (let n = 0; n < 100; n += 1) keepPlayed(played(`m${n}`, 1));
    expect([ownSeat("AB"), ownSeat("m50"), ownSeat("m99")]).toEqual([null, 1, 1]);
    expect(lastPlayed()).toHaveLength(60);
  });

  it("was over when its end was first seen", () => {
    keepPlayed(played("AB", 2));
    keepPlayed(played("CD", 1));
    keepPlayed(played("AB", 2, { ended: 5000 }));
    expect(lastPlayed().map(({ match, ended }) => [match, ended])).toEqual([
      ["CD", 1000],
      ["AB", 1000],
    ]);
  });

  it("is the seat alone where no more was kept", () => {
    const about = [
      '{"game": 4, "seed": "x", "ended": 1}',
      '{"game": "kout4", "seed": "x", "ended": 9e99}',
      "null",
    ];
    const old = standing(`[["AB", 2], ${about.map((one, n) => `["m${n}", 1, ${one}]`).join()}]`);
    expect([ownSeat("AB", old), ownSeat("m0", old)]).toEqual([2, 1]);
    expect(lastPlayed(old)).toEqual([]);
  });

  it("is not known where a browser keeps nothing, or something else stands there", () => {
    for (const text of ["", "{", "7", '[["AB"], 5, ["AB", "2"]]'])
      expect([ownSeat("AB", standing(text)), lastPlayed(standing(text))]).toEqual([null, []]);
    const none = (): never => {
      throw new DOMException("no", "SecurityError");
    };
    keepPlayed(played("AB", 1), { getItem: none, setItem: none });
    expect(ownSeat("AB", { getItem: none, setItem: none })).toBeNull();
  });
});
