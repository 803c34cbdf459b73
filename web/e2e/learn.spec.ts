// Learning a game: its rules, examples to step through, the rule behind a refusal, and a first match with advice.
import { expect, test } from "@playwright/test";
import type { Page } from "@playwright/test";

import { covered } from "./covered.ts";
import { faults, tooSmall } from "./people.ts";
import { prefer, sitDown, step } from "./player.js";

/** Who is here for the first time, and has chosen a language. */
const arrive = (page: Page, lang = "en", theme = "light"): Promise<void> =>
  prefer(page, { lang, theme, speed: "instant" });

for (const [theme, lang] of [
  ["light", "en"],
  ["dark", "ar"],
] as const) {
  test.describe(() => {
    test.use({ contextOptions: { reducedMotion: "reduce" }, viewport: { width: 360, height: 640 } });

    test(`rules, examples and advice can be used by everybody (${theme}, ${lang})`, async ({ page }) => {
      test.setTimeout(120_000);
      await arrive(page, lang, theme);
      await page.goto("/#/learn");
      await page.getByTestId("rules-basra").waitFor();
      expect(await faults(page)).toEqual([]);
      expect(await tooSmall(page)).toEqual([]);
      for (const game of ["kout6", "morabaa", "cucco", "allfours"]) {
        await page.goto(`/#/learn/${game}`);
        await page.locator("summary").first().click();
        // Nothing lies over anything at any step.
        const walk = page.locator("[data-testid^=walk-]");
        do {
          expect(await covered(walk), `${game}, ${await walk.getAttribute("data-at")}`).toEqual([]);
          await page.getByTestId("step-on").click();
        } while ((await walk.getAttribute("data-at")) !== "0");
        await page.getByTestId("step-on").click();
        expect(await faults(page), game).toEqual([]);
        expect(await tooSmall(page), game).toEqual([]);
      }
      await page.getByTestId("lesson-allfours").click();
      await page.getByTestId("lesson").waitFor();
      expect(await faults(page)).toEqual([]);
    });
  });
}

test("somebody new is offered a lesson in one line, once", async ({ page }) => {
  await arrive(page);
  await page.goto("/");
  await page.getByTestId("offer").getByRole("link").click();
  await page.getByTestId("rules-basra").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Basra: the rules");
  await page.goto("/");
  await page.getByTestId("no-offer").click();
  await expect(page.getByTestId("offer")).toHaveCount(0);
  await page.reload();
  await page.getByTestId("game-basra").waitFor();
  await expect(page.getByTestId("offer")).toHaveCount(0);
});

test("the rules of every game can be opened from its card, and an example is stepped through by keys", async ({
  page,
}) => {
  await arrive(page);
  await page.goto("/");
  await page.getByTestId("learn-kout6").click();
  await expect(page.locator("#at-K1")).toContainText("Three against three");
  // The example that a rule names is opened at its place.
  await page.locator("#at-K15 .links a").first().click();
  const walk = page.getByTestId("walk-joker_forced");
  await walk.scrollIntoViewIfNeeded();
  await expect(walk).toHaveAttribute("data-at", "0");
  for (let at = 1; at <= 4; at += 1) {
    await walk.getByTestId("step-on").press("Enter");
    await expect(walk).toHaveAttribute("data-at", String(at));
  }
  await expect(walk).toContainText("The ace of hearts takes the trick.");
  // The step is in the address, and no way back of its own.
  await expect(page).toHaveURL(/#\/learn\/kout6\/ex-joker_forced\/step-5$/);
  await page.reload();
  await expect(walk).toHaveAttribute("data-at", "4");
  await walk.getByTestId("step-on").press("Enter");
  await expect(walk).toHaveAttribute("data-at", "0");
  await page.locator("#at-K15 .links a").first().click();
  await expect(page.locator("#at-ex-joker_forced")).toBeInViewport();
  // Back: to the example as it was left, to the rules, to the front page.
  for (const place of [/step-1$/, /kout6$/, /\/$/]) {
    await page.goBack();
    await expect(page).toHaveURL(place);
  }
  await expect(page.getByTestId("learn-kout6")).toBeVisible();
});

test("a card that may not be played leads to the rule that says why, and back to the table", async ({
  page,
}) => {
  test.setTimeout(120_000);
  await arrive(page);
  await sitDown(page, "kout4");
  const blocked = page.locator("[data-turn=true] [data-testid=hand] [data-legal=false]");
  for (let turn = 0; turn < 80; turn += 1) {
    if ((await page.locator("[data-turn=true] [data-legal=true]").count()) && (await blocked.count())) break;
    await step(page, turn);
  }
  await blocked.first().click({ force: true });
  const link = page.getByTestId("why-rule");
  const rule = /[A-Z]\d+/.exec(await link.innerText())?.[0] ?? "";
  // Which rule it is, is said once.
  await expect(page.getByTestId("note")).not.toContainText(rule);
  await link.click();
  await expect(page.locator(`#at-${rule}`)).toBeFocused();
  await expect(page.locator(`#at-${rule}`)).toBeInViewport();
  await page.getByTestId("back-to-table").click();
  await expect(page.getByTestId("table")).toBeVisible();
  await expect(page.locator("[data-turn=true]")).toBeVisible();
});

test("a first match comes with advice, which is never in the way", async ({ page }) => {
  test.setTimeout(120_000);
  await arrive(page);
  const bubble = page.getByTestId("lesson");
  const seen = (): Promise<string[]> =>
    page.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem("diwaniya-lesson") ?? "{}") as { seen?: string[] };
      return kept.seen ?? [];
    });
  await page.goto("/#/learn/basra");
  await page.getByTestId("lesson-basra").click();
  await expect(bubble).toHaveAttribute("data-moment", "welcome");
  // Nothing has to be read: the cards can be played, and what was said about the moment before is gone.
  await page.locator("[data-turn=true] [data-testid=hand] [data-legal=true]").first().click();
  await expect.poll(seen).toContain("welcome");
  for (let turn = 0; turn < 60; turn += 1) {
    const told = await seen();
    if (told.includes("fact_take") && told.some((name) => name.startsWith("tip_"))) break;
    await page
      .getByTestId("lesson-ok")
      .click({ timeout: 500 })
      .catch(() => undefined);
    await step(page, turn);
  }
  const told = await seen();
  expect(told).toContain("fact_take");
  expect(told.filter((name) => name.startsWith("tip_"))).not.toEqual([]);
  // What was told is not told again.
  await page.reload();
  await page.getByTestId("table").waitFor();
  expect(await seen()).toEqual(told);
});

