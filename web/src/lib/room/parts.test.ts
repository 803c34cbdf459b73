// The parts of a room as the browser builds them: what is said, what can be touched, and by whom.
import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";

import { app } from "../app.svelte.ts";
import { speak } from "../i18n/languages.ts";
import { computer, free, game, person, room, table } from "../table/fixtures.ts";
import { replayLink } from "../table/names.ts";
import { crownGone } from "./crown.ts";
import HostPanel from "./HostPanel.svelte";
import MatchSheet from "./MatchSheet.svelte";
import People from "./People.svelte";
import PeopleNews from "./PeopleNews.svelte";
import Removed from "./Removed.svelte";
import SeatActions from "./SeatActions.svelte";
import SeatRing from "./SeatRing.svelte";

const NAMES = ["Salem", "", "Noura", "Yousef"];
const seats = [person("Salem"), free, person("Noura", { away: true }), computer("easy")];

async function speaking(lang = "en"): Promise<void> {
  app.tr = await speak(lang);
  app.levels = ["easy", "normal"];
  app.games = [game({ id: "some" })];
}
afterEach(cleanup);

describe("the seats round the table", () => {
  const plain = { seats, names: NAMES, viewer: 0, host: 0, teams: true };

  it("say who sits there, for which side, and how he is", async () => {
    await speaking();
    render(SeatRing, { ...plain, hint: () => "move here", touch: () => undefined });
    const label = (seat: number): string =>
      (screen.getByTestId(`chair-${seat}`).textContent ?? "").replace(/\s+/g, " ").trim();
    expect(label(0)).toBe("Seat 1: Salem (you, first side, host). move here");
    expect(label(1)).toBe("Seat 2: free (second side). move here");
    expect(label(2)).toBe("Seat 3: Noura (first side, away, a computer player plays). move here");
    expect(label(3)).toBe("Seat 4: Yousef Easy (computer player, second side). move here");
  });

  it("have the next player on the right in every language, and are read in the order of play", async () => {
    for (const lang of ["en", "ar"]) {
      await speaking(lang);
      render(SeatRing, { ...plain, viewer: 2, touch: () => undefined });
      const x = (seat: number): string =>
        screen.getByTestId(`chair-${seat}`).closest("li")?.style.getPropertyValue("--x") ?? "";
      expect([x(3), x(0), x(1)]).toEqual(["1", "0", "-1"]);
      const order = screen.getAllByRole("button").map((one) => one.dataset.testid);
      expect(order).toEqual(["chair-2", "chair-3", "chair-0", "chair-1"]);
      cleanup();
    }
  });

  it("cannot be touched by one who only looks on", async () => {
    await speaking();
    render(SeatRing, { ...plain, viewer: null });
    expect(screen.queryByRole("button")).toBeNull();
  });
});

describe("what can be done with a seat", () => {
  it("asks before somebody is taken away", async () => {
    await speaking();
    const ask = vi.fn();
    render(SeatActions, { room: room(1, { seats }), seat: 2, name: "Noura", ask, close: () => undefined });
    await fireEvent.click(screen.getByTestId("remove"));
    expect(ask).not.toHaveBeenCalled();
    expect(screen.getByRole("status").textContent).toContain("cannot come back into this room");
    await fireEvent.click(screen.getByTestId("remove-sure"));
    expect(ask).toHaveBeenCalledWith({ type: "remove", table: "t1", seat: 2 });
  });

  it("puts a computer player of a chosen level on a free seat, or oneself", async () => {
    await speaking();
    const ask = vi.fn();
    render(SeatActions, { room: room(1, { seats }), seat: 1, name: "", ask, close: () => undefined });
    await fireEvent.click(screen.getByTestId("fill-easy"));
    expect(ask).toHaveBeenLastCalledWith({ type: "fill", table: "t1", seat: 1, level: "easy" });
    await fireEvent.click(screen.getByTestId("sit-here"));
    expect(ask).toHaveBeenLastCalledWith({ type: "place", table: "t1", seat: 0, to: 1 });
  });

  it("comes into view where it opens below the fold", async () => {
    await speaking();
    const shown = vi.spyOn(Element.prototype, "scrollIntoView");
    render(SeatActions, {
      room: room(1, { seats }),
      seat: 1,
      name: "",
      ask: () => undefined,
      close: () => undefined,
    });
    // No further than needed: where it is in sight nothing moves.
    expect(shown).toHaveBeenCalledWith({ block: "nearest" });
    expect(shown.mock.contexts).toEqual([screen.getByTestId("seat-actions")]);
  });

  it("leaves a guest only whom he wants to hear", async () => {
    await speaking();
    const guest = room(1, { seats, seat: 2, host: 0, muted: [0] });
    render(SeatActions, {
      room: guest,
      seat: 0,
      name: "Salem",
      ask: () => undefined,
      close: () => undefined,
    });
    const buttons = screen.getAllByRole("button").map((one) => one.dataset.testid ?? "close");
    expect(buttons).toEqual(["close", "mute"]);
    expect(screen.getByTestId("mute").textContent).toContain("Hear again");
  });
});

