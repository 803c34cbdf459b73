// A hint on the page: when it can be asked for, what it says, and what it marks.
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";

import { speak } from "../i18n/languages.ts";
import { game, view } from "../table/fixtures.ts";
import { handCards } from "../table/scene.ts";
import { speech } from "./context.ts";
import type { Speech } from "./context.ts";
import type { HintMove, MatchView } from "../wire/types.ts";
import { mineProps } from "./fixtures.ts";
import Hand from "./Hand.svelte";
import HintPanel from "./HintPanel.svelte";
import Mine from "./Mine.svelte";
import Takes from "./Takes.svelte";
import { asksHint, bestOf, noHint } from "./telling.ts";

const info = game({ family: "kout", calls: ["pass", "bid:5"] });
const MOVES: HintMove[] = [
  { token: "KS", chance: 0.541 },
  { token: "7H", chance: 0.2 },
];

async function voice(lang = "en"): Promise<Speech> {
  return speech(await speak(lang), info, { you: 0, teams: true, seats: 4, name: () => "Salem" });
}

afterEach(cleanup);

describe("what a hint says", () => {
  it("is each move with its chance to win the match, the best first", async () => {
    render(HintPanel, { moves: MOVES, say: await voice(), close: () => undefined });
    expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      "king of spades –\u00a054%",
      "7 of hearts –\u00a020%",
    ]);
    expect(screen.getByTestId("hint-panel").textContent).toContain("Chance to win the match");
  });

  it("is in the reader's language, with his digits, and a chance never begins a line", async () => {
    render(HintPanel, { moves: MOVES, say: await voice("ar"), close: () => undefined });
    expect(screen.getByTestId("hint-panel").textContent).toMatch(/–\u00a0٥٤٪/);
  });

  it("says what a bare number is", async () => {
    const moves = [
      { token: "bid:6", chance: 0.4 },
      { token: "pass", chance: 0.35 },
    ];
    render(HintPanel, { moves, say: await voice(), close: () => undefined });
    expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      "bid 6 –\u00a040%",
      "Pass –\u00a035%",
    ]);
  });

  it("names no chance for the only move", async () => {
    render(HintPanel, { moves: [{ token: "KS", chance: null }], say: await voice(), close: () => undefined });
    expect(screen.getByRole("listitem").textContent).toBe("king of spades: there is no other move");
    expect(screen.queryByText("Chance to win the match")).toBeNull();
  });

  it("is read out without disturbing, and can be put away", async () => {
    const close = vi.fn();
    const { container, rerender } = render(HintPanel, { moves: null, say: await voice(), close });
    const region = container.querySelector("[aria-live=polite]");
    expect(region?.textContent.trim()).toBe("");
    await rerender({ moves: MOVES });
    expect(region?.textContent).toContain("king of spades");
    await fireEvent.click(screen.getByRole("button", { name: "Close the hint" }));
    expect(close).toHaveBeenCalledOnce();
  });

  it("has words for why there is none, and none for a turn that is over", async () => {
    const say = await voice();
    const refused = (code: "not_now" | "stale" | "no_hints") =>
      ({ type: "refused", code, text: "" }) as const;
    expect(noHint(say, refused("not_now"))).toMatch(/no hint just now/);
    expect(noHint(say, refused("no_hints"))).toMatch(/allows no hints/);
    expect(noHint(say, refused("stale"))).toBe("");
  });
});

describe("what a hint marks", () => {
  const shown = view({ cards: ["AS", "KS", "7H"], legal: ["AS", "KS", "7H"] });

  it("is the best card, in sight and in its name", async () => {
    const cards = handCards(shown);
    const plain = {
      width: 980,
      largest: 100,
      active: true,
      sent: null,
      lifted: null,
      choose: () => undefined,
    };
    render(Hand, { cards, say: await voice(), best: ["KS"], ...plain });
    expect(screen.getByTestId("card-KS").dataset.best).toBe("true");
    expect(screen.getByTestId("card-AS").dataset.best).toBe("false");
    expect(screen.getByRole("button", { name: "king of spades, the best by the hint" })).toBeTruthy();
  });

  it("is the best capture", async () => {
    const takes = [["2S"], ["AS", "AC"]];
    const plain = { picked: [], sent: null, choose: () => undefined, pick: () => undefined };
    render(Takes, { takes, say: await voice(), best: ["take:AS+AC"], ...plain });
    expect(screen.getByTestId("take-1").dataset.best).toBe("true");
    expect(screen.getByTestId("take-0").dataset.best).toBe("false");
  });
});

