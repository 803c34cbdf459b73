import { describe, expect, it } from "vitest";
import { CUCCO_TOKENS, face, FRENCH_TOKENS, isCard, sortHand } from "./tokens.ts";

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
