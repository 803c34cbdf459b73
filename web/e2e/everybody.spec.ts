// The page is for everybody: a checker on every screen, keys alone, ears alone, large print, strong colours, small fingers.
import { expect, test } from "@playwright/test";
import type { Page } from "@playwright/test";

import {
  aimByKeys,
  breaches,
  focused,
  gamesOf,
  listen,
  outOfReach,
  reach,
  small,
  strips,
} from "./everybody.ts";
import { PATIENCE, PHONE } from "./people.ts";
import { played } from "./played.ts";
import { closeCut, prefer, step } from "./player.js";
import { fan } from "../src/lib/table/fan.ts";
import { serve } from "./server.js";

// Without compiled rules a review is a rougher look, and nobody has to wait for the compiler first.
let server: Awaited<ReturnType<typeof serve>> | undefined;
let games: string[] = [];
test.beforeAll(async () => {
  server = await serve({ pure: true });
  games = await gamesOf(server.url);
});
test.afterAll(async () => server?.kill());
test.setTimeout(240_000);
// Nothing is half faded in while it is looked at.
test.use({ contextOptions: { reducedMotion: "reduce" }, trace: "off", actionTimeout: PATIENCE });

const url = (path: string): string => `${server?.url ?? ""}${path}`;
const choices = (lang: string): Record<string, string | boolean> => ({
  lang,
  theme: "light",
  speed: "instant",
  name: "Salem",
  met: true,
});

/** From the address of a game to the table, without the front page. */
async function sit(page: Page, game: string): Promise<void> {
  await page.goto(url(`/#/new/${game}`));
  await page.getByTestId("start").click();
  await page.getByTestId("table").waitFor({ timeout: PATIENCE });
}
const ready =
  "[data-testid=match-over], [data-testid=next-hand]:enabled, [data-testid=cut-close], [data-turn=true] [data-testid^=take-]:enabled, [data-turn=true] [data-testid^=call-]:enabled, [data-turn=true] [data-legal=true]";

for (const lang of ["en", "ar"]) {
  test(`a checker finds nothing on any screen, by day or by night (${lang})`, async ({ page }) => {
    await prefer(page, { lang, theme: "light", speed: "instant" });
    const [game = ""] = games;
    // Whoever has said no name is asked for it.
    await page.goto(url(`/#/quick/${game}`));
    await page.getByTestId("quick-go").waitFor({ timeout: PATIENCE });
    expect.soft(await breaches(page), "quick").toEqual([]);
    const { match, table } = await played(page, "cucco", { at: url("") });
    const open = async (path: string, wait: string): Promise<void> => {
      await page.goto(url(path));
      await page.locator(wait).first().waitFor({ timeout: PATIENCE });
    };
    const press = async (id: string, wait: string): Promise<void> => {
      await page.getByTestId(id).first().click();
      await page.locator(wait).first().waitFor({ timeout: PATIENCE });
    };
    const screens: [string, () => Promise<void>][] = [
      ["front", () => open("/#/", `[data-testid=game-${game}]`)],
      ["settings", () => press("settings", "dialog [role=switch]")],
      ["set-up", () => open(`/#/new/${game}`, "[data-testid=start]")],
      ["set-up, all of it", () => page.locator("summary").first().click()],
      ["the way in", () => open("/#/join/0000-0000", "[data-testid=trouble]")],
      [
        "room",
        () =>
          open(`/#/new/${game}/friends`, "[data-testid=start]").then(() =>
            press("start", "[data-testid=room]"),
          ),
      ],
      ["table", () => sit(page, game).then(() => page.locator(ready).first().waitFor())],
      [
        "rules beside the table",
        () => press("tab-how", "[role=tabpanel] h3, [role=tabpanel] h2, [role=tabpanel] p"),
      ],
      ["menu", () => press("menu", "dialog")],
      ["result", () => open(`/#/t/${table}`, "[data-testid=match-over]")],
      ["replay", () => open(`/#/match/${match}`, "[data-testid=replay]")],
      ["cards", () => open("/#/cards", "main h1")],
      ["review", () => open(`/#/match/${match}//review`, "[data-testid=graph]")],
      ["about", () => open("/#/about", "main h1")],
      ["learn", () => open("/#/learn", "[data-testid^=lesson-]")],
      ["rules", () => open(`/#/learn/${game}`, "main section h2")],
      ["claim", () => open("/#/me/nothing", "[data-testid=claim]")],
      ["no such game", () => open("/#/new/nothing", "main.wait a")],
      ["no such table", () => open("/#/t/nothing", "[data-testid=nothing]")],
      ["no such match", () => open("/#/match/nothing", "[data-testid=problem]")],
    ];
    for (const [name, go] of screens) {
      await test.step(name, async () => {
        await go();
        await page.mouse.move(0, 0);
        const found = await breaches(page);
        await page.evaluate(() => (document.documentElement.dataset.theme = "dark"));
        for (const one of await breaches(page, "colours")) found.push(`by night, ${one}`);
        await page.evaluate(() => (document.documentElement.dataset.theme = "light"));
        expect.soft(found, name).toEqual([]);
      });
    }
  });
}

