import { describe, expect, it } from "vitest";
import type { TableLine } from "../wire/types.ts";
import { worthGoingOn } from "./mine.ts";

const line = (
  table: string,
  phase: TableLine["phase"],
  updated: number,
  names = ["Salem", "", "Noura", ""],
) => ({
  table,
  game: "some",
  phase,
  names,
  updated,
});

describe("my tables", () => {
  it("come with the running ones first, the latest before the older", () => {
    const tables = [
      line("a", "over", 90),
      line("b", "playing", 10),
      line("c", "waiting", 50),
      line("d", "playing", 70),
    ];
    expect(worthGoingOn(tables, 100).map(({ table }) => table)).toEqual(["d", "b", "c", "a"]);
  });

  it("leave out finished ones that nobody comes back to", () => {
    const alone = line("a", "over", 90, ["Salem", "", "", ""]);
    expect(worthGoingOn([alone, line("b", "over", 90)], 100).map(({ table }) => table)).toEqual(["b"]);
    expect(worthGoingOn([line("b", "over", 90)], 90 + 13 * 3600)).toEqual([]);
    expect(worthGoingOn([line("c", "playing", 0)], 1e9)).toHaveLength(1);
  });
});
