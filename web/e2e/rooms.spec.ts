// Four people with a browser each play a whole match, from the invitation to the next one; a fifth looks on.
import { expect, test } from "@playwright/test";
import type { Page } from "@playwright/test";

import {
  DESK,
  guest,
  handOf,
  joinRoom,
  leave,
  noComplaints,
  openRoom,
  PATIENCE,
  PHONE,
  playTogether,
  shorten,
} from "./people.ts";
import type { Guest } from "./people.ts";

// Pictures of five pages at every step would cost more time than the test itself.
test.use({ trace: "off" });

/** Cuts the line of this page once: while a move is on its way, so that no answer comes. */
async function cutLineOnMove(page: Page): Promise<() => boolean> {
  let cut = false;
  await page.routeWebSocket("/ws", (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      if (!cut && String(message).includes('"type":"play"')) {
        cut = true;
        void socket.close({ code: 3001, reason: "cut" });
        void server.close();
        return;
      }
      server.send(message);
    });
  });
  return () => cut;
}

/** Cards as the server names them. */
const named = (frames: readonly string[]): Set<string> =>
  new Set((frames.join(" ").match(/"[AKQJT2-9][SHDC]"/g) ?? []).map((name) => name.slice(1, 3)));

test("four friends play a whole match, one looks on, and nothing is lost or seen", async ({ browser }) => {
  test.setTimeout(420_000);
  expect.configure({ timeout: PATIENCE });
  const salem = await guest(browser, { name: "Salem" });
  const noura = await guest(browser, { name: "نورة", lang: "ar", size: PHONE });
  const hamad = await guest(browser, { name: "Hamad", size: PHONE });
  const layla = await guest(browser, { name: "Layla" });
  const onlooker = await guest(browser, { name: "Jasim", size: DESK });
  const players = [salem, noura, hamad, layla];
  const everybody = [...players, onlooker];
  const cut = await cutLineOnMove(noura.page);

  // The invitation: a code to read aloud, a link, a picture.
  const code = await openRoom(salem.page, "morabaa", (page) => shorten(page, 21));
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
  await salem.page.getByTestId("invite").click();
  await expect(salem.page.getByTestId("room-code")).toHaveText(code);
  await expect(salem.page.getByTestId("qr")).toHaveAttribute("aria-label", new RegExp(code));
  const link = await salem.page.getByTestId("link").inputValue();
  await salem.page.keyboard.press("Escape");

  // Three ways in: the link, the code as people write it, and a seat of one's own choice.
  await noura.page.goto(link);
  await noura.page.getByTestId("sit-down").click();
  await expect(noura.page.getByTestId("room")).toHaveAttribute("data-seat", "2");
  await hamad.page.goto("/");
  await hamad.page.getByTestId("code").fill(` ${code.toLowerCase().replace("-", " ")}`);
  await hamad.page.getByTestId("join-go").click();
  await hamad.page.getByTestId("sit-down").click();
  await expect(hamad.page.getByTestId("room")).toHaveAttribute("data-seat", "1");
  await layla.page.goto(`/#/join/${code}`);
  await layla.page.getByTestId("chair-3").click();
  await expect(layla.page.getByTestId("room")).toHaveAttribute("data-seat", "3");
  await onlooker.page.goto(`/#/join/${code}`);
  await onlooker.page.getByTestId("watch").click();
  await expect(onlooker.page.getByTestId("room")).toBeVisible();
  await expect(onlooker.page.getByTestId("code-shown")).toHaveCount(0);

  await expect(salem.page.getByTestId("room-status")).toHaveText("Everybody is here.");
  await expect(noura.page.getByTestId("chair-0")).toContainText("Salem");
  await salem.page.getByTestId("begin").click();
  for (const { page } of everybody) await expect(page.getByTestId("table")).toBeVisible();
  await expect(onlooker.page.getByTestId("watch-banner")).toBeVisible();

  // Before the first card: each sees his own hand and the floor, and the onlooker only the floor.
  for (const { page } of players) await expect(page.getByTestId("hand").getByRole("button")).toHaveCount(4);
  const hands = await Promise.all(players.map(({ page }) => handOf(page)));
  expect(new Set(hands.flat()).size).toBe(16);
  const seen = named(onlooker.frames);
  for (const card of hands.flat()) expect(seen).not.toContain(card);
  for (const [i, { frames, name }] of players.entries()) {
    const others = hands.filter((_, other) => other !== i).flat();
    const known = named(frames);
    for (const card of others) expect(known, name).not.toContain(card);
  }
  const drawn = await onlooker.page.getByTestId("table").evaluate((table) => table.outerHTML);
  for (const card of hands.flat()) expect(drawn).not.toContain(`"card-${card}"`);
  expect(await onlooker.page.getByTestId("seats").evaluate((seats) => seats.outerHTML)).not.toMatch(
    /class="face|spades|hearts|diamonds|clubs/i,
  );

  // One leaves while somebody else is to play, and comes back to the very same cards.
  const thinking = await salem.page.evaluate(() => {
    const turn = document.querySelector("[data-turn]");
    return turn?.getAttribute("data-turn") === "true";
  });
  const leaver: Guest = thinking ? layla : salem;
  const turns = await Promise.all(
    players.map(({ page }) => page.getByTestId("table").getAttribute("data-turn")),
  );
  expect(turns.filter((turn) => turn === "true")).toHaveLength(1);
  const before = await handOf(leaver.page);
  await leaver.page.getByTestId("menu").click();
  await leaver.page.getByTestId("leave").click();
  await leaver.page.getByTestId("leave-yes").click();
  await leaver.page.getByTestId("front").waitFor();
  await expect(hamad.page.getByTestId("news")).toContainText(/away/);
  await leaver.page.getByTestId("continue").first().click();
  await expect(leaver.page.getByTestId("table")).toBeVisible();
  await expect(leaver.page.getByTestId("away-banner")).toHaveCount(0);
  expect(await handOf(leaver.page)).toEqual(before);

  // The match, with a line that breaks in the middle of a move.
  await playTogether(players);
  expect(cut()).toBe(true);
  for (const { page } of everybody) await expect(page.getByTestId("match-over")).toBeVisible();
  await expect(noura.page.getByTestId("match-over")).toContainText("المباراة");
  await expect(onlooker.page.getByTestId("rematch")).toHaveCount(0);

  // Another one: everybody is asked, and sees who has agreed.
  await salem.page.getByTestId("rematch").click();
  await expect(hamad.page.getByTestId("rematch-who").locator(".ready")).toHaveCount(1);
  await noura.page.getByTestId("rematch").click();
  await hamad.page.getByTestId("rematch").click();
  await expect(salem.page.getByTestId("rematch-who").locator(".ready")).toHaveCount(3);
  await layla.page.getByTestId("rematch").click();
  for (const { page } of everybody) {
    await expect(page.getByTestId("match-over")).toHaveCount(0);
    await expect(page.getByTestId("table")).toHaveAttribute("data-phase", "playing");
  }
  await expect(salem.page.getByTestId("hand").getByRole("button")).toHaveCount(4);

  // The room keeps the score, and the finished match can be looked at by anybody who has its link.
  await salem.page.getByTestId("menu").click();
  await salem.page.getByTestId("open-scores").click();
  const again = salem.page.getByTestId("score-sheet").getByRole("link");
  await expect(again).toHaveCount(1);
  const match = /#\/match\/([^/]+)/.exec((await again.getAttribute("href")) ?? "")?.[1] ?? "";
  const record = await salem.page.request.get(`/api/matches/${match}/record`);
  expect(record.ok()).toBe(true);
  noComplaints(everybody);
  await leave(everybody);
});

