// What goes wrong in real life: the page is loaded anew, the server dies, the network goes away.
import { expect, test } from "@playwright/test";
import type { Page } from "@playwright/test";

import { shorten } from "./people.ts";
import { playOut, prefer, sitDown, step } from "./player.js";
import { serve } from "./server.js";

async function play(page: Page, moves: number): Promise<void> {
  for (let turn = 0; turn < moves; turn += 1) await step(page, turn);
}

/** Wait until it is this player's turn, so that nothing moves while we compare. */
async function settle(page: Page): Promise<void> {
  await page.locator("[data-turn=true], [data-testid=next-hand], [data-testid=match-over]").first().waitFor();
}

const cards = (page: Page): Promise<string[]> =>
  page
    .getByTestId("hand")
    .getByRole("button")
    .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? ""));

test("a reload in the middle comes back to the same cards", async ({ page }) => {
  test.setTimeout(120_000);
  await prefer(page, { lang: "en", speed: "instant" });
  await sitDown(page, "morabaa");
  await play(page, 2);
  await settle(page);
  const before = await cards(page);
  const seq = await page.getByTestId("table").getAttribute("data-seq");
  await page.reload();
  await page.getByTestId("table").waitFor();
  expect(await cards(page)).toEqual(before);
  expect(await page.getByTestId("table").getAttribute("data-seq")).toBe(seq);
  await play(page, 2);
});

test("a running match is offered on the front page", async ({ page }) => {
  await prefer(page, { lang: "en", speed: "instant" });
  await sitDown(page, "kout4");
  await settle(page);
  const before = await cards(page);
  await page.goto("/");
  await page.getByTestId("continue").first().click();
  await page.getByTestId("table").waitFor();
  expect(await cards(page)).toEqual(before);
});

test("the server is killed and comes back; the match goes on to its end", async ({ browser }) => {
  test.setTimeout(300_000);
  const server = await serve();
  try {
    const page = await (await browser.newContext({ baseURL: server.url })).newPage();
    await prefer(page, { lang: "en", speed: "instant" });
    await sitDown(page, "allfours", (page) => shorten(page, 7));
    await play(page, 4);
    await settle(page);
    const before = await cards(page);

    await server.kill();
    await expect(page.getByTestId("lost")).toBeVisible();
    await server.start();
    await expect(page.getByTestId("lost")).toBeHidden({ timeout: 30_000 });
    await settle(page);
    expect(await cards(page)).toEqual(before);

    const done = await playOut(page);
    expect(done.over).toBe(1);
  } finally {
    await server.kill();
  }
});

test("a move made while the server is away is played once it is back", async ({ browser }) => {
  test.setTimeout(120_000);
  const server = await serve();
  try {
    const page = await (await browser.newContext({ baseURL: server.url })).newPage();
    await prefer(page, { lang: "en", speed: "instant" });
    await sitDown(page, "basra");
    await settle(page);
    const before = await cards(page);

    await server.kill();
    await expect(page.getByTestId("lost")).toBeVisible();
    await page.getByTestId("hand").getByRole("button").first().click();
    await server.start();
    await expect(page.getByTestId("lost")).toBeHidden({ timeout: 30_000 });
    await expect.poll(async () => (await cards(page)).length, { timeout: 30_000 }).not.toBe(before.length);
  } finally {
    await server.kill();
  }
});
