// Plays at a table as a person would: looks at what the page offers, and touches it.
// Used by the tests and by the tool that takes pictures.

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").Locator} Locator */

/**
 * Choices for this browser, before the first page is opened.
 * @param {Page} page
 * @param {Record<string, string | boolean>} choices
 */
export async function prefer(page, choices) {
  await page.addInitScript((kept) => {
    if (!localStorage.getItem("diwaniya")) localStorage.setItem("diwaniya", JSON.stringify(kept));
  }, choices);
}

/**
 * From the front page to a seat at a new table.
 * @param {Page} page
 * @param {string} game
 * @param {(page: Page) => Promise<void>} [setUp] what to choose before sitting down
 */
export async function sitDown(page, game, setUp) {
  await page.goto("/");
  await page.getByTestId(`game-${game}`).click();
  await setUp?.(page);
  await page.getByTestId("start").click();
  await page.getByTestId("table").waitFor();
}

/**
 * @param {readonly Locator[]} choices
 * @param {number} turn
 */
const pick = (choices, turn) => /** @type {Locator} */ (choices[turn % choices.length]);

/**
 * Waits for something to do, and does it. Returns what it was.
 * @param {Page} page
 * @param {number} turn a number that varies the choice
 * @returns {Promise<"cut" | "next" | "take" | "call" | "card" | "over" | "nothing">}
 */
export async function step(page, turn) {
  const ready = page.locator(
    [
      "[data-testid=match-over]",
      "[data-testid=next-hand]:enabled",
      "[data-testid=cut-close]",
      "[data-turn=true] [data-testid^=take-]:enabled",
      "[data-turn=true] [data-testid^=call-]:enabled",
      "[data-turn=true] [data-testid=hand] [data-legal=true]",
    ].join(","),
  );
  try {
    await ready.first().waitFor({ timeout: 20_000 });
  } catch {
    return "nothing";
  }
  const seq = await page.getByTestId("table").getAttribute("data-seq");
  const offered = /** @type {const} */ ([
    ["over", "[data-testid=match-over]"],
    ["cut", "[data-testid=cut-close]"],
    ["next", "[data-testid=next-hand]:enabled"],
    ["take", "[data-testid^=take-]:enabled:not([data-testid=take-confirm])"],
    ["call", "[data-testid^=call-]:enabled"],
    ["card", "[data-testid=hand] [data-legal=true]"],
  ]);
  for (const [kind, selector] of offered) {
    const choices = await page.locator(selector).all();
    if (choices.length === 0) continue;
    if (kind === "over") return kind;
    await pick(choices, turn)
      .click({ timeout: 5000 })
      .catch(() => undefined);
    if (kind !== "cut") {
      // The table has moved on, or it will be looked at once more.
      await page
        .locator(`[data-testid=table]:not([data-seq="${seq}"])`)
        .waitFor({ timeout: 3000 })
        .catch(() => undefined);
    }
    return kind;
  }
  return "nothing";
}

/**
 * Plays to the end of the match. Returns how often each kind of thing was done.
 * @param {Page} page
 * @param {(kind: string, turn: number) => Promise<void>} [after]
 */
export async function playOut(page, after) {
  /** @type {Record<string, number>} */
  const done = {};
  for (let turn = 0; turn < 3000; turn += 1) {
    const kind = await step(page, turn);
    done[kind] = (done[kind] ?? 0) + 1;
    if (kind === "over" || kind === "nothing") return done;
    await after?.(kind, turn);
  }
  return done;
}