/** A match of so many points is short, but not over before a card is played: a turned card scores three at most. */
const TARGET = 4;
const NEXT = "[data-testid=next-hand]:enabled";
const CUT = "[data-testid=cut-close]";
const HAND = "[data-testid=hand] button";
/** What may be answered with now, the most pressing first. Arrow keys lead from card to card. */
const ANSWERS = [
  NEXT,
  CUT,
  "[data-testid^=take-]:enabled:not([data-testid=take-confirm])",
  "[data-testid^=call-]:enabled",
  HAND,
] as const;

/** Plays a match with keys alone. Says after what the focus was nowhere, and how many times something was done. */
async function matchByKeys(
  page: Page,
  look: () => Promise<void>,
): Promise<{ lost: string[]; turns: number; hands: number }> {
  const lost: string[] = [];
  let done = "sitting down";
  let hands = 1;
  for (let turns = 0; turns < 1500; turns += 1) {
    await page.locator(ready).first().waitFor({ timeout: PATIENCE });
    if (!(await focused(page))) lost.push(`after ${done}`);
    if (await page.locator("[data-testid=match-over]").count()) return { lost, turns, hands };
    if (turns < 12) await look();
    const seq = await page.getByTestId("table").getAttribute("data-seq");
    let answer = "";
    for (const one of ANSWERS) if (!answer && (await page.locator(one).count())) answer = one;
    if (answer === NEXT) hands += 1;
    // A hint now and then: its buttons come and go.
    if (turns < 12 && turns % 5 === 1 && (await page.getByTestId("hint").count()))
      await reach(page, "[data-testid=hint]");
    else if (answer === HAND) {
      await reach(page, "[data-testid=hand] button");
      await page.keyboard.press("Home");
      for (let i = 0; i < 30 && !(await page.locator("[data-legal=true]:focus").count()); i += 1)
        await page.keyboard.press("ArrowRight");
    } else await reach(page, answer);
    done = await page.evaluate(() => document.activeElement?.getAttribute("data-testid") ?? "nothing");
    await page.keyboard.press("Enter");
    if (done === "hint") {
      await page.locator("[data-testid=hint-panel], [data-testid=note]").first().waitFor();
      // With the focus on the button the turn ends by the clock, or by a card that was chosen ahead: here by a click.
      if (answer === HAND)
        await page
          .locator("[data-legal=true]")
          .first()
          .evaluate((card) => (card as HTMLElement).click());
      else continue;
    }
    if (answer !== CUT)
      await page.locator(`[data-testid=table]:not([data-seq="${seq}"])`).waitFor({ timeout: PATIENCE });
    else await page.locator(answer).waitFor({ state: "detached" });
  }
  throw new Error("the match does not end");
}

test("a match of every game on a small phone: by keys, by ear, and under a finger", async ({ page }) => {
  test.setTimeout(400_000);
  await page.setViewportSize(PHONE);
  await prefer(page, choices("en"));
  const heard = await listen(page);
  const sizes = new Map<number, number>();
  const matches: string[] = [];
  for (const game of games) {
    await test.step(game, async () => {
      await page.goto(url(`/#/new/${game}`));
      await page.reload();
      await page.getByTestId("start").waitFor({ timeout: PATIENCE });
      await aimByKeys(page, TARGET);
      await reach(page, "[data-testid=start]");
      await page.keyboard.press("Enter");
      await page.getByTestId("table").waitFor({ timeout: PATIENCE });
      const began = Date.now();
      const tiny = new Set<string>();
      const { lost, turns, hands } = await matchByKeys(page, async () => {
        for (const one of await small(page, 44)) tiny.add(one);
        if (await page.locator("#hand:not([inert]) [data-testid=hand]").count()) {
          const seen = await strips(page);
          for (const { wide, tall } of seen) {
            if (wide < 24 || tall < 24) tiny.add(`a card of ${seen.length}: ${wide}x${tall}`);
            sizes.set(seen.length, Math.min(wide, tall, sizes.get(seen.length) ?? 999));
          }
        }
      });
      matches.push(`${game}: ${hands} hands, ${turns} turns, ${Math.round((Date.now() - began) / 1000)} s`);
      expect.soft(lost, `${game}: the focus is lost`).toEqual([]);
      expect.soft([...tiny], `${game}: too small for a finger`).toEqual([]);
      expect.soft(await breaches(page), `${game}: the result`).toEqual([]);

      // What was said aloud, against the log: each play of the others once, in its order, and nothing beside it.
      const said = await heard();
      const others = said.filter(({ where }) => !/^(spoken|note|region.*)$/.test(where));
      expect.soft(others, `${game}: said beside the play`).toEqual([]);
      await page.getByTestId("open-log").click();
      const log = await page
        .getByTestId("log")
        .locator("li")
        .evaluateAll((all) =>
          all.map((li) => [...li.querySelectorAll("span")].map((part) => part.textContent.trim())),
        );
      const spoken = said.filter(({ where }) => where === "spoken").map(({ text }) => text);
      expect.soft(spoken.length, `${game}: messages`).toBeLessThanOrEqual(log.length + 2);
      let rest = spoken.join(" ");
      // What happened before the table was there is not told, nor one's own move if nothing came of it.
      const unsaid = log
        .slice(1)
        .filter(([first = "", ...facts]) => facts.length || !first.startsWith("You"))
        .flat()
        .filter((part) => {
          const at = rest.indexOf(part);
          if (at >= 0) rest = rest.slice(0, at) + rest.slice(at + part.length);
          return at < 0;
        });
      expect.soft(unsaid, `${game}: not said`).toEqual([]);
      const twice = log.flat().filter((part) => !part.startsWith("You") && rest.includes(part));
      expect.soft(twice, `${game}: said twice`).toEqual([]);
      await page.keyboard.press("Escape");
      expect.soft(await focused(page), `${game}: after the log`).toBe(true);
    });
  }
  // Of a card in a hand that is larger than those dealt here, its strip is still as wide and as high as a finger.
  expect(Math.max(...sizes.keys())).toBeGreaterThan(8);
  for (const cards of [13, 21]) {
    const { step, rise } = fan(cards, PHONE.width - 16, 68);
    expect(Math.min(step, rise), `${cards} cards`).toBeGreaterThanOrEqual(40);
  }
  test.info().annotations.push({ type: "matches", description: matches.join("; ") });
  const description = [...sizes].map(([cards, px]) => `${cards}: ${px} px`).join(", ");
  test.info().annotations.push({ type: "the narrowest strip of a card, by cards in the hand", description });
});

