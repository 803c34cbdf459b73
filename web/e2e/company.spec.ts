// What belongs to company: chat, quick play, clocks, those who leave and come back, and the same guest on two devices.
import { expect, test } from "@playwright/test";

import type { Guest } from "./people.ts";
import { guest, handOf, joinRoom, leave, noComplaints, openRoom, PATIENCE, PHONE } from "./people.ts";
import { prefer, sitDown } from "./player.js";
import { serve } from "./server.js";

test.use({ trace: "off" });

test("what is said reaches those at the table, each in his language, and nobody who would rather not hear", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const salem = await guest(browser, { name: "Salem" });
  const noura = await guest(browser, { name: "نورة", lang: "ar", size: PHONE });
  const code = await openRoom(salem.page, "kout4");
  await salem.page.getByTestId("chat-text").waitFor();
  await expect(salem.page.getByTestId("chat-text")).toBeDisabled();
  await joinRoom(noura.page, code);

  // A phrase in each reader's language, a text as it was written; the phone counts what was not read.
  await salem.page.getByTestId("phrase-hello").click();
  await salem.page.getByTestId("chat-text").fill("<b>see you</b> at قهوة");
  await salem.page.getByTestId("chat-send").click();
  await expect(noura.page.getByTestId("open-chat")).toHaveAttribute("data-unread", "2", {
    timeout: PATIENCE,
  });
  await noura.page.getByTestId("open-chat").click();
  await expect(noura.page.getByTestId("said").first()).toContainText("السلام عليكم");
  await expect(noura.page.getByTestId("said").last()).toContainText("<b>see you</b> at قهوة");
  await expect(salem.page.getByTestId("said").first()).toContainText("Peace be with you all!");

  // Shown to the host, who is asked nothing and may do something about it.
  await noura.page.getByTestId("chat-text").fill("rude words");
  await noura.page.getByTestId("chat-send").click();
  await salem.page.getByTestId("said").filter({ hasText: "rude" }).getByTestId("said-more").click();
  await salem.page.getByTestId("said-report").click();
  await salem.page.getByTestId("report-yes").click();
  await expect(salem.page.getByTestId("report")).toContainText("rude words", { timeout: PATIENCE });
  await salem.page.getByTestId("report-close").click();

  // Muted: the next message does not come; heard again: the one after it does.
  await noura.page.getByTestId("said").first().getByTestId("said-more").click();
  await noura.page.getByTestId("said-mute").click();
  await expect(noura.page.getByTestId("chat")).toContainText("لن تسمع");
  await salem.page.getByTestId("chat-text").fill("you cannot hear this");
  await salem.page.getByTestId("chat-send").click();
  await expect(salem.page.getByTestId("said").last()).toContainText("cannot hear", { timeout: PATIENCE });
  await noura.page.keyboard.press("Escape");
  await noura.page.getByTestId("chair-0").click();
  await noura.page.getByTestId("mute").click();
  await expect(noura.page.getByTestId("mute")).toHaveAttribute("aria-pressed", "false", {
    timeout: PATIENCE,
  });
  await salem.page.getByTestId("phrase-bravo").click();
  await noura.page.getByTestId("open-chat").click();
  await expect(noura.page.getByTestId("said").last()).toContainText("عفية", { timeout: PATIENCE });
  expect(noura.frames.join(" ")).not.toContain("cannot hear");

  // Kept nowhere: not in the browser, and not on the page once it has turned away.
  const kept = await noura.page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(kept).not.toContain("rude");
  await noura.page.keyboard.press("Escape");
  await noura.page.getByRole("link").first().click();
  await noura.page.getByTestId("continue").click();
  await noura.page.getByTestId("open-chat").click();
  await expect(noura.page.getByTestId("chat")).toBeVisible();
  await expect(noura.page.getByTestId("said")).toHaveCount(0);
  noComplaints([salem, noura]);
  await leave([salem, noura]);
});

