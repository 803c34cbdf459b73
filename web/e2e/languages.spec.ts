// Languages: which one a visitor gets, changing it in the middle of a match, digits, and whether every word on the page
// comes from the words (a language made for that is twice as talkative as any, and puts its words in brackets).
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, test } from "@playwright/test";
import type { Page } from "@playwright/test";

import { PATIENCE, PHONE, guest, handOf, joinRoom, leave, noComplaints, openRoom } from "./people.ts";
import { prefer, sitDown, step } from "./player.js";

const WORDS = join(dirname(fileURLToPath(import.meta.url)), "../../src/diwaniya/words");

// The words of a language are fetched when they are wanted, and the machine may be busy.
const expecting = expect.configure({ timeout: PATIENCE });

interface Meta {
  lang: string;
  name: string;
  dir: string;
}

const LANGUAGES: Meta[] = readdirSync(WORDS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith("_"))
  .map(({ name: lang }) => ({
    lang,
    ...(JSON.parse(readFileSync(join(WORDS, lang, "meta.json"), "utf8")) as { name: string; dir: string }),
  }));

const appName = (lang: string): string =>
  (JSON.parse(readFileSync(join(WORDS, lang, "page.json"), "utf8")) as { app: { name: string } }).app.name;

/** Letters that stand outside all brackets: they were written into the page, or come from nowhere. */
function unspoken(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const bare = (text: string): string => {
      let now = text;
      for (let before = ""; before !== now;)
        [before, now] = [now, now.replace(/\u27e6[^\u27e6\u27e7]*\u27e7/g, "")];
      return now;
    };
    // Languages call themselves by their own names; codes, seals and addresses are no words.
    const exempt =
      "script, style, noscript, code, svg, option, [lang]:not(html), [placeholder=K7M2-9QXR], [data-testid=code-shown]";
    const found: string[] = [];
    const look = (text: string | null, where: Element): void => {
      if (text && /\p{L}/u.test(bare(text)) && !where.closest(exempt))
        found.push(`${where.tagName.toLowerCase()}.${where.className}: ${text.slice(0, 80)}`);
    };
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const { parentElement, nodeValue } = walk.currentNode;
      if (parentElement) look(nodeValue, parentElement);
    }
    for (const node of document.body.querySelectorAll("*"))
      for (const name of ["aria-label", "title", "placeholder", "alt", "aria-description"])
        look(node.getAttribute(name), node);
    return [...new Set(found)];
  });
}

/** What is wider than the screen. */
function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    const wide = [...document.body.querySelectorAll("*")].filter((node) => {
      const { left, right } = node.getBoundingClientRect();
      return left < -1 || right > innerWidth + 1;
    });
    return [
      `the page is ${document.documentElement.scrollWidth} wide`,
      ...wide.slice(0, 8).map((node) => node.outerHTML.slice(0, 120)),
    ];
  });
}

async function expectSpoken(page: Page, what: string): Promise<void> {
  expect.soft(await unspoken(page), `${what}: not from the words`).toEqual([]);
  expect.soft(await overflowing(page), `${what}: too wide`).toEqual([]);
}

for (const lang of ["en-XA", "ar-XB"])
  test.describe(`a made-up language, ${lang}`, () => {
    test.use({ viewport: PHONE, hasTouch: true });
    const at = (hash: string): string => `/?lang=${lang}#/${hash}`;

    test("every page says only what is in the words, and stays within a phone", async ({ page }) => {
      test.setTimeout(180_000);
      await prefer(page, { speed: "instant" });
      await page.goto(at(""));
      await expecting(page.locator("html")).toHaveAttribute("lang", lang);
      await page.getByTestId("game-kout4").waitFor();
      await expectSpoken(page, "the front page");

      for (const [hash, sign] of [
        ["new/cucco", "start"],
        ["about", null],
        ["cards", null],
        ["join/K7M2-9QXR", null],
        ["match/nothing", "problem"],
      ] as const) {
        await page.goto(at(hash));
        await (sign ? page.getByTestId(sign) : page.locator("main").first()).waitFor();
        await expectSpoken(page, hash);
      }
    });

    test("and so does a table", async ({ page }) => {
      test.setTimeout(240_000);
      await prefer(page, { speed: "instant" });
      for (const game of ["kout4", "cucco", "basra"]) {
        await page.goto(at(`new/${game}`));
        await page.getByTestId("start").click();
        await page.getByTestId("table").waitFor();
        for (let turn = 0; turn < 3; turn += 1) await step(page, turn);
        await expectSpoken(page, game);
        await page.getByTestId("menu").click();
        await page.locator("dialog[open]").waitFor();
        await expectSpoken(page, `${game}: the menu`);
        await page.keyboard.press("Escape");
      }
    });

    test("and a room", async ({ page }) => {
      await prefer(page, { name: "⟦7⟧", met: true });
      await page.goto(at(""));
      await page.locator("[type=radio][value=friends]").check({ force: true });
      await page.getByTestId("game-morabaa").click();
      await page.getByTestId("start").click();
      await page.getByTestId("room").waitFor();
      await expectSpoken(page, "the room");
    });
  });