describe("where it is said", () => {
  it("is in the place of the prompt, as a note is: not over the table", async () => {
    const shown = view({ cards: ["AS", "KS"], legal: ["AS", "KS"], counts: [2, 2, 2, 2] });
    const notes = createRawSnippet(() => ({ render: () => `<p data-testid="note">no</p>` }));
    render(Mine, { ...mineProps(shown, await voice()), hint: MOVES, notes });
    const place = screen.getByTestId("prompt").parentElement;
    for (const said of ["hint-panel", "note"]) expect(place?.contains(screen.getByTestId(said))).toBe(true);
  });
});

describe("asking for a hint", () => {
  async function mine(more: Partial<MatchView> = {}, props: object = {}) {
    const shown = view({ cards: ["AS", "KS"], legal: ["AS", "KS"], counts: [2, 2, 2, 2], ...more });
    const askHint = vi.fn();
    render(Mine, { ...mineProps(shown, await voice()), askHint, ...props });
    return askHint;
  }

  it("takes a touch, or the letter h", async () => {
    const askHint = await mine();
    await fireEvent.click(screen.getByRole("button", { name: "Hint" }));
    expect(askHint).toHaveBeenLastCalledWith(true);
    await fireEvent.keyDown(document.body, { key: "h" });
    expect(askHint).toHaveBeenCalledTimes(2);
  });

  it("marks every move that reads as good as the best", async () => {
    const hint = [0.571, 0.568, 0.56].map((chance, i) => ({ token: ["KS", "AS", "QS"][i] ?? "", chance }));
    await mine({}, { hint });
    expect(bestOf(hint)).toEqual(["KS", "AS"]);
    expect(screen.getByTestId("card-AS").dataset.best).toBe("true");
    expect(bestOf([])).toEqual([]);
  });

  it("marks the best move, and is put away by the same button and by Escape", async () => {
    const askHint = await mine({}, { hint: MOVES });
    expect(screen.getByTestId("card-KS").dataset.best).toBe("true");
    await fireEvent.click(screen.getByRole("button", { name: "Hint" }));
    expect(askHint).toHaveBeenLastCalledWith(false);
    await fireEvent.keyDown(document.body, { key: "Escape" });
    expect(askHint).toHaveBeenCalledTimes(2);
    expect(askHint).toHaveBeenLastCalledWith(false);
  });

  it("cannot be done when it is another's turn, in a room without hints, or while a move is sent", async () => {
    for (const [more, props] of [
      [{ to_move: 1, legal: [] }, {}],
      [{}, { hints: false }],
      [{}, { sent: "AS" }],
    ] as const) {
      const askHint = await mine(more as Partial<MatchView>, props);
      expect(screen.queryByTestId("hint")).toBeNull();
      await fireEvent.keyDown(document.body, { key: "h" });
      expect(askHint).not.toHaveBeenCalled();
      cleanup();
    }
  });

  it("leaves keys alone that mean something else", () => {
    const key = (how: KeyboardEventInit): boolean => asksHint(new KeyboardEvent("keydown", how));
    expect(key({ key: "h", code: "KeyH" })).toBe(true);
    expect(key({ key: "ا", code: "KeyH" })).toBe(true);
    expect(key({ key: "d", code: "KeyH" })).toBe(false);
    expect(key({ key: "h", ctrlKey: true })).toBe(false);
    expect(key({ key: "j", code: "KeyJ" })).toBe(false);
  });
});
