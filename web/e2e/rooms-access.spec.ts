// The screens of rooms with keys alone, for a screen reader, and under a finger.
import { expect, test } from "@playwright/test";
import type { Page } from "@playwright/test";

import { faults, guest, joinRoom, leave, openRoom, PATIENCE, PHONE, tooSmall } from "./people.ts";
import { prefer } from "./player.js";

test.use({ trace: "off" });

/** Goes on with Tab until the wanted thing has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  const wanted = page.locator(selector);
  await wanted.first().waitFor();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await wanted.evaluateAll((all) => all.some((one) => one === document.activeElement))) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${selector} cannot be reached with Tab`);
}

test("a room can be opened, filled and begun with the keyboard alone", async ({ page }) => {
  test.setTimeout(120_000);
  await prefer(page, { lang: "en", speed: "instant", name: "Salem", met: true });
  await page.goto("/");
  await tabTo(page, "[type=radio][name][value=alone]");
  await page.keyboard.press("ArrowRight");
  await tabTo(page, "[data-testid=game-morabaa]");
  await page.keyboard.press("Enter");
  await tabTo(page, "[data-testid=start]");
  await page.keyboard.press("Enter");
  // A computer player at one seat, then oneself at another, then the rest.
  await tabTo(page, "[data-testid=chair-1]");
  await page.keyboard.press("Enter");
  await tabTo(page, "[data-testid=fill-easy]");
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("chair-1")).toHaveAttribute("data-kind", "computer");
  await tabTo(page, "[data-testid=chair-0]");
  await page.keyboard.press("Enter");
  await tabTo(page, "[data-testid=chair-2]");
  await page.keyboard.press("Space");
  await expect(page.getByTestId("room")).toHaveAttribute("data-seat", "2");
  await tabTo(page, "[data-testid=begin]");
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("table")).toBeVisible();
});

for (const [theme, lang] of [
  ["light", "en"],
  ["dark", "ar"],
] as const) {
  test(`nothing is wrong with the screens of rooms (${theme}, ${lang})`, async ({ browser }) => {
    test.setTimeout(240_000);
    const look = { lang, theme, size: PHONE };
    const host = await guest(browser, { name: "Salem", ...look });
    const other = await guest(browser, { name: "نورة", ...look });
    const { page } = host;
    const check = async (what: string, where = page): Promise<void> => {
      expect(await faults(where), what).toEqual([]);
      expect(await tooSmall(where), what).toEqual([]);
    };
    const closed = async (): Promise<void> => {
      await page.keyboard.press("Escape");
      await expect(page.locator("dialog")).toHaveCount(0);
    };

    await page.goto("/");
    await page.getByTestId("me-button").click();
    await page.getByTestId("device").click();
    await page.getByTestId("qr").waitFor();
    await check("who I am");
    const code = await openRoom(page, "kout6");
    await page.getByTestId("settings").click();
    await page.getByRole("switch").first().check({ force: true });
    await check("the room's settings");
    await closed();
    await page.getByTestId("change").click();
    await check("the game and its rules");
    await closed();
    await page.getByTestId("invite").click();
    await page.getByTestId("qr").waitFor();
    await check("the invitation");
    await closed();

    await other.page.goto("/");
    await other.page.getByTestId("lobby-join").waitFor({ timeout: PATIENCE });
    await check("the front page with an open room", other.page);
    await other.page.goto(`/#/join/${code}`);
    await other.page.getByTestId("sit-down").waitFor();
    await check("the way in", other.page);
    await joinRoom(other.page, code);
    await check("the room of a guest", other.page);
    await other.page.getByTestId("open-chat").click();
    await other.page.getByTestId("phrase-hello").click();
    await expect(page.getByTestId("open-chat")).toHaveAttribute("data-unread", "1");
    await page.getByTestId("chair-2").click();
    await page.getByTestId("remove").click();
    await check("a seat and what can be done with it");
    await page.getByTestId("open-chat").click();
    await page.getByTestId("said-more").click();
    await page.getByTestId("said-report").click();
    await check("the chat");
    await closed();

    await page.getByTestId("begin").click();
    await page.getByTestId("table").waitFor();
    await page.getByTestId("room").waitFor({ state: "detached" });
    await page.getByTestId("open-people").click();
    await check("the people at the table");
    await closed();
    await page.getByTestId("menu").click();
    await check("the menu");
    await page.getByTestId("leave").click();
    await check("leaving");
    await closed();
    await other.page.keyboard.press("Escape");
    await other.page.getByTestId("menu").click();
    await other.page.getByTestId("leave").click();
    await other.page.getByTestId("leave-yes").click();
    await page.getByTestId("alone-banner").waitFor();
    await check("left alone");
    await page.getByTestId("end").click();
    await check("asked whether the match shall end");
    await page.getByTestId("end-sure").click();
    await page.getByTestId("match-over").waitFor();
    await check("the end of a match");
    await page.getByTestId("to-room").click();
    await page.getByTestId("score-sheet").waitFor();
    await check("the room between two matches");
    await leave([host, other]);
  });
}