test("a card that is lifted leaves the next one its finger's width, in large print too", async ({ page }) => {
  // So narrow that five in a row lie over one another.
  await page.setViewportSize({ width: 320, height: 640 });
  await prefer(page, { ...choices("en"), large: true });
  await sit(page, "kout4");
  await page.locator(ready).first().waitFor();
  const hand = page.locator(HAND);
  await expect(hand).toHaveCount(9);
  await page.keyboard.press("Tab");
  for (let i = 0; i < (await hand.count()); i += 1) {
    await hand.nth(i).focus();
    for (const { wide, tall } of await strips(page))
      expect.soft(Math.min(wide, tall), `with card ${i} lifted`).toBeGreaterThanOrEqual(40);
  }
});

test("enlarged four times, all of it can be reached without scrolling two ways", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await prefer(page, choices("en"));
  const [game = ""] = games;
  const look = async (name: string): Promise<void> => expect.soft(await outOfReach(page), name).toEqual([]);
  await page.goto(url("/#/"));
  await page.getByTestId(`game-${game}`).waitFor();
  await look("front");
  await page.goto(url("/#/learn"));
  await page.locator("[data-testid^=lesson-]").first().waitFor();
  await look("learn");
  await page.goto(url(`/#/learn/${game}`));
  await page.locator("main section h2").first().waitFor();
  await look("rules");
  await page.goto(url(`/#/new/${game}/friends`));
  await page.locator("summary").first().click();
  await look("set-up");
  await page.getByTestId("start").click();
  await page.getByTestId("room").waitFor();
  await look("room");
  for (const one of games) {
    await sit(page, one);
    await page.locator(ready).first().waitFor();
    await look(one);
    // It can be played on: by touch, as on a screen of its size.
    for (let turn = 0; turn < 4; turn += 1) expect(await step(page, turn)).not.toBe("nothing");
    await look(`${one}, later`);
    const board = await page.getByTestId("board").boundingBox();
    await page.screenshot({ path: test.info().outputPath(`${one}.png`), fullPage: true });
    expect.soft(board?.height, `${one}: the board`).toBeGreaterThan(200);
  }
});

test("in strong colours of one's own, cards and the focus are seen; nothing moves where that is not wanted", async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  await prefer(page, choices("en"));
  for (const game of games) {
    await sit(page, game);
    await page.locator(ready).first().waitFor();
    await closeCut(page);
    await page.locator(ready).first().waitFor();
    await page.screenshot({ path: test.info().outputPath(`${game}.png`) });
    await page.locator("#hand button").last().focus();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    const ring = await page.evaluate(() => {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(
        document.activeElement ?? document.body,
      );
      return { outlineStyle, outlineWidth: Number.parseFloat(outlineWidth), outlineColor };
    });
    expect.soft(ring.outlineStyle, game).not.toBe("none");
    expect.soft(ring.outlineWidth, game).toBeGreaterThanOrEqual(2);
    await page.screenshot({ path: test.info().outputPath(`${game}-focus.png`) });
    // What moves is neither long nor endless.
    await step(page, 1);
    const moving = await page.evaluate(() =>
      document
        .getAnimations()
        .filter((one) => Number(one.effect?.getComputedTiming().endTime ?? 0) > 60)
        .map((one) => (one as CSSAnimation).animationName || (one as CSSTransition).transitionProperty),
    );
    expect.soft(moving, game).toEqual([]);
  }
});
