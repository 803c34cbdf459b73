// A finished match: stepping through it with all hands open, and proving its shuffles in the browser.
import { readFileSync } from "node:fs";

import { expect, test } from "@playwright/test";
import type { Page } from "@playwright/test";

import { covered } from "./covered.ts";
import { faults, PHONE } from "./people.ts";
import { played } from "./played.ts";
import type { Played } from "./played.ts";
import { closeCut, prefer, sitDown } from "./player.js";

/** A whole match whose shuffles the player has stirred. */
const stirred = (
  page: Page,
  game: string,
  options: Record<string, number>,
  seats?: number,
): Promise<Played> => played(page, game, { options, salt: "coffee and dates", ...(seats ? { seats } : {}) });

async function look(page: Page, match: string): Promise<void> {
  await page.goto(`/#/match/${match}`);
  await page.getByTestId("replay").waitFor();
}
const at = async (page: Page): Promise<number> =>
  Number(await page.getByTestId("replay").getAttribute("data-at"));
const last = async (page: Page): Promise<number> =>
  Number(await page.getByTestId("replay").getAttribute("data-last"));
const standsAt = (page: Page, step: number): Promise<void> =>
  expect(page.getByTestId("replay")).toHaveAttribute("data-at", String(step));

test("a match is stepped through on a phone, with all hands open", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await prefer(page, { lang: "en" });
  let { match, hands } = await stirred(page, "kout6", { target: 60 });
  // A Bawn in the very first hand wins at once, once in a blue moon.
  while (hands < 2) ({ match, hands } = await stirred(page, "kout6", { target: 60 }));
  await look(page, match);

  await standsAt(page, 0);
  for (let seat = 0; seat < 6; seat += 1) {
    await expect(page.getByTestId(`open-${seat}`).locator("[data-card]")).toHaveCount(9);
    await expect(page.getByTestId(`open-${seat}`)).toHaveAttribute("aria-label", /: .*(of|joker).*,/);
  }
  await expect(page.getByTestId("where")).toHaveText(/^Hand 1, step 1 of \d+$/);

  // By buttons.
  await page.getByTestId("go-on").click();
  await standsAt(page, 1);
  await expect(page.getByTestId("told")).toContainText(/: (Pass|\d)/);
  await page.getByTestId("go-back").click();
  await standsAt(page, 0);
  await expect(page.getByTestId("go-back")).toHaveAttribute("aria-disabled", "true");
  await page.getByTestId("go-last").click();
  await standsAt(page, await last(page));
  await page.getByTestId("go-first").click();

  // By keys.
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await standsAt(page, 2);
  await page.keyboard.press("ArrowLeft");
  await standsAt(page, 1);
  await page.keyboard.press("PageDown");
  await expect(page.getByTestId("where")).toHaveText(/^Hand 2, step 1 of/);
  await page.keyboard.press("PageUp");
  await standsAt(page, 0);
  await page.keyboard.press("End");
  await standsAt(page, await last(page));
  await page.keyboard.press("Home");
  await standsAt(page, 0);

  // By the slider, with its own focus; what it says is more than a number.
  const slider = page.getByTestId("slider");
  await slider.fill("7");
  await standsAt(page, 7);
  await slider.focus();
  await page.keyboard.press("ArrowRight");
  await standsAt(page, 8);
  await expect(slider).toHaveAttribute("aria-valuetext", /^Hand 1, step 9 of/);

  // The step is in the address: a reload comes back to it, and so does the way back; a link leads to it.
  await expect(page).toHaveURL(new RegExp(`#/match/${match}/step-9$`));
  await page.reload();
  await standsAt(page, 8);
  await page.goto("/#/about");
  await page.locator("main h1").waitFor();
  await page.goBack();
  await standsAt(page, 8);
  await page.goto(`/match/${match}/1x2y/step-3`);
  await standsAt(page, 2);
  expect(await covered(page.getByTestId("board"))).toEqual([]);

  // By the score sheet.
  const sheet = page.getByTestId("scores-by-hand");
  await sheet.getByRole("button", { name: "Show hand 2" }).click();
  await expect(page.getByTestId("where")).toHaveText(/^Hand 2, step (\d+) of \1$/);
  await expect(sheet.locator("[aria-current=step]")).toHaveText("2");

  // Nothing runs over the edge, of the page or of the table.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  await page.keyboard.press("Home");
  const cloth = await page.getByTestId("board").boundingBox();
  for (let seat = 0; seat < 6; seat += 1) {
    const hand = await page.getByTestId(`open-${seat}`).boundingBox();
    expect(hand && cloth && hand.x >= cloth.x && hand.x + hand.width <= cloth.x + cloth.width).toBe(true);
    expect(hand && cloth && hand.y >= cloth.y && hand.y + hand.height <= cloth.y + cloth.height).toBe(true);
  }
});

