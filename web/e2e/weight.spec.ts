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

interface Weight {
  sent: number;
  gzip: number;
}

const packed = (text: Buffer | string): number => gzipSync(text, { level: 6 }).length;

/** What stands in the page itself, by kind: it is packed with the page, so as if it had been sent alone. */
async function weighPage(page: Page): Promise<Record<"script" | "style", Weight>> {
  const html = await (await page.request.get(page.url())).text();
  const own = (kind: string): Weight => {
    const texts = [...html.matchAll(new RegExp(`<${kind}>([^]*?)</${kind}>`, "g"))].map(
      ([, text = ""]) => text,
    );
    const gzip = texts.length ? packed(texts.join("")) : 0;
    return { sent: gzip, gzip };
  };
  return { script: own("script"), style: own("style") };
}

/** All that a page needs as it stands, by kind, in bytes as sent and as gzip makes them. */
async function weigh(page: Page): Promise<Record<"script" | "style", Weight>> {
  const fetched = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter((one): one is PerformanceResourceTiming => one instanceof PerformanceResourceTiming)
      .map(({ name, encodedBodySize }) => ({ name, sent: encodedBodySize })),
  );
  const total = await weighPage(page);
  for (const { name, sent } of fetched) {
    const kind = name.endsWith(".js") ? "script" : name.endsWith(".css") ? "style" : null;
    if (!kind) continue;
    total[kind].sent += sent;
    total[kind].gzip += packed(await (await page.request.get(name)).body());
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

/** Kilobytes of script that may stand between the address and the first sight of a table. */
const BEFORE_TABLE = 90;

for (const lang of ["", "ar"])
  test(`a table is seen with what is asked for at once, and little of it; the rest comes after it (${lang || "the browser's language"})`, async ({
    page,
  }) => {
    await prefer(page, { lang, met: true, name: "Layla" });
    await sitDown(page, "kout4");
    const asked: { url: string; of: string; seen: boolean }[] = [];
    let seen = false;
    // Told by the page as soon as the table is there: what is asked for after that kept nobody waiting.
    await page.exposeFunction("tableSeen", () => (seen = true));
    await page.addInitScript(() => {
      const tell = (window as unknown as { tableSeen: () => void }).tableSeen;
      const look = (): void => {
        if (document.querySelector("[data-testid=table]")) tell();
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    page.on("request", (request) => {
      if (request.isNavigationRequest()) return;
      // What comes with the page's head is asked for by the page itself, the rest by a script that had to come first.
      asked.push({ url: request.url(), of: request.resourceType(), seen });
    });
    await page.reload();
    await page.getByTestId("table").waitFor({ timeout: PATIENCE });
    await page.waitForLoadState("networkidle");
    // What the page's head names, or the script that runs before all others.
    const [early = ""] = asked.map(({ url }) => url).filter((url) => /\/assets\/early-/.test(url));
    const heads = await Promise.all(["/", early].map(async (url) => (await page.request.get(url)).text()));
    const needed = asked.filter(({ of }) => ["script", "stylesheet", "fetch"].includes(of));
    const first = needed.filter(({ seen }) => !seen);
    expect(first.filter(({ url }) => !heads.some((head) => head.includes(new URL(url).pathname)))).toEqual(
      [],
    );
    // Each more is a way to the server and back for somebody: browsers ask for six at a time.
    expect(first.length).toBeLessThanOrEqual(5);
    const bodies = await Promise.all(first.map(async ({ url }) => (await page.request.get(url)).body()));
    const scripts = bodies.filter((_, i) => !first[i]?.url.includes("/words-"));
    expect(scripts.reduce((sum, body) => sum + packed(body), 0)).toBeLessThanOrEqual(BEFORE_TABLE * 1024);
    // And what comes after it are two files, the same for every table.
    expect(needed.length - first.length).toBeLessThanOrEqual(2);
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
