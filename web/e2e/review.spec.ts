// The review of a finished match on its page: asked for, waited for, walked through; and playing on from one of its steps.
import { expect, test } from "@playwright/test";
import type { Page } from "@playwright/test";

import { covered } from "./covered.ts";
import { faults, PATIENCE, PHONE, tooSmall } from "./people.ts";
import { played } from "./played.ts";
import type { Played } from "./played.ts";
import { playOut, prefer } from "./player.js";
import { serve } from "./server.js";

// Without compiled rules a review is a rougher look, and nobody has to wait for the compiler first.
let server: Awaited<ReturnType<typeof serve>> | undefined;
test.beforeAll(async () => {
  server = await serve({ pure: true });
});
test.afterAll(async () => server?.kill());
test.setTimeout(180_000);

const go = (page: Page, path: string): Promise<unknown> => page.goto(`${server?.url ?? ""}${path}`);

/** A whole match, played badly, so that there is something to say. */
const lost = (page: Page, game: string, options: Record<string, number> = {}): Promise<Played> =>
  played(page, game, { at: server?.url ?? "", options });

/** A match with at least one costly move, and its page with the review. */
async function reviewed(page: Page, game = "allfours2", options = { target: 7 }): Promise<string> {
  for (let tries = 0; tries < 8; tries += 1) {
    const { match } = await lost(page, game, options);
    await go(page, `/#/match/${match}`);
    await page.getByTestId("review-start").click();
    await page.getByTestId("graph").waitFor({ timeout: 120_000 });
    if (await page.locator("[data-testid^=costly-]").count()) return match;
  }
  throw new Error("the worst moves of eight matches cost nothing");
}

const at = async (page: Page): Promise<number> =>
  Number(await page.getByTestId("replay").getAttribute("data-at"));

/** A finger that is drawn over the graph shows every step; only a touch goes to a mark near by. */
async function dragToTheEnd(page: Page): Promise<void> {
  const graph = page.getByTestId("graph");
  await graph.scrollIntoViewIfNeeded();
  const box = await graph.boundingBox();
  if (!box) throw new Error("there is no graph");
  await page.mouse.move(box.x + box.width / 2, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 9, box.y + 40, { steps: 4 });
  await page.mouse.up();
  expect(await at(page)).toBe(Number(await page.getByTestId("replay").getAttribute("data-last")));
}