for (const [game, seats] of [
  ["basra", 2],
  ["morabaa", 4],
  ["kout6", 6],
  ["cucco", 8],
] as const)
  test(`a phone on its side shows all of a step of ${game} at once, and nothing over another`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 640, height: 360 });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await prefer(page, { lang: "en" });
    const { match } = await stirred(page, game, game === "cucco" ? {} : { target: 21 }, seats);
    await look(page, match);
    for (const part of ["board", "slider", "go-first", "go-last", "speed"])
      await expect(page.getByTestId(part)).toBeInViewport({ ratio: 1 });
    for (let step = 0; step < 24; step += 1) {
      expect(await covered(page.getByTestId("board")), `step ${step}`).toEqual([]);
      await page.keyboard.press("ArrowRight");
    }
  });

test("whoever has played a match reads “You” where his table said so; others who have the link do not", async ({
  page,
  browser,
  baseURL,
}) => {
  await prefer(page, { lang: "en", speed: "instant", name: "", met: true });
  await sitDown(page, "allfours2");
  await closeCut(page);
  await page.getByTestId("menu").click();
  await page.getByTestId("menu-end").click();
  await page.getByTestId("end-sure").click();
  await page.getByTestId("replay-link").click();
  await expect(page.getByTestId("seat-0").locator(".name")).toHaveText("You");
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  const other = await context.newPage();
  await prefer(other, { lang: "en" });
  await other.goto(page.url());
  await expect(other.getByTestId("seat-0").locator(".name")).toHaveText("Player 1");
  await context.close();
});

test("it plays by itself, at the speed that was chosen, and stops", async ({ page }) => {
  await prefer(page, { lang: "en" });
  const { match } = await stirred(page, "basra", { target: 21 });
  let fetched = 0;
  page.on("request", (request) => (fetched += request.url().endsWith("/replay") ? 1 : 0));
  await look(page, match);
  await page.getByTestId("speed").selectOption("fast");
  await page.getByTestId("play").click();
  await expect.poll(() => at(page), { timeout: 30_000 }).toBeGreaterThan(3);
  await page.getByTestId("play").click();
  await expect(page.getByTestId("play")).toHaveAttribute("data-playing", "false");
  // A step of one's own stops it, too; and at the end it stops by itself.
  await page.locator("body").press(" ");
  await expect(page.getByTestId("play")).toHaveAttribute("data-playing", "true");
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByTestId("play")).toHaveAttribute("data-playing", "false");
  await page.getByTestId("play").click();
  await expect(page.getByTestId("play")).toHaveAttribute("data-playing", "false", { timeout: 30_000 });
  await standsAt(page, await last(page));
  expect(fetched).toBe(1);
});

test("the shuffles are proven in the browser, against what the player knows", async ({ page }) => {
  await prefer(page, { lang: "en" });
  const { match, commitment } = await stirred(page, "allfours", { target: 7 });
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await look(page, match);
  // On the way: the pack and the card turned up lie where no hand does.
  for (let step = 0; step < 8; step += 1) {
    expect(await covered(page.getByTestId("board")), `step ${step}`).toEqual([]);
    await page.keyboard.press("ArrowRight");
  }
  const verdict = page.getByTestId("verdict");

  await page.getByTestId("check").click();
  await expect(verdict).toHaveAttribute("data-proven", "true");
  await expect(verdict).toContainText("Proven");
  await expect(verdict).toContainText("“coffee and dates”");
  await expect(verdict).toContainText(/\d+ packs? (is|are) card by card as the shuffle makes/);

  await page.locator("summary").click();
  await page.getByTestId("seal").fill(` ${commitment.toUpperCase()}`);
  await page.getByTestId("own-salt").fill("coffee and dates");
  await page.getByTestId("own-salt").press("Enter");
  await expect(verdict).toContainText("It is the seal that you saw.");
  await expect(verdict).toContainText("Your words are in it.");
  await expect(verdict).toHaveAttribute("data-proven", "true");

  await page.getByTestId("own-salt").fill("tea");
  await page.getByTestId("check").click();
  await expect(verdict).toContainText("Your words “tea” are not in it.");
  await expect(verdict).toHaveAttribute("data-proven", "false");

  await page.getByTestId("seal").fill("abc");
  await page.getByTestId("check").click();
  await expect(verdict).toContainText("That is no seal");
  await expect(page.getByTestId("seal")).toHaveAttribute("aria-invalid", "true");
});

