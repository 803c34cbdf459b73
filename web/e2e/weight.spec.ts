// What a table weighs on the line, in every language, and whether anything moves while it loads. How long it takes hangs on the
// machine and is measured by `python -m bench.page`.
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { expect, test } from "@playwright/test";
import type { Page } from "@playwright/test";

import { PATIENCE, PHONE } from "./people.ts";
import { prefer, sitDown } from "./player.js";

const WORDS = join(dirname(fileURLToPath(import.meta.url)), "../../src/diwaniya/words");
const LANGUAGES = readdirSync(WORDS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith("_"))
  .map(({ name }) => name);

/** Bytes, as a browser of today is sent them. */
const BUDGET = { script: 150 * 1024, style: 60 * 1024 };

test.use({ viewport: PHONE });

/** Everything that was fetched for the page as it stands, by kind, in bytes as sent and as gzip makes them. */
async function weigh(page: Page): Promise<Record<"script" | "style", { sent: number; gzip: number }>> {
  const fetched = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter((one): one is PerformanceResourceTiming => one instanceof PerformanceResourceTiming)
      .map(({ name, encodedBodySize }) => ({ name, sent: encodedBodySize })),
  );
  const total = { script: { sent: 0, gzip: 0 }, style: { sent: 0, gzip: 0 } };
  for (const { name, sent } of fetched) {
    const kind = name.endsWith(".js") ? "script" : name.endsWith(".css") ? "style" : null;
    if (!kind) continue;
    total[kind].sent += sent;
    total[kind].gzip += gzipSync(await (await page.request.get(name)).body(), { level: 6 }).length;
  }
  return total;
}

for (const lang of LANGUAGES) {
  test(`a table in ${lang} keeps to its budgets of script and style`, async ({ page }) => {
    await prefer(page, { lang, met: true, name: "Layla" });
    await sitDown(page, "kout6");
    await page.reload();
    await page.getByTestId("table").waitFor({ timeout: PATIENCE });
    await page.waitForLoadState("networkidle");
    const { script, style } = await weigh(page);
    const kib = ({ sent, gzip }: { sent: number; gzip: number }): string =>
      `${(sent / 1024).toFixed(1)} KiB as sent, ${(gzip / 1024).toFixed(1)} as gzip`;
    process.stdout.write(`    ${lang}: script ${kib(script)}; style ${kib(style)}\n`);
    expect(script.sent).toBeGreaterThan(50 * 1024);
    expect(script.sent).toBeLessThanOrEqual(BUDGET.script);
    expect(style.sent).toBeGreaterThan(5 * 1024);
    expect(style.sent).toBeLessThanOrEqual(BUDGET.style);
  });
}

test("all that a table wants is asked for at once, and nothing after it", async ({ page }) => {
  await prefer(page, { lang: "ar", met: true, name: "Layla" });
  await sitDown(page, "kout4");
  const asked: { path: string; of: string }[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) return;
    // What comes with the page's head is asked for by the page itself, the rest by a script that had to come first.
    asked.push({ path: new URL(request.url()).pathname, of: request.resourceType() });
  });
  await page.reload();
  await page.getByTestId("table").waitFor({ timeout: PATIENCE });
  await page.waitForLoadState("networkidle");
  const head = await (await page.request.get("/", { headers: { "Accept-Language": "ar" } })).text();
  const late = asked.filter(
    ({ path, of }) => ["script", "stylesheet", "fetch"].includes(of) && !head.includes(path),
  );
  expect(late).toEqual([]);
  // Each more is a way to the server and back for somebody: browsers ask for six at a time.
  expect(asked.filter(({ of }) => ["script", "stylesheet", "fetch"].includes(of)).length).toBeLessThanOrEqual(
    8,
  );
});

/** What has changed its place, and how much it was of the screen. */
const moved = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { moved: string[] }).moved);

/** In the page: notes whatever changes its place without being asked to. */
function watchMoves(): void {
  const moved: string[] = [];
  Object.assign(window, { moved });
  interface Shift extends PerformanceEntry {
    value: number;
    sources: { node: Node | null }[];
  }
  new PerformanceObserver((list) => {
    for (const one of list.getEntries() as Shift[]) {
      const parts = one.sources.map(({ node }) => {
        const at = node instanceof Element ? node : node?.parentElement;
        return at ? `${at.tagName.toLowerCase()}.${at.getAttribute("class") ?? ""}` : "?";
      });
      moved.push(`${one.value.toFixed(4)} ${parts.join(", ")}`);
    }
  }).observe({ type: "layout-shift", buffered: true });
}

for (const [lang, game] of [
  ["en", "kout4"],
  ["ar", "basra"],
  ["vi", "allfours"],
] as const) {
  test(`nothing moves while a table loads (${lang}, ${game})`, async ({ page }) => {
    await page.addInitScript(watchMoves);
    await prefer(page, { lang, met: true, name: "Layla" });
    await sitDown(page, game);
    // While I am asked nobody else does anything: what moves now is the loading.
    await page.locator("[data-turn=true]").first().waitFor({ timeout: PATIENCE });
    await page.reload();
    await page.locator("[data-turn=true]").first().waitFor({ timeout: PATIENCE });
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => document.fonts.ready);
    expect(await moved(page)).toEqual([]);
  });
}
