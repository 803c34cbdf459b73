// When the rest of a hand is certain: it is offered, played by a press or by itself, and nothing is asked where it is not wanted.
import { expect, test } from "@playwright/test";
import type { Page } from "@playwright/test";

import { craft, playOnFrom } from "./crafted.ts";
import { breaches, focused, reach } from "./everybody.ts";
import { PATIENCE, PHONE } from "./people.ts";
import { prefer } from "./player.js";
import { serve } from "./server.js";

const MATCH = "certain-match-00";
/** Eight bid with these: four honours, and with the jokers all trumps of the others are drawn before the hearts go. */
const HANDS = [
  "RJ BJ AS KS QS JS AH KH QH",
  "6S 7S 8S 9S TS 7C 8C 9C TC",
  "7H 8H 9H TH JH 7D 8D 9D TD",
  "JD QD KD AD JC QC KC AC 6C",
].map((hand) => hand.split(" "));
const RUN = ["AS", "KS", "QS", "JS", "RJ", "AH", "KH", "QH"];
const DECK = Array.from({ length: 36 }, (_, at) => HANDS[at % 4]?.[Math.floor(at / 4)] ?? "");
const MOVES = ["bid:8", "pass", "pass", "pass", "trump:S"];

let server: Awaited<ReturnType<typeof serve>> | undefined;
test.beforeAll(async () => {
  server = await serve({
    pure: true,
    before: (folder) => craft(folder, MATCH, { game: "kout4", dealer: 3, deck: DECK, moves: MOVES }),
  });
});
test.afterAll(async () => server?.kill());
test.setTimeout(120_000);
test.use({ contextOptions: { reducedMotion: "reduce" }, actionTimeout: PATIENCE });

/** On lead with all of it certain. Gives what the page says to the server from now on: the moves, and what it asks. */
async function onLead(
  page: Page,
  choices: Record<string, string>,
): Promise<{ type: string; token?: string }[]> {
  const sent: { type: string; token?: string }[] = [];
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => sent.push(JSON.parse(String(payload)) as { type: string })),
  );
  await prefer(page, { lang: "en", theme: "light", speed: "instant", name: "Salem", ...choices });
  await playOnFrom(page, MATCH, { at: server?.url ?? "", steps: 1 + MOVES.length, seat: 0 });
  await page.locator("[data-turn=true]").waitFor({ timeout: PATIENCE });
  return sent;
}
const plays = (sent: readonly { type: string; token?: string }[]): (string | undefined)[] =>
  sent.filter(({ type }) => type === "play").map(({ token }) => token);
const end = "[data-testid=next-hand], [data-testid=match-over]";

test("it is offered on a phone, reached by keys, and a press plays it", async ({ page }) => {
  await page.setViewportSize(PHONE);
  const sent = await onLead(page, {});
  const offer = page.getByTestId("rest");
  await expect(offer).toHaveText("Take the rest: 8 tricks", { timeout: PATIENCE });
  expect(await breaches(page)).toEqual([]);
  const hand = await page.getByTestId("hand").boundingBox();
  expect((hand?.y ?? 0) + (hand?.height ?? 0)).toBeLessThanOrEqual(PHONE.height + 0.5);
  await page.screenshot({ path: test.info().outputPath("offer.png") });
  await reach(page, "[data-testid=rest]");
  await page.keyboard.press("Enter");
  await page.locator(end).first().waitFor({ timeout: PATIENCE });
  expect(plays(sent)).toEqual(RUN);
  expect(await focused(page)).toBe(true);
  await expect(offer).toHaveCount(0);
});

test("it goes by itself where that is wished", async ({ page }) => {
  const sent = await onLead(page, { rest: "self" });
  await page.locator(end).first().waitFor({ timeout: PATIENCE });
  expect(plays(sent)).toEqual(RUN);
});

test("a letter plays it, in the reader's words", async ({ page }) => {
  const sent = await onLead(page, { lang: "ar" });
  await expect(page.getByTestId("rest")).toHaveText("خذ الباقي: ٨ لمّات", { timeout: PATIENCE });
  await page.keyboard.press("r");
  await page.locator(end).first().waitFor({ timeout: PATIENCE });
  expect(plays(sent)).toEqual(RUN);
});

test("nothing is asked where it is not wanted; the settings say so", async ({ page }) => {
  const sent = await onLead(page, { rest: "off" });
  await page.getByTestId("hand").getByRole("button").first().click();
  await expect(page.getByTestId("hand").getByRole("button")).toHaveCount(8);
  expect(sent.filter(({ type }) => type === "rest")).toEqual([]);
  await expect(page.getByTestId("rest")).toHaveCount(0);
  await page.getByTestId("menu").click();
  const choice = page.getByRole("group", { name: "Play the rest when it is certain" });
  await expect(choice.getByRole("radio", { name: "No" })).toBeChecked();
  await choice.getByRole("radio", { name: "Ask me" }).check();
  await page.keyboard.press("Escape");
  // Asked at the next lead, which is there already or comes with the next trick.
  await expect.poll(() => sent.filter(({ type }) => type === "rest").length, { timeout: PATIENCE }).toBe(1);
});
