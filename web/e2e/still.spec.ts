// Nothing jumps while a hand is played on a phone: what comes and goes has its place, or lies over the table.
import { expect, test } from "@playwright/test";
import type { Locator, Page } from "@playwright/test";

import { below } from "./covered.ts";
import { craft, playOnFrom } from "./crafted.ts";
import type { Crafted } from "./crafted.ts";
import { closeCut, prefer, sitDown, step } from "./player.js";
import { serve } from "./server.js";
import { settled } from "./settled.ts";

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const PHONE = { width: 360, height: 640 };
/** What stays where it is from the first question of a hand to its result. */
const FIXED = ["[data-testid=board]", "#hand", "[data-testid=prompt]", "header.bar"];

/** Notes where things are, again and again: what was seen of each of them. */
function watch(page: Page, what: readonly string[]): { note(): Promise<void>; still(): void } {
  const seen = new Map<string, Set<string>>(what.map((one) => [one, new Set()]));
  return {
    async note() {
      await settled(page);
      // All at one moment, so that what is there is seen, and what is not is named.
      const found = await page.evaluate(
        (all) =>
          all.map((selector) => {
            const box = document.querySelector(selector)?.getBoundingClientRect();
            if (!box) throw new Error(`there is no ${selector} at ${location.href}`);
            const { x, y, width, height } = box;
            return { selector, x, y, width, height };
          }),
        what,
      );
      for (const { selector, x, y, width, height } of found) {
        // The prompt stands beside one's name, which is told more of when one has bid.
        const told = selector.includes("prompt") ? [y, height] : [x, y, width, height];
        seen.get(selector)?.add(told.map(Math.round).join(" "));
      }
    },
    still() {
      for (const [selector, boxes] of seen) expect([...boxes], selector).toHaveLength(1);
    },
  };
}

for (const game of ["kout4", "basra"])
  test(`the table stays where it is through a hand of ${game}`, async ({ page }) => {
    await page.setViewportSize(PHONE);
    await prefer(page, { lang: "ar", speed: "instant", name: "", motion: false });
    await sitDown(page, game);
    const places = watch(page, FIXED);
    for (let turn = 0; turn < 60; turn += 1) {
      await page
        .locator(
          "[data-turn=true] :is([data-testid^=call-], [data-testid^=take-], [data-legal=true]), [data-testid=next-hand], [data-testid=cut-close]",
        )
        .first()
        .waitFor();
      await places.note();
      if (await page.getByTestId("next-hand").count()) break;
      await step(page, turn);
    }
    await expect(page.getByTestId("next-hand")).toBeInViewport({ ratio: 1 });
    places.still();
  });

const CRAFTED: Readonly<Record<string, Crafted>> = {
  // Each suit from the two up: the kings of hearts and of clubs are turned.
  "run-the-pack-000": {
    game: "allfours",
    dealer: 3,
    deck: [..."SHCD"].flatMap((suit) => [..."23456789TJQKA"].map((rank) => rank + suit)),
    moves: ["beg"],
  },
  // Two and three of diamonds lie on the floor, and the five of clubs takes them.
  "a-basra-comes-00": {
    game: "basra",
    dealer: 1,
    deck: [
      ..."6D 8S 3C 6C KS 7C QC 5H AD JH 7D 2C TH 4D AS 2D 5C 5D JC 7S 3D QS 6S QH TC 7H".split(" "),
      ..."8D 3H 9D QD 6H 4S 3S 9C 4C TD TS 9H 8H KD 4H AH JS KH JD 5S 9S AC 2H 2S 8C KC".split(" "),
    ],
    moves: "6C 7C 3C QC 6D KS 8S 5H 5D JC 2D 3D".split(" "),
  },
  // Eleven cards lie on the floor, and the eight of spades can take some of them in three ways.
  "what-eight-takes": {
    game: "basra",
    dealer: 1,
    deck: [
      ..."8C QS KD 3C 7S 4D TD 7H 9D JC TH 9H JD 4C 5D AD TC 7C 3D 4H QH 6D 8H 4S KS KH".split(" "),
      ..."6C 5C AH QC 8S 5S AC 2C 3S KC AS 2S QD 2D JH TS 3H JS 6S 9C 9S 8D 2H 7D 6H 5H".split(" "),
    ],
    moves: "8C 7H KD 7S QS 4D 3C TD AD 6D 5D 4H TC 3D 7C QH 4S QC KS AH KH 6C 8H 5C 2C AS 8S".split(" "),
  },
};

