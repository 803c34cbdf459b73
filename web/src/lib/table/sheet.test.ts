import { describe, expect, it } from "vitest";
import { table, view } from "./fixtures.ts";
import { parse, rowOf, written } from "./sheet.ts";

const ended = view({ hand: 2, scores: [7, 14], result: { points: [7, 0] } });

describe("the score sheet", () => {
  it("has a line for a hand that has ended, and none for one that runs", () => {
    expect(rowOf(table(1, { view: ended }))).toEqual({ hand: 2, made: [7, 0], totals: [7, 14] });
    expect(rowOf(table(1, { view: view({ scores: [7, 14] }) }))).toBeNull();
  });

  it("counts lives where there are any", () => {
    const lives = view({ ...ended, lives: [3, 2, 3, 1], result: { losers: [1] } });
    expect(rowOf(table(1, { view: lives }))?.totals).toEqual([3, 2, 3, 1]);
  });

  it("keeps its lines in order, each hand once", () => {
    const row = (hand: number, total = 0) => ({ hand, made: [0, 0], totals: [total, 0] });
    expect(written([row(1), row(3)], row(2))).toEqual([row(1), row(2), row(3)]);
    expect(written([row(1, 5)], row(1, 6))).toEqual([row(1, 6)]);
  });

  it("is read back, and only if it is one", () => {
    const rows = [{ hand: 1, made: [1, 0], totals: [1, 0] }];
    expect(parse(JSON.stringify(rows))).toEqual(rows);
    for (const text of [null, "", "{", "{}", '[{"hand":"1"}]', '[{"hand":1,"made":["x"],"totals":[]}]'])
      expect(parse(text)).toEqual([]);
  });
});