test("a review is asked for, and leads from costly move to costly move", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await prefer(page, { lang: "en" });
  const match = await reviewed(page);
  const marks = page.locator("[data-testid^=costly-]");
  const count = await marks.count();

  // By keys: on the table, in words, in the list and on the graph the mark is there.
  await page.keyboard.press("n");
  const first = await at(page);
  const told = page.getByTestId("told");
  await expect(told).toContainText(/Doubtful|Mistake|Blunder/);
  await expect(page.getByTestId("step-verdict")).toContainText(/costs \d+ %/);
  await expect(page.getByTestId("step-verdict")).toContainText("Better: ");
  await expect(page.getByTestId("step-verdict")).toContainText("could know");
  await expect(page.getByTestId("step-verdict")).toContainText("All cards open");
  await expect(page.getByTestId(`costly-${first}`)).toHaveAttribute("aria-current", "step");
  await expect(page.locator(`[data-mark="${first}"]`)).toHaveCount(1);
  await expect(page.getByTestId("moves").locator("[aria-current=step] [role=img]")).toHaveCount(1);
  await expect(
    page.getByTestId("board").locator("[role=img][aria-label]", { hasText: /^[?!]+$/ }),
  ).toHaveCount(1);
  for (let i = 1; i < count; i += 1) await page.keyboard.press("n");
  const lastMark = await at(page);
  await page.keyboard.press("n");
  expect(await at(page)).toBe(lastMark);
  for (let i = 1; i < count; i += 1) await page.keyboard.press("p");
  expect(await at(page)).toBe(first);

  // By stepping: off the mark nothing is marked.
  await page.keyboard.press("ArrowLeft");
  await expect(told).not.toContainText(/Doubtful|Mistake|Blunder/);
  await page.keyboard.press("ArrowRight");
  await expect(told).toContainText(/Doubtful|Mistake|Blunder/);

  // By the list and by its buttons.
  await page.keyboard.press("Home");
  await page.getByTestId("mark-next").click();
  expect(await at(page)).toBe(first);
  await page.keyboard.press("End");
  await marks.first().click();
  expect(await at(page)).toBe(first);

  // By the graph: touched, and from the keyboard.
  const graph = page.getByTestId("graph");
  await dragToTheEnd(page);
  await graph.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await expect(graph).toHaveAttribute("aria-valuenow", "1");
  await expect(graph).toHaveAttribute(
    "aria-valuetext",
    /^Hand 1, step 2 of \d+\. Layla: \d+ % and .+: \d+ %$/,
  );

  // As a table, for who cannot see the graph; nothing is too small, or too wide for the screen.
  await page.getByText("The graph as a table").click();
  const rows = page.getByTestId("review-hands").locator("tbody tr");
  expect(await rows.count()).toBeGreaterThan(0);
  await expect(rows.first()).toContainText(/\d+ : \d+/);
  const mine = (await tooSmall(page)).filter((one) => /graph|mark-|costly-|review|play-on/.test(one));
  expect(mine).toEqual([]);
  const width = await page.getByTestId("review").boundingBox();
  expect((width?.x ?? 0) + (width?.width ?? 0)).toBeLessThanOrEqual(PHONE.width);

  // Whoever comes by the link to the review sees it without looking for it, and finds the table again.
  await go(page, "/api/health");
  await go(page, `/#/match/${match}//review`);
  await expect(page.getByTestId("graph")).toBeInViewport({ ratio: 1, timeout: PATIENCE });
  await page.getByTestId("to-table").click();
  await expect(page.getByTestId("board")).toBeInViewport({ ratio: 1 });
});

test("after a match the review is offered, and is there at once for the next who asks", async ({
  page,
  browser,
}) => {
  await prefer(page, { lang: "en" });
  const { match, table } = await lost(page, "cucco");
  await go(page, `/#/t/${table}`);
  await page.getByTestId("review-link").click();
  await page.getByTestId("graph").waitFor({ timeout: 120_000 });
  expect(await page.locator("[data-testid=graph] polyline").count()).toBeGreaterThan(2);
  const context = await browser.newContext();
  const other = await context.newPage();
  await prefer(other, { lang: "en" });
  await go(other, `/#/match/${match}`);
  await expect(other.getByTestId("graph")).toBeVisible({ timeout: PATIENCE });
  await context.close();
});

test("why there is no review is said kindly, and it may be asked for again", async ({ page }) => {
  await prefer(page, { lang: "en" });
  const { match } = await lost(page, "cucco");
  const answers = [
    { status: 200, json: { state: "full" } },
    { status: 429, json: { code: "too_fast", text: "" } },
    { status: 200, json: { state: "too_long" } },
  ];
  await page.route("**/review", (route) =>
    route.request().method() === "POST"
      ? route.fulfill(answers.shift() ?? { status: 500 })
      : route.continue(),
  );
  await go(page, `/#/match/${match}`);
  const hitch = page.getByTestId("review-hitch");
  await page.getByTestId("review-start").click();
  await expect(hitch).toHaveText(/Ask again in a while/);
  await page.getByTestId("review-start").click();
  await expect(hitch).toHaveText(/Wait a minute/);
  await page.getByTestId("review-start").click();
  await expect(hitch).toHaveText(/diwaniya review/);
  await expect(page.getByTestId("review-start")).toHaveCount(0);
});

