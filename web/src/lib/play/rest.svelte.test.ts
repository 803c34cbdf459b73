// The rest of a hand, as the page plays it: asked for, offered, played one card after the other, and stopped.
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { settings } from "../settings.svelte.ts";
import type { InPlay } from "../table/feed.ts";
import { table, view } from "../table/fixtures.ts";
import type { MatchView } from "../wire/types.ts";
import { Certain } from "./rest.svelte.ts";

const lead = { cards: ["AS", "KS", "QS"], legal: ["AS", "KS", "QS"], trick: [] };

/** A table at which one leads; the server says what it is told to say. */
function sit(more: Partial<InPlay> = {}) {
  const at = $state({ table: table(5, { view: view(lead), ...more }), told: null as never, free: true });
  const asked: number[] = [];
  const played: string[] = [];
  let stopped = 0;
  const made: { certain?: Certain } = {};
  const end = $effect.root(() => {
    made.certain = new Certain({
      table: () => at.table,
      told: () => at.told,
      free: () => at.free,
      ask: () => asked.push(at.table.seq),
      play: (token) => {
        played.push(token);
        at.free = false; // until the table moves on
        return Promise.resolve(true);
      },
      stopped: () => (stopped += 1),
      least: 300,
    });
  });
  const certain = made.certain as Certain;
  flushSync();
  return {
    certain,
    asked,
    played,
    stopped: () => stopped,
    end,
    tell(...moves: string[]): void {
      at.told = { type: "rest", table: at.table.table, seq: at.table.seq, moves } as never;
      flushSync();
    },
    async moves(seq: number, seen: Partial<MatchView>): Promise<void> {
      at.table = table(seq, { view: view({ ...lead, ...seen }) });
      at.free = true;
      flushSync();
      await vi.runAllTimersAsync();
      flushSync();
    },
    async wait(): Promise<void> {
      await vi.runAllTimersAsync();
      flushSync();
    },
  };
}

const other = { to_move: 1, legal: [], trick: [{ seat: 0, card: "AS" }] };

beforeEach(() => {
  vi.useFakeTimers();
  settings.rest = "ask";
  settings.speed = "normal";
});
afterEach(() => vi.useRealTimers());

describe("the rest of a hand", () => {
  it("is asked for once at each of one's leads, and offered if it is certain", async () => {
    const here = sit();
    expect(here.asked).toEqual([5]);
    expect(here.certain.offer).toEqual([]);
    here.tell("AS", "KS");
    expect(here.certain.offer).toEqual(["AS", "KS"]);
    await here.moves(6, other);
    expect(here.certain.offer).toEqual([]);
    expect(here.asked).toEqual([5]);
    await here.moves(7, { cards: ["KS", "QS"], legal: ["KS", "QS"] });
    expect(here.asked).toEqual([5, 7]);
    expect(here.played).toEqual([]);
    here.end();
  });

  it("is neither asked for nor offered where it is not wanted, or not allowed, or only one card long", () => {
    settings.rest = "off";
    const off = sit();
    expect(off.asked).toEqual([]);
    off.end();
    settings.rest = "ask";
    const without = sit({ settings: { hints: false } as never });
    expect(without.asked).toEqual([]);
    without.end();
    const here = sit();
    here.tell("AS");
    expect(here.certain.offer).toEqual([]);
    here.end();
  });

  it("goes card by card as soon as it is one's lead again, and is over with the hand", async () => {
    const here = sit();
    here.tell("AS", "KS");
    here.certain.start();
    expect(here.certain.run?.left).toEqual(["AS", "KS"]);
    expect(here.played).toEqual([]);
    await here.wait();
    expect(here.played).toEqual(["AS"]);
    await here.moves(6, other);
    expect(here.played).toEqual(["AS"]);
    await here.moves(7, { cards: ["KS", "QS"], legal: ["KS", "QS"] });
    expect(here.played).toEqual(["AS", "KS"]);
    await here.moves(8, { ...other, cards: ["QS"] });
    await here.moves(9, { result: {}, to_move: null, legal: [] });
    expect(here.certain.run).toBeNull();
    expect(here.stopped()).toBe(0);
    here.end();
  });

  it("stops when somebody else leads", async () => {
    const here = sit();
    here.tell("AS", "KS");
    here.certain.start();
    await here.wait();
    await here.moves(6, { to_move: 2, legal: [] });
    expect(here.certain.run).toBeNull();
    expect(here.stopped()).toBe(1);
    here.end();
  });

  it("is stopped by the reader before a card goes, and offered again", async () => {
    const here = sit();
    here.tell("AS", "KS");
    here.certain.start();
    flushSync();
    here.certain.stop();
    flushSync();
    await here.wait();
    expect(here.played).toEqual([]);
    expect(here.certain.offer).toEqual(["AS", "KS"]);
    here.end();
  });

  it("goes by itself where that is wished, until it is stopped in this hand", async () => {
    settings.rest = "self";
    const here = sit();
    here.tell("AS", "KS");
    expect(here.certain.run?.left).toEqual(["AS", "KS"]);
    await here.wait();
    expect(here.played).toEqual(["AS"]);
    here.certain.stop();
    await here.moves(7, { cards: ["KS", "QS"], legal: ["KS", "QS"] });
    here.tell("KS", "QS");
    await here.wait();
    expect(here.played).toEqual(["AS"]);
    expect(here.certain.offer).toEqual(["KS", "QS"]);
    here.end();
  });
});