test("the first visit asks who it is, once", async ({ page }) => {
  await prefer(page, { lang: "en" });
  await page.goto("/");
  await page.getByTestId("name").fill("Salem");
  await page.getByTestId("face").click();
  await page.getByRole("radio", { name: "Lantern on blue" }).check({ force: true });
  const kept = page.waitForResponse("/api/me");
  await page.getByRole("button", { name: "That is me" }).click();
  expect((await kept).ok()).toBe(true);
  await expect(page.getByTestId("hello")).toHaveCount(0);
  // The server keeps it in the cookie: another page of this browser knows it without being told.
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(page.getByTestId("me-button")).toHaveAttribute("aria-label", /Salem/);
  await expect(page.getByTestId("hello")).toHaveCount(0);
  const me = (await (await page.request.get("/api/me")).json()) as { name: string; avatar: number };
  expect(me).toEqual({ name: "Salem", avatar: 3 });
});

test("the same guest on two devices, by a link that works once and asks first", async ({ browser }) => {
  test.setTimeout(180_000);
  const desk = await guest(browser, { name: "Salem" });
  await sitDown(desk.page, "basra");
  await desk.page.locator("[data-turn=true]").waitFor();
  const cards = await handOf(desk.page);
  const table = new URL(desk.page.url()).hash;
  await desk.page.goto("/");
  await desk.page.getByTestId("me-button").click();
  await desk.page.getByTestId("device").click();
  const link = await desk.page.getByTestId("link").inputValue();
  await expect(desk.page.getByTestId("qr")).toBeVisible();
  const ticket = new URL(link).hash;

  const phone = await guest(browser, { name: "Somebody", size: PHONE });
  await phone.page.goto(`/${ticket}`);
  await expect(phone.page.getByTestId("claim")).toContainText("Somebody");
  await phone.page.getByTestId("claim-yes").click();
  await phone.page.getByTestId("continue").first().click();
  await expect(phone.page.getByTestId("table")).toBeVisible();
  expect(new URL(phone.page.url()).hash).toBe(table);
  expect(await handOf(phone.page)).toEqual(cards);
  await expect(phone.page.getByTestId("me")).toContainText("Salem");

  const third = await guest(browser, { name: "Late" });
  await third.page.goto(`/${ticket}`);
  await third.page.getByTestId("claim-yes").click();
  await expect(third.page.getByRole("alert")).toContainText("used already");
  noComplaints([desk, phone, third]);
  await leave([desk, phone, third]);
});

/** A running match whose onlookers are two minutes behind. Returns where it is. */
async function watched({ page }: Guest): Promise<string> {
  await openRoom(page, "morabaa");
  await page.getByTestId("begin").click();
  await page.getByTestId("table").waitFor();
  await page.getByTestId("menu").click();
  await page.getByTestId("menu-people").click();
  await page.getByTestId("people-room").locator("summary").click();
  await page.locator("[type=radio][value='120']").check({ force: true });
  await expect(page.locator("[type=radio][value='120']")).toBeChecked();
  await page.keyboard.press("Escape");
  return `/${new URL(page.url()).hash}`;
}

test("who looks on has to wait for what is old enough, and goes when nobody may look on", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const host = await guest(browser, { name: "Salem" });
  const onlooker = await guest(browser, { name: "Jasim" });
  await onlooker.page.goto(await watched(host));
  await expect(onlooker.page.getByTestId("nothing")).toContainText("nothing to see yet", {
    timeout: PATIENCE,
  });
  await host.page.getByTestId("open-people").click();
  await expect(host.page.getByTestId("people")).toContainText("1 looking on");
  await host.page.getByRole("switch", { name: "Let others look on" }).uncheck({ force: true });
  await expect(onlooker.page.getByTestId("nothing")).toContainText("Nobody may look on", {
    timeout: PATIENCE,
  });
  noComplaints([host, onlooker]);
  await leave([host, onlooker]);
});