test("a match is played on from one of its steps, for practice, and says so", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await prefer(page, { lang: "en", speed: "instant", name: "Layla", met: true });
  const { match } = await lost(page, "allfours2", { target: 7 });
  await go(page, `/#/match/${match}`);
  await page.getByTestId("replay").waitFor();
  await page.keyboard.press("End");
  await expect(page.getByTestId("play-on-from-here")).toContainText("Here the match is over");
  await page.keyboard.press("Home");
  // At one's own seat: then everybody is called as before.
  const seat = 0;
  await page.getByTestId("play-on-seat").selectOption(String(seat));
  const cards = await page
    .getByTestId(`open-${seat}`)
    .locator("[data-card]")
    .evaluateAll((all) => all.map((one) => one.getAttribute("data-card")));
  // All hands lie open on a phone, none under the pack or the card turned up.
  for (let step = 0; step < 6; step += 1) {
    expect(await covered(page.getByTestId("board")), `step ${step}`).toEqual([]);
    await page.keyboard.press("ArrowRight");
  }
  await page.keyboard.press("Home");
  const other = await page.getByTestId("seat-1").locator("bdi").innerText();
  await page.getByTestId("play-on-start").click();
  await expect(page.getByTestId("practice")).toHaveText("Practice, from hand 1 of a finished match");
  // The other hand is called as in the match that it comes from, and on the front page it says what it is.
  await expect(page.getByTestId("board").locator("bdi", { hasText: other })).toBeVisible();
  await go(page, "/#/");
  await expect(page.getByTestId("practice-line")).toHaveText("Practice, from the deal of hand 1");
  await page.getByTestId("continue").first().click();
  await expect(page.getByTestId("table")).toHaveAttribute("data-seat", String(seat));
  const held = await page
    .getByTestId("hand")
    .getByRole("button")
    .evaluateAll((all) => all.map((one) => (one.getAttribute("data-testid") ?? "").slice("card-".length)));
  expect(held.sort()).toEqual(cards.sort());
  await playOut(page);
  await page.getByTestId("replay-link").click();
  await expect(page.getByTestId("no-proof")).toContainText("no shuffles to prove");
  await expect(page.getByTestId("check")).toHaveCount(0);
  await page.getByTestId("practice-origin").click();
  await expect(page).toHaveURL(new RegExp(match));
  await expect(page.getByTestId("check")).toBeVisible();
});

test("one may take any seat", async ({ page }) => {
  await prefer(page, { lang: "en", speed: "instant" });
  const { match } = await lost(page, "kout4", { target: 5 });
  await go(page, `/#/match/${match}`);
  await page.getByTestId("replay").waitFor();
  const wished = (Number(await page.getByTestId("play-on-seat").inputValue()) + 1) % 4;
  await page.getByTestId("play-on-seat").selectOption(String(wished));
  await page.getByTestId("play-on-start").click();
  await expect(page.getByTestId("table")).toHaveAttribute("data-seat", String(wished));
});

test("in Arabic the words run from right to left, and time still from left to right", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await prefer(page, { lang: "ar" });
  await reviewed(page);
  await page.keyboard.press("n");
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.getByTestId("graph")).toHaveAttribute("dir", "ltr");
  await expect(page.getByTestId("step-verdict")).toContainText(/كلّفت [٠-٩]+٪/);
  for (const part of ["step-verdict", "costly", "review-seats", "review-luck"])
    await expect(page.getByTestId(part)).not.toContainText(/[0-9]/);
  await dragToTheEnd(page);
});

for (const theme of ["light", "dark"]) {
  for (const lang of ["en", "ar"]) {
    test(`nothing for an accessibility checker to find in a review (${theme}, ${lang})`, async ({ page }) => {
      await page.setViewportSize(lang === "ar" ? PHONE : { width: 1440, height: 900 });
      await prefer(page, { lang, theme });
      await reviewed(page);
      await page.getByTestId("review").locator("summary").click();
      expect(await faults(page)).toEqual([]);
      await page.keyboard.press("n");
      expect(await faults(page)).toEqual([]);
    });
  }
}
