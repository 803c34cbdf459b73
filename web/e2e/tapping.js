// Plays with as little work for the page as can be: what is measured shall be the page and not who plays.

import { OFFERED } from "./player.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {{ kind: string, x: number, y: number, seq: string }} Found */

/** A touch that comes sooner after the table has moved on counts for nothing; in milliseconds. */
const SETTLED = 320;

/**
 * Waits for something to do, and touches it. Returns what it was: `over` when the match is, `nothing` if nothing came.
 * @param {Page} page
 * @param {number} turn a number that varies the choice
 * @param {string} [before] the moment of the table at the last touch, which has to be over
 * @returns {Promise<Found>}
 */
export async function tap(page, turn, before = "") {
  const found = await page.evaluate(
    async ({ offered, turn, before, settled }) => {
      /** @param {number} time */
      const pass = (time) => new Promise((resolve) => setTimeout(resolve, time));
      const seq = () => document.querySelector("[data-testid=table]")?.getAttribute("data-seq") ?? "";
      for (let waited = 0; waited < 400; waited += 1) {
        for (const [kind, selector] of seq() === before ? [] : offered) {
          const now = seq();
          const first = document.querySelector(selector);
          if (!first) continue;
          if (kind === "over") return { kind, x: 0, y: 0, seq: now };
          await pass(settled);
          const all = [...document.querySelectorAll(selector)];
          const one = all[turn % all.length];
          if (seq() !== now || !one) break;
          one.scrollIntoView({ block: "nearest", inline: "nearest" });
          // A card in a hand is seen at its left edge only.
          const { left, top, width, height } = one.getBoundingClientRect();
          return {
            kind,
            x: left + Math.min(10, width / 2),
            y: top + height / 2,
            seq: kind === "cut" ? "" : now,
          };
        }
        await pass(50);
      }
      return { kind: "nothing", x: 0, y: 0, seq: before };
    },
    { offered: OFFERED, turn, before, settled: SETTLED },
  );
  if (found.kind !== "over" && found.kind !== "nothing") await page.touchscreen.tap(found.x, found.y);
  return found;
}
