// The parts of the review as the browser builds them.
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";

import { speak } from "../i18n/languages.ts";
import { speech } from "../play/context.ts";
import type { Speech } from "../play/context.ts";
import { game } from "../table/fixtures.ts";
import { Asking } from "./asking.svelte.ts";
import type { Server } from "./asking.svelte.ts";
import { BLUNDER, replayStep, REVIEW, STEPS } from "./fixtures.ts";
import type { Replay } from "../wire/answers.ts";
import Graph from "./Graph.svelte";
import { marks, reviewed } from "./marks.ts";
import MoveList from "./MoveList.svelte";
import PlayOn from "./PlayOn.svelte";
import ReviewPanel from "./ReviewPanel.svelte";

const NAMES = ["Salem", "Layla", "Hamad", "Noura"];
async function voice(lang = "en"): Promise<Speech> {
  const info = game({ id: "kout4", family: "kout" });
  return speech(await speak(lang), info, {
    you: null,
    teams: true,
    seats: 4,
    name: (seat) => NAMES[seat] ?? "",
  });
}
const steps = reviewed(STEPS, REVIEW);
const all = marks(steps);
const where = "Hand 2, step 2 of 3";

afterEach(cleanup);

describe("the graph", () => {
  it.each(["en", "ar"])("is a slider that tells where one is and how it stands (%s)", async (lang) => {
    const say = await voice(lang);
    render(Graph, { review: REVIEW, marks: all, at: 4, last: 5, where, say, jump: () => undefined });
    const slider = screen.getByRole("slider", { name: say.tr.t("review.graph") });
    expect(slider.getAttribute("aria-valuenow")).toBe("4");
    expect(slider.getAttribute("aria-valuemax")).toBe("5");
    expect(slider.getAttribute("aria-valuetext")).toContain(where);
    expect(slider.getAttribute("aria-valuetext")).toContain(
      say.tr.t("review.chance", { name: say.side(1), n: 70 }),
    );
    expect(slider.getAttribute("dir")).toBe("ltr");
    expect(slider.getAttribute("tabindex")).toBe("0");
    expect(slider.querySelectorAll("[data-mark]")).toHaveLength(1);
  });

  it("goes where it is touched", async () => {
    const jump = vi.fn();
    render(Graph, { review: REVIEW, marks: all, at: 0, last: 5, where, say: await voice(), jump });
    await fireEvent.pointerDown(screen.getByTestId("graph"), { clientX: 0 });
    expect(jump).toHaveBeenCalledWith(0);
    await fireEvent.pointerMove(screen.getByTestId("graph"), { clientX: 0, buttons: 0 });
    expect(jump).toHaveBeenCalledTimes(1);
  });

  it("draws a line for each side where there are more than two", async () => {
    const three = {
      ...REVIEW,
      sides: [0, 1, 2],
      graph: REVIEW.graph.map((point) => ({ ...point, chances: [0.2, 0.3, 0.5] })),
    };
    render(Graph, {
      review: three,
      marks: [],
      at: 0,
      last: 5,
      where,
      say: await voice(),
      jump: () => undefined,
    });
    expect(screen.getByTestId("graph").querySelectorAll("polyline")).toHaveLength(3);
    expect(screen.getByTestId("legend").children).toHaveLength(3);
  });
});

