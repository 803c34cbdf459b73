// What is said of a move on the table itself, and for how long.
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { speak } from "../i18n/languages.ts";
import { settings } from "../settings.svelte.ts";
import type { InPlay } from "../table/feed.ts";
import { game, line, table, view } from "../table/fixtures.ts";
import type { MatchView } from "../wire/types.ts";
import { speech } from "./context.ts";
import { Showing } from "./showing.svelte.ts";

const info = game({ family: "basra", zones: ["floor"] });
const say = speech(await speak("en"), info, {
  you: 0,
  teams: true,
  seats: 4,
  name: (seat) => ["Salem", "Layla", "Hamad", "Noura"][seat] ?? "",
});

const moment = (
  seq: number,
  shown: Partial<MatchView>,
  facts: InPlay["lines"][number]["facts"] = [],
): InPlay =>
  table(seq, {
    view: view({ floor: [], basras: [0, 0], ...shown }),
    lines: [{ ...line(seq, 1, "7H"), facts }],
  });

beforeEach(() => {
  vi.useFakeTimers();
  settings.speed = "instant";
  settings.sounds = false;
});
afterEach(() => vi.useRealTimers());

it("shows the last card of a hand where it was laid, before it goes with what lay there", () => {
  settings.speed = "normal";
  const at = $state({ table: moment(4, { floor: ["KC", "QD"] }) });
  const made: { showing?: Showing } = {};
  const end = $effect.root(() => {
    made.showing = new Showing({ table: () => at.table, game: () => info, say: () => say });
  });
  flushSync();
  const showing = made.showing as Showing;
  at.table = moment(5, {
    floor: [],
    result: { points: [30, 0] },
    last_take: { seat: 2, card: "2S", taken: ["2H"] },
  });
  flushSync();
  expect(showing.taking).toEqual({ take: { seat: 1, card: "7H", taken: [] }, floor: ["KC", "QD", "7H"] });
  vi.advanceTimersByTime(1200);
  expect(showing.taking).toBeNull();
  end();
});

it("tells what scores on the way, not what the sheet tells at the end", () => {
  const at = $state({ table: moment(4, {}) });
  const made: { showing?: Showing } = {};
  const end = $effect.root(() => {
    made.showing = new Showing({ table: () => at.table, game: () => info, say: () => say });
  });
  flushSync();
  const most = { key: "most", side: 0, count: 27, points: 30 };
  at.table = moment(5, {}, [most]);
  flushSync();
  expect((made.showing as Showing).told.join(" ")).toContain("30 points");
  at.table = moment(6, { result: { points: [30, 0] } }, [most]);
  flushSync();
  expect((made.showing as Showing).told).toEqual([]);
  end();
});

it("cheers a cleared floor for its time, also when others play on meanwhile", () => {
  const at = $state({ table: moment(4, { floor: ["7S"] }) });
  const made: { showing?: Showing } = {};
  const end = $effect.root(() => {
    made.showing = new Showing({ table: () => at.table, game: () => info, say: () => say });
  });
  const showing = made.showing as Showing;
  const step = (next: InPlay): void => {
    at.table = next;
    flushSync();
  };
  flushSync();
  expect(showing.told).toEqual([]);
  const basra = { key: "basra", seat: 1, card: "7H", taken: ["7S"], points: 10 };
  step(moment(5, { basras: [0, 1] }, [basra]));
  expect(showing.told.join(" ")).toContain("Basra! Layla");
  expect(showing.cheers).toBe(5);
  step(moment(6, { basras: [0, 1], floor: ["KC"] }));
  expect(showing.told.join(" ")).toContain("Basra! Layla");
  vi.advanceTimersByTime(2400);
  expect(showing.told).toEqual([]);
  // Not into the next hand.
  step(moment(7, { basras: [0, 2] }, [basra]));
  expect(showing.told).not.toEqual([]);
  step(moment(8, { hand: 2 }));
  expect(showing.told).toEqual([]);
  end();
});
