// Arabic on a phone: the words run from right to left, the table and the cards do not.
import { expect, test } from "@playwright/test";

import { shorten } from "./people.ts";
import { playOut, prefer, sitDown } from "./player.js";

test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, locale: "ar-KW" });

test("a whole match in Arabic", async ({ page }) => {
  test.setTimeout(300_000);
  await prefer(page, { speed: "instant" });
  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.locator("html")).toHaveAttribute("lang", "ar");

  await sitDown(page, "allfours", (page) => shorten(page, 7));
  const middle = (await page.getByTestId("board").boundingBox()) ?? { x: 0, width: 0 };
  const centre = middle.x + middle.width / 2;
  const right = await page.getByTestId("seat-1").boundingBox();
  const left = await page.getByTestId("seat-3").boundingBox();
  expect(right?.x ?? 0).toBeGreaterThan(centre);
  expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThan(centre);

  const done = await playOut(page, async () => {
    const mirrored = await page.evaluate(() =>
      [...document.querySelectorAll(".card")].some((card) => {
        for (let at: Element | null = card; at; at = at.parentElement) {
          if (new DOMMatrix(getComputedStyle(at).transform).a < 0) return true;
        }
        return false;
      }),
    );
    expect(mirrored).toBe(false);
  });
  expect(done.over).toBe(1);
  await expect(page.getByTestId("match-over")).toContainText("المباراة");

  // Nothing of the page itself is left in English.
  const text = await page.locator("body").innerText();
  expect(text.match(/[A-Za-z]{4,}/g) ?? []).toEqual([]);
});

test("the language can be changed in the middle of a hand", async ({ page }) => {
  await prefer(page, { lang: "en", speed: "instant" });
  await sitDown(page, "kout4");
  await page.getByTestId("menu").click();
  await page.getByRole("radio", { name: "العربية" }).check({ force: true });
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.getByTestId("hand")).toHaveAttribute("aria-label", "أوراقك");
});
