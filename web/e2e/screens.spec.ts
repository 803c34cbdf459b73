// From a tablet to the largest screens: nothing lies over anything else, and a table fits into its window.
import { expect, test } from "@playwright/test";
import type { Page } from "@playwright/test";

import { prefer, sitDown, step } from "./player.js";
import { settled } from "./settled.ts";

const SCREENS = [
  [768, 1024],
  [1180, 820],
  [1920, 1080],
  [2560, 1440],
  [3840, 2160],
] as const;

/** How far the page is wider than its window. */
const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** The seats and cards that are not wholly in the window. */
const outside = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("[data-testid^=seat-], [data-spot]")]
      .filter((node) => {
        const { left, top, right, bottom } = node.getBoundingClientRect();
        return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
      })
      .map((node) => node.dataset.testid ?? node.dataset.spot ?? ""),
  );

test("the front page keeps its words off the coffee pot, however wide it is", async ({ page }) => {
  await prefer(page, { lang: "fa", name: "", motion: false });
  await page.goto("/");
  for (const [width, height] of SCREENS) {
    await page.setViewportSize({ width, height });
    await settled(page);
    const words = await page.locator(".hero .words p").boundingBox();
    const pot = await page.locator(".hero .pot").boundingBox();
    // The letters end a little above the end of their line.
    expect((words?.y ?? 0) + (words?.height ?? 0) - 6, `at ${width}`).toBeLessThanOrEqual(pot?.y ?? 0);
    expect(await sideways(page), `at ${width}`).toBeLessThanOrEqual(0);
  }
});

test("a table of six fills every screen and leaves none", async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await prefer(page, { lang: "ar", speed: "instant", name: "", motion: false });
  await sitDown(page, "kout6");
  const card = page.locator("[data-turn=true] [data-testid=hand] [data-legal=true]").first();
  for (let turn = 0; turn < 40 && !(await card.isVisible()); turn += 1) await step(page, turn);
  for (const [width, height] of SCREENS) {
    await page.setViewportSize({ width, height });
    await settled(page);
    expect(await sideways(page), `at ${width}`).toBeLessThanOrEqual(0);
    expect(await outside(page), `at ${width}`).toEqual([]);
    // Cards grow with the screen.
    const box = await page.getByTestId("hand").getByRole("button").first().boundingBox();
    expect(box?.height, `at ${width}`).toBeGreaterThan(height / 12);
  }
});
