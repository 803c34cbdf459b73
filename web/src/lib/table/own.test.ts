import { describe, expect, it } from "vitest";
import { keepSeat, ownSeat } from "./own.ts";

describe("the seats that one has played in", () => {
  it("are known match by match, the last ones", () => {
    expect(ownSeat("AB")).toBeNull();
    keepSeat("AB", 2);
    keepSeat("CD", 0);
    expect([ownSeat("AB"), ownSeat("CD"), ownSeat("EF")]).toEqual([2, 0, null]);
    for (let n = 0; n < 100; n += 1) keepSeat(`m${n}`, 1);
    expect([ownSeat("AB"), ownSeat("m50"), ownSeat("m99")]).toEqual([null, 1, 1]);
  });

  it("are not known where a browser keeps nothing, or something else stands there", () => {
    for (const text of ["", "{", "7", '[["AB"], 5, ["AB", "2"]]'])
      expect(ownSeat("AB", { getItem: () => text, setItem: () => undefined })).toBeNull();
    const none = (): never => {
      throw new DOMException("no", "SecurityError");
    };
    keepSeat("AB", 1, { getItem: none, setItem: none });
    expect(ownSeat("AB", { getItem: none, setItem: none })).toBeNull();
  });
});
