// Nothing jumps while a hand is played on a phone: what comes and goes has its place, or lies over the table.
import { expect, test } from "@playwright/test";

import { prefer, sitDown, step } from "./player.js";

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const PHONE = { width: 360, height: 640 };
/** What stays where it is from the first question of a hand to its result. */
const FIXED = ["[data-testid=board]", "#hand", "[data-testid=prompt]", "header.bar"];

for (const game of ["kout4", "basra"])
  test(`the table stays where it is through a hand of ${game}`, async ({ page }) => {
    await page.setViewportSize(PHONE);
    await prefer(page, { lang: "ar", speed: "instant", name: "", motion: false });
    await sitDown(page, game);
    const seen = new Map<string, Set<string>>(FIXED.map((one) => [one, new Set()]));
    for (let turn = 0; turn < 60; turn += 1) {
      await page
        .locator(
          "[data-turn=true] :is([data-testid^=call-], [data-testid^=take-], [data-legal=true]), [data-testid=next-hand], [data-testid=cut-close]",
        )
        .first()
        .waitFor();
      for (const [selector, boxes] of seen) {
        const { x, y, width, height } = (await page.locator(selector).boundingBox()) as Box;
        // The prompt stands beside one's name, which is told more of when one has bid.
        const told = selector.includes("prompt") ? [y, height] : [x, y, width, height];
        boxes.add(told.map(Math.round).join(" "));
      }
      if (await page.getByTestId("next-hand").count()) break;
      await step(page, turn);
    }
    await expect(page.getByTestId("next-hand")).toBeInViewport({ ratio: 1 });
    for (const [selector, boxes] of seen) expect([...boxes], selector).toHaveLength(1);
  });

test("on a phone on its side the cards lie beside the table, and nobody sits on anybody", async ({
  page,
}) => {
  await page.setViewportSize({ width: 640, height: 360 });
  await prefer(page, { lang: "en", speed: "instant", name: "" });
  await sitDown(page, "kout6");
  await page.locator("[data-turn=true] [data-testid^=call-]").first().waitFor();
  const board = (await page.getByTestId("board").boundingBox()) as Box;
  const hand = (await page.getByTestId("hand").boundingBox()) as Box;
  expect(board.height).toBeGreaterThan(260);
  expect(hand.x).toBeGreaterThanOrEqual(board.x + board.width - 1);
  await expect(page.locator("[data-testid^=call-]").last()).toBeInViewport({ ratio: 1 });
  const plates = await page.locator("[data-testid^=seat-] .plate").all();
  const boxes = await Promise.all(plates.map(async (one) => (await one.boundingBox()) as Box));
  expect(boxes).toHaveLength(5);
  boxes.forEach((one, i) => {
    for (const other of boxes.slice(i + 1)) {
      const apart =
        one.x + one.width <= other.x ||
        other.x + other.width <= one.x ||
        one.y + one.height <= other.y + 4 ||
        other.y + other.height <= one.y + 4;
      expect(apart, JSON.stringify([one, other])).toBe(true);
    }
  });
});

test("the end of a match shows the score and what to do next without scrolling", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await prefer(page, { lang: "ar", speed: "instant", name: "" });
  await sitDown(page, "allfours2");
  await page.locator("[data-turn=true], [data-testid=cut-close]").first().waitFor();
  if (await page.getByTestId("cut-close").isVisible()) await page.getByTestId("cut-close").click();
  await page.getByTestId("menu").click();
  await page.getByTestId("menu-end").click();
  await page.getByTestId("end-sure").click();
  const over = page.getByTestId("match-over");
  await expect(over.locator(".total")).toHaveCount(2);
  for (const total of await over.locator(".total").all()) await expect(total).toBeInViewport({ ratio: 1 });
  for (const link of ["rematch", "replay-link"])
    await expect(over.getByTestId(link)).toBeInViewport({ ratio: 1 });
});
