import { describe, expect, it } from "vitest";
import { arranged, CUCCO_TOKENS, face, FRENCH_TOKENS, isCard, moved, parted, sortHand } from "./tokens.ts";

describe("card tokens", () => {
  it("knows the 54 cards of the French pack and the 20 of the other", () => {
    expect(FRENCH_TOKENS).toHaveLength(54);
    expect(CUCCO_TOKENS).toHaveLength(20);
    expect(new Set([...FRENCH_TOKENS, ...CUCCO_TOKENS]).size).toBe(74);
    for (const token of [...FRENCH_TOKENS, ...CUCCO_TOKENS]) expect(face(token)).not.toBeNull();
  });

  it("takes no move for a card", () => {
    for (const token of ["pass", "bid:5", "trump:S", "take:AS", "keep", "11", "1S", "S", ""])
      expect(isCard(token)).toBe(false);
  });

  it("lays a hand out with jokers and trumps first, high cards first", () => {
    expect(sortHand(["2H", "AS", "BJ", "KH", "RJ", "TD"], "H")).toEqual(["RJ", "BJ", "KH", "2H", "AS", "TD"]);
    expect(sortHand(["2H", "AS"])).toEqual(["AS", "2H"]);
  });
});

describe("the order of a hand", () => {
  const hand = ["2H", "AS", "KH", "RJ", "2S"];

  it("goes by suit or by rank, down or up", () => {
    expect(sortHand(hand, null, { by: "suit", rising: true })).toEqual(["RJ", "2S", "AS", "2H", "KH"]);
    expect(sortHand(hand, null, { by: "rank", rising: false })).toEqual(["RJ", "AS", "KH", "2S", "2H"]);
    expect(sortHand(hand, "H", { by: "rank", rising: true })).toEqual(["2H", "2S", "KH", "AS", "RJ"]);
    expect(sortHand(["0", "Cu", "Li"], null, { by: "rank", rising: true })).toEqual(["Li", "0", "Cu"]);
  });

  it("is the holder’s own once a card was moved; what comes later finds its place", () => {
    const own = moved(["RJ", "AS", "2S", "KH"], "KH", 0);
    expect(own).toEqual(["KH", "RJ", "AS", "2S"]);
    expect(arranged(["RJ", "AS", "2S", "KH"], own)).toEqual(own);
    expect(arranged(["RJ", "AS", "KH", "9H"], own)).toEqual(["KH", "9H", "RJ", "AS"]);
    expect(arranged(["BJ", "RJ"], ["RJ"])).toEqual(["BJ", "RJ"]);
    expect(arranged(["AS", "2S"], [])).toEqual(["AS", "2S"]);
    expect(moved(["AS", "2S"], "AS", 9)).toEqual(["2S", "AS"]);
  });

  it("parts into groups", () => {
    expect(parted("AS", "2S", "suit")).toBe(false);
    expect(parted("AS", "2H", "suit")).toBe(true);
    expect(parted("AS", "AH", "rank")).toBe(false);
    expect(parted("RJ", "BJ", "rank")).toBe(false);
    expect(parted("BJ", "AS", "suit")).toBe(true);
  });
});
