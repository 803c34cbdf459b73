// The screens of rooms one after the other, for the tool that takes pictures: an invitation, a table with company, what is
// said, who leaves, and the end.
import { prefer, step } from "./player.js";

/** @typedef {import("@playwright/test").Page} Page */

/**
 * @param {Page} page the host's, already opened
 * @param {{ lang: string, theme: string, viewport: { width: number, height: number }, baseURL: string }} look
 * @param {(page: Page, name: string, whole?: boolean) => Promise<void>} shoot
 */
export async function tour(page, look, shoot) {
  const { lang, theme, viewport, baseURL } = look;
  const browser = page.context().browser();
  if (!browser) return;
  /** @param {string} name */
  const another = async (name) => {
    const context = await browser.newContext({ viewport, baseURL });
    const one = await context.newPage();
    await prefer(one, { lang, theme, speed: "fast", name, met: name !== "" });
    return one;
  };
  const close = async () => {
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
  };
  const friend = await another(lang === "ar" ? "Noura" : "نورة");
  const stranger = await another("");

  await stranger.goto("/");
  await stranger.getByTestId("hello").waitFor();
  await stranger.getByTestId("face").first().click();
  await shoot(stranger, "01-first-visit");
  await page.goto("/");
  await page.getByTestId("me-button").click();
  await page.getByTestId("device").click();
  await page.getByTestId("qr").waitFor();
  await shoot(page, "02-me");
  const ticket = new URL(await page.getByTestId("link").inputValue()).hash;
  await page.goto("/#/new/morabaa/friends");
  await page.getByTestId("start").waitFor();
  await shoot(page, "03-setup", true);
  await page.getByTestId("start").click();
  await page.getByTestId("room").waitFor();
  const code = await page.getByTestId("code-shown").innerText();
  await page.getByTestId("invite").click();
  await page.getByTestId("qr").waitFor();
  await shoot(page, "04-invite");
  await close();
  await page.getByTestId("settings").click();
  await page.getByRole("switch").first().check({ force: true });
  await shoot(page, "05-settings");
  await close();
  await page.getByTestId("change").click();
  await shoot(page, "06-change");
  await close();

  await stranger.goto("/#/about/fair");
  await shoot(stranger, "07-about", true);
  await stranger.goto(`/${ticket}`);
  await stranger.getByTestId("claim").waitFor();
  await shoot(stranger, "08-claim");
  await stranger.goto("/");
  await stranger.getByTestId("lobby-join").waitFor();
  await shoot(stranger, "09-front-with-room", true);
  await stranger.goto("/#/join/ZZZZZZZZ");
  await stranger.getByTestId("trouble").waitFor();
  await shoot(stranger, "10-join-nothing");
  await friend.goto(`/#/join/${code}`);
  await friend.getByTestId("sit-down").waitFor();
  await shoot(friend, "11-join", true);
  await friend.getByTestId("sit-down").click();
  await friend.getByTestId("room").waitFor();
  await shoot(friend, "12-room-guest", true);
  await stranger.goto(`/#/join/${code}`);
  await stranger.getByTestId("watch").click();
  await stranger.getByTestId("room").waitFor();
  await shoot(stranger, "13-room-onlooker");

  await page.getByTestId("chair-1").click();
  await shoot(page, "14-free-seat", true);
  await page.getByTestId("fill-easy").click();
  await page.getByTestId("chair-2").click();
  await page.getByTestId("remove").click();
  await shoot(page, "15-person", true);
  await page.keyboard.press("Escape");
  await page.getByTestId("stir").locator("summary").click();
  await page.getByTestId("stir").scrollIntoViewIfNeeded();
  await shoot(page, "16-stir", true);

  const phone = viewport.width < 1000;
  if (phone) await friend.getByTestId("open-chat").click();
  await friend.getByTestId("phrase-hello").click();
  await friend.getByTestId("chat-text").fill("أهلا Salem, how are you?");
  await friend.getByTestId("chat-send").click();
  await friend
    .getByTestId("chat-text")
    .fill("This is a rather long message, as people write them when they are waiting for a fourth.");
  await friend.getByTestId("chat-send").click();
  if (phone) await page.getByTestId("open-chat").click();
  await page.getByTestId("said").last().waitFor();
  await page.getByTestId("phrase-luck").click();
  await page.getByTestId("said-more").first().click();
  await shoot(page, "17-chat");
  await page.getByTestId("said-report").click();
  await shoot(page, "18-report-ask");
  await page.getByTestId("report-yes").click();
  await page.getByTestId("report").waitFor();
  if (phone) await close();
  await shoot(page, "19-report");
  await page.getByTestId("report-close").click();
  if (phone) await friend.keyboard.press("Escape");

  await page.getByTestId("settings").click();
  await page.locator("[data-testid=room-settings] [type=radio][value='30']").first().check({ force: true });
  await close();
  await page.getByTestId("begin").click();
  await page.getByTestId("table").waitFor();
  await shoot(page, "20-table");
  await stranger.getByTestId("table").waitFor();
  await shoot(stranger, "21-onlooker");
  await page.getByTestId("open-people").click();
  await shoot(page, "22-people");
  await close();
  await page.getByTestId("menu").click();
  await shoot(page, "23-menu");
  await page.getByTestId("leave").click();
  await shoot(page, "24-leave");
  await close();
  await friend.getByTestId("menu").click();
  await friend.getByTestId("leave").click();
  await friend.getByTestId("leave-yes").click();
  await page.getByTestId("alone-banner").waitFor();
  await shoot(page, "25-alone");
  await shoot(friend, "26-front-my-tables");
  await friend.getByTestId("continue").first().click();
  await friend.getByTestId("table").waitFor();

  // Whoever is to play plays, until the scores of the hand are there.
  /** @param {Page} one */
  const called = async (one) => {
    await one.locator("[data-turn=true], [data-testid=next-hand]").first().waitFor();
    return one;
  };
  for (let turn = 0; (await page.getByTestId("next-hand").count()) === 0; turn += 1) {
    const one = await Promise.race([called(page), called(friend)]);
    if (await one.locator("[data-turn=true]").count()) await step(one, turn);
  }
  await friend.getByTestId("next-hand").waitFor();
  await shoot(page, "27-hand-over");
  await friend.getByTestId("next-hand").click();
  await shoot(friend, "28-waits");
  for (const one of [friend, page]) {
    await one.getByTestId("menu").click();
    await one.getByTestId("leave").click();
    await one.getByTestId("leave-yes").click();
    if (one === friend) {
      await page.getByTestId("end").click();
      await page.getByTestId("match-over").waitFor();
      await shoot(page, "29-broken-off");
      await friend.getByTestId("continue").first().click();
      await friend.getByTestId("match-over").waitFor();
      await friend.getByTestId("rematch").click();
      await page.getByTestId("rematch-who").locator(".ready").first().waitFor();
      await shoot(page, "30-rematch");
      await page.getByTestId("to-room").click();
      await page.getByTestId("room").waitFor();
      await shoot(page, "31-room-between", true);
      await page.getByTestId("to-result").click();
    }
  }
  await Promise.all([friend, stranger].map((one) => one.context().close()));
}