describe("the panel", () => {
  const props = { marks: all, step: steps[4] ?? null, at: 4, last: 5, where, back: () => undefined };
  const server = (begin: Server["begin"]): Server => ({
    look: begin,
    begin,
    later: () => 0,
    cancel: () => undefined,
  });

  it("offers the review, shows how far it is, and then what it says", async () => {
    const say = await voice();
    const asking = new Asking(
      "m1",
      server(() => Promise.resolve({ ok: true, value: { state: "working", done: 2, total: 8 } })),
    );
    render(ReviewPanel, { ...props, asking, say, jump: () => undefined });
    await fireEvent.click(screen.getByTestId("review-start"));
    const bar = await screen.findByRole("progressbar", { name: "How far the review is" });
    expect([bar.getAttribute("value"), bar.getAttribute("max")]).toEqual(["2", "8"]);
    asking.told = { state: "ready", review: REVIEW };
    expect(await screen.findByTestId("graph")).toBeTruthy();
    expect(screen.getByTestId("step-verdict").textContent).toContain("Blunder, costs 31 %");
    expect(screen.getByTestId("step-verdict").textContent).toContain("Better: ace of hearts.");
    expect(screen.getByTestId("costly").textContent).toBe("One costly move");
    expect(screen.getByTestId("review-seats").querySelectorAll("tbody tr")).toHaveLength(4);
    expect(screen.getByTestId("review-hands").querySelectorAll("tbody tr")).toHaveLength(2);
  });

  it("says why there is none, and lets one ask again", async () => {
    const say = await voice();
    const asking = new Asking(
      "m1",
      server(() => Promise.resolve({ ok: true, value: { state: "full" } })),
    );
    render(ReviewPanel, { ...props, asking, say, jump: () => undefined });
    await fireEvent.click(screen.getByTestId("review-start"));
    expect(await screen.findByText(say.tr.t("review.full"))).toBeTruthy();
    expect(screen.getByTestId("review-start").textContent).toBe("Ask again");
  });

  it("leads from mark to mark", async () => {
    const jump = vi.fn();
    const asking = new Asking(
      "m1",
      server(() => Promise.reject(new Error("not asked"))),
    );
    asking.told = { state: "ready", review: REVIEW };
    const say = await voice();
    render(ReviewPanel, { ...props, at: 0, step: null, asking, say, jump });
    expect(screen.getByTestId("mark-previous").getAttribute("aria-disabled")).toBe("true");
    await fireEvent.click(screen.getByTestId("mark-previous"));
    expect(jump).not.toHaveBeenCalled();
    await fireEvent.click(screen.getByTestId("mark-next"));
    expect(jump).toHaveBeenCalledWith(4);
    await fireEvent.click(screen.getByTestId("costly-4"));
    expect(jump).toHaveBeenCalledTimes(2);
  });

  const ready = (review = REVIEW): Asking => {
    const asking = new Asking(
      "m1",
      server(() => Promise.reject(new Error("not asked"))),
    );
    asking.told = { state: "ready", review };
    return asking;
  };

  it("brings what is said of a costly move into sight, and leaves the focus where it is", async () => {
    const seen = vi.spyOn(Element.prototype, "scrollIntoView");
    render(ReviewPanel, { ...props, asking: ready(), say: await voice(), jump: () => undefined });
    const one = screen.getByTestId("costly-4");
    one.focus();
    await fireEvent.click(one);
    // No further than it takes, and as the browser moves: nothing where it is in sight already.
    await vi.waitFor(() => expect(seen).toHaveBeenCalledExactlyOnceWith({ block: "nearest" }));
    const [brought] = seen.mock.contexts as Element[];
    expect(brought?.contains(screen.getByTestId("step-verdict"))).toBe(true);
    expect(document.activeElement).toBe(one);
    seen.mockRestore();
  });

  it.each(["en", "ar"])("says what its signs and its figures mean (%s)", async (lang) => {
    const say = await voice(lang);
    render(ReviewPanel, { ...props, asking: ready(), say, jump: () => undefined });
    const legend = [...screen.getByTestId("signs").children].map((one) => one.textContent);
    const called = (name: string): string => say.tr.t(`review.mark.${name}`);
    expect(legend).toEqual([`?! ${called("doubtful")}`, `? ${called("mistake")}`, `?? ${called("blunder")}`]);
    expect(screen.getByTestId("step-verdict").textContent).toContain(say.tr.t("review.graph"));
  });

  it("names a bid in the verdict and among the costly moves", async () => {
    const bid = { ...BLUNDER, move: "bid:8" };
    const costly = [{ at: 4, sign: "??", name: "blunder" as const, step: bid }];
    const say = await voice("ar");
    render(ReviewPanel, { ...props, marks: costly, step: bid, asking: ready(), say, jump: () => undefined });
    for (const part of ["step-verdict", "costly-4"])
      expect(screen.getByTestId(part).textContent).toMatch(/Hamad\u2069?: طلب ٨/);
  });
});

describe("playing on", () => {
  const replay: Replay = {
    match: "m1",
    game: "kout4",
    options: {},
    seats: 4,
    names: NAMES,
    finished: 0,
    winners: [0, 2],
    scores: [0, 0],
    // After each of them the next seat is to move; after a deal whoever leads.
    steps: STEPS.map((step, at) => ({ ...step, view: { ...step.view, to_move: STEPS[at + 1]?.seat ?? 0 } })),
    record: {},
  };
  async function begun(at: number, own: number | null): Promise<Record<string, unknown>> {
    const asked = vi.fn(() => Promise.resolve(new Response('{"table": "t1"}', { status: 201 })));
    vi.stubGlobal("fetch", asked);
    const mark = all.find((one) => one.at === at);
    render(PlayOn, { replay, at, mark, own, seed: "", say: await voice() });
    await fireEvent.click(screen.getByTestId("play-on-start"));
    await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce());
    vi.unstubAllGlobals();
    const [[, how]] = asked.mock.calls as unknown as [[string, { body: string }]];
    return JSON.parse(how.body) as Record<string, unknown>;
  }

  it("begins before a costly move, at the seat of whoever made it, and says so", async () => {
    expect(await begun(4, 1)).toMatchObject({ steps: 4, seat: 2 });
    expect(screen.getByTestId("play-on-before").textContent).toContain("“Hamad: queen of spades”");
  });

  it("begins after any other, at one's own seat if it is known", async () => {
    expect(await begun(1, 3)).toMatchObject({ steps: 2, seat: 3 });
    expect(screen.queryByTestId("play-on-before")).toBeNull();
    cleanup();
    expect(await begun(1, null)).toMatchObject({ steps: 2, seat: 1 });
  });
});

describe("the list of moves", () => {
  it("has the moves of the hand that is looked at, with their marks", async () => {
    const jump = vi.fn();
    render(MoveList, { steps: STEPS, marks: all, at: 5, say: await voice(), jump });
    const buttons = screen.getAllByRole("button");
    expect(buttons.map((button) => button.textContent?.replace(/\s+/g, " ").trim())).toEqual([
      "Deal",
      "Hamad queen of spades ??",
      "Noura jack of spades",
    ]);
    expect(screen.getByRole("img", { name: "Blunder" })).toBeTruthy();
    expect(buttons[2]?.getAttribute("aria-current")).toBe("step");
    await fireEvent.click(buttons[1] as HTMLElement);
    expect(jump).toHaveBeenCalledWith(4);
  });

  it("names a bid", async () => {
    const bids = [replayStep(1, null, null), replayStep(1, 0, "bid:8")];
    render(MoveList, { steps: bids, marks: [], at: 1, say: await voice("ar"), jump: () => undefined });
    expect(screen.getAllByRole("button")[1]?.textContent).toContain("طلب ٨");
  });

  it("shows where there is more of them than is seen", async () => {
    vi.spyOn(Element.prototype, "scrollHeight", "get").mockReturnValue(500);
    vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(290);
    render(MoveList, { steps: STEPS, marks: all, at: 3, say: await voice(), jump: () => undefined });
    expect(screen.getByRole("list").hasAttribute("data-below")).toBe(true);
  });
});