test.describe("the first visit", () => {
  for (const [locale, lang] of [
    ["fa-IR", "fa"],
    ["ar-KW", "ar"],
    ["tr-TR", "tr"],
    ["vi-VN", "vi"],
    ["de-CH", "en"],
  ] as const)
    test(`${locale} is met in ${lang}`, async ({ browser }) => {
      const context = await browser.newContext({ locale });
      const page = await context.newPage();
      await page.goto("/");
      const html = page.locator("html");
      await expecting(html).toHaveAttribute("lang", lang);
      await expecting(html).toHaveAttribute("dir", LANGUAGES.find((one) => one.lang === lang)?.dir ?? "");
      await expecting(page).toHaveTitle(new RegExp(appName(lang)));
      await context.close();
    });

  test("an address may ask for a language, until the visitor chooses one", async ({ page }) => {
    await prefer(page, { lang: "en" });
    await page.goto("/?lang=fa");
    await expecting(page.locator("html")).toHaveAttribute("lang", "fa");
    await page.reload();
    await expecting(page.locator("html")).toHaveAttribute("lang", "fa");
    await page.getByTestId("language").selectOption("ar");
    await expecting(page.locator("html")).toHaveAttribute("lang", "ar");
    await page.reload();
    await expecting(page.locator("html")).toHaveAttribute("lang", "ar");
  });
});

test("a hand goes on through all languages", async ({ page }) => {
  test.setTimeout(120_000);
  await prefer(page, { lang: "en", speed: "instant" });
  await sitDown(page, "allfours");
  await step(page, 0);
  await expect(page.locator("[data-turn=true]").first()).toBeVisible();
  const [place, hand, seq] = [
    page.url(),
    await handOf(page),
    await page.getByTestId("table").getAttribute("data-seq"),
  ];
  await page.getByTestId("menu").click();
  for (const { lang, name, dir } of [...LANGUAGES, ...LANGUAGES.slice(0, 1)]) {
    await page.getByRole("radio", { name, exact: true }).check({ force: true });
    await expecting(page.locator("html")).toHaveAttribute("lang", lang);
    await expecting(page.locator("html")).toHaveAttribute("dir", dir);
    await expecting(page).toHaveTitle(new RegExp(appName(lang)));
    expect(await handOf(page)).toEqual(hand);
    expect(page.url()).toBe(place);
    expect(await page.getByTestId("table").getAttribute("data-seq")).toBe(seq);
    // What was told last is told anew, and so is the log.
    const anew =
      dir === "rtl"
        ? /^(?!.*\p{Script=Latin}{3}).*\p{Script=Arabic}/su
        : /^(?!.*\p{Script=Arabic}).*\p{Script=Latin}/su;
    for (const id of ["spoken", "log"]) await expecting(page.getByTestId(id).first()).toHaveText(anew);
  }
  await page.keyboard.press("Escape");
  expect(await step(page, 1)).not.toBe("nothing");
});

test("digits are those that the reader wants", async ({ page }) => {
  await prefer(page, { lang: "fa", speed: "instant" });
  await page.goto("/#/new/cucco");
  const lives = page.getByTestId("start");
  await lives.waitFor();
  // Without the numbers of the rules, which are the same everywhere.
  const text = async (): Promise<string> =>
    (await page.locator("main").innerText()).replace(/[A-Z][0-9]+/g, "");
  expect(await text()).toMatch(/[۰-۹]/);
  expect(await text()).not.toMatch(/[0-9٠-٩]/);
  for (const [digits, there, gone] of [
    ["latn", /[0-9]/, /[۰-۹٠-٩]/],
    ["arab", /[٠-٩]/, /[0-9۰-۹]/],
    ["", /[۰-۹]/, /[0-9٠-٩]/],
  ] as const) {
    await page.getByTestId("settings").click();
    await page.locator(`dialog[open] [type=radio][value="${digits}"]`).check({ force: true });
    await page.keyboard.press("Escape");
    await expect.poll(text).toMatch(there);
    expect(await text()).not.toMatch(gone);
    await page.reload();
    await lives.waitFor();
    expect(await text()).not.toMatch(gone);
  }
});

