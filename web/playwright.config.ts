import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { defineConfig } from "@playwright/test";

import { browser } from "./browser.js";

/** A port that nobody uses, so that a server you have running is left alone. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

// Playwright reads this file once more in each worker: what the first reading chose is handed down.
const port = (process.env.DIWANIYA_E2E_PORT ??= String(await freePort()));
const data = process.env.DIWANIYA_E2E_DATA ?? mkdtempSync(join(tmpdir(), "diwaniya-e2e-"));
if (!process.env.DIWANIYA_E2E_DATA) {
  process.env.DIWANIYA_E2E_DATA = data;
  process.on("exit", () => rmSync(data, { recursive: true, force: true }));
}
const url = `http://127.0.0.1:${port}`;

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  timeout: 60_000,
  workers: 2, // files side by side, the tests of one file in turn
  forbidOnly: !!process.env.CI,
  retries: 1, // a browser may stall; what passed only the second time is named at the end of `make test`
  updateSnapshots: "none", // pictures are taken anew by `make pictures` alone
  expect: {
    // Of the pixels that differ by more than the smoothing of edges, one in so many.
    toHaveScreenshot: { pathTemplate: "../docs/pictures/{arg}{ext}", maxDiffPixelRatio: 0.004 },
  },
  reporter: "list",
  use: {
    baseURL: url,
    browserName: "chromium",
    // Requests that a service worker makes pass the tests by which play tricks on them; offline.spec.ts lets it in.
    serviceWorkers: "block",
    launchOptions: await browser(),
    screenshot: "only-on-failure",
    trace: "retain-on-failure",
  },
  webServer: {
    command: `../.venv/bin/diwaniya serve --host 127.0.0.1 --port ${port} --data "${data}" --pause 0 --no-open`,
    url,
    timeout: 60_000,
  },
});
