// The page as an app of its own: it opens without a network, says so kindly, and goes on by itself; and what it keeps never
// outlives the build that it belongs to.
import { expect, test } from "@playwright/test";
import type { Page } from "@playwright/test";

import { PATIENCE, PHONE, faults, handOf } from "./people.ts";
import { prefer, sitDown, step } from "./player.js";
import { serve } from "./server.js";

test.use({ serviceWorkers: "allow", viewport: PHONE });
const expecting = expect.configure({ timeout: PATIENCE });

/** The addresses that this browser keeps, and the stores in which it keeps them. */
const kept = (page: Page): Promise<{ stores: string[]; paths: string[] }> =>
  page.evaluate(async () => {
    const stores = await caches.keys();
    const requests = await Promise.all(stores.map(async (name) => (await caches.open(name)).keys()));
    return { stores, paths: requests.flat().map(({ url }) => new URL(url).pathname) };
  });

/** Until the page could be opened without a network, in its language. */
async function ready(page: Page, lang: string): Promise<void> {
  await expecting(async () => {
    const { paths } = await kept(page);
    expect(paths).toContain("/");
    // The words of the browser's own language stand in the page itself.
    const inside = await page.evaluate(() => document.querySelector("#words")?.getAttribute("lang"));
    expect(lang === inside || paths.some((path) => path.startsWith(`/assets/words-${lang}`))).toBe(true);
    expect(await page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe("activated");
  }).toPass({ timeout: PATIENCE });
}

for (const [lang, said] of [
  ["en", "You are offline"],
  ["ar", "لا اتصال بالإنترنت"],
] as const) {
  test(`opened without a network, the page says so and comes back by itself (${lang})`, async ({
    page,
    context,
  }) => {
    await prefer(page, { lang, met: true, name: "Layla" });
    await page.goto("/");
    await page.getByTestId("game-basra").waitFor();
    await ready(page, lang);

    await context.setOffline(true);
    await page.reload();
    await expecting(page.getByTestId("offline")).toContainText(said);
    await expect(page.locator("html")).toHaveAttribute("lang", lang);
    expect(await faults(page)).toEqual([]);
    // A link from a messenger opens as well.
    await page.goto("/join/K7M29QXR");
    await expecting(page.getByTestId("offline")).toContainText(said);

    await page.goto("/");
    await expecting(page.getByTestId("offline")).toBeVisible();
    await context.setOffline(false);
    await expecting(page.getByTestId("game-basra")).toBeVisible();
    await expect(page.getByTestId("offline")).toHaveCount(0);
  });
}

test("a table whose server is away goes on with the same cards", async ({ page }) => {
  test.setTimeout(120_000);
  const server = await serve();
  try {
    await prefer(page, { lang: "en", met: true, name: "Layla", speed: "instant", confirm: false });
    await page.goto(server.url);
    await page.getByTestId("game-kout4").waitFor();
    await ready(page, "en");
    await page.getByTestId("game-kout4").click();
    await page.getByTestId("start").click();
    await page.getByTestId("table").waitFor();
    await expecting(page.getByTestId("hand").getByRole("button").first()).toBeVisible();
    await step(page, 0);

    await server.kill();
    await page.reload();
    await expecting(page.getByTestId("offline")).toContainText("does not answer");
    await server.start();
    await expecting(page.getByTestId("table")).toBeVisible();
    await expecting.poll(async () => (await handOf(page)).length).toBeGreaterThan(0);
  } finally {
    await server.kill();
  }
});

test("what is kept is the page and its files, and nothing of what is said to the server", async ({
  page,
}) => {
  await prefer(page, { lang: "en", met: true, name: "Layla", speed: "instant" });
  await sitDown(page, "basra");
  await ready(page, "en");
  await step(page, 0);
  const { paths } = await kept(page);
  expect(paths.filter((path) => path !== "/" && !path.startsWith("/assets/"))).toEqual([]);
});

test("the keeping of an older build is cleared away, and a page that can be had is never a kept one", async ({
  page,
}) => {
  await page.goto("/api/health");
  await page.evaluate(async () => {
    const store = await caches.open("diwaniya of yesterday");
    await store.put(
      "/",
      new Response("<title>yesterday</title>", { headers: { "content-type": "text/html" } }),
    );
    await (await caches.open("something else")).put("/x", new Response("x"));
  });
  await prefer(page, { lang: "en", met: true });
  await page.goto("/");
  await ready(page, "en");
  await expecting
    .poll(async () => (await kept(page)).stores.filter((name) => /yesterday|else/.test(name)))
    .toEqual(["something else"]);

  // Somebody spoils what is kept: while the server can be reached it does not matter.
  await page.evaluate(async () => {
    for (const name of await caches.keys())
      await (
        await caches.open(name)
      ).put("/", new Response("spoilt", { headers: { "content-type": "text/html" } }));
  });
  await page.reload();
  await page.getByTestId("game-basra").waitFor();
});

test("the worker names the files of this very build", async ({ request }) => {
  const worker = await request.get("/sw.js");
  expect(worker.headers()["cache-control"]).toBe("no-cache");
  const named = [...(await worker.text()).matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? "");
  expect(named.length).toBeGreaterThan(1);
  const page = await (await request.get("/")).text();
  for (const path of named) {
    expect((await request.get(path)).ok(), path).toBe(true);
    expect(page).toContain(path);
  }
});

test("it can be installed, under its name in the reader's language", async ({ page, request }) => {
  await prefer(page, { lang: "ar", met: true });
  await page.goto("/");
  await page.getByTestId("front").waitFor();
  const place = (await page.locator("link[rel=manifest]").getAttribute("href")) ?? "";
  const manifest = (await (await request.get(place)).json()) as {
    name: string;
    lang: string;
    dir: string;
    icons: { src: string; type: string }[];
  };
  expect(manifest).toMatchObject({ name: "ديوانية", lang: "ar", dir: "rtl", id: "/", display: "standalone" });
  for (const { src, type } of manifest.icons) {
    const icon = await request.get(src);
    expect([icon.status(), icon.headers()["content-type"]], src).toEqual([200, type]);
  }
  // What the browser itself finds wanting: nothing, but some mind that the browser of a test forgets everything afterwards.
  const session = await page.context().newCDPSession(page);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  const wrong = installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito");
  expect(wrong).toEqual([]);
});
