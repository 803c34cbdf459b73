// Plays at a table as a person would: looks at what the page offers, and touches it.
// Used by the tests and by the tool that takes pictures.

/** @typedef {import("playwright-core").Page} Page */

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
 * Puts the cut for the first deal away, if it is still there: it goes by itself as soon as somebody plays.
 * @param {Page} page
 */
export async function closeCut(page) {
  await page.locator("[data-turn=true], [data-testid=cut-close]").first().waitFor();
  await page.evaluate(() =>
    document
      .querySelector("[data-testid=cut-close]")
      ?.dispatchEvent(new MouseEvent("click", { bubbles: true })),
  );
}

/** What can be done at a table, the first of these that is there. */
export const OFFERED = /** @type {const} */ ([
  ["over", "[data-testid=match-over]"],
  ["cut", "[data-testid=cut-close]"],
  ["next", "[data-testid=next-hand]:enabled"],
  ["take", "[data-turn=true] [data-testid^=take-]:enabled:not([data-testid=take-confirm])"],
  ["call", "[data-turn=true] [data-testid^=call-]:enabled"],
  ["card", "[data-turn=true] [data-testid=hand] [data-legal=true]"],
]);

/** @typedef {typeof OFFERED[number][0]} Kind */
/** @typedef {{ kind: Kind, seq: string, x: number, y: number }} Found */

/**
 * In the page: waits for something to do, and for a place where a touch of it would meet it and nothing that lies over it.
 * It looks within the page and not from outside, which is quicker in a match of hundreds of moves.
 * @param {{ offered: typeof OFFERED, turn: number, patience: number }} how
 * @returns {Promise<Found | null>}
 */
async function look({ offered, turn, patience }) {
  /** @param {number} time */
  const pass = (time) => new Promise((resolve) => setTimeout(resolve, time));
  /** @param {Element} node */
  const place = (node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    if (width === 0 || height === 0) return null;
    // Of a card in a hand only the left edge may be seen.
    return [0.5, 0.1, 0.9]
      .map((part) => ({ x: left + width * part, y: top + height / 2 }))
      .find(({ x, y }) => node.contains(document.elementFromPoint(x, y)));
  };
  const end = performance.now() + patience;
  while (performance.now() < end) {
    for (const [kind, selector] of offered) {
      const all = [...document.querySelectorAll(selector)].filter((node) => node.getClientRects().length);
      const node = all[turn % Math.max(1, all.length)];
      if (!node) continue;
      const seq = document.querySelector("[data-testid=table]")?.getAttribute("data-seq") ?? "";
      if (kind === "over") return { kind, seq, x: 0, y: 0 };
      node.scrollIntoView({ block: "nearest", inline: "nearest" });
      const at = place(node);
      if (!at) break;
      if (document.getAnimations().length === 0) return { kind, seq, ...at };
      // Something moves: a little later it lies where it lay, or not.
      await pass(40);
      const then = node.isConnected ? place(node) : null;
      if (then && Math.abs(then.x - at.x) + Math.abs(then.y - at.y) < 1) return { kind, seq, ...at };
      break;
    }
    await pass(15);
  }
  return null;
}

/**
 * In the page: waits until the table has moved on.
 * @param {{ seq: string, patience: number }} how
 */
async function movedOn({ seq, patience }) {
  const end = performance.now() + patience;
  while (document.querySelector("[data-testid=table]")?.getAttribute("data-seq") === seq) {
    if (performance.now() > end) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/**
 * Waits for something to do, and does it. Returns what it was.
 * @param {Page} page
 * @param {number} turn a number that varies the choice
 * @returns {Promise<Kind | "nothing">}
 */
export async function step(page, turn) {
  // If the page is loaded anew meanwhile, the search goes on there.
  const until = Date.now() + 20_000;
  /** @type {Found | null} */
  let found = null;
  while (!found && Date.now() < until)
    found = await page
      .evaluate(look, { offered: OFFERED, turn, patience: until - Date.now() })
      .catch((/** @type {Error} */ error) => {
        if (!/navigation|context/i.test(error.message)) throw error;
        return null;
      });
  if (!found) return "nothing";
  const { kind, seq, x, y } = found;
  if (kind === "over") return kind;
  await page.mouse.click(x, y);
  // The table has moved on, or it will be looked at once more.
  if (kind !== "cut") await page.evaluate(movedOn, { seq, patience: 3000 }).catch(() => undefined);
  return kind;
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
