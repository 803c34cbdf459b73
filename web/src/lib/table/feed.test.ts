import { describe, expect, it } from "vitest";
import {
  advance,
  catchUp,
  EMPTY,
  mergeLines,
  pause,
  receive,
  since,
  takeJustMade,
  trickJustEnded,
} from "./feed.ts";
import { line, table, view } from "./fixtures.ts";

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

  it("ignores what is older than what it has", () => {
    const feed = receive(receive(EMPTY, table(5)), table(7));
    expect(receive(feed, table(6))).toBe(feed);
    expect(receive(feed, table(5))).toBe(feed);
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

  it("follows the reader's choice of speed", () => {
    const at = (speed: "slow" | "normal" | "fast" | "instant"): number => pause(table(1), table(2), speed);
    expect(at("slow")).toBeGreaterThan(at("normal"));
    expect(at("normal")).toBeGreaterThan(at("fast"));
    expect(at("instant")).toBe(0);
  });
});
