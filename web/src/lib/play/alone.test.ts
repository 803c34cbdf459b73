// What is said and offered to somebody who has no company at the table, and to somebody who has no seat at it.
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";

import { speak } from "../i18n/languages.ts";
import { computer, game, person, table, view } from "../table/fixtures.ts";
import Banners from "./Banners.svelte";
import { speech } from "./context.ts";
import type { Speech } from "./context.ts";
import { mineProps } from "./fixtures.ts";
import Mine from "./Mine.svelte";

async function voice(you: number | null = 0): Promise<Speech> {
  return speech(await speak("en"), game(), { you, teams: true, seats: 4, name: () => "Salem" });
}
afterEach(cleanup);

describe("who is left alone", () => {
  const seats = [person("Salem"), person("Noura", { away: true }), computer(), computer()];

  it("is asked before the match ends", async () => {
    const end = vi.fn();
    const plain = { say: await voice(), busy: false, back: () => undefined, end };
    const { rerender } = render(Banners, { ...plain, table: table(1, { seats }) });
    await fireEvent.click(screen.getByTestId("end"));
    expect(end).not.toHaveBeenCalled();
    expect(screen.getByTestId("alone-banner").textContent).toContain("without a winner");
    // Somebody comes back and goes again: it is another question.
    await rerender({
      table: table(2, { seats: [person("Salem"), person("Noura"), computer(), computer()] }),
    });
    await rerender({ table: table(3, { seats }) });
    await fireEvent.click(screen.getByTestId("end"));
    await fireEvent.click(screen.getByTestId("end-sure"));
    expect(end).toHaveBeenCalledOnce();
  });
});

describe("the place of a single card", () => {
  it("is kept for those who sit there, and is not there for anybody else", async () => {
    for (const seat of [0, null]) {
      const shown = view({ seat, faces: [null, null, null, null], cards: [] });
      const { container } = render(Mine, mineProps(shown, await voice(seat)));
      expect(container.querySelector(".none") !== null).toBe(seat !== null);
      cleanup();
    }
  });
});
