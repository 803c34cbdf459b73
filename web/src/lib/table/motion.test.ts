import { describe, expect, it } from "vitest";
import { game, line, table, view } from "./fixtures.ts";
import { floorOf, plan, sceneOf, tellingTime } from "./motion.ts";
import type { Flight, Scene, Taking } from "./motion.ts";
import { soundsOf } from "./sounds.ts";
import type { Fact, Line, MatchView } from "../wire/types.ts";

const info = game({ zones: ["trick"] });
const lines = (last: Partial<Line>): Line[] => [{ ...line(5), ...last }];

function scene(more: Partial<MatchView>, last: Partial<Line> = {}, taking: Taking | null = null): Scene {
  return sceneOf(info, table(5, { view: view(more), lines: lines(last) }), taking);
}
const way = ({ card, stops }: Flight): string =>
  `${card ?? "back"} ${stops.map(({ spot }) => spot).join(" > ")}`;
const ways = (before: Scene | null, after: Scene): string[] => plan(before, after).flights.map(way);

describe("a trick", () => {
  const led = [{ seat: 1, card: "7H" }];
  const cards = ["AS", "KH"];

  it("gets another’s card from his seat, and one’s own out of the hand", () => {
    expect(ways(scene({ cards, trick: [] }), scene({ cards, trick: led }))).toEqual(["7H seat:1 > trick:7H"]);
    const mine = [...led, { seat: 0, card: "KH" }];
    expect(ways(scene({ cards, trick: led }), scene({ cards: ["AS"], trick: mine }))).toEqual([
      "KH hand:KH > trick:KH",
    ]);
  });

  it("goes to its winner when the next card is led, and only then", () => {
    const full = { trick: [], last_trick: { cards: [...led, { seat: 2, card: "AH" }], winner: 2 } };
    const before = scene({ cards, trick: led });
    expect(ways(before, scene({ cards, ...full }))).toEqual(["AH seat:2 > trick:AH"]);
    const next = plan(scene({ cards, ...full }), scene({ cards, ...full, trick: [{ seat: 2, card: "2C" }] }));
    expect(next.flights.map(way)).toEqual([
      "7H trick:7H > seat:2",
      "AH trick:AH > seat:2",
      "2C seat:2 > trick:2C",
    ]);
    expect(next.flights.map(({ fades }) => fades)).toEqual([true, true, false]);
    expect(soundsOf(next).map(({ sound }) => sound)).toEqual(["card", "gather"]);
  });
});

describe("a deal", () => {
  const fresh = scene(
    { cards: ["AS", "KH"], counts: [2, 2, 2, 2], dealer: 3, pack_left: 40 },
    { seat: null, token: null },
  );

  it("is shown to whoever comes to the table as it is dealt, and not to whoever comes later", () => {
    const shown = plan(null, fresh);
    expect(shown.flights.filter(({ card }) => card).map(way)).toEqual([
      "AS pack > hand:AS",
      "KH pack > hand:KH",
    ]);
    expect(shown.flights.filter(({ card, fades }) => !card && fades)).toHaveLength(6);
    expect(plan(null, scene({ cards: ["AS"], counts: [1, 2, 2, 2] })).flights).toEqual([]);
  });

  it("begins with the seat after the dealer", () => {
    const first = plan(null, fresh).flights.map((flight) => [
      flight.stops.at(-1)?.spot,
      flight.stops[0]?.leave,
    ]);
    expect(Math.min(...first.filter(([spot]) => spot === "seat:2").map(([, at]) => Number(at)))).toBe(60);
    expect(first.find(([spot]) => spot === "hand:AS")).toEqual(["hand:AS", 0]);
  });

  it("brings only the new cards in mid-hand", () => {
    const before = scene({ cards: ["AS"], counts: [1, 1, 1, 1] });
    const after = scene({ cards: ["AS", "9D"], counts: [2, 1, 1, 1] });
    expect(ways(before, after)).toEqual(["9D pack > hand:9D"]);
  });

  it("follows the last trick of the hand before", () => {
    const cards = [{ seat: 1, card: "7H" }];
    const before = scene({ hand: 1, trick: [], last_trick: { cards, winner: 1 }, counts: [0, 0] });
    const shown = plan(before, scene({ hand: 2, cards: ["2C"], counts: [1, 1] }));
    expect(shown.flights.map(way)).toEqual([
      "7H trick:7H > seat:1",
      "2C pack > hand:2C",
      "back pack > seat:1",
    ]);
  });
});