describe("who was taken away", () => {
  const removed = [
    { person: 12, name: "Hamad", avatar: 3 },
    { person: 7, name: "", avatar: 1 },
  ];

  it("may be let in again by the host, between matches and in one", async () => {
    for (const lang of ["en", "ar"]) {
      await speaking(lang);
      const ask = vi.fn();
      render(Removed, { table: room(1, { seats, removed }), ask });
      const buttons = screen.getAllByRole("button");
      expect(buttons.map((one) => one.getAttribute("aria-label"))).toEqual(
        ["Hamad", app.tr?.t("players.guest") ?? ""].map((name) => app.tr?.t("room.admit_name", { name })),
      );
      await fireEvent.click(screen.getByTestId("admit-12"));
      expect(ask).toHaveBeenCalledWith({ type: "admit", table: "t1", person: 12 });
      cleanup();
    }
    await speaking();
    const ask = vi.fn();
    render(People, { table: table(1, { removed }), names: NAMES, waited: 0, note: "", ask });
    await fireEvent.click(screen.getByTestId("admit-7"));
    expect(ask).toHaveBeenCalledWith({ type: "admit", table: "t1", person: 7 });
  });

  it("is nowhere to be seen where nobody was", async () => {
    await speaking();
    render(Removed, { table: room(1, { seats, removed: [] }), ask: () => undefined });
    expect(screen.queryByTestId("removed")).toBeNull();
  });
});

describe("news", () => {
  it("says how somebody is called now", async () => {
    for (const lang of ["en", "ar"]) {
      await speaking(lang);
      const before = room(1, { seats: [person("Salem"), person(""), free, free] });
      const { rerender } = render(PeopleNews, { table: before, names: NAMES });
      const now = room(2, { seats: [person("Salem"), person("Nora"), free, free] });
      await rerender({ table: now, names: NAMES });
      const was = app.tr?.t("players.guest_n", { n: 2 }) ?? "";
      expect(screen.getByTestId("news").textContent).toBe(
        app.tr?.t("news.renamed", { before: was, name: "Nora" }),
      );
      cleanup();
    }
  });
});

describe("the crown", () => {
  const at = (host: number): ReturnType<typeof room> =>
    room(1, { seats: [person("Salem"), person("Anna"), free, free], host });
  const news = (host: number): string => {
    render(PeopleNews, { table: at(host), names: NAMES });
    const told = screen.getByTestId("news").textContent;
    cleanup();
    return told;
  };

  it("has passed to another while one was away: that is said, once", async () => {
    await speaking();
    // Only to one who had it.
    expect([news(1), news(0), news(1), news(1)]).toEqual(["", "", "Anna is the host now.", ""]);
  });

  it("is not missed at another table, nor by one who only looks on", async () => {
    await speaking();
    news(0);
    expect(crownGone({ ...at(1), table: "t2" })).toBe(false);
    expect(crownGone({ ...at(1), seat: null })).toBe(false);
    expect(crownGone(at(1))).toBe(false);
  });
});

describe("the beginning", () => {
  it("fills free seats with computer players of the chosen level", async () => {
    await speaking();
    const ask = vi.fn();
    render(HostPanel, { room: room(1, { seats }), host: "Salem", busy: false, ask });
    await fireEvent.click(screen.getByTestId("begin"));
    expect(ask).toHaveBeenLastCalledWith({ type: "begin", table: "t1", level: "normal" });
    await fireEvent.click(screen.getByTestId("fill-all"));
    expect(ask).toHaveBeenLastCalledWith({ type: "fill", table: "t1", level: "normal" });
  });

  it("is the host's; others are told so", async () => {
    await speaking();
    const guest = room(1, { seats, seat: 2 });
    render(HostPanel, { room: guest, host: "Salem", busy: false, ask: () => undefined });
    expect(screen.queryByRole("button")).toBeNull();
    expect(screen.getByText("Salem decides when the match begins.")).toBeTruthy();
  });
});

