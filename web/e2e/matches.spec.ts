// A whole match of every game, from the front page to the result, played with the mouse.
import { expect, test } from "@playwright/test";
import type { Page } from "@playwright/test";

import { guest, PHONE, shorten } from "./people.ts";
import { playOut, prefer, sitDown, step } from "./player.js";
import { serve } from "./server.js";

// Each is a match of its own: whoever has a hand free takes the next.
test.describe.configure({ mode: "parallel" });

const GAMES = ["kout4", "kout6", "basra", "morabaa", "cucco", "allfours", "allfours2"];

/** What the tests' own browser says because no service worker is let in here (see playwright.config.ts). */
const NO_WORKER = /^Service Worker registration blocked by Playwright/;

/** Whatever the page complains of in the browser's console, and whatever it would not load. */
function complaints(page: Page): string[] {
  const heard: string[] = [];
  page.on("console", (message) => {
    if (!["error", "warning"].includes(message.type()) || NO_WORKER.test(message.text())) return;
    heard.push(message.text());
  });
  page.on("pageerror", (error) => heard.push(error.message));
  page.on("request", (request) => {
    if (new URL(request.url()).hostname !== "127.0.0.1") heard.push(`asked ${request.url()}`);
  });
  return heard;
}

/** One's own cards lie within the window, and nothing has to be scrolled sideways. */
async function inSight(page: Page): Promise<void> {
  const view = page.viewportSize();
  const hand = page.getByTestId("hand").or(page.getByTestId("own-card"));
  if (view && (await hand.count())) {
    const box = await hand.first().boundingBox();
    expect(box && box.x >= 0 && box.y >= 0).toBe(true);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(view.width + 0.5);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(view.height + 0.5);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

test("every game there is has a match below", async ({ request }) => {
  const { games } = (await (await request.get("/api/games")).json()) as { games: { id: string }[] };
  expect(games.map(({ id }) => id).sort()).toEqual([...GAMES].sort());
});

/** So many points end the match, where it would take long otherwise. */
const SHORTER: Record<string, number> = {
  kout4: 21,
  kout6: 21,
  basra: 41,
  morabaa: 41,
  allfours: 7,
  allfours2: 7,
};

for (const game of GAMES) {
  test(`a whole match of ${game}`, async ({ page }) => {
    test.setTimeout(300_000);
    const heard = complaints(page);
    await prefer(page, { lang: "en", speed: "instant" });
    await sitDown(page, game, async () => {
      await page.getByLabel("Your name").fill("Salem");
      const points = SHORTER[game];
      if (points) await shorten(page, points);
    });
    await inSight(page);
    const done = await playOut(page, async (_kind, turn) => {
      if (turn % 9 === 0) await inSight(page);
    });
    expect(done.over).toBe(1);
    await expect(page.getByTestId("match-over")).toContainText(/win/i);
    await expect(page.getByTestId("rematch")).toBeVisible();
    expect(heard).toEqual([]);

    await page.getByTestId("rematch").click();
    await expect(page.getByTestId("match-over")).toBeHidden();
    await expect(page.getByTestId("table")).toBeVisible();
  });
}

test("on a small phone no card of a trick lies over what is said of a player", async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(240_000);
  for (const [game, lang] of [
    ["kout6", "en"],
    ["kout6", "ar"],
    ["kout4", "en"],
    ["allfours", "en"],
  ] as const) {
    const { page } = await guest(browser, {
      name: "Salem",
      lang,
      size: PHONE,
      ...(baseURL ? { baseURL } : {}),
    });
    await sitDown(page, game);
    let cards = 0;
    // Whenever it is our turn, the table stands still: a trick lies there, perhaps a finished one.
    for (let turn = 0; turn < 40 && cards < 20; turn += 1) {
      const kind = await step(page, turn * 7 + 3);
      if (kind === "over" || kind === "nothing") break;
      await expect(page.locator("[data-turn=true], [data-testid=next-hand]").first()).toBeVisible();
      const [lying, over] = await page.evaluate(async () => {
        await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
        const boxes = (what: string) =>
          [...document.querySelectorAll(what)].map((one) => one.getBoundingClientRect());
        const trick = boxes("[data-testid=trick] > li");
        const told = boxes("[data-testid=seats] .plate > *");
        const covered = told.filter((box) =>
          trick.some(
            (card) =>
              Math.min(card.right, box.right) - Math.max(card.left, box.left) > 0.5 &&
              Math.min(card.bottom, box.bottom) - Math.max(card.top, box.top) > 0.5,
          ),
        );
        return [trick.length, covered.length] as const;
      });
      expect(over, `${game}, ${lang}, turn ${turn}`).toBe(0);
      cards += lying;
    }
    expect(cards).toBeGreaterThan(0);
    await page.context().close();
  }
});

test("a card can be laid open out of turn, where the table plays with calls", async ({ browser }) => {
  const server = await serve({ pause: 3 });
  try {
    const page = await (await browser.newContext({ baseURL: server.url })).newPage();
    await prefer(page, { lang: "en", speed: "instant" });
    await sitDown(page, "allfours", async () => {
      await page.locator("summary").click();
      await page.getByRole("switch", { name: /may be called/ }).check({ force: true });
    });
    const open = page.getByTestId("hand").getByRole("button", { name: /lying open/ });
    // The offer lasts as long as the others' turns: whoever is too slow for one takes the next.
    const layOpen = async () => {
      await page.getByTestId("expose").click({ timeout: 2500 });
      await page.getByTestId("hand").getByRole("button").last().click({ timeout: 2500 });
      await open.waitFor({ timeout: 2500 });
    };
    for (let turn = 0; turn < 30 && (await open.count()) === 0; turn += 1) {
      await layOpen().catch(() => step(page, turn));
    }
    await expect(open).toHaveCount(1);
  } finally {
    await server.kill();
  }
});
