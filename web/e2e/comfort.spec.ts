// What makes playing comfortable: dragging cards, choosing ahead, cards that fly or keep still, the way to the first card.
import { expect, test } from "@playwright/test";
import type { Locator, Page } from "@playwright/test";

import { faults, PHONE } from "./people.ts";
import { played } from "./played.ts";
import { prefer, sitDown, step } from "./player.js";
import { serve } from "./server.js";

const turn = (page: Page): Locator => page.locator("[data-turn=true]");
const cards = (page: Page): Promise<(string | null)[]> =>
  page
    .getByTestId("hand")
    .getByRole("button")
    .evaluateAll((all) => all.map((one) => one.getAttribute("data-testid")));

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [a, b] = [await from.boundingBox(), await to.boundingBox()];
  if (!a || !b) throw new Error("nothing to drag, or nowhere to drag it to");
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await page.mouse.down();
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 6 });
  await page.mouse.up();
}

/** Notes every card that flies over the table from now on. */
async function watchTheAir(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const air = document.querySelector(".air");
    const seen = { flown: 0 };
    Object.assign(window, { seen });
    if (air)
      new MutationObserver((changes) => {
        for (const change of changes) seen.flown += change.addedNodes.length;
      }).observe(air, { childList: true });
  });
  return () => page.evaluate(() => (window as unknown as { seen: { flown: number } }).seen.flown);
}

test("from the front page to the first card with one touch", async ({ page }) => {
  await prefer(page, { lang: "en", speed: "instant" });
  await page.goto("/");
  await page.getByRole("button", { name: "Play now: Basra" }).click();
  await expect(page.getByTestId("table")).toBeVisible();
  await expect(page.getByTestId("hand").getByRole("button").first()).toBeVisible();
});

test("a card is dragged to the table, or to another place in the hand", async ({ page }) => {
  await prefer(page, { lang: "en", speed: "instant" });
  await sitDown(page, "basra");
  await turn(page).waitFor();
  const hand = page.getByTestId("hand").getByRole("button");
  const before = await cards(page);
  await drag(page, hand.first(), hand.last());
  const moved = [...before.slice(1), before[0]];
  expect(await cards(page)).toEqual(moved);
  // It stays there, as in a real hand.
  await page.reload();
  await turn(page).waitFor();
  expect(await cards(page)).toEqual(moved);

  const card = await hand.nth(1).getAttribute("data-testid");
  // Not far enough: it goes back.
  const box = await hand.nth(1).boundingBox();
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 40);
  await page.mouse.down();
  await page.mouse.move((box?.x ?? 0) + 30, (box?.y ?? 0) + 30, { steps: 4 });
  await page.mouse.up();
  await expect(page.getByTestId(card ?? "")).toHaveCount(1);
  await drag(page, hand.nth(1), page.getByTestId("board"));
  await expect(page.getByTestId(card ?? "")).toHaveCount(0);
});

test("a drag needs no second touch, a touch does where two are wanted", async ({ page }) => {
  await prefer(page, { lang: "en", speed: "instant", twice: true });
  await sitDown(page, "basra");
  await turn(page).waitFor();
  const card = page.getByTestId("hand").getByRole("button").first();
  const name = (await card.getAttribute("data-testid")) ?? "";
  await card.click();
  await expect(page.getByTestId("note")).toContainText("once more");
  await expect(page.getByTestId(name)).toBeVisible();
  await drag(page, card, page.getByTestId("board"));
  await expect(page.getByTestId(name)).toHaveCount(0);
});

test("a card is chosen before the turn comes, and played when it does", async ({ browser }) => {
  test.setTimeout(180_000);
  const server = await serve({ pause: 15 });
  try {
    const page = await browser.newPage({ baseURL: server.url });
    await prefer(page, { lang: "en", speed: "fast", ahead: true });
    await sitDown(page, "basra");
    await turn(page).waitFor();
    // A touch right after the table has moved is none; and a card may ask which of several captures it takes.
    const others = page.locator("[data-turn=false]");
    await expect(async () => {
      if (await turn(page).count()) await step(page, 0);
      await expect(others).toBeVisible({ timeout: 1000 });
    }).toPass({ timeout: 60_000 });
    const card = page.getByTestId("hand").getByRole("button").first();
    const name = (await card.getAttribute("data-testid")) ?? "";
    await card.click();
    await expect(page.getByTestId("note")).toContainText("Chosen ahead");
    await expect(card).toHaveAttribute("data-ahead", "true");
    await expect(card).toHaveAccessibleName(/chosen ahead/);
    // Nobody touches it any more: it goes by itself.
    await expect(page.getByTestId(name)).toHaveCount(0, { timeout: 90_000 });
    await page.close();
  } finally {
    await server.kill();
  }
});