describe("the floor", () => {
  const take = { seat: 1, card: "9S", taken: ["4H", "5C"] };
  const before = scene({ floor: ["4H", "5C", "KD"], basras: [0, 0] });
  const open = scene(
    { floor: ["KD"], last_take: take },
    { seat: 1, token: "9S" },
    { take, floor: ["4H", "5C", "KD", "9S"] },
  );
  const after = scene({ floor: ["KD"], last_take: take }, { seat: 1, token: "9S" });

  it("gets the card that takes, shows what is taken, then all goes to the pile of its side", () => {
    expect(ways(before, open)).toEqual(["9S seat:1 > floor:9S"]);
    expect(ways(open, after)).toEqual([
      "4H floor:4H > floor:9S > pile:1",
      "5C floor:5C > floor:9S > pile:1",
      "9S floor:9S > floor:9S > pile:1",
    ]);
  });

  it("loses the captured cards at once where nothing is held open", () => {
    expect(ways(before, after)).toEqual([]);
    const quick = scene({ floor: ["4H", "5C"], last_take: { ...take, card: "2C", taken: ["2H"] } });
    expect(ways(quick, scene({ floor: [], last_take: take }))).toEqual([
      "4H floor:4H > pile:1",
      "5C floor:5C > pile:1",
    ]);
  });

  it("is cheered when a side has one more clearance to count", () => {
    expect(plan(before, { ...open, basras: 1 }).cheer).toBe(true);
    expect(plan(before, open).cheer).toBe(false);
    expect(soundsOf(plan(before, { ...open, basras: 1 })).map(({ sound }) => sound)).toContain("cheer");
  });

  it("is drawn with the card that waits for a choice", () => {
    expect(floorOf(table(1, { view: view({ floor: ["KD"], played: "9S" }) }), null)).toEqual(["KD", "9S"]);
    expect(floorOf(table(1, { view: view({ floor: ["KD"] }) }), { take, floor: ["9S"] })).toEqual(["9S"]);
  });
});

describe("one card each", () => {
  const start: Partial<MatchView> = {
    faces: ["4", null, null, null],
    counts: [1, 1, 1, 1],
    lives: [3, 3, 3, 3],
  };
  const told = (facts: Fact[], more: Partial<MatchView>): Scene =>
    scene({ ...start, ...more }, { seq: 6, seat: 0, token: "swap", facts });

  it("passes from hand to hand", () => {
    const after = told([{ key: "swaps", seat: 0, to: 1 }], { faces: ["9", "4", null, null] });
    expect(ways(scene(start), after)).toEqual(["back face:1 > face:0", "4 face:0 > face:1"]);
  });

  it("goes back the way it came, one exchange after the other, after the card was shown", () => {
    const facts = [
      { key: "cat", holder: 3, seat: 2, card: "Ca" },
      { key: "loses", seat: 2, count: 1, lives: 2 },
      { key: "undone", from: 1, to: 2 },
      { key: "undone", from: 0, to: 1 },
    ];
    const after = told(facts, { faces: ["4", null, null, "Ca"], lives: [3, 3, 2, 3] });
    const shown = plan(scene({ ...start, faces: [null, null, "4", null] }), after);
    expect(shown.flights.map(way)).toEqual([
      "4 face:2 > face:1 > face:0",
      "back face:0 > face:1",
      "back face:1 > face:2",
    ]);
    const [four] = shown.flights;
    const [from, over, home] = four?.stops ?? [];
    expect(from?.leave).toBeGreaterThan(0);
    expect(over?.leave).toBeGreaterThan(over?.arrive ?? 0);
    expect(home?.arrive).toBe(shown.length);
    expect(shown.pulses.map(({ spot, kind }) => `${kind} ${spot}`)).toEqual(["shown face:3", "lost seat:2"]);
    expect(tellingTime(after.line)).toBeGreaterThanOrEqual(shown.length);
    expect(soundsOf(shown).map(({ sound }) => sound)).toEqual(["pass", "shown", "lost"]);
  });

  it("is exchanged with the pack", () => {
    const after = told([{ key: "bottom", seat: 0 }], { faces: ["7", null, null, null] });
    expect(ways(scene(start), after)).toEqual(["back face:0 > pack", "7 pack > face:0"]);
  });

  it("does not tell a promise as an exchange, nor the same line twice", () => {
    const facts = [{ key: "promises", seat: 0, to: 1 }];
    expect(ways(scene(start), told(facts, {}))).toEqual([]);
    const after = told([{ key: "swaps", seat: 0, to: 1 }], {});
    expect(ways(after, after)).toEqual([]);
  });

  it("comes out of the pack when it is first needed, and is turned up at the end", () => {
    const before = scene({ ...start, counts: [1, 0, 0, 0] });
    expect(ways(before, told([], { counts: [1, 1, 0, 0] }))).toEqual(["back pack > face:1"]);
    // Asked as soon as it has come: it comes first, then what was asked is done.
    const asked = plan(before, told([{ key: "swaps", seat: 0, to: 1 }], { counts: [1, 1, 0, 0] }));
    expect(asked.flights.map(way)).toEqual(["back pack > face:1 > face:0", "4 face:0 > face:1"]);
    const [came, gave] = asked.flights.map(({ stops }) => stops);
    expect(gave?.[0]?.leave).toBe(came?.[1]?.arrive);
    const dealt = plan({ ...scene(start), hand: 1 }, scene({ ...start, hand: 2 }));
    expect(dealt.flights.map(way)).toContain("4 pack > face:0");
    const shown = plan(scene(start), told([], { faces: ["4", "9", null, null] }));
    expect(shown.pulses.map(({ spot, kind }) => `${kind} ${spot}`)).toEqual(["turned face:1"]);
  });
});

it("is still between two tables, and when it is asked to go back", () => {
  const one = scene({ trick: [] });
  const next = scene({ trick: [{ seat: 1, card: "7H" }] });
  expect(plan({ ...one, table: "other" }, next).flights).toEqual([]);
  expect(plan({ ...one, hand: 2 }, next).flights).toEqual([]);
});