/** Touches what may be taken until the choice is made: what confirms it can be pressed, or there is nothing more to choose. */
async function touchUntilOneIsLeft(page: Page, what: Locator, there = true): Promise<void> {
  await expect(async () => {
    await page
      .locator(".possible button")
      .first()
      .click({ timeout: 500 })
      .catch(() => undefined);
    if (there) await expect(what).toBeEnabled({ timeout: 300 });
    else await expect(what).toHaveCount(0, { timeout: 300 });
  }).toPass({ timeout: 10_000 });
}

test.describe("from a position that was made for it", () => {
  let at = "";
  let server: Awaited<ReturnType<typeof serve>> | undefined;
  test.beforeAll(async () => {
    const before = async (folder: string): Promise<void> => {
      for (const [match, crafted] of Object.entries(CRAFTED)) await craft(folder, match, crafted);
    };
    // Nobody else moves while one looks.
    server = await serve({ pure: true, pause: 60, before });
    at = server.url;
  });
  test.afterAll(async () => server?.kill());
  test.beforeEach(({ page }) => page.setViewportSize(PHONE));

  test("the table stays where it is when the pack is run, and so does the card that is turned", async ({
    page,
  }) => {
    await prefer(page, { lang: "ar", speed: "instant", name: "", motion: false });
    await playOnFrom(page, "run-the-pack-000", { at, steps: 2, seat: 3 });
    const cards = page.getByTestId("hand").getByRole("button");
    const run = page.getByTestId("call-run");
    await run.waitFor();
    await expect(cards).toHaveCount(6);
    const size = await cards.first().boundingBox();
    const places = watch(page, [...FIXED, "[data-testid=turned]", "[data-testid=scores]"]);
    await places.note();
    await run.click();
    await expect(cards).toHaveCount(9);
    await places.note();
    expect(await cards.first().boundingBox()).toMatchObject({ width: size?.width, height: size?.height });
    places.still();
  });

  test("nothing lies over the floor that a capture is to be chosen from", async ({ page }) => {
    await prefer(page, { lang: "ar", speed: "instant", name: "", motion: false, twice: true });
    const { moves } = CRAFTED["what-eight-takes"] as Crafted;
    await playOnFrom(page, "what-eight-takes", { at, steps: 1 + moves.length, seat: 0 });
    for (const size of [PHONE, { width: 640, height: 360 }]) {
      await page.setViewportSize(size);
      await expect(page.getByTestId("take-2")).toBeVisible();
      await settled(page);
      for (const over of [page.getByTestId("takes"), page.locator(".piles"), page.locator(".corner")])
        expect((await below(over)).filter((card) => !card?.startsWith("hand:"))).toEqual([]);
    }
    await page.setViewportSize(PHONE);
    // Whoever wants to confirm is asked, wherever he chose.
    const confirm = page.getByTestId("take-confirm");
    await touchUntilOneIsLeft(page, confirm);
    await expect(confirm).toBeInViewport({ ratio: 1 });
    await page.locator(".takes .end button").first().click();
    await expect(confirm).toHaveCount(0);
    await page.getByTestId("take-0").click();
    await expect(confirm).toBeEnabled();
  });

  test("the one capture that the touched cards leave is taken", async ({ page }) => {
    await prefer(page, { lang: "ar", speed: "instant", name: "", motion: false });
    const { moves } = CRAFTED["what-eight-takes"] as Crafted;
    await playOnFrom(page, "what-eight-takes", { at, steps: 1 + moves.length, seat: 0 });
    await page.getByTestId("take-2").waitFor();
    await touchUntilOneIsLeft(page, page.getByTestId("takes"), false);
  });

  for (const size of [PHONE, { width: 640, height: 360 }])
    test(`a basra is cheered once its cards have been seen, and can be read, ${size.width} wide`, async ({
      page,
    }) => {
      await page.setViewportSize(size);
      await prefer(page, { lang: "ar", speed: "normal", name: "" });
      const { moves } = CRAFTED["a-basra-comes-00"] as Crafted;
      await playOnFrom(page, "a-basra-comes-00", { at, steps: 1 + moves.length, seat: 0 });
      await page.locator("[data-turn=true]").waitFor();
      // The first look that the words are there tells what lies on the floor then.
      await page.evaluate(() => {
        new MutationObserver((_, watch) => {
          const told = document.querySelector("[data-testid=told]");
          if (!told) return;
          const cards = document.querySelectorAll("[data-testid=floor] [data-spot]").length;
          const { bottom } = told.getBoundingClientRect();
          Object.assign(window, {
            cheered: { text: told.textContent, cards, within: bottom <= innerHeight },
          });
          watch.disconnect();
        }).observe(document.body, { childList: true, subtree: true });
      });
      await page.getByTestId("card-5C").click();
      await page.waitForFunction(() => "cheered" in window);
      const cheered = await page.evaluate(
        () => (window as unknown as { cheered: { text: string; cards: number; within: boolean } }).cheered,
      );
      expect(cheered.text).toContain("بصرة");
      expect(cheered.cards).toBe(0);
      expect(cheered.within).toBe(true);
    });
});

