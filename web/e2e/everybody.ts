// What the tests for everybody share: an accessibility checker, keys, ears, and a ruler.
import type { Page } from "@playwright/test";

import { AXE } from "./people.ts";

/** All that the checker knows, or the contrast of colours alone. */
type Look = "all" | "colours";

/** What the checker finds wrong, as short lines. WCAG 2.2 AA and good practice; the size of targets is among it. */
export async function breaches(page: Page, look: Look = "all"): Promise<string[]> {
  await page.evaluate(AXE);
  let found = ["not looked at"];
  // Colours that are on their way from one to another are looked at once more.
  for (let tries = 0; tries < 3 && found.length; tries += 1) {
    found = await check(page, look);
    await page.waitForTimeout(found.length ? 400 : 0);
  }
  return found;
}

function check(page: Page, look: Look): Promise<string[]> {
  return page.evaluate(async (look) => {
    interface Axe {
      run(
        options: object,
      ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
    }
    const { axe } = window as unknown as { axe: Axe };
    const { violations } = await axe.run(
      look === "all" ? { rules: { "target-size": { enabled: true } } } : { runOnly: ["color-contrast"] },
    );
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary = "" }) =>
        `${id}: ${html} ${failureSummary.split("\n")[1] ?? ""}`.replace(/\s+/g, " ").slice(0, 300),
      ),
    );
  }, look);
}

/** The game ids that the server has. */
export async function gamesOf(url: string): Promise<string[]> {
  const { games } = (await (await fetch(`${url}/api/games`)).json()) as { games: { id: string }[] };
  return games.map(({ id }) => id);
}

/** Goes on with Tab until the focus is on what is wanted. */
export async function reach(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 90; presses += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${selector} cannot be reached with Tab`);
}

/** Chooses the first number of the rules of the house, the target, where a game has one. With keys alone. */
export async function aimByKeys(page: Page, points: number): Promise<void> {
  if (!(await page.locator("details:has([type=radio]) > summary").count())) return;
  await reach(page, "summary");
  await page.keyboard.press("Enter");
  await reach(page, "details[open] [type=radio]");
  for (let i = 0; i < 9 && !(await page.locator("[value=other]:checked").count()); i += 1)
    await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(String(points));
}

/** Whether something that can be seen and used has the focus, or a part of the page that is made for it; given a moment. */
export const focused = (page: Page): Promise<boolean> =>
  page
    .waitForFunction(
      () => {
        const on = document.activeElement;
        if (!on || on === document.body || on.matches(":disabled") || on.closest("[inert]")) return false;
        return on.matches("a[href], button, input, select, summary, [tabindex]") && on.checkVisibility();
      },
      null,
      { timeout: 3000 },
    )
    .then(
      () => true,
      () => false,
    );

/** Puts down everything that a screen reader would say by itself, by the region that says it. */
export async function listen(page: Page): Promise<() => Promise<{ where: string; text: string }[]>> {
  await page.addInitScript(() => {
    const heard: { where: string; text: string }[] = [];
    Object.assign(window, { heard });
    const last = new Map<Element, string>();
    const REGION = "[aria-live], [role=status], [role=alert], [role=log]";
    new MutationObserver((changes) => {
      const regions = new Set<Element>();
      for (const { target, addedNodes } of changes) {
        const on = (target instanceof Element ? target : target.parentElement)?.closest(REGION);
        if (on) regions.add(on);
        // An alert is said when it comes, without having been there before.
        for (const node of addedNodes)
          if (node instanceof Element)
            for (const one of [node, ...node.querySelectorAll("*")])
              if (one.matches("[role=alert]")) regions.add(one);
      }
      for (const region of regions) {
        const text = region.textContent.replace(/\s+/g, " ").trim();
        if (text && text !== last.get(region))
          heard.push({ where: region.getAttribute("data-testid") ?? region.className, text });
        last.set(region, text);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { heard: { where: string; text: string }[] }).heard);
}

/**
 * What is narrower or lower than `least` pixels, of all that can be touched outside the hand. Links in running text are
 * for the checker: WCAG leaves them their line, if they stand far enough apart.
 */
export const small = (page: Page, least: number): Promise<string[]> =>
  page.evaluate((least) => {
    const open = document.querySelector("dialog[open]") ?? document.body;
    return [...open.querySelectorAll("button, a.button, input, select, summary")].flatMap((node) => {
      if (node.closest(".skip, [inert], .seen-not, [data-testid=hand]") || node.matches(".seen-not"))
        return [];
      // What stands in a label is touched by the label.
      const { width, height } = (node.closest("label") ?? node).getBoundingClientRect();
      if (width === 0 || (width >= least - 0.5 && height >= least - 0.5)) return [];
      const name = node.getAttribute("data-testid") ?? node.textContent.trim();
      return [`${name}: ${Math.round(width)}x${Math.round(height)}`];
    });
  }, least);

/** How much of every card in the hand can be touched: of one that lies half under another, the part that is seen. */
export const strips = (page: Page): Promise<{ wide: number; tall: number }[]> =>
  page.getByTestId("hand").evaluate((hand) =>
    [...hand.querySelectorAll("button")].map((card) => {
      const { left, right, top, bottom, height } = card.getBoundingClientRect();
      const hits = (x: number, y: number): boolean => card.contains(document.elementFromPoint(x, y));
      const across = (y: number): number => {
        let seen = 0;
        for (let x = left + 0.5; x < right; x += 1) if (hits(x, y)) seen += 1;
        return seen;
      };
      let tall = 0;
      for (let y = top + 0.5; y < bottom; y += 1) if (hits(left + 12, y)) tall += 1;
      // One that is lifted lies over the row before it, and its own row's end.
      return { wide: Math.max(across(top + 20), across(top + height * 0.7)), tall };
    }),
  );

/**
 * What a reader who has enlarged the page four times cannot get at: what sticks out sideways, and what lies under
 * something else even when it has been scrolled to.
 */
export const outOfReach = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const wide = document.documentElement.scrollWidth - innerWidth;
    const who = [...document.querySelectorAll("body *")]
      .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 && one.checkVisibility())
      .map((one) => `${one.tagName.toLowerCase()}.${one.classList.item(0) ?? ""}`);
    const found = wide > 0 ? [`the page is ${wide} px too wide, by ${who.slice(-6).join(", ")}`] : [];
    for (const node of document.querySelectorAll("button, a[href], input, select, summary, h1, h2")) {
      if (node.closest(".skip, [inert], .seen-not, :disabled") || !node.checkVisibility()) continue;
      const target = node.closest("label") ?? node;
      target.scrollIntoView({ block: "center", behavior: "instant" });
      const [box] = target.getClientRects();
      if (!box || box.width === 0) continue;
      const name = `${node.tagName} ${node.getAttribute("data-testid") ?? node.textContent.trim().slice(0, 40)}`;
      if (box.left < -1 || box.right > innerWidth + 1) found.push(`${name}: sticks out`);
      // A card is touched where it is not covered; anything else in its middle.
      const [x, y] = node.closest("[data-testid=hand]")
        ? [box.left + 8, box.top + 12]
        : [box.left + box.width / 2, box.top + box.height / 2];
      const hit = document.elementFromPoint(x, y);
      if (!hit || !(target.contains(hit) || hit.contains(target))) found.push(`${name}: covered`);
    }
    return found;
  });
