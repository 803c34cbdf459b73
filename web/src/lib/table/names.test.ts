import { describe, expect, it } from "vitest";
import { computer, free, person, table } from "./fixtures.ts";
import { formerNames, seatNames } from "./names.ts";

const guest = (n: number): string => `Player ${n}`;
const POOL = ["Layla", "Hamad", "Noura", "Yousef", "Dalal", "Jasim", "Hoda"];

describe("names at the table", () => {
  it("keeps the names that people gave", () => {
    expect(seatNames(table(1), POOL, "You", guest)[0]).toBe("Salem");
  });

  it("finds different names for the computer players, the same ones at every reload", () => {
    const seats = Array.from({ length: 8 }, (_, i) => (i ? computer() : person("")));
    for (const id of ["a", "b7f", "zz91", "0"]) {
      const names = seatNames({ table: id, seats, seat: 0 }, POOL, "You", guest);
      expect(names[0]).toBe("You");
      expect(new Set(names).size).toBe(8);
      expect(seatNames({ table: id, seats, seat: 0 }, POOL, "You", guest)).toEqual(names);
    }
  });

  it("gives no computer player the name of a person", () => {
    const without = seatNames(table(1), POOL, "You", guest);
    const [, first = "", ...rest] = without;
    const seats = [person(first), computer(), computer(), computer()];
    const names = seatNames(table(1, { seats }), POOL, "You", guest);
    expect(new Set(names).size).toBe(4);
    expect(names.slice(2)).toEqual(rest);
  });

  it("names the same people in another language by their place in the list", () => {
    const other = POOL.map((name) => `${name}*`);
    const names = seatNames(table(1), POOL, "You", guest);
    expect(seatNames(table(1), other, "You", guest).slice(1)).toEqual(
      names.slice(1).map((name) => `${name}*`),
    );
  });

  it("calls a person without a name by `you` only to himself", () => {
    const seats = [person(""), person("")];
    const seen = (seat: number | null): string[] =>
      seatNames({ table: "t", seats, seat }, POOL, "You", guest);
    expect(seen(null)).toEqual(["Player 1", "Player 2"]);
    expect(seen(1)).toEqual(["Player 1", "You"]);
  });

  it("gives a free seat no name", () => {
    const seats = [person("Salem"), free, computer()];
    const names = seatNames({ table: "t", seats, seat: 0 }, POOL, "You", guest);
    expect(names.slice(0, 2)).toEqual(["Salem", ""]);
    expect(POOL).toContain(names[2]);
  });

  it("calls those of a finished match as at the table, but not like others who sit there now", () => {
    const seats = [person("Salem"), computer(), person(""), person("Noura")];
    const line = { match: "m", game: "pairs", winners: [], scores: [], names: ["Hamad", "", "", ""] };
    const now = ["Salem", "Layla", "You", "Noura"];
    expect(formerNames(line, seats, now, guest)).toEqual(["Hamad", "Layla", "You", "Player 4"]);
  });
});
