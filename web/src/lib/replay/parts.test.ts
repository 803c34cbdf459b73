// The parts of the replay page as the browser builds them.
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";

import { speak } from "../i18n/languages.ts";
import { speech } from "../play/context.ts";
import type { Speech } from "../play/context.ts";
import { game, table, view } from "../table/fixtures.ts";
import { seatScenes } from "../table/scene.ts";
import Controls from "./Controls.svelte";
import OpenSeat from "./OpenSeat.svelte";
import Proof from "./Proof.svelte";
import Scores from "./Scores.svelte";

const NAMES = ["Salem", "Layla", "Hamad", "Noura"];
const info = game();

async function voice(lang = "en"): Promise<Speech> {
  return speech(await speak(lang), info, {
    you: null,
    teams: true,
    seats: 4,
    name: (seat) => NAMES[seat] ?? "",
  });
}

afterEach(cleanup);

describe("the controls", () => {
  const props = {
    last: 9,
    where: "Hand 1, step 1 of 10",
    playing: false,
    speed: "normal",
    jump: () => undefined,
    toggle: () => undefined,
    setSpeed: () => undefined,
  } as const;

  it.each(["en", "ar"])("are named, and run from left to right (%s)", async (lang) => {
    const { tr } = await voice(lang);
    render(Controls, { ...props, tr, at: 0, go: () => undefined });
    const group = screen.getByRole("group", { name: tr.t("replay.controls.label") });
    expect(group.getAttribute("dir")).toBe("ltr");
    const names = screen.getAllByRole("button").map((button) => button.getAttribute("aria-label"));
    expect(names).toHaveLength(7);
    expect(new Set(names).size).toBe(7);
    expect(screen.getByRole("slider").getAttribute("aria-valuetext")).toBe(props.where);
  });

  it("say that there is nothing before the beginning, and keep the focus", async () => {
    const go = vi.fn();
    render(Controls, { ...props, tr: (await voice()).tr, at: 0, go });
    const back = screen.getByTestId("go-back");
    expect(back.getAttribute("aria-disabled")).toBe("true");
    await fireEvent.click(back);
    expect(go).not.toHaveBeenCalled();
    await fireEvent.click(screen.getByTestId("go-hand-on"));
    expect(go).toHaveBeenCalledWith("hand-on");
  });
});

describe("an open hand", () => {
  const seat = { room: 300, largest: 50, trump: null, bid: null, talking: false, moved: false };

  it("is told card by card, with its holder", async () => {
    const say = await voice();
    const [, scene] = seatScenes(info, table(1, { seat: null, view: view({ seat: null }) }));
    if (!scene) throw new Error("no such seat");
    render(OpenSeat, { ...seat, scene, hand: ["7H", "AS"], say });
    expect(screen.getByRole("img", { name: "Layla: ace of spades and 7 of hearts" })).toBeTruthy();
    cleanup();
    render(OpenSeat, { ...seat, scene, hand: [], say });
    expect(screen.getByRole("img", { name: "Layla: no cards" })).toBeTruthy();
  });
});

describe("the scores", () => {
  it("show every hand with what it brought, and lead there", async () => {
    const show = vi.fn();
    const ends = [
      { hand: 1, at: 4, points: [5, 0], scores: [5, 0] },
      { hand: 2, at: 9, points: [0, -2], scores: [5, -2] },
    ];
    render(Scores, { ends, hand: 2, sides: 2, say: await voice(), show });
    const cells = screen
      .getAllByRole("row")
      .map((row) => [...row.children].map((cell) => cell.textContent.replace(/\s+/g, " ").trim()));
    expect(cells).toEqual([
      ["Hand", "Salem + Hamad", "Layla + Noura"],
      ["1", "5 +5", "0"],
      ["2", "5", "-2 -2"],
    ]);
    await fireEvent.click(screen.getByRole("button", { name: "Show hand 1" }));
    expect(show).toHaveBeenCalledWith(ends[0]);
  });
});

describe("the proof", () => {
  it("is said to be missing where there is none", async () => {
    render(Proof, { record: { game: "some", hands: [] }, seed: "", say: await voice() });
    await fireEvent.click(screen.getByTestId("check"));
    await vi.waitFor(() => expect(screen.getByTestId("verdict").getAttribute("data-state")).toBe("none"));
    expect(screen.getByTestId("verdict").textContent).toContain("no proof in this record");
  });
});
