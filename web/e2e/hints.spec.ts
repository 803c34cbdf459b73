// A hint at a table against the computer: asked for with the mouse and with a key, marked, told, and put away.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { expect, test } from "@playwright/test";

import { below } from "./covered.ts";
import {
  faults,
  guest,
  joinRoom,
  leave,
  noComplaints,
  openRoom,
  PATIENCE,
  PHONE,
  tooSmall,
} from "./people.ts";
import { closeCut, sitDown } from "./player.js";
import { serve } from "./server.js";
import { settled } from "./settled.ts";

/** Without compiled rules there are no hints. If nobody has compiled them yet, that takes minutes. */
const COMPILING = 900_000;
const PYTHON = fileURLToPath(new URL("../../.venv/bin/python", import.meta.url));
let server: Awaited<ReturnType<typeof serve>> | undefined;

test.beforeAll(async () => {
  test.setTimeout(COMPILING + 60_000);
  await promisify(execFile)(PYTHON, ["-m", "diwaniya.engine.compiled"], { timeout: COMPILING });
  server = await serve();
});
test.afterAll(async () => server?.kill());

test("a hint marks the best card and says how good it is", async ({ browser }) => {
  test.setTimeout(240_000);
  const salem = await guest(browser, { name: "Salem", baseURL: server?.url ?? "" });
  const { page } = salem;
  await sitDown(page, "basra");
  const mark = page.locator("[data-testid=hand] [data-best=true]");
  const panel = page.getByTestId("hint-panel");
  await page.locator("[data-turn=true]").waitFor();
  await expect(async () => {
    if (await panel.isHidden()) await page.getByTestId("hint").click(); // once more would put it away
    await expect(panel).toBeVisible({ timeout: 4000 });
  }).toPass({ timeout: 180_000, intervals: [2500] });
  await expect(mark.first()).toBeVisible(); // several, if they are equally good
  await expect(panel.getByRole("listitem").first()).toHaveText(/ –\u00a0\d+%$/);
  const best = await mark.evaluateAll((all) => all.map((one) => one.ariaLabel ?? ""));
  const first = (await panel.getByRole("listitem").first().textContent())?.split(" –")[0];
  expect(best).toContain(`${first}, the best by the hint`);
  expect(await faults(page)).toEqual([]);
  for (const size of [PHONE, { width: 640, height: 360 }]) {
    await page.setViewportSize(size);
    await settled(page);
    expect(await below(panel), JSON.stringify(size)).toEqual([]);
  }

  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(mark).toHaveCount(0);
  await page.getByTestId("hand").getByRole("button").first().focus();
  await page.keyboard.press("h");
  await expect(mark.first()).toBeVisible();

  await mark.first().click();
  await expect(mark).toHaveCount(0);
  await expect(panel).toBeHidden();
  noComplaints([salem]);
  await leave([salem]);
});

test("the host decides whether there are hints", async ({ browser, baseURL }) => {
  test.setTimeout(120_000);
  const where = baseURL ? { baseURL } : {};
  const salem = await guest(browser, { name: "Salem", ...where });
  const noura = await guest(browser, { name: "Noura", size: PHONE, ...where });
  const code = await openRoom(salem.page, "morabaa");
  await joinRoom(noura.page, code);
  await expect(noura.page.getByTestId("room-facts")).not.toContainText("No hints");
  await salem.page.getByTestId("settings").click();
  await salem.page.getByRole("switch", { name: "Allow hints" }).uncheck({ force: true });
  await expect(noura.page.getByTestId("room-facts")).toContainText("No hints", { timeout: PATIENCE });
  await salem.page.keyboard.press("Escape");
  await salem.page.getByTestId("begin").click();
  const turns = [salem, noura].map(({ page }) => page.locator("[data-turn=true]"));
  await expect
    .poll(async () => (await Promise.all(turns.map((turn) => turn.count()))).includes(1), {
      timeout: PATIENCE,
    })
    .toBe(true);
  for (const { page } of [salem, noura]) await expect(page.getByTestId("hint")).toHaveCount(0);
  noComplaints([salem, noura]);
  await leave([salem, noura]);
});

test("on a small phone the button for a hint is large enough, and one's cards stay in sight", async ({
  browser,
  baseURL,
}) => {
  for (const lang of ["en", "ar"]) {
    const salem = await guest(browser, { name: "Salem", lang, size: PHONE, ...(baseURL ? { baseURL } : {}) });
    const { page } = salem;
    await sitDown(page, "allfours2");
    await closeCut(page);
    await page.locator("[data-turn=true]").waitFor();
    await expect(page.getByTestId("hint")).toBeVisible();
    expect(await tooSmall(page)).toEqual([]);
    const hand = await page.getByTestId("hand").boundingBox();
    expect((hand?.y ?? 0) + (hand?.height ?? 0)).toBeLessThanOrEqual(PHONE.height + 0.5);
    await leave([salem]);
  }
});
