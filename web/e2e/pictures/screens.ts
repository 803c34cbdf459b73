// The screens of which pictures are stored, and how one gets there.
import type { Page } from "@playwright/test";

import { played } from "../played.ts";
import type { How } from "../played.ts";
import { talk } from "./talk.ts";

export const LANGUAGES = ["en", "ar", "fa", "tr", "vi"] as const;

export interface Screen {
  name: string;
  /** The whole page, and not only what of it a phone shows at once. */
  whole?: boolean;
  /** What the player has chosen in this browser, beside the usual. */
  choices?: object;
  /** What has to happen first, once for all languages. Gives the address, after the `#/`. */
  before?(page: Page): Promise<string>;
  address?: string;
  /** What has to be there. */
  there: string;
  /** What has to be touched then, one after the other. */
  touch?: readonly string[];
  /** What stands at the top of the picture, if it is not the top of the page. */
  from?: string;
}

/** A match against the computer that has come so far that the player is to move. */
const table = (game: string, how: How): Screen => ({
  name: `table-${game}`,
  before: async (page) => `t/${(await played(page, game, how)).table}`,
  there: "[data-turn=true]",
});

/** A room that the player has opened: two friends are there, two computer players, and one seat is free. */
async function room(page: Page): Promise<string> {
  const id = await talk(
    page,
    { type: "open", game: "kout6", begin: false, name: "Layla", avatar: 3, settings: { public: true } },
    { type: "fill", level: "normal", seat: 3 },
    { type: "fill", level: "easy", seat: 4 },
  );
  for (const friend of [
    { name: "نورة", avatar: 7, seat: 1 },
    { name: "Selim", avatar: 12, seat: 2 },
  ]) {
    const context = await page.context().browser()?.newContext();
    if (context) await talk(await context.newPage(), { type: "join", table: id, ...friend });
  }
  return `t/${id}`;
}

async function replay(page: Page, game: string, more: string, how: How = {}): Promise<string> {
  return `match/${(await played(page, game, how)).match}/seed/${more}`;
}

/** Advice is remembered by the browser: as if every visit were the first. */
async function lesson(page: Page, game: string): Promise<string> {
  const { table } = await played(page, game, { moves: 0 });
  await page.addInitScript((kept) => localStorage.setItem("diwaniya-lesson", JSON.stringify(kept)), {
    table,
    seen: [],
    offered: true,
  });
  return `t/${table}`;
}

async function cutOff(page: Page): Promise<string> {
  await page.route("**/api/games", (route) => route.abort());
  await page.routeWebSocket(/ws/, (socket) => socket.close());
  return "";
}

const GAMES = "[data-testid^=game-]";

export const SCREENS: readonly Screen[] = [
  { name: "front", choices: { name: "", met: false }, there: GAMES, whole: true },
  { name: "setup", address: "new/kout6", there: "[data-testid=start]", touch: ["summary"], whole: true },
  { name: "room", before: room, there: "[data-testid=room]", whole: true },
  table("kout4", { moves: 5 }),
  table("kout6", { moves: 4 }),
  table("basra", { moves: 5 }),
  table("morabaa", { moves: 2 }),
  table("cucco", { moves: 1 }),
  table("allfours", { moves: 4 }),
  table("allfours2", { moves: 4 }),
  {
    name: "result",
    before: async (page) => `t/${(await played(page, "morabaa")).table}`,
    there: "[data-testid=match-over]",
  },
  {
    name: "replay",
    before: (page) => replay(page, "kout4", "step-21"),
    there: "[data-testid=board]",
  },
  {
    name: "review",
    before: (page) => replay(page, "allfours2", "review"),
    there: "[data-testid=graph]",
    touch: ["[data-testid^=costly-]"],
    whole: true,
  },
  { name: "learn", address: "learn", there: "[data-testid^=lesson-]", whole: true },
  { name: "rules", address: "learn/allfours", there: "main section h2" },
  {
    name: "example",
    address: "learn/kout4/ex-joker_forced",
    there: "[data-testid=walk-joker_forced] [data-testid=step-on]",
    from: "#at-ex-joker_forced",
  },
  { name: "lesson", before: (page) => lesson(page, "cucco"), there: "[data-testid=lesson]" },
  {
    name: "comfort",
    there: GAMES,
    touch: ["[data-testid=settings]"],
  },
  { name: "nothing", address: "t/nothing", there: "[data-testid=nothing]" },
  { name: "offline", before: cutOff, there: "[data-testid=offline]" },
];
