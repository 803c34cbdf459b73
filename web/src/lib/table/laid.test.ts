import { describe, expect, it } from "vitest";
import { keepLaid, laidCards } from "./laid.ts";
import type { Keeping } from "./laid.ts";

function tab(first: Record<string, string> = {}): Keeping & { kept: Map<string, string> } {
  const kept = new Map(Object.entries(first));
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}
const HAND = { table: "t", match: "m", hand: 2 };

describe("a hand as the player has laid it", () => {
  it("is there after a reload", () => {
    const storage = tab();
    keepLaid(HAND, ["KH", "2S"], storage);
    expect(laidCards({ ...HAND }, storage)).toEqual(["KH", "2S"]);
  });

  it("is forgotten with the next hand, or in the next match", () => {
    for (const other of [
      { ...HAND, hand: 3 },
      { ...HAND, match: "n" },
    ]) {
      const storage = tab();
      keepLaid(HAND, ["KH"], storage);
      expect(laidCards(other, storage)).toEqual([]);
      expect(storage.kept.size).toBe(0);
    }
  });

  it("stays while another table is looked at", () => {
    const storage = tab();
    keepLaid(HAND, ["KH"], storage);
    expect(laidCards({ ...HAND, table: "u" }, storage)).toEqual([]);
    expect(laidCards(HAND, storage)).toEqual(["KH"]);
  });

  it("is nothing where the browser keeps nonsense, or nothing", () => {
    for (const nonsense of ["", "{", "7", "null", '{"table":"t"}', '{"table":"t","hand":2,"cards":7}'])
      expect(laidCards(HAND, tab({ "diwaniya-laid": nonsense }))).toEqual([]);
    const closed: Keeping = {
      getItem: () => {
        throw new Error("closed");
      },
      setItem: () => {
        throw new Error("closed");
      },
      removeItem: () => undefined,
    };
    expect(() => {
      keepLaid(HAND, ["KH"], closed);
    }).not.toThrow();
    expect(laidCards(HAND, closed)).toEqual([]);
  });
});
