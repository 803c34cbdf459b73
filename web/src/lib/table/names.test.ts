import { describe, expect, it } from "vitest";
import { computer, free, person, table } from "./fixtures.ts";
import { seatNames } from "./names.ts";

const POOL = ["Layla", "Hamad", "Noura", "Yousef", "Dalal", "Jasim", "Hoda"];

describe("names at the table", () => {
  it("keeps the names that people gave", () => {
    expect(seatNames(table(1), POOL, "You", "Player")[0]).toBe("Salem");
  });

  it("finds different names for the computer players, the same ones at every reload", () => {
    const seats = Array.from({ length: 8 }, (_, i) => (i ? computer() : person("")));
    for (const id of ["a", "b7f", "zz91", "0"]) {
      const names = seatNames({ table: id, seats, seat: 0 }, POOL, "You", "Player");
      expect(names[0]).toBe("You");
      expect(new Set(names).size).toBe(8);
      expect(seatNames({ table: id, seats, seat: 0 }, POOL, "You", "Player")).toEqual(names);
    }
  });

  it("gives no computer player the name of a person", () => {
    const without = seatNames(table(1), POOL, "You", "Player");
    const [, first = "", ...rest] = without;
    const seats = [person(first), computer(), computer(), computer()];
    const names = seatNames(table(1, { seats }), POOL, "You", "Player");
    expect(new Set(names).size).toBe(4);
    expect(names.slice(2)).toEqual(rest);
  });

  it("names the same people in another language by their place in the list", () => {
    const other = POOL.map((name) => `${name}*`);
    const names = seatNames(table(1), POOL, "You", "Player");
    expect(seatNames(table(1), other, "You", "Player").slice(1)).toEqual(
      names.slice(1).map((name) => `${name}*`),
    );
  });

  it("calls a person without a name by `you` only to himself", () => {
    const seats = [person(""), person("")];
    const seen = (seat: number | null): string[] =>
      seatNames({ table: "t", seats, seat }, POOL, "You", "Player");
    expect(seen(null)).toEqual(["Player", "Player"]);
    expect(seen(1)).toEqual(["Player", "You"]);
  });

  it("gives a free seat no name", () => {
    const seats = [person("Salem"), free, computer()];
    const names = seatNames({ table: "t", seats, seat: 0 }, POOL, "You", "Player");
    expect(names.slice(0, 2)).toEqual(["Salem", ""]);
    expect(POOL).toContain(names[2]);
  });
});
