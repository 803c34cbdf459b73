// Keys, screen readers, small screens, and what must not be there to be found.
import { expect, test } from "@playwright/test";

import { faults } from "./people.ts";
import { prefer, sitDown, step } from "./player.js";

for (const [theme, lang] of [
  ["light", "en"],
  ["dark", "ar"],
] as const) {
  test.describe(() => {
    // Nothing is half faded in while it is looked at.
    test.use({ contextOptions: { reducedMotion: "reduce" } });

    test(`nothing for an accessibility checker to find (${theme}, ${lang})`, async ({ page }) => {
      test.setTimeout(120_000);
      await prefer(page, { lang, theme, speed: "instant" });
      await page.goto("/");
      await page.getByTestId("game-kout4").waitFor();
      expect(await faults(page)).toEqual([]);
      await page.goto("/#/new/allfours");
      await page.locator("summary").click();
      expect(await faults(page)).toEqual([]);
      for (const game of ["kout6", "morabaa", "cucco", "allfours"]) {
        await sitDown(page, game);
        await page.locator("[data-turn=true], [data-testid=cut-close]").first().waitFor();
        expect(await faults(page), game).toEqual([]);
      }
    });
  });
}

test("a hand can be played with the keyboard alone", async ({ page }) => {
  await prefer(page, { lang: "en", speed: "instant" });
  await sitDown(page, "basra");
  // Whoever opens the link of a table begins at the top of the page.
  await page.reload();
  await page.locator("[data-turn=true]").waitFor();
  const hand = page.getByTestId("hand");
  const count = await hand.getByRole("button").count();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(hand.locator("button:focus")).toHaveCount(1);
  await page.keyboard.press("ArrowRight");
  const chosen = await hand.locator("button:focus").getAttribute("data-testid");
  await page.keyboard.press("Enter");
  await expect(page.getByTestId(chosen ?? "")).toHaveCount(0);
  await page.locator("[data-turn=true]").waitFor();
  expect(await hand.getByRole("button").count()).toBeLessThan(count);
});

test("a card that may not be played says why, and is not played", async ({ page }) => {
  test.setTimeout(120_000);
  await prefer(page, { lang: "en", speed: "instant" });
  await sitDown(page, "kout4");
  const blocked = page.locator("[data-turn=true] [data-testid=hand] [data-legal=false]");
  for (let turn = 0; turn < 60; turn += 1) {
    if ((await page.locator("[data-turn=true] [data-legal=true]").count()) && (await blocked.count())) break;
    await step(page, turn);
  }
  const card = blocked.first();
  const name = await card.getAttribute("data-testid");
  await card.click({ force: true });
  await expect(page.getByTestId("why-rule")).toContainText(/K1[0-9]/);
  await expect(page.getByTestId(name ?? "")).toBeVisible();
  await expect(card).toHaveAttribute("aria-disabled", "true");
});

test("moves are told to those who hear the page", async ({ page }) => {
  await prefer(page, { lang: "en", speed: "instant" });
  await sitDown(page, "basra");
  await page.locator("[data-turn=true]").waitFor();
  await step(page, 0);
  await page.locator("[data-turn=true]").waitFor();
  await expect(page.getByTestId("spoken")).toContainText(/(play|take|sweep|floor|Basra).*Your turn/s);
});

test("nothing of the others' cards is in the page", async ({ page }) => {
  await prefer(page, { lang: "en", speed: "instant" });
  const received: string[] = [];
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => received.push(String(payload))),
  );
  await sitDown(page, "kout6");
  await page.waitForTimeout(500);
  const seats = await page.getByTestId("seats").evaluate((list) => list.outerHTML);
  expect(seats).toContain("svg");
  // Backs only: no face is drawn, and no card is named, at any seat but one's own.
  expect(seats).not.toMatch(/class="face|spades|hearts|diamonds|clubs|joker/i);
  const own = await page.getByTestId("hand").getByRole("button").count();
  expect(own).toBe(9);
  // What came over the wire before the first card was played names no other card than one's own.
  const names = new Set(
    (received.join(" ").match(/"(?:[AKQJT2-9][SHDC]|RJ|BJ)"/g) ?? []).map((name) => name.slice(1, 3)),
  );
  const mine = await page
    .getByTestId("hand")
    .getByRole("button")
    .evaluateAll((all) => all.map((one) => (one.getAttribute("data-testid") ?? "").slice(5)));
  const played = received.join(" ").includes('"trump":"');
  if (!played) expect([...names].sort()).toEqual(mine.sort());
});

test("every card and button is large enough for a finger", async ({ page }) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 360, height: 640 });
  await prefer(page, { lang: "en", speed: "instant" });
  for (const game of ["kout4", "allfours2", "cucco"]) {
    await sitDown(page, game);
    for (let turn = 0; turn < 6; turn += 1) {
      // A card under the pointer rises, and covers more of the one behind it; there is none under a finger.
      await page.mouse.move(0, 0);
      await page.evaluate(() => {
        const ends = document
          .getAnimations()
          .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
        return Promise.allSettled(ends.map((one) => one.finished));
      });
      const small = await page.evaluate(() => {
        const seen = (node: Element): boolean => node.getClientRects().length > 0;
        return [...document.querySelectorAll("button, a.button, input")].filter(seen).flatMap((node) => {
          const box = node.getBoundingClientRect();
          // What waits behind an open panel cannot be touched at all.
          if (box.bottom < 0 || node.closest(".skip, [inert]")) return [];
          // How much of it can be touched: a card may lie half under the next.
          let wide = 0;
          let tall = 0;
          for (let x = box.left + 0.5; x < box.right; x += 1) {
            const top = document.elementFromPoint(x, box.top + 20);
            if (top && node.contains(top)) wide += 1;
          }
          for (let y = box.top + 0.5; y < box.bottom; y += 1) {
            const top = document.elementFromPoint(box.left + 12, y);
            if (top && node.contains(top)) tall += 1;
          }
          return wide < 40 || tall < 40
            ? [`${node.getAttribute("data-testid") ?? node.textContent}: ${wide}x${tall}`]
            : [];
        });
      });
      expect(small).toEqual([]);
      await step(page, turn);
    }
  }
});
