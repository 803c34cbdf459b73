import { describe, expect, it } from "vitest";
import { computer, free, person, room, table } from "../table/fixtures.ts";
import type { Seat } from "../wire/types.ts";
import { newsBetween } from "./news.ts";

const at = (seats: Seat[], more = {}) => room(1, { seats, ...more });
const kinds = (...both: Parameters<typeof newsBetween>) =>
  newsBetween(...both).map(({ kind, seat }) => `${kind} ${seat}`);
const salem = person("Salem");
const noura = person("Noura");

describe("news about the people at a table", () => {
  it("tells who comes and who goes, but not of oneself", () => {
    expect(kinds(at([salem, free, free]), at([salem, free, noura]))).toEqual(["joined 2"]);
    expect(kinds(at([salem, free, noura]), at([salem, free, computer()]))).toEqual(["left 2"]);
    expect(kinds(at([salem, noura, free]), at([free, noura, salem], { seat: 2, host: 2 }))).toEqual([]);
  });

  it("does not take a change of places for a coming or going", () => {
    const before = at([salem, noura, person("Hamad"), free]);
    expect(kinds(before, at([salem, person("Hamad"), noura, free]))).toEqual([]);
    expect(kinds(before, at([salem, free, person("Hamad"), noura]))).toEqual([]);
  });

  it("tells two people of one name apart by their places", () => {
    expect(kinds(at([salem, noura, free]), at([salem, noura, noura]))).toEqual(["joined 2"]);
    expect(kinds(at([salem, noura, noura]), at([salem, noura, free]))).toEqual(["left 2"]);
  });

  it("tells who has another name, and not that one came and another left", () => {
    const both = (before: Seat[], after: Seat[], seq = 2): string[] =>
      newsBetween(at(before), { ...at(after), seq }).map(
        ({ kind, seat, name, before: was }) =>
          `${kind} ${seat} ${name}${was === undefined ? "" : ` < ${was}`}`,
      );
    const nora = person("Nora");
    expect(both([salem, noura, free], [salem, nora, free])).toEqual(["renamed 1 Nora < Noura"]);
    expect(both([salem, noura, noura], [salem, nora, noura])).toEqual(["renamed 1 Nora < Noura"]);
    expect(both([salem, noura, nora], [salem, nora, nora])).toEqual(["renamed 1 Nora < Noura"]);
    expect(both([salem, noura, nora], [salem, nora, noura])).toEqual([]); // they have changed places
    expect(both([salem, noura], [person("Salim"), noura])).toEqual([]); // oneself
    expect(both([salem, noura], [salem, { ...noura, avatar: 9 }])).toEqual([]); // only another face
    // After a lost connection nobody knows.
    expect(both([salem, noura], [salem, nora], 7)).toEqual(["joined 1 Nora", "left 1 Noura"]);
  });

  it("tells who is away and who is back", () => {
    const away = table(1, { seats: [salem, person("Noura", { away: true })] });
    const back = table(2, { seats: [salem, noura] });
    expect(kinds(back, away)).toEqual(["away 1"]);
    expect(kinds(away, back)).toEqual(["back 1"]);
  });

  it("tells who is host now", () => {
    const seats = [salem, noura, free];
    expect(kinds(at(seats), at(seats, { host: 1 }))).toEqual(["host 1"]);
    expect(kinds(at(seats, { host: 1 }), at(seats, { host: 0 }))).toEqual(["you_host 0"]);
    // The host has only changed places.
    expect(kinds(at(seats, { seat: 1 }), at([free, noura, salem], { seat: 1, host: 2 }))).toEqual([]);
  });

  it("has nothing to tell of another table, or of one with other chairs", () => {
    expect(kinds(at([salem, noura]), at([salem, free], { table: "t2" }))).toEqual([]);
    expect(kinds(at([salem, free]), at([salem, noura, free]))).toEqual([]);
  });
});
