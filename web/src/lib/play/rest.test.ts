// The button that plays the rest of a hand: what it says, and what a press or a key does.
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";

import { speak } from "../i18n/languages.ts";
import { game, view } from "../table/fixtures.ts";
import { speech } from "./context.ts";
import type { Speech } from "./context.ts";
import { mineProps } from "./fixtures.ts";
import Mine from "./Mine.svelte";
import RestOffer from "./RestOffer.svelte";

const info = game();

async function voice(lang = "en"): Promise<Speech> {
  return speech(await speak(lang), info, { you: 0, teams: true, seats: 4, name: () => "Salem" });
}

afterEach(cleanup);

describe("the offer of the rest", () => {
  it("says how many tricks are certain, and while they are played how many are left; it is one button all along", async () => {
    const press = vi.fn();
    const { container, rerender } = render(RestOffer, { offered: 0, left: null, say: await voice(), press });
    const region = container.querySelector("[aria-live=polite]");
    expect(region?.textContent.trim()).toBe("");
    await rerender({ offered: 5 });
    const button = screen.getByRole("button", { name: "Take the rest: 5 tricks" });
    expect(region?.contains(button)).toBe(true);
    await fireEvent.click(button);
    expect(press).toHaveBeenCalledOnce();
    await rerender({ offered: 0, left: 1 });
    expect(screen.getByRole("button", { name: "Stop: 1 trick to go" })).toBe(button);
    expect(container.querySelector("[aria-live=polite]")).toBeNull();
  });

  it("is in the reader's language, with his digits", async () => {
    render(RestOffer, { offered: 3, left: null, say: await voice("fa"), press: () => undefined });
    expect(screen.getByRole("button").textContent.trim()).toBe("بقیه را ببرید: ۳ دست");
  });

  it("is taken by the letter r, and ended by Escape", async () => {
    const shown = view({ cards: ["AS", "KS"], legal: ["AS", "KS"], trick: [] });
    const pressRest = vi.fn();
    const { rerender } = render(Mine, { ...mineProps(shown, await voice()), pressRest });
    await fireEvent.keyDown(document.body, { key: "r" });
    expect(pressRest).not.toHaveBeenCalled();
    await rerender({ rest: { offered: 2, left: null } });
    await fireEvent.keyDown(document.body, { key: "Escape" });
    expect(pressRest).not.toHaveBeenCalled();
    await fireEvent.keyDown(document.body, { key: "r" });
    expect(pressRest).toHaveBeenCalledTimes(1);
    await rerender({ rest: { offered: 0, left: 2 } });
    await fireEvent.keyDown(document.body, { key: "Escape" });
    expect(pressRest).toHaveBeenCalledTimes(2);
  });
});
