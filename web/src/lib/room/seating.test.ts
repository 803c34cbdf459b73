import { describe, expect, it } from "vitest";
import { computer, free, person, room, table } from "../table/fixtures.ts";
import { freeSeats, inCompany, isHost, leftAlone, marks, mayRemove, touchSeat } from "./seating.ts";

const four = [person("Salem"), free, person("Noura"), computer()];
const host = room(1, { seats: four, seat: 0, host: 0 });
const guest = room(1, { seats: four, seat: 2, host: 0 });
const onlooker = room(1, { seats: four, seat: null, host: 0 });

describe("the seats of a room", () => {
  it("are counted by who sits there", () => {
    expect(freeSeats(host)).toEqual([1]);
    expect(isHost(host)).toBe(true);
    expect(isHost(guest)).toBe(false);
    expect(isHost(onlooker)).toBe(false);
    expect(inCompany(host)).toBe(true);
    expect(inCompany(room(1))).toBe(false);
    expect(inCompany(onlooker)).toBe(true);
  });

  it("are changed by a guest with one touch on a free one", () => {
    expect(touchSeat(guest, null, 1)).toEqual({ do: "place", seat: 2, to: 1 });
    expect(touchSeat(guest, null, 0)).toEqual({ do: "choose", seat: 0 });
    expect(touchSeat(guest, 0, 1)).toEqual({ do: "place", seat: 2, to: 1 });
  });

  it("are changed by the host with two: whom, then where to", () => {
    expect(touchSeat(host, null, 2)).toEqual({ do: "choose", seat: 2 });
    expect(touchSeat(host, 2, 1)).toEqual({ do: "place", seat: 2, to: 1 });
    expect(touchSeat(host, 2, 3)).toEqual({ do: "place", seat: 2, to: 3 });
    expect(touchSeat(host, 0, 2)).toEqual({ do: "place", seat: 0, to: 2 });
    expect(touchSeat(host, 2, 2)).toEqual({ do: "nothing" });
    // A free seat is chosen to put somebody there; nobody can be taken from it.
    expect(touchSeat(host, null, 1)).toEqual({ do: "choose", seat: 1 });
    expect(touchSeat(host, 1, 2)).toEqual({ do: "choose", seat: 2 });
  });

  it("are nothing to touch for one who looks on, and stay as they are during a match", () => {
    expect(touchSeat(onlooker, null, 1)).toEqual({ do: "nothing" });
    const playing = table(1, { seats: four, seat: 2, host: 0 });
    expect(touchSeat(playing, null, 1)).toEqual({ do: "choose", seat: 1 });
  });
});

describe("taking somebody away", () => {
  it("is for the host, and never himself", () => {
    expect(mayRemove(host, 2, 0)).toBe(true);
    expect(mayRemove(host, 3, 0)).toBe(true);
    expect(mayRemove(host, 0, 0)).toBe(false);
    expect(mayRemove(host, 1, 0)).toBe(false);
    expect(mayRemove(guest, 3, 0)).toBe(false);
  });

  it("is during a match only for those who are away or hold everybody up", () => {
    const playing = (away: boolean) =>
      table(1, { seats: [person("Salem"), computer(), person("Noura", { away }), computer()] });
    expect(mayRemove(playing(false), 2, 10)).toBe(false);
    expect(mayRemove(playing(false), 2, 60)).toBe(true);
    expect(mayRemove(playing(true), 2, 0)).toBe(true);
    expect(mayRemove(playing(true), 1, 60)).toBe(false);
  });
});

describe("who is left", () => {
  const seats = (away: boolean) => [person("Salem"), computer(), person("Noura", { away }), computer()];
  it("is alone when all others have left a running match", () => {
    expect(leftAlone(table(1, { seats: seats(true) }))).toBe(true);
    expect(leftAlone(table(1, { seats: seats(false) }))).toBe(false);
    expect(leftAlone(table(1))).toBe(false);
    expect(leftAlone(room(1, { seats: seats(true) }))).toBe(false);
    expect(leftAlone(table(1, { seats: seats(true), seat: null }))).toBe(false);
    const both = [person("Salem", { away: true }), computer(), person("Noura", { away: true }), computer()];
    expect(leftAlone(table(1, { seats: both }))).toBe(false);
  });
});

describe("what is told beside a name", () => {
  it("is that somebody is away, or only not connected, or the host", () => {
    expect(marks(person("Noura", { away: true, here: false }), true)).toEqual(["away", "host"]);
    expect(marks(person("Noura", { here: false }), false)).toEqual(["lost"]);
    expect(marks(person("Noura"), false)).toEqual([]);
    expect(marks(computer(), false)).toEqual([]);
  });
});
