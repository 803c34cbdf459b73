// A server without chance, whose address and clock are always the same, and a browser that finds it.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { test as plain } from "@playwright/test";

import { ARGS, browser } from "../../browser.js";
import { serve } from "../server.js";

/** Python loads what lies there before the server. */
const INSIDE = join(dirname(fileURLToPath(import.meta.url)), "../../../tests/pictures/in_server");
/** The port of the server is any: the address that the page shows, as a code too, must not be. */
const HOME = "diwaniya.localhost";
/** What the page takes the time to be: a little later than the server, where it stands still as well. */
const NOW = 1_800_000_600_000;

interface Stand {
  url: string;
  /** What all chance follows from, from now on. */
  chance(word: string): void;
}

export const test = plain.extend<object, { stand: Stand }>({
  stand: [
    async ({ browserName: _ }, use) => {
      const folder = mkdtempSync(join(tmpdir(), "diwaniya-chance-"));
      const word = join(folder, "word");
      writeFileSync(word, "");
      const path = [INSIDE, process.env.PYTHONPATH ?? ""].filter(Boolean).join(delimiter);
      const more = { PYTHONPATH: path, DIWANIYA_TEST_CHANCE: word };
      const server = await serve({ pure: true, more });
      await use({ url: server.url, chance: (text) => writeFileSync(word, text) });
      await server.kill();
      rmSync(folder, { recursive: true });
    },
    { scope: "worker", timeout: 60_000 },
  ],
  launchOptions: [
    async ({ stand }, use) => {
      const rule = `--host-resolver-rules=MAP ${HOME} ${new URL(stand.url).host}`;
      // Without hints the letters of two builds of the browser differ in little but the smoothing of their edges.
      await use({ ...(await browser()), args: [...ARGS, "--font-render-hinting=none", rule] });
    },
    { scope: "worker" },
  ],
  baseURL: `http://${HOME}`,
  colorScheme: "light",
  contextOptions: { reducedMotion: "reduce" },
  deviceScaleFactor: 1,
  timezoneId: "UTC",
  trace: "off",
  screenshot: "off",
  context: async ({ context }, use) => {
    await context.addInitScript((now) => (Date.now = () => now), NOW);
    await use(context);
  },
});
