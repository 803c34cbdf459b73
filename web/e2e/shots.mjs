// Takes pictures of the page as people see it: `node e2e/shots.mjs FOLDER [part of a name]`.
// Each page at the sizes of a small phone and a desk, in English and Arabic, by day and by night.
import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { chromium } from "@playwright/test";

import { browser } from "../browser.js";
import { prefer, sitDown, step } from "./player.js";
import { tour } from "./rooms-tour.js";
import { serve } from "./server.js";

const [, , folder = "shots", wanted = ""] = process.argv;
const SIZES = { phone: { width: 360, height: 640 }, desk: { width: 1440, height: 900 } };
const say = (/** @type {string} */ text) => process.stdout.write(`${text}\n`);

mkdirSync(folder, { recursive: true });
const server = await serve({ pause: 0.2 });
const program = await chromium.launch(await browser());

/** @param {import("@playwright/test").Page} page @param {string} name @param {boolean} [whole] */
async function shoot(page, name, whole = false) {
  await page.waitForTimeout(400);
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: whole });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (wide > 0) say(`${name}: ${wide} px too wide`);
}

/** @param {import("@playwright/test").Page} page @param {string} game @param {string} name */
async function match(page, game, name) {
  await sitDown(page, game);
  await shoot(page, `${name}-0-start`);
  /** @type {Set<string>} */
  const seen = new Set();
  for (let turn = 0; turn < 80; turn += 1) {
    const kind = await step(page, turn * 7 + 3);
    if (kind === "over" || kind === "nothing") break;
    if (!seen.has(kind) && kind !== "cut") await shoot(page, `${name}-1-${kind}`);
    seen.add(kind);
    if ((await page.getByTestId("takes").count()) && !seen.has("takes")) {
      seen.add("takes");
      await shoot(page, `${name}-2-takes`);
    }
    if (await page.getByTestId("next-hand").count()) {
      await shoot(page, `${name}-3-result`);
      break;
    }
  }
}

const { games } = await (await fetch(`${server.url}/api/games`)).json();
for (const [size, viewport] of Object.entries(SIZES)) {
  for (const lang of ["en", "ar"]) {
    for (const theme of ["light", "dark"]) {
      const context = await program.newContext({ viewport, baseURL: server.url });
      const tag = `${size}-${lang}-${theme}`;
      /** @type {Record<string, (page: import("@playwright/test").Page, name: string) => Promise<void>>} */
      const tours = {
        front: async (page, name) => {
          await page.goto("/");
          await shoot(page, name, true);
        },
        setup: async (page, name) => {
          await page.goto(`/#/new/${games.at(0).id}`);
          await page.locator("summary").click();
          await shoot(page, name, true);
        },
        cards: async (page, name) => {
          await page.goto("/#/cards");
          await shoot(page, name, true);
        },
        rooms: (page, name) =>
          tour(page, { lang, theme, viewport, baseURL: server.url }, (one, part, whole) =>
            shoot(one, `${name}-${part}`, whole),
          ),
        ...Object.fromEntries(
          games.map((/** @type {{ id: string }} */ { id }) => [
            id,
            (/** @type {import("@playwright/test").Page} */ page, /** @type {string} */ name) =>
              match(page, id, name),
          ]),
        ),
      };
      for (const [name, tour] of Object.entries(tours)) {
        if (!`${tag}-${name}`.includes(wanted)) continue;
        const page = await context.newPage();
        page.on("pageerror", (error) => say(`${tag}-${name}: ${error.message}`));
        await prefer(page, { lang, theme, speed: "fast", name: lang === "ar" ? "سالم" : "Salem" });
        await tour(page, `${tag}-${name}`);
        await page.close();
      }
      await context.close();
    }
  }
}
await program.close();
await server.kill();