test("a record that was changed on its way is found out", async ({ page }) => {
  await prefer(page, { lang: "en" });
  const { match } = await stirred(page, "basra", { target: 21 });
  await page.route("**/replay", async (route) => {
    const answer = await route.fetch();
    const replay = (await answer.json()) as { record: { hands: { deck: string }[] } };
    const hand = replay.record.hands[0];
    const cards = hand?.deck.split(" ") ?? [];
    if (hand) hand.deck = [cards[1], cards[0], ...cards.slice(2)].join(" ");
    await route.fulfill({ json: replay });
  });
  await look(page, match);
  await page.getByTestId("check").click();
  await expect(page.getByTestId("verdict")).toHaveAttribute("data-proven", "false");
  await expect(page.getByTestId("verdict")).toContainText("Hand 1: card 1 of the pack");
});

test("the record is saved as a file", async ({ page }) => {
  await prefer(page, { lang: "en" });
  const { match } = await stirred(page, "basra", { target: 21 });
  await look(page, match);
  const saving = page.waitForEvent("download");
  await page.getByTestId("save-record").click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe(`${match}.json`);
  const record = JSON.parse(readFileSync(await file.path(), "utf8")) as {
    game: string;
    meta: { match: string };
  };
  expect([record.game, record.meta.match]).toEqual(["basra", match]);
});

test("nothing is mirrored in Arabic, and right is still on", async ({ page, browser, baseURL }) => {
  await page.setViewportSize(PHONE);
  await prefer(page, { lang: "en" });
  const { match } = await stirred(page, "cucco", {}, 6);
  await look(page, match);
  const context = await browser.newContext({ viewport: PHONE, ...(baseURL ? { baseURL } : {}) });
  const arabic = await context.newPage();
  await prefer(arabic, { lang: "ar" });
  await look(arabic, match);
  await expect(arabic.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(arabic.locator("main")).toContainText("الورقة المقلوبة على وجهها");
  for (const one of [page, arabic]) await one.keyboard.press("ArrowRight");
  await standsAt(arabic, 1);
  const middle = async (one: Page, id: string): Promise<number> => {
    const box = await one.getByTestId(id).boundingBox();
    return box ? box.x + box.width / 2 : NaN;
  };
  for (const id of ["seat-1", "seat-2", "seat-4", "seat-5", "go-on", "go-back", "go-last"])
    expect(Math.abs((await middle(page, id)) - (await middle(arabic, id))), id).toBeLessThan(30);
  await context.close();
});

for (const theme of ["light", "dark"]) {
  for (const lang of ["en", "ar"]) {
    test(`nothing for an accessibility checker to find in a replay (${theme}, ${lang})`, async ({ page }) => {
      await page.setViewportSize(PHONE);
      await prefer(page, { lang, theme });
      const { match } = await stirred(page, "kout4", { target: 5 });
      await look(page, match);
      await page.getByTestId("check").click();
      await expect(page.getByTestId("verdict")).toHaveAttribute("data-proven", "true");
      await page.locator("summary").click();
      for (const key of ["Home", "End"]) {
        await page.keyboard.press(key);
        expect(await faults(page)).toEqual([]);
      }
    });
  }
}

test("a match that is not there is said to be none, and a server that is away is asked again", async ({
  page,
}) => {
  await prefer(page, { lang: "en" });
  await page.goto("/#/match/AAAABBBBCCCCDDDD");
  await expect(page.getByTestId("problem")).toContainText("There is no such match");

  const { match } = await stirred(page, "basra", { target: 21 });
  await page.route("**/replay", (route) => route.abort());
  await page.goto(`/#/match/${match}`);
  await expect(page.getByTestId("problem")).toContainText("does not answer");
  await page.unroute("**/replay");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByTestId("replay").waitFor();
});