for (const [lang, viewport] of [
  ["en", { width: 360, height: 640 }],
  ["ar", { width: 640, height: 360 }],
  ["en", { width: 1440, height: 900 }],
] as const) {
  test.describe(() => {
    test.use({ contextOptions: { reducedMotion: "reduce" }, viewport });

    test(`advice comes and goes, and nothing moves or is covered (${lang}, ${viewport.width} wide)`, async ({
      page,
    }) => {
      await arrive(page, lang);
      await page.goto("/#/learn/kout4");
      await page.getByTestId("lesson-kout4").click();
      const bubble = page.getByTestId("lesson");
      await page.getByTestId("lesson-ok").waitFor();
      const places = (): Promise<unknown> =>
        page.evaluate(() =>
          [...document.querySelectorAll("[data-testid=board], [data-testid=hand], [data-testid=lesson]")].map(
            (one) => JSON.stringify(one.getBoundingClientRect()),
          ),
        );
      const under = (): Promise<string[]> =>
        bubble.evaluate((lesson) => {
          const all = document.querySelectorAll(".plate, [data-spot], [data-testid=table] button");
          const { left, right, top, bottom } = lesson.getBoundingClientRect();
          return [...all]
            .filter((one) => !lesson.contains(one))
            .filter((one) => {
              const box = one.getBoundingClientRect();
              return box.left < right && left < box.right && box.top < bottom && top < box.bottom;
            })
            .map((one) => one.outerHTML.slice(0, 80));
        });
      await page.locator("[data-turn=true] [data-testid^=call-]").first().waitFor();
      const before = await places();
      const words = new Set<string>();
      while (await page.getByTestId("lesson-ok").count()) {
        words.add(await bubble.innerText());
        expect(await places()).toEqual(before);
        expect(await under()).toEqual([]);
        await page.getByTestId("lesson-ok").click();
      }
      // All that there was to say has been said, and its place stays.
      expect(words.size).toBeGreaterThan(1);
      await expect(bubble).toBeVisible();
      expect(await places()).toEqual(before);
    });
  });
}

test("whoever has had enough advice ends it, and can have it back", async ({ page }) => {
  await arrive(page);
  const bubble = page.getByTestId("lesson");
  await page.goto("/#/learn/cucco");
  await page.getByTestId("lesson-cucco").click();
  await page.getByTestId("lesson-end").click();
  await expect(bubble).toHaveCount(0);
  await page.reload();
  await page.getByTestId("table").waitFor();
  await page.getByTestId("tab-how").click();
  await expect(page.getByTestId("all-rules")).toBeVisible();
  await expect(bubble).toHaveCount(0);
  await page.getByTestId("advise").click();
  await expect(bubble).toHaveAttribute("data-moment", "welcome");
});
