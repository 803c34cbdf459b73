// Several people at once: a browser context each, with a name, a language and a screen of their own.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { expect } from "@playwright/test";
import type { Browser, Page } from "@playwright/test";

import { prefer, step } from "./player.js";
import { settled } from "./settled.ts";

/** The accessibility checker, to be run in a page. */
export const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export const PHONE = { width: 360, height: 640 };
export const DESK = { width: 1440, height: 900 };

/** The machine may be slow and busy: whatever comes by itself is given this long. */
export const PATIENCE = 45_000;

export interface Guest {
  readonly page: Page;
  readonly name: string;
  /** Everything that the server has sent to this page, as it came. */
  readonly frames: string[];
  /** What the page complained of. */
  readonly complaints: string[];
}

export interface Who {
  name: string;
  lang?: string;
  size?: { width: number; height: number };
  theme?: string;
  baseURL?: string;
}

export async function guest(browser: Browser, who: Who): Promise<Guest> {
  const { name, lang = "en", size = DESK, theme = "light", baseURL } = who;
  const context = await browser.newContext({
    viewport: size,
    reducedMotion: "reduce",
    ...(baseURL ? { baseURL } : {}),
  });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const frames: string[] = [];
  const complaints: string[] = [];
  page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => frames.push(String(payload))));
  page.on("pageerror", (error) => complaints.push(error.message));
  await prefer(page, { lang, theme, speed: "instant", name, met: true });
  return { page, name, frames, complaints };
}

export const leave = (guests: readonly Guest[]): Promise<unknown> =>
  Promise.all(guests.map(({ page }) => page.context().close()));

/** The number of points that ends the match, below the usual ones. To be chosen while the game is set up. */
export async function shorten(page: Page, points: number): Promise<void> {
  await page.locator("details:has([type=radio]) > summary").click();
  await page.locator("[type=radio][value=other]").first().check({ force: true });
  await page.locator(".number input[type=text]").first().fill(String(points));
}

/** From the front page to a room with free seats. Returns its code. */
export async function openRoom(
  page: Page,
  game: string,
  setUp?: (page: Page) => Promise<void>,
): Promise<string> {
  await page.goto("/");
  await page.locator("[type=radio][value=friends]").check({ force: true });
  await page.getByTestId(`game-${game}`).click();
  await setUp?.(page);
  await page.getByTestId("start").click();
  await page.getByTestId("room").waitFor();
  return (await page.getByTestId("code-shown").innerText()).trim();
}

/** By the code into the room, to the next free seat. */
export async function joinRoom(page: Page, code: string): Promise<void> {
  await page.goto(`/#/join/${code}`);
  await page.getByTestId("sit-down").click();
  await page.getByTestId("room").waitFor();
}

/** The tokens of the cards in somebody's hand, as his page shows them. */
export const handOf = (page: Page): Promise<string[]> =>
  page
    .getByTestId("hand")
    .getByRole("button")
    .evaluateAll((all) => all.map((one) => (one.getAttribute("data-testid") ?? "").slice("card-".length)));

/** Everybody plays until the match is over for everybody. */
export async function playTogether(guests: readonly Guest[], deadline = 240_000): Promise<void> {
  const end = Date.now() + deadline;
  await Promise.all(
    guests.map(async ({ page, name }) => {
      for (let turn = 0; Date.now() < end; turn += 1) if ((await step(page, turn)) === "over") return;
      throw new Error(`${name} has not seen the end of the match`);
    }),
  );
}

/** What an accessibility checker finds wrong, as short lines. */
export async function faults(page: Page): Promise<string[]> {
  await settled(page);
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const { violations } = await axe.run();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
  });
}

/** Buttons and fields that are too small for a finger, or stick out of the page. */
export async function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const open = document.querySelector("dialog[open]") ?? document.body;
    const found = document.documentElement.scrollWidth > innerWidth ? ["the page is too wide"] : [];
    for (const node of open.querySelectorAll("button, a.button, input, select, summary")) {
      const box = node.getBoundingClientRect();
      if (box.width === 0 || node.closest(".skip, [inert], .seen-not")) continue;
      // A switch or a round button inside its label is touched by the label.
      const target = node.closest("label") ?? node;
      const { width, height } = target.getBoundingClientRect();
      const extra = node.getAttribute("role") === "switch" ? 16 : 0;
      if (width + extra < 40 || height + extra < 40)
        found.push(`${node.getAttribute("data-testid") ?? node.textContent}: ${width}x${height}`);
    }
    return found;
  });
}

/** No page has complained of anything. */
export function noComplaints(guests: readonly Guest[]): void {
  for (const { name, complaints } of guests) expect(complaints, name).toEqual([]);
}
