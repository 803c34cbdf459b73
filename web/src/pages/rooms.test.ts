// The way into a room, and the room, for somebody who has no seat there.
import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { app } from "../lib/app.svelte.ts";
import { speak } from "../lib/i18n/languages.ts";
import { free, game, person, room, roomLine, settings } from "../lib/table/fixtures.ts";
import type { RoomLine } from "../lib/wire/types.ts";
import Join from "./Join.svelte";
import Room from "./Room.svelte";

beforeEach(async () => {
  app.tr = await speak("en");
  app.games = [game()];
  app.levels = ["easy"];
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the way in", () => {
  it("shows the room as it is by now, while somebody looks", async () => {
    vi.useFakeTimers();
    let answer: () => Response = () => Response.json(roomLine());
    const ask = vi.fn(() => Promise.resolve(answer()));
    vi.stubGlobal("fetch", ask);
    const shows = async (line: RoomLine): Promise<void> => {
      answer = () => Response.json(line);
      await vi.advanceTimersByTimeAsync(10_000);
    };
    render(Join, { text: "K7M29QXR" });
    await vi.advanceTimersByTimeAsync(0);
    expect(screen.getByTestId("chair-1").dataset.kind).toBe("free");
    await shows(roomLine({ seats: [person("Salem"), person("Noura"), free, free] }));
    expect(screen.getByTestId("chair-1").dataset.kind).toBe("person");
    await shows(roomLine({ settings: settings({ locked: true }) }));
    expect(screen.queryByTestId("sit-down")).toBeNull();

    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    ask.mockClear();
    await shows(roomLine());
    expect(ask).not.toHaveBeenCalled();
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.advanceTimersByTimeAsync(0);
    expect(screen.getByTestId("sit-down")).toBeTruthy();

    // No answer says nothing about the room; that there is none does.
    answer = () => Response.json({ code: "too_fast", text: "" }, { status: 429 });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(screen.getByTestId("sit-down")).toBeTruthy();
    answer = () => Response.json({ code: "not_found", text: "" }, { status: 404 });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(screen.getByTestId("trouble").textContent).toContain("There is no room with this code.");
    expect((screen.getByTestId("code") as HTMLInputElement).value).toBe("K7M2-9QXR");
  });
});

describe("a room that one only looks at", () => {
  const full = [person("Salem"), person("Noura"), person("Hamad"), person("Layla")];
  const shown = (more: Parameters<typeof room>[1]): string => {
    const { container } = render(Room, { room: room(1, { seat: null, code: null, ...more }), game: game() });
    const text = (container.querySelector(".looking")?.textContent ?? "").replace(/\s+/g, " ").trim();
    expect(screen.queryByTestId("stir")).toBeNull();
    expect(screen.queryByTestId("sit-down") !== null).toBe(text.includes("Sit down"));
    cleanup();
    return text;
  };

  it("says in one sentence what one may do there", () => {
    expect(shown({ seats: [person("Salem"), free, free, free], behind: 15 })).toBe(
      "You are looking on. Sit down to play.",
    );
    expect(shown({ seats: full })).toBe("You are looking on.");
    expect(shown({ seats: full, behind: 15 })).toBe("You are looking on, 15 seconds behind.");
    expect(shown({ seats: [person("Salem"), free, free, free], settings: settings({ locked: true }) })).toBe(
      "You are looking on.",
    );
  });

  it("lets those who sit there stir the cards", () => {
    render(Room, { room: room(1, { seats: full }), game: game() });
    expect(screen.getByTestId("stir")).toBeTruthy();
  });
});