test("people are moved, filled up with computer players, taken away, and let in again", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const host = await guest(browser, { name: "Salem", size: PHONE });
  const other = await guest(browser, { name: "Noura" });
  const code = await openRoom(host.page, "kout4");
  await joinRoom(other.page, code);
  await expect(other.page.getByTestId("room")).toHaveAttribute("data-seat", "2");

  // Whom, then where to; a guest moves himself with one touch.
  await host.page.getByTestId("chair-2").click();
  await host.page.getByTestId("chair-1").click();
  await expect(other.page.getByTestId("room")).toHaveAttribute("data-seat", "1");
  await other.page.getByTestId("chair-3").click();
  await expect(other.page.getByTestId("room")).toHaveAttribute("data-seat", "3");

  await host.page.getByTestId("chair-1").click();
  await host.page.getByTestId("fill-easy").click();
  await expect(other.page.getByTestId("chair-1")).toHaveAttribute("data-kind", "computer");
  await host.page.getByTestId("fill-all").click();
  await expect(other.page.getByTestId("chair-2")).toHaveAttribute("data-kind", "computer");
  await expect(other.page.getByTestId("room-status")).toHaveText("Everybody is here.");

  // Host and guest change roles, and back.
  await host.page.getByTestId("chair-3").click();
  await host.page.getByTestId("give").click();
  await expect(other.page.getByTestId("begin")).toBeVisible();
  await expect(host.page.getByTestId("begin")).toHaveCount(0);
  await other.page.getByTestId("chair-0").click();
  await other.page.getByTestId("give").click();
  await expect(host.page.getByTestId("begin")).toBeVisible();

  // Taken away, after being asked whether that is meant; and not let in again before the host says so.
  await host.page.getByTestId("chair-3").click();
  await host.page.getByTestId("remove").click();
  await host.page.getByTestId("remove-sure").click();
  await expect(other.page.getByTestId("nothing")).toContainText("removed you");
  await other.page.goto(`/#/join/${code}`);
  await other.page.getByTestId("sit-down").click();
  await expect(other.page.getByTestId("trouble")).toContainText("removed you");
  const removed = host.page.getByTestId("removed");
  await expect(removed).toContainText("Noura");
  await removed.getByRole("button", { name: "Let Noura in again" }).click();
  await expect(removed).toBeHidden();
  await other.page.getByTestId("sit-down").click();
  await expect(other.page.getByTestId("room")).toHaveAttribute("data-seat", "3");
  noComplaints([host, other]);
  await leave([host, other]);
});

