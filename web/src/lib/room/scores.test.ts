import { describe, expect, it } from "vitest";
import type { MatchLine } from "../wire/types.ts";
import { scorePages } from "./scores.ts";

const match = (id: string, more: Partial<MatchLine> = {}): MatchLine => ({
  match: id,
  game: "pairs",
  winners: [0, 2],
  scores: [101, 64],
  names: ["Salem", "Noura", "Hamad", "Layla"],
  ...more,
});
const teams = (game: string): boolean => game === "pairs";

describe("the score sheet of a room", () => {
  it("has a column for each side and a row for each match, and counts the wins", () => {
    const pages = scorePages(
      [match("a"), match("b", { winners: [1, 3], scores: [88, 105] }), match("c")],
      teams,
    );
    expect(pages).toHaveLength(1);
    expect(pages[0]?.sides).toEqual([
      ["Salem", "Hamad"],
      ["Noura", "Layla"],
    ]);
    expect(pages[0]?.rows.map(({ n, scores, won }) => [n, scores, won])).toEqual([
      [1, [101, 64], [0]],
      [2, [88, 105], [1]],
      [3, [101, 64], [0]],
    ]);
    expect(pages[0]?.wins).toEqual([2, 1]);
  });

  it("begins anew when others play, or sit otherwise, or play another game", () => {
    const others = ["Noura", "Salem", "Hamad", "Layla"];
    const solo = { game: "alone", names: ["Salem", "Noura"], scores: [3, 101], winners: [1] };
    const pages = scorePages([match("a"), match("b", { names: others }), match("c", solo)], teams);
    expect(pages.map(({ game, rows }) => [game, rows.map(({ n }) => n)])).toEqual([
      ["pairs", [1]],
      ["pairs", [2]],
      ["alone", [3]],
    ]);
    expect(pages[2]?.sides).toEqual([["Salem"], ["Noura"]]);
    expect(pages[2]?.wins).toEqual([0, 1]);
  });

  it("gives nobody a match that was broken off", () => {
    const [page] = scorePages([match("a", { winners: [], scores: [20, 31] })], teams);
    expect(page?.rows[0]?.won).toEqual([]);
    expect(page?.wins).toEqual([0, 0]);
  });

  it("knows partners of two as single players", () => {
    const duel = match("a", { names: ["Salem", "Noura"], scores: [14, 9], winners: [0] });
    expect(scorePages([duel], teams)[0]?.sides).toEqual([["Salem"], ["Noura"]]);
  });
});
