// How fast a table is there on a phone of the slower kind, and whether it stutters while a hand is played. Prints JSON:
//   node e2e/timing.mjs ROUNDS [LANGUAGE]
// The line and the processor are slowed down by the browser, as its developer tools do it: 1.5 Mbit/s with 300 ms to the server
// and back, and a processor four times as slow as this machine's.
import { chromium } from "@playwright/test";

import { browser } from "../browser.js";
import { prefer, sitDown } from "./player.js";
import { serve } from "./server.js";
import { tap } from "./tapping.js";

const [rounds = "3", lang = "en"] = process.argv.slice(2);
const SLOW = { offline: false, latency: 300, downloadThroughput: 187_500, uploadThroughput: 93_750 };
const PROCESSOR = 4;
const PATIENCE = 120_000;

/** @typedef {{ first: number, table: number, long: number[] }} Seen milliseconds since the address was opened */

/** Notes in the page when something was painted, when the table was, and every task that held the page up. */
function watch() {
  const seen = /** @type {Seen} */ ({ first: 0, table: 0, long: [] });
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const one of list.getEntries())
      if (one.name === "first-contentful-paint") seen.first = one.startTime;
  }).observe({ type: "paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) seen.long.push(Math.round(one.duration));
  }).observe({ type: "longtask", buffered: true });
  // The first frame after the one in which the board and one's own cards are there: then they have been painted.
  const painted = () => {
    seen.table = performance.now();
    // eslint-disable-next-line no-console -- it is heard by this program
    console.debug("painted");
  };
  const look = () => {
    const there = ["[data-testid=board]", "#hand :is([data-testid=hand] button, [data-testid=own-card])"];
    const all = there.every((one) => document.querySelector(one));
    requestAnimationFrame(all ? painted : look);
  };
  requestAnimationFrame(look);
}

/**
 * @param {import("@playwright/test").Page} page
 * @returns {Promise<Seen>}
 */
const told = (page) =>
  page.evaluate(() => /** @type {{ seen: Seen }} */ (/** @type {unknown} */ (window)).seen);

/** Notes in the page how long each frame took in which something moved, in milliseconds. */
function watchFrames() {
  const frames = /** @type {number[]} */ ([]);
  Object.assign(window, { frames });
  let last = 0;
  /** @param {number} now */
  const tick = (now) => {
    const moves = document
      .getAnimations()
      .some(
        ({ effect, playState }) =>
          playState === "running" && effect?.getComputedTiming().endTime !== Infinity,
      );
    if (moves && last) frames.push(now - last);
    last = moves ? now : 0;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}

/**
 * Plays a hand, and the deal of the next, which moves most.
 * @param {import("@playwright/test").Page} page
 */
async function playHand(page) {
  for (let turn = 0, seq = ""; turn < 40; turn += 1) {
    const done = await tap(page, turn, seq);
    if (["over", "nothing"].includes(done.kind)) break;
    ({ seq } = done);
    if (done.kind === "next") {
      await tap(page, 0, seq);
      break;
    }
  }
}

/** @param {import("@playwright/test").Page} page */
async function opened(page) {
  // The page tells it by itself: to ask it would be one more task for it, at the moment that is measured.
  const painted = page.waitForEvent("console", {
    timeout: PATIENCE,
    predicate: (message) => message.text() === "painted",
  });
  await page.reload({ timeout: PATIENCE, waitUntil: "commit" });
  await painted;
  await page.waitForLoadState("networkidle");
  return told(page);
}

const server = await serve({ pause: 0 });
const shell = await chromium.launch(await browser());

/**
 * A phone at a table.
 * @param {"allow" | "block"} serviceWorkers whether the page may keep itself there
 * @param {string} speed of the cards
 */
async function phone(serviceWorkers, speed) {
  const context = await shell.newContext({
    viewport: { width: 360, height: 640 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    baseURL: server.url,
    serviceWorkers,
    locale: lang, // what the reader has chosen for the phone
  });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  await page.addInitScript(watch);
  await prefer(page, { lang, met: true, name: "Layla", speed });
  await sitDown(page, "kout4");
  if (serviceWorkers === "allow") await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await page.waitForLoadState("networkidle");
  return page;
}

/**
 * The same, slowed down.
 * @param {"allow" | "block"} serviceWorkers
 */
async function slowPhone(serviceWorkers) {
  const page = await phone(serviceWorkers, "fast");
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", SLOW);
  await session.send("Emulation.setCPUThrottlingRate", { rate: PROCESSOR });
  return { page, session };
}

const cold = [];
const again = [];
/** @type {number[]} */
const playing = [];
/** @type {number[]} */
const frames = [];
try {
  for (let round = 0; round < Number(rounds); round += 1) {
    // The first visit: nothing is there yet.
    const first = await slowPhone("block");
    await first.session.send("Network.setCacheDisabled", { cacheDisabled: true });
    cold.push(await opened(first.page));
    await first.page.context().close();
    // The second: with what the browser has kept.
    const { page } = await slowPhone("allow");
    again.push(await opened(page));
    await page.waitForLoadState("networkidle");
    const before = (await told(page)).long.length;
    await playHand(page);
    playing.push(...(await told(page)).long.slice(before));
    await page.context().close();
    // And how smoothly the cards move where nothing is slowed down.
    const quick = await phone("block", "normal");
    await quick.evaluate(watchFrames);
    await playHand(quick);
    frames.push(
      ...(await quick.evaluate(
        () => /** @type {{ frames: number[] }} */ (/** @type {unknown} */ (window)).frames,
      )),
    );
    await quick.context().close();
  }
} finally {
  await shell.close();
  await server.kill();
}
process.stdout.write(`${JSON.stringify({ cold, again, playing, frames })}\n`);
