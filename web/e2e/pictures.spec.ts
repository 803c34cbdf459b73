// The whole page as it looks: every screen in five languages, on a phone and on a desk, by day and by night, compared with
// the pictures in docs/pictures. `make pictures` takes them anew; docs/gallery.md shows them all.
//
// The tables of all games but one are there in English and Arabic alone: they differ in their cards, not in how they are
// laid out, and what they say stands in the table of that one game. A page that is longer than a phone is taken whole there.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";

import { DESK, PATIENCE, PHONE } from "./people.ts";
import { LANGUAGES, SCREENS } from "./pictures/screens.ts";
import type { Screen } from "./pictures/screens.ts";
import { test } from "./pictures/stand.ts";

// Whoever is free takes the next screen.
test.describe.configure({ mode: "parallel" });
test.setTimeout(600_000);
test.use({ actionTimeout: PATIENCE });

const FOLDER = fileURLToPath(new URL("../../docs/pictures", import.meta.url));
const SIZES = { phone: PHONE, desk: DESK };
const THEMES = ["light", "dark"] as const;
/** What is seen now is what is right from now on. */
const TAKING = process.env.DIWANIYA_PICTURES === "take";
/** Small, and good enough to look at. What it blurs the comparison takes for the smoothing of edges. */
const STORED = { type: "webp", quality: 40, animations: "disabled", caret: "hide" } as const;

const see = (page: Page, fullPage: boolean): Promise<Buffer> => page.screenshot({ ...STORED, fullPage });

/** Writes down what is seen, as soon as it is the same twice. */
async function store(page: Page, picture: readonly string[], fullPage: boolean): Promise<void> {
  let seen = await see(page, fullPage);
  for (let again = await see(page, fullPage); !again.equals(seen); again = await see(page, fullPage))
    seen = again;
  const file = join(FOLDER, ...picture);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, seen);
}

/** The same browser mostly sees the same to the last bit, which takes little time to find out. */
async function same(page: Page, picture: readonly string[], fullPage: boolean): Promise<boolean> {
  const file = join(FOLDER, ...picture);
  return existsSync(file) && (await see(page, fullPage)).equals(readFileSync(file));
}

/** One load of the page: it follows the size of the window, and day and night, by itself. */
async function look(page: Page, screen: Screen, lang: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => Object.assign(window, { still: true })));
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    const fullPage = size === "phone" && !!screen.whole;
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate(async (from) => {
        if (!from) return scrollTo({ top: 0, behavior: "instant" });
        // Boards follow the window a moment later, and the page grows with them: the end of it may still be elsewhere.
        const root = document.documentElement;
        for (let tall = -1; tall !== root.scrollHeight;) {
          tall = root.scrollHeight;
          document.querySelector(from)?.scrollIntoView({ behavior: "instant" });
          await new Promise((resolve) => setTimeout(resolve, 150));
        }
      }, screen.from);
      const picture = [screen.name, `${lang}-${size}-${colorScheme}.webp`];
      if (TAKING) await store(page, picture, fullPage);
      else if (!(await same(page, picture, fullPage)))
        await expect.soft(page).toHaveScreenshot(picture, { fullPage, timeout: PATIENCE });
    }
  }
  expect(await page.evaluate(() => "still" in window), "loaded once").toBe(true);
}

for (const screen of SCREENS)
  test(screen.name, async ({ page, stand }) => {
    stand.chance(screen.name);
    await page.addInitScript((kept) => localStorage.setItem("diwaniya", JSON.stringify(kept)), {
      theme: "auto",
      speed: "instant",
      name: "Layla",
      avatar: 3,
      met: true,
      ...screen.choices,
    });
    const address = (await screen.before?.(page)) ?? screen.address ?? "";
    for (const lang of LANGUAGES)
      await test.step(lang, async () => {
        await page.setViewportSize(PHONE);
        await page.goto(`/?lang=${lang}#/${address}`);
        await page.locator(screen.there).first().waitFor({ timeout: PATIENCE });
        for (const one of screen.touch ?? []) await page.locator(one).first().click();
        await look(page, screen, lang);
      });
  });

test("no stored picture is left over", () => {
  const wanted = SCREENS.flatMap(({ name }) =>
    LANGUAGES.flatMap((lang) =>
      Object.keys(SIZES).flatMap((size) => THEMES.map((theme) => `${name}/${lang}-${size}-${theme}.webp`)),
    ),
  );
  const there = existsSync(FOLDER)
    ? readdirSync(FOLDER, { recursive: true })
        .map(String)
        .filter((name) => name.endsWith(".webp"))
    : [];
  expect(there.filter((name) => !wanted.includes(name))).toEqual([]);
});