test("the last card of a hand is played by itself where that is wished", async ({ page }) => {
  test.setTimeout(120_000);
  await prefer(page, { lang: "en", speed: "instant", only: true });
  await sitDown(page, "basra");
  const hand = page.getByTestId("hand").getByRole("button");
  await turn(page).waitFor();
  // Three cards are played by hand; the fourth goes, and the next four come.
  for (let left = await hand.count(); left > 1; left -= 1) {
    await turn(page).waitFor();
    await hand.first().click();
    const takes = page.locator("[data-testid^=take-]:enabled");
    await expect(async () => {
      if (await takes.count()) await takes.first().click();
      expect(await hand.count()).not.toBe(left);
    }).toPass({ timeout: 20_000 });
    if ((await hand.count()) > left) break;
  }
  await expect(async () => expect(await hand.count()).toBe(4)).toPass({ timeout: 30_000 });
});

for (const [motion, flies] of [
  ["no-preference", true],
  ["reduce", false],
] as const) {
  test.describe(() => {
    test.use({ contextOptions: { reducedMotion: motion } });
    test(`cards ${flies ? "fly" : "keep still"} (${motion}), and the table is right at once`, async ({
      page,
    }) => {
      await prefer(page, { lang: "en", speed: "slow" });
      await sitDown(page, "basra");
      await turn(page).waitFor();
      const flown = await watchTheAir(page);
      const card = page.getByTestId("hand").getByRole("button").first();
      const name = (await card.getAttribute("data-testid")) ?? "";
      await card.click();
      await expect(page.getByTestId(name)).toHaveCount(0);
      if (flies) {
        await expect.poll(flown).toBeGreaterThan(0);
        // A touch ends what flies.
        await page.getByTestId("board").click({ position: { x: 60, y: 200 } });
        await expect(page.locator(".air > *")).toHaveCount(0);
      } else {
        await turn(page).waitFor();
        expect(await flown()).toBe(0);
      }
    });
  });
}

test("what has the focus at the edge of the page is seen to have it", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await prefer(page, { lang: "en", speed: "instant" });
  await sitDown(page, "basra");
  await page.getByTestId("menu").focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await expect(page.getByTestId("menu")).toBeFocused();
  const above = await page.getByTestId("menu").evaluate((button) => {
    const { outlineOffset, outlineWidth } = getComputedStyle(button);
    return button.getBoundingClientRect().top - parseFloat(outlineOffset) - parseFloat(outlineWidth);
  });
  expect(above).toBeGreaterThanOrEqual(0);
});

test("nothing flies where the reader has switched it off", async ({ page }) => {
  await prefer(page, { lang: "en", speed: "fast", motion: false });
  await sitDown(page, "basra");
  await turn(page).waitFor();
  const flown = await watchTheAir(page);
  await step(page, 0);
  await turn(page).waitFor();
  expect(await flown()).toBe(0);
});

test("the focus stays with the hand when what had it is gone", async ({ page }) => {
  await prefer(page, { lang: "en", speed: "instant" });
  await sitDown(page, "kout4");
  const calls = page.locator("[data-turn=true] [data-testid=calls] button:enabled");
  await calls.first().waitFor();
  await calls.first().focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("[data-turn=true] [data-testid=calls]")).toHaveCount(0);
  await expect(page.locator("#hand:focus, #hand :focus")).toHaveCount(1);
});

test("comforts are found in the settings, and hold", async ({ page }) => {
  // What is drawn anew with every touch is small on a phone, and only the table has to be loaded.
  await page.setViewportSize(PHONE);
  await prefer(page, { lang: "en", speed: "instant" });
  const { table } = await played(page, "kout4", { moves: 0 });
  await page.goto(`/#/t/${table}`);
  await page.getByTestId("menu").click();
  for (const name of ["Choose ahead", "Play the only card", "Large figures", "For the left hand", "Sounds"])
    await page.getByRole("switch", { name }).click();
  await page.getByRole("radio", { name: "By rank" }).check();
  expect(await faults(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-hand", "left");
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("diwaniya") ?? "{}") as object);
  expect(kept).toMatchObject({ ahead: true, only: true, large: true, sounds: false, order: "rank" });
  const ranks = (await cards(page)).map((name) => name?.replace(/^card-(.).*$/, "$1") ?? "");
  const order = [..."BRAKQJT98765432"];
  const places = ranks.map((rank) => Math.max(1, order.indexOf(rank)));
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

test("the score opens the sheet of the match", async ({ page }) => {
  test.setTimeout(120_000);
  await prefer(page, { lang: "en", speed: "instant" });
  await sitDown(page, "cucco");
  for (let at = 0; at < 40 && !(await page.getByTestId("next-hand").count()); at += 1) await step(page, at);
  await page.getByTestId("next-hand").waitFor();
  // The button that a step presses may have come after it was looked for: then it is a later hand.
  const hands = Number(/\d+/.exec(await page.getByTestId("result").getByRole("heading").innerText())?.[0]);
  await page.getByTestId("open-sheet").click();
  await expect(page.getByTestId("score-sheet").getByRole("row")).toHaveCount(1 + hands);
  expect(await faults(page)).toEqual([]);
  await page.reload();
  await page.getByTestId("open-sheet").click();
  await expect(page.getByTestId("score-sheet").getByRole("row")).toHaveCount(1 + hands);
});