describe("the people at a running match", () => {
  const playing = table(1, {
    seats: [person("Salem"), person("Layla"), person("Noura", { away: true }), computer()],
  });
  const plain = { names: ["Salem", "Layla", "Noura", "Yousef"], waited: 0, note: "" };

  it("can be replaced by the host only when they are away or hold everybody up", async () => {
    await speaking();
    const ask = vi.fn();
    const { rerender } = render(People, { table: playing, ...plain, ask });
    const disabled = (seat: number): boolean =>
      (screen.getByTestId(`remove-${seat}`) as HTMLButtonElement).disabled;
    expect([disabled(1), disabled(2)]).toEqual([true, false]);
    await rerender({
      table: { ...playing, view: { ...playing.view, to_move: 1 } },
      ...plain,
      waited: 61,
      ask,
    });
    expect(disabled(1)).toBe(false);
    await fireEvent.click(screen.getByTestId("remove-2"));
    expect(screen.getByTestId("people").textContent).toContain("cannot come back into this room");
    await fireEvent.click(screen.getByTestId("remove-sure"));
    expect(ask).toHaveBeenCalledWith({ type: "remove", table: "t1", seat: 2, level: "normal" });
  });

  it("leave one who plays alone the players; the room is folded away", async () => {
    await speaking();
    const seats = [person("Salem"), computer(), computer(), computer()];
    render(People, { table: table(1, { seats }), ...plain, ask: () => undefined });
    expect(screen.getByTestId("person-0").textContent).not.toMatch(/here|host/);
    expect(screen.getByTestId("person-1").textContent).toContain("computer player");
    const folded = screen.getByTestId("people-room");
    expect((folded as HTMLDetailsElement).open).toBe(false);
    for (const part of [/Code of the room/, /Time for a move/]) expect(folded.textContent).toMatch(part);
    expect(screen.getByTestId("people").textContent).not.toContain("can be removed");
    cleanup();
    const { rerender } = render(People, {
      table: table(1, { seats, watchers: 1 }),
      ...plain,
      ask: () => undefined,
    });
    expect(screen.queryByTestId("people-room")).toBeNull();
    expect(screen.getByTestId("person-0").textContent).toContain("here · host");
    // Nothing folds up under the finger when the last onlooker goes.
    await rerender({ table: table(2, { seats }), ...plain, ask: () => undefined });
    expect(screen.queryByTestId("people-room")).toBeNull();
  });

  it("shows one who looks on neither the code nor anything to do", async () => {
    await speaking();
    render(People, { table: { ...playing, seat: null, code: null }, ...plain, ask: () => undefined });
    expect(screen.queryByRole("button")).toBeNull();
    expect(screen.getByTestId("people").textContent).not.toContain("Code");
    expect(within(screen.getByTestId("person-2")).getByText(/away/)).toBeTruthy();
  });
});

describe("the score sheet", () => {
  it("names the sides, marks who won, and leads to each match", async () => {
    await speaking();
    const names = ["Salem", "", "Noura", ""];
    const line = (match: string, scores: number[], winners: number[]) => ({
      match,
      game: "some",
      scores,
      winners,
      names,
    });
    render(MatchSheet, {
      room: table(1, {
        seats: [person("Salem"), computer(), person("Noura"), person("Hamad")],
        matches: [line("a", [101, 60], [0, 2]), line("b", [20, 102], [1, 3])],
      }),
      names: ["Salem", "Layla", "Noura", "Hamad"],
    });
    const heads = screen.getAllByRole("columnheader").map((one) => one.textContent?.trim());
    expect(heads).toEqual(["Match", "Salem + Noura", "Layla + Player 4", "Look again"]);
    expect(
      screen
        .getAllByRole("cell")
        .map((one) => one.textContent?.trim())
        .slice(0, 2),
    ).toEqual(["101 (won)", "60"]);
    const links = screen.getAllByRole("link").map((one) => [one.textContent, one.getAttribute("href")]);
    expect(links[1]).toEqual(["Look again (match 2)", replayLink("b", "t1")]);
  });
});
