// The parts of the front page as the browser builds them.
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, describe, expect, it } from "vitest";

import { app } from "../app.svelte.ts";
import { speak } from "../i18n/languages.ts";
import { game } from "../table/fixtures.ts";
import { keepPlayed } from "../table/own.ts";
import JoinForm from "./JoinForm.svelte";
import LastMatches from "./LastMatches.svelte";
import MyTables from "./MyTables.svelte";

afterEach(() => {
  cleanup();
  app.tables = [];
  location.hash = "";
});

describe("my tables", () => {
  it("list the names in the page's own direction, each set apart in its own", async () => {
    app.tr = await speak("en");
    app.games = [game()];
    const names = ["", "نورة", "Terry", "Hamad"];
    app.tables = [{ table: "t1", game: "some", phase: "playing", names, updated: Date.now() / 1000 }];
    render(MyTables);
    const list = screen.getByText("\u2068نورة\u2069, Terry, and Hamad");
    // A `bdi` takes its direction from the first name.
    expect(list.tagName).toBe("SPAN");
  });
});

describe("when something happened at a table", () => {
  it("is just now, and not this minute", async () => {
    app.games = [game()];
    const names = ["Salem", "", "", ""];
    for (const [lang, told] of [
      ["en", "now"],
      ["ar", "الآن"],
    ] as const) {
      app.tr = await speak(lang);
      app.tables = [{ table: "t1", game: "some", phase: "playing", names, updated: Date.now() / 1000 + 4 }];
      render(MyTables);
      expect(screen.getByText(new RegExp(`· ${told}$`))).toBeTruthy();
      cleanup();
    }
  });
});

describe("my last matches", () => {
  it("are nothing to see before one was played", async () => {
    app.tr = await speak("en");
    app.games = [game()];
    const { container } = render(LastMatches);
    expect(container.children).toHaveLength(0);
  });

  it("lead to their replays, the newest first, and no more than five of them", async () => {
    app.tr = await speak("en");
    app.games = [game({ id: "kout4" })];
    for (let n = 0; n < 7; n += 1)
      keepPlayed({ match: `M${n}`, seat: 0, game: "kout4", seed: "abc", won: n % 2 === 0, ended: n });
    keepPlayed({ match: "GONE", seat: 0, game: "gone", seed: "abc", won: null, ended: 8 });
    render(LastMatches);
    const rows = screen.getAllByRole("listitem").map((row) => row.textContent.replace(/\s+/g, " ").trim());
    expect(rows).toHaveLength(5);
    expect(rows[0]).toMatch(/^Kout Bo Four You won .*1/);
    expect(rows[1]).toMatch(/^Kout Bo Four You lost/);
    expect(screen.getAllByRole("link")[0]?.getAttribute("href")).toBe("#/match/M6/abc");
  });
});

describe("the field for a code", () => {
  async function typed(text: string): Promise<string> {
    await fireEvent.input(screen.getByTestId("code"), { target: { value: text } });
    await fireEvent.submit(screen.getByTestId("join-form"));
    return screen.queryByRole("alert")?.textContent ?? "";
  }

  it("says whose link leads to another server, and takes the links of this one", async () => {
    app.tr = await speak("en");
    app.address = "http://192.0.2.2:8484/";
    render(JoinForm);
    expect(await typed("http://other.example/join/K7M29QXR")).toBe(
      "This link leads to a room on another server: other.example",
    );
    expect(location.hash).toBe("");
    expect(await typed("http://192.0.2.2:8484/join/K7M29QXR")).toBe("");
    expect(location.hash).toBe("#/join/K7M29QXR");
    app.address = "";
  });

  it("keeps what was typed before", async () => {
    app.tr = await speak("en");
    render(JoinForm, { typed: "K7M2-9QXR" });
    expect((screen.getByTestId("code") as HTMLInputElement).value).toBe("K7M2-9QXR");
  });
});