test("a name of the other direction stays in its place in a line", async ({ browser }) => {
  test.setTimeout(180_000);
  const reader = await guest(browser, { name: "Ali علی 7", lang: "fa" });
  const other = await guest(browser, { name: "abc (7)", lang: "en" });
  const code = await openRoom(reader.page, "basra");
  await joinRoom(other.page, code);
  await expecting(reader.page.locator("bdi", { hasText: "abc (7)" }).first()).toBeVisible();
  await reader.page.getByTestId("begin").click();
  await reader.page.getByTestId("table").waitFor();
  await other.page.getByTestId("table").waitFor();

  /** In the line of a move: how far left of the name the words after it begin. Null while there is no such line. */
  const order = (page: Page, name: string): Promise<{ name: number; rest: number } | null> =>
    page.evaluate((name) => {
      const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walk.nextNode()) {
        const node = walk.currentNode;
        const text = node.nodeValue ?? "";
        const [at, colon] = [text.indexOf(name), text.indexOf(": ")];
        if (at < 0 || colon < at || !node.parentElement?.checkVisibility()) continue;
        const middle = (from: number, to: number): number => {
          const range = document.createRange();
          range.setStart(node, from);
          range.setEnd(node, to);
          const { left, width } = range.getBoundingClientRect();
          return left + width / 2;
        };
        return { name: middle(at, at + name.length), rest: middle(colon + 2, text.trimEnd().length) };
      }
      return null;
    }, name);

  let found: { name: number; rest: number } | null = null;
  for (let turn = 0; turn < 8 && !found; turn += 1) {
    await Promise.all([step(reader.page, turn), step(other.page, turn)]);
    found = await order(reader.page, "abc (7)");
  }
  expect(found, "a line about the other player").not.toBeNull();
  expect(found?.rest).toBeLessThan(found?.name ?? 0);
  noComplaints([reader, other]);
  await leave([reader, other]);
});

/** The names on a page: how many were too long for their places, and those whose beginning is not to be seen. */
const cutNames = (page: Page, names: string[]): Promise<{ cut: number; headless: string[] }> =>
  page.evaluate((names) => {
    const headless: string[] = [];
    let cut = 0;
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const { nodeValue, parentElement } = walk.currentNode;
      if (!parentElement?.checkVisibility() || parentElement.closest(".seen-not")) continue;
      if (!names.includes(nodeValue ?? "")) continue;
      const range = document.createRange();
      range.setStart(walk.currentNode, 0);
      range.setEnd(walk.currentNode, 1);
      const first = range.getBoundingClientRect();
      for (let at: Element | null = parentElement; at; at = at.parentElement) {
        if (getComputedStyle(at).textOverflow !== "ellipsis") continue;
        if (at.scrollWidth > at.clientWidth) cut += 1;
        const { left, right } = at.getBoundingClientRect();
        if (first.left < left - 1 || first.right > right + 1) headless.push(at.outerHTML.slice(0, 120));
      }
    }
    return { cut, headless };
  }, names);

test("what stands over the picture of the front page stays between its lanterns", async ({ page }) => {
  for (const { lang } of LANGUAGES)
    for (const [width, height] of [
      [360, 640],
      [640, 360],
      [768, 1024],
      [1000, 700],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(`/?lang=${lang}`);
      await page.getByTestId("front").waitFor();
      const spare = await page.evaluate(async () => {
        await document.fonts.ready;
        const [left, right] = [...document.querySelectorAll(".lantern")].map((one) =>
          one.getBoundingClientRect(),
        );
        const words = document.createRange();
        return ["h1", ".words p"].flatMap((part) => {
          words.selectNodeContents(document.querySelector(`.hero ${part}`) ?? document.body);
          return [...words.getClientRects()].flatMap((line) => [
            line.left - (left?.right ?? 0),
            (right?.left ?? 0) - line.right,
          ]);
        });
      });
      expect(Math.min(...spare), `${lang} ${width}`).toBeGreaterThanOrEqual(0);
    }
});

test("a name too long for its place is cut where it ends, whichever way it is read", async ({ browser }) => {
  test.setTimeout(180_000);
  const names = ["عبد الرحمن بن سليمان", "Maximiliana Wolkenst"];
  const [arabic = "", latin = ""] = names;
  const host = await guest(browser, { name: arabic, lang: "en", size: PHONE });
  const other = await guest(browser, { name: latin, lang: "fa", size: PHONE });
  const both = [host, other];
  const code = await openRoom(host.page, "basra");
  await joinRoom(other.page, code);
  await expecting(host.page.locator("bdi", { hasText: latin }).first()).toBeVisible();
  for (const { page } of both) expect((await cutNames(page, names)).headless).toEqual([]);
  await host.page.getByTestId("begin").click();
  for (const { page } of both) {
    await page.getByTestId("table").waitFor();
    const { cut, headless } = await cutNames(page, names);
    expect(cut).toBeGreaterThan(0);
    expect(headless).toEqual([]);
  }
  await leave(both);
});
