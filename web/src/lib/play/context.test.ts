import { describe, expect, it } from "vitest";

import { speak } from "../i18n/languages.ts";
import { game, line } from "../table/fixtures.ts";
import { speech } from "./context.ts";

const NAMES = ["Salem", "Layla", "Hamad", "Noura"];
const people = { you: 0, teams: true, seats: 4, name: (seat: number) => NAMES[seat] ?? "" };
const say = speech(await speak("en"), game({ family: "allfours", calls: ["stand", "beg"] }), people);

describe("a line of the log", () => {
  it("tells a move out of turn once, by its fact", () => {
    const open = { key: "exposed", seat: 1, card: "AS" };
    expect(say.line({ ...line(1, 1, "1:expose:AS"), facts: [open] })).toEqual([
      "Layla lays ace of spades open.",
    ]);
    const call = { key: "called", seat: 2, holder: 1, card: "AS" };
    expect(say.line({ ...line(2, 2, "2:call:AS"), facts: [call] })).toEqual([
      "Hamad calls ace of spades. Held by: Layla.",
    ]);
  });

  it("tells the move itself where the facts are about something else", () => {
    expect(say.line(line(1, 1, "1:expose:AS"))).toEqual(["Layla: Expose ace of spades"]);
    const other = { key: "exposed", seat: 2, card: "KS" };
    expect(say.line({ ...line(2, 1, "1:expose:AS"), facts: [other] })).toEqual([
      "Layla: Expose ace of spades",
      "Hamad lays king of spades open.",
    ]);
    const trick = { key: "trick", seat: 1 };
    expect(say.line({ ...line(3, 1, "AS"), facts: [trick] })).toHaveLength(2);
  });
});