test.describe("on a server whose clocks run fast", () => {
  // The tables' time, not the page's: sixty seconds of patience are over in two.
  let server: Awaited<ReturnType<typeof serve>>;
  test.beforeAll(async () => {
    server = await serve({ haste: 30 });
  });
  test.afterAll(() => server.kill());

  test("quick play seats strangers together, and begins by itself", async ({ browser }) => {
    test.setTimeout(120_000);
    const slow = await serve({ haste: 4 });
    const one = await guest(browser, { name: "Salem", baseURL: slow.url });
    const two = await guest(browser, { name: "Noura", baseURL: slow.url });
    for (const { page } of [one, two]) {
      await page.goto("/");
      await page.locator("[type=radio][value=quick]").check({ force: true });
    }
    await one.page.getByTestId("game-morabaa").click();
    await two.page.getByTestId("game-morabaa").click();
    for (const { page } of [one, two])
      await expect(page.getByTestId("table")).toBeVisible({ timeout: PATIENCE });
    expect(new URL(one.page.url()).hash).toBe(new URL(two.page.url()).hash);
    await one.page.getByTestId("open-people").click();
    await expect(one.page.getByTestId("people")).toContainText("Noura");
    await expect(one.page.getByTestId("people")).toContainText("computer player");
    noComplaints([one, two]);
    await leave([one, two]);
    await slow.kill();
  });

  test("whoever lets the clock run out gets his cards back with a touch", async ({ browser }) => {
    test.setTimeout(120_000);
    const salem = await guest(browser, { name: "Salem", baseURL: server.url });
    const noura = await guest(browser, { name: "Noura", baseURL: server.url, size: PHONE });
    const code = await openRoom(salem.page, "morabaa");
    await joinRoom(noura.page, code);
    await salem.page.getByTestId("settings").click();
    await salem.page.getByRole("radio", { name: "15 seconds" }).first().check({ force: true });
    await expect(noura.page.getByTestId("room-facts")).toContainText("15 seconds", { timeout: PATIENCE });
    await salem.page.keyboard.press("Escape");
    await salem.page.getByTestId("begin").click();
    // Nobody plays: each turn's time runs out, and the computer takes over.
    await expect(salem.page.getByTestId("away-banner")).toBeVisible({ timeout: PATIENCE });
    await salem.page.getByTestId("back").click();
    await expect(salem.page.getByTestId("away-banner")).toHaveCount(0, { timeout: PATIENCE });
    noComplaints([salem, noura]);
    await leave([salem, noura]);
  });

  test("who looks on is told how far he is behind", async ({ browser }) => {
    test.setTimeout(120_000);
    const host = await guest(browser, { name: "Salem", baseURL: server.url });
    const onlooker = await guest(browser, { name: "Jasim", baseURL: server.url });
    await onlooker.page.goto(await watched(host));
    await expect(onlooker.page.getByTestId("watch-banner")).toContainText("120 seconds behind", {
      timeout: PATIENCE,
    });
    await expect(onlooker.page.getByTestId("table")).toBeVisible();
    noComplaints([host, onlooker]);
    await leave([host, onlooker]);
  });

  test("who is left may play on with computer players, or end the match", async ({ browser }) => {
    test.setTimeout(120_000);
    const salem = await guest(browser, { name: "Salem", baseURL: server.url, size: PHONE });
    const noura = await guest(browser, { name: "Noura", baseURL: server.url });
    const code = await openRoom(salem.page, "morabaa");
    await joinRoom(noura.page, code);
    await salem.page.getByTestId("begin").click();
    await expect(noura.page.getByTestId("table")).toBeVisible({ timeout: PATIENCE });
    // Gone without a word: after a while a computer player takes over.
    await noura.page.close();
    await expect(salem.page.getByTestId("alone-banner")).toBeVisible({ timeout: PATIENCE });
    await salem.page.getByTestId("play-on").click();
    await expect(salem.page.getByTestId("alone-banner")).toHaveCount(0);
    await salem.page.getByTestId("menu").click();
    await salem.page.getByTestId("menu-end").click();
    await salem.page.getByTestId("end-sure").click();
    await expect(salem.page.getByTestId("match-over")).toContainText("without a winner", {
      timeout: PATIENCE,
    });
    noComplaints([salem]);
    await leave([salem, noura]);
  });
});

test("a page of another protocol is loaded anew once, and then asks", async ({ page }) => {
  let connections = 0;
  await page.routeWebSocket("/ws", (socket) => {
    connections += 1;
    socket.onMessage(() => {
      socket.send('{"type":"error","code":"bad_protocol","text":"this server speaks another protocol"}');
      void socket.close();
    });
  });
  let loads = 0;
  page.on("request", (request) => (loads += Number(request.isNavigationRequest())));
  await page.goto("/");
  await expect.poll(() => connections, { timeout: PATIENCE }).toBe(2);
  await expect(page.getByRole("button", { name: "Load it" })).toBeVisible({ timeout: PATIENCE });
  expect([loads, connections]).toEqual([2, 2]);
});
