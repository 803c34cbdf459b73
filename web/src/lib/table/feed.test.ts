import { describe, expect, it } from "vitest";
import {
  advance,
  catchUp,
  EMPTY,
  endPause,
  justCut,
  laidLast,
  follow,
  mergeLines,
  pause,
  receive,
  since,
  takeJustMade,
  trickJustEnded,
} from "./feed.ts";
import type { InPlay } from "./feed.ts";
import { line, room, step, table, view } from "./fixtures.ts";
import type { MatchView } from "../wire/types.ts";

describe("the feed", () => {
  it("shows the first view at once and makes later ones wait their turn", () => {
    let feed = receive(EMPTY, table(5));
    expect(feed.shown?.seq).toBe(5);
    feed = receive(receive(feed, table(6)), table(7));
    expect(feed.shown?.seq).toBe(5);
    expect(feed.queue.map(({ seq }) => seq)).toEqual([6, 7]);
    feed = advance(feed);
    expect(feed.shown?.seq).toBe(6);
    expect(advance(advance(feed)).shown?.seq).toBe(7);
  });

  it("begins anew with an older table, which a server has that was set back", () => {
    const feed = receive(receive(EMPTY, table(5, { lines: [line(5)] })), table(7));
    const back = receive(feed, table(3, { lines: [line(2)] }));
    expect(back.shown?.seq).toBe(3);
    expect(back.queue).toEqual([]);
    expect(back.lines.map(({ seq }) => seq)).toEqual([2]);
  });

  it("takes the newest telling of the same moment", () => {
    const again = table(5, { seats: [] });
    expect(receive(receive(EMPTY, table(5)), again).shown).toBe(again);
    const waiting = receive(receive(EMPTY, table(4)), table(5));
    expect(receive(waiting, again).queue).toEqual([again]);
  });

  it("begins anew at another table", () => {
    const feed = receive(receive(EMPTY, table(50)), table(3, { table: "t2", lines: [line(3)] }));
    expect(feed.shown?.table).toBe("t2");
    expect(feed.lines.map(({ seq }) => seq)).toEqual([3]);
  });

  it("catches up, and stops following card by card when it is far behind", () => {
    let feed = receive(EMPTY, table(1));
    for (let seq = 2; seq < 10; seq += 1) feed = receive(feed, table(seq));
    expect(catchUp(feed).shown?.seq).toBe(9);
    expect(catchUp(feed).queue).toEqual([]);
    for (let seq = 10; seq < 40; seq += 1) feed = receive(feed, table(seq));
    expect(feed.queue.length).toBeLessThan(25);
    expect(feed.shown?.seq).toBeGreaterThan(20);
  });

  it("tells every move once, and none before it is shown", () => {
    let feed = receive(EMPTY, table(2, { lines: [line(1), line(2)] }));
    feed = receive(feed, table(4, { lines: [line(2), line(3), line(4)] }));
    expect(feed.lines.map(({ seq }) => seq)).toEqual([1, 2]);
    feed = advance(feed);
    expect(feed.lines.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    expect(since(feed.lines, 2).map(({ seq }) => seq)).toEqual([3, 4]);
    expect(mergeLines(feed.lines, table(4, { lines: [line(3)] }))).toBe(feed.lines);
  });
});

describe("steps", () => {
  const secret = { ...view(), seat: null, to_move: 2, counts: [8, 8, 8, 8] };
  const one = step(5, { view: secret, mine: { seat: 0, cards: ["AS"], legal: ["AS"] } });

  it("make the next view of what everybody and what only the viewer may see", () => {
    const feed = follow(receive(EMPTY, table(5)), one);
    const next = feed?.queue.at(-1);
    expect(next).toMatchObject({
      table: "t1",
      seq: 6,
      settings: { watch: true },
      seats: [{ name: "Salem" }, {}, {}, {}],
    });
    expect(next?.view).toEqual({ ...secret, seat: 0, cards: ["AS"], legal: ["AS"] });
    expect(next?.lines.map(({ seq }) => seq)).toEqual([5, 6]);
  });

  it("forget what no longer applies", () => {
    const before = table(5, { view: view({ legal: ["AS"], trick: [{ seat: 1, card: "2S" }] }) });
    const next = follow(receive(EMPTY, before), one)?.queue.at(-1);
    expect(next?.view).not.toHaveProperty("trick");
  });

  it("follow on each other, also while earlier ones wait to be seen", () => {
    let feed = receive(EMPTY, table(5));
    for (const after of [5, 6, 8]) {
      // An event between two steps that is nobody's business leaves a hole in the numbers, not in the chain.
      const seq = after === 6 ? 8 : after + 1;
      feed = follow(feed, step(after, { seq, line: null })) ?? EMPTY;
    }
    expect(feed.queue.map(({ seq }) => seq)).toEqual([6, 8, 9]);
  });

  it("are not guessed at when one is missing", () => {
    const feed = receive(EMPTY, table(5));
    expect(follow(feed, step(6))).toBeNull();
    expect(follow(EMPTY, one)).toBeNull();
    expect(follow(feed, step(5, { table: "t2" }))).toBeNull();
    // Told again, or late: nothing changes.
    expect(follow(feed, step(4))).toBe(feed);
    expect(follow(feed, step(3))).toBe(feed);
  });

  it("carry the question and the clock", () => {
    const question = { kind: "next", waiting: [2], you: false } as const;
    const clock = { seat: 2, left: 30, bank: 60 };
    const next = follow(receive(EMPTY, table(5)), { ...one, question: { ...question, waiting: [2] }, clock });
    expect(next?.queue.at(-1)).toMatchObject({ question, clock });
  });
});

describe("one match after the other", () => {
  it("begins a new list of what happened, and waits for nothing", () => {
    let feed = receive(EMPTY, room(3));
    feed = receive(feed, table(5, { lines: [line(5, null, null)] }));
    expect(pause(room(3), table(5), "normal")).toBe(0);
    feed = advance(feed);
    expect(feed.lines.map(({ seq }) => seq)).toEqual([5]);
    feed = catchUp(receive(feed, table(90, { match: "m2", lines: [line(90, null, null)] })));
    expect(feed.lines.map(({ seq }) => seq)).toEqual([90]);
  });
});

describe("pauses", () => {
  const trick = [0, 1, 2, 3].map((seat) => ({ seat, card: `${seat + 2}S` }));

  it("shows one's own move at once", () => {
    expect(pause(table(1), table(2, { lines: [line(2, 0)] }), "normal")).toBe(0);
  });

  it("lets a finished trick be seen longer than a card", () => {
    const card = pause(table(1), table(2), "normal");
    const ended = table(1, { view: view({ trick: [], last_trick: { cards: trick, winner: 2 } }) });
    expect(trickJustEnded(ended)).toBe(true);
    expect(pause(ended, table(2), "normal")).toBeGreaterThan(card);
  });

  it("lets a capture be seen longer than a card", () => {
    const took = table(1, {
      view: view({ floor: [], last_take: { seat: 1, card: "8S", taken: ["8H"] } }),
      lines: [line(1, 1, "8S")],
    });
    expect(takeJustMade(took)).toBe(true);
    expect(pause(took, table(2), "normal")).toBeGreaterThan(pause(table(1), table(2), "normal"));
  });

  it("knows a capture that was chosen, and is done with it at the same seat's next card", () => {
    const take = { seat: 1, card: "8S", taken: ["5H", "3D"] };
    const after = (token: string, seat = 1): boolean =>
      takeJustMade(
        table(4, { view: view({ last_take: take }), lines: [line(3, 1, "8S"), line(4, seat, token)] }),
      );
    expect(after("take:5H+3D")).toBe(true);
    expect(after("KC")).toBe(false);
    expect(after("KC", 2)).toBe(false);
    const later = table(4, { view: view({ last_take: take }), lines: [line(4, 1, "KC")] });
    const card = pause(table(4), table(5), "normal");
    expect(pause(later, table(5), "normal")).toBe(card);
  });

  it("leaves time to see how it was cut for the deal", () => {
    const cut = [[{ seat: 1, card: "AS" }]];
    const dealt = table(1, { cut, lines: [line(1, null, null)] });
    const next = table(2, { lines: [line(2, 1, "beg")] });
    expect(justCut(dealt)).toBe(true);
    expect(pause(dealt, next, "normal")).toBeGreaterThan(2 * pause(table(1), next, "normal"));
    expect(justCut(table(2, { cut, lines: [line(2, 1, "beg")] }))).toBe(false);
    expect(justCut(table(9, { cut, view: view({ hand: 2 }), lines: [line(9, null, null)] }))).toBe(false);
  });

  it("lets the last trick or capture of a hand be seen before its result", () => {
    const last_trick = { cards: trick, winner: 2 };
    const ended = (more: Partial<MatchView>, token = "5S"): InPlay =>
      table(9, { view: view(more), lines: [line(9, 3, token)] });
    const played = ended({ trick: [], last_trick, result: {} });
    expect(endPause(played, "normal")).toBeGreaterThan(0);
    expect(endPause(played, "fast")).toBeLessThan(endPause(played, "normal"));
    expect(endPause(played, "instant")).toBe(0);
    expect(endPause(ended({ trick: [], last_trick }), "normal")).toBe(0);
    const last_take = { seat: 3, card: "5S", taken: ["5H"] };
    expect(endPause(ended({ last_take, result: {}, over: true }), "normal")).toBeGreaterThan(0);
    expect(endPause(ended({ last_take, result: {} }, "KC"), "normal")).toBe(0);
    // A card that was laid and goes with the others is seen as well.
    expect(endPause(ended({ last_take, floor: [], result: {} }, "KC"), "normal")).toBeGreaterThan(0);
    expect(laidLast(ended({ last_take, floor: [], result: {} }, "KC"))).toEqual({
      seat: 3,
      card: "KC",
      taken: [],
    });
    expect(laidLast(ended({ last_take, floor: [], result: {} }))).toBeNull();
    expect(laidLast(ended({ last_take, floor: ["KC"], result: {} }, "KC"))).toBeNull();
    expect(laidLast(ended({ last_take, floor: [] }, "KC"))).toBeNull();
    // Where cards are won, what is left on the floor goes to somebody.
    expect(endPause(ended({ result: {}, cards_won: [30, 22] }, "KC"), "normal")).toBeGreaterThan(0);
    const deal = (seat: number | null): InPlay => table(10, { seat, lines: [line(10, null, null)] });
    expect(pause(played, deal(0), "normal")).toBe(0);
    expect(pause(played, deal(null), "normal")).toBeGreaterThan(endPause(played, "normal"));
  });

  it("follows the reader's choice of speed", () => {
    const at = (speed: "slow" | "normal" | "fast" | "instant"): number => pause(table(1), table(2), speed);
    expect(at("slow")).toBeGreaterThan(at("normal"));
    expect(at("normal")).toBeGreaterThan(at("fast"));
    expect(at("instant")).toBe(0);
  });
});