test("another game, other rules and another way to be found are chosen in the room", async ({ browser }) => {
  test.setTimeout(180_000);
  const host = await guest(browser, { name: "Salem" });
  const visitor = await guest(browser, { name: "Noura", size: PHONE });
  await visitor.page.goto("/");
  await openRoom(host.page, "kout4");
  await host.page.getByTestId("change").click();
  await host.page.getByTestId("change-game").getByRole("combobox").selectOption("morabaa");
  await host.page.getByRole("switch").first().check({ force: true });
  await host.page.getByTestId("apply").click();
  await expect(host.page.getByRole("heading", { level: 1 })).toHaveText("Morabaa");
  await expect(host.page.getByTestId("room-facts")).toContainText("Yes");

  // In the lobby as soon as it is listed, and gone from it when it is locked.
  await host.page.getByTestId("settings").click();
  await host.page.getByRole("switch", { name: "List the room" }).check({ force: true });
  await expect(visitor.page.getByTestId("lobby")).toContainText("Salem", { timeout: PATIENCE });
  await host.page.getByRole("switch", { name: "Lock the room" }).check({ force: true });
  await expect(visitor.page.getByTestId("lobby-join")).toHaveCount(0, { timeout: PATIENCE });
  await host.page.getByRole("switch", { name: "Lock the room" }).uncheck({ force: true });
  await visitor.page.getByTestId("lobby-join").click();
  await expect(visitor.page.getByTestId("room")).toHaveAttribute("data-seat", "2", { timeout: PATIENCE });

  // A word of one's own in the shuffles.
  await visitor.page.getByTestId("stir").locator("summary").click();
  await visitor.page.getByTestId("salt").fill("hail and قهوة");
  await visitor.page.getByTestId("stir-go").click();
  await expect(visitor.page.getByTestId("stir")).toContainText("Stirred in");

  // Nobody may look on: said kindly.
  await host.page.getByRole("switch", { name: "Let others look on" }).uncheck({ force: true });
  await host.page.keyboard.press("Escape");
  const address = new URL(host.page.url()).hash;
  const nosy = await guest(browser, { name: "Jasim" });
  await nosy.page.goto(`/${address}`);
  await expect(nosy.page.getByTestId("nothing")).toContainText("rather not be watched");
  noComplaints([host, visitor, nosy]);
  await leave([host, visitor, nosy]);
});
