import { describe, expect, it } from "vitest";
import { computer, person, roomLine, settings } from "../table/fixtures.ts";
import { inLobby, wayIn } from "./rooms.ts";

const none = new Set<string>();
const full = { seats: [person("Salem"), computer(), person("Noura"), computer()] };

describe("the lobby", () => {
  it("offers a free seat, else to look on where that is allowed", () => {
    expect(wayIn(roomLine(), none)).toBe("join");
    expect(wayIn(roomLine(full), none)).toBe("watch");
    expect(wayIn(roomLine({ phase: "playing" }), none)).toBe("watch");
    expect(wayIn(roomLine({ settings: settings({ locked: true }) }), none)).toBe("watch");
    expect(wayIn(roomLine({ ...full, settings: settings({ watch: false }) }), none)).toBeNull();
  });

  it("leads back to where one already sits", () => {
    expect(wayIn(roomLine({ phase: "playing" }), new Set(["t1"]))).toBe("back");
  });

  it("lists the rooms with a seat first, and none that one cannot enter", () => {
    const rooms = [
      roomLine({ table: "a", phase: "playing" }),
      roomLine({ table: "b" }),
      roomLine({ table: "c", phase: "playing", settings: settings({ watch: false }) }),
      roomLine({ table: "d" }),
    ];
    expect(inLobby(rooms, none).map(({ room }) => room.table)).toEqual(["b", "d", "a"]);
  });
});