test("on a phone on its side the cards lie beside the table, and nobody sits on anybody", async ({
  page,
}) => {
  await page.setViewportSize({ width: 640, height: 360 });
  await prefer(page, { lang: "en", speed: "instant", name: "" });
  await sitDown(page, "kout6");
  await page.locator("[data-turn=true] [data-testid^=call-]").first().waitFor();
  const board = (await page.getByTestId("board").boundingBox()) as Box;
  const hand = (await page.getByTestId("hand").boundingBox()) as Box;
  expect(board.height).toBeGreaterThan(260);
  expect(hand.x).toBeGreaterThanOrEqual(board.x + board.width - 1);
  await expect(page.locator("[data-testid^=call-]").last()).toBeInViewport({ ratio: 1 });
  const plates = await page.locator("[data-testid^=seat-] .plate").all();
  const boxes = await Promise.all(plates.map(async (one) => (await one.boundingBox()) as Box));
  expect(boxes).toHaveLength(5);
  boxes.forEach((one, i) => {
    for (const other of boxes.slice(i + 1)) {
      const apart =
        one.x + one.width <= other.x ||
        other.x + other.width <= one.x ||
        one.y + one.height <= other.y + 4 ||
        other.y + other.height <= one.y + 4;
      expect(apart, JSON.stringify([one, other])).toBe(true);
    }
  });
});

for (const size of [PHONE, { width: 640, height: 360 }])
  test(`the end of a match shows the score and what to do next without scrolling, ${size.width} wide`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await prefer(page, { lang: "ar", speed: "instant", name: "" });
    await sitDown(page, "allfours2");
    await closeCut(page);
    await page.getByTestId("menu").click();
    await page.getByTestId("menu-end").click();
    await page.getByTestId("end-sure").click();
    const over = page.getByTestId("match-over");
    await expect(over.locator(".total")).toHaveCount(2);
    for (const total of await over.locator(".total").all()) await expect(total).toBeInViewport({ ratio: 1 });
    for (const link of ["rematch", "replay-link", "review-link", "share-picture"])
      await expect(over.getByTestId(link)).toBeInViewport({ ratio: 1 });
  });
