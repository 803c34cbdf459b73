// The chat as the browser builds it: text stays text, in whatever direction it runs, and nothing is done without asking.
import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";

import { app } from "../app.svelte.ts";
import { speak } from "../i18n/languages.ts";
import { person, room } from "../table/fixtures.ts";
import type { Answer, Request } from "../wire/client.ts";
import type { Said } from "../wire/types.ts";
import { SILENCE } from "./chat.ts";
import Chat from "./Chat.svelte";
import ChatNews from "./ChatNews.svelte";
import Reports from "./Reports.svelte";

const seats = [person("Salem"), person("Noura"), person("Hamad")];
const names = ["Salem", "Noura", "Hamad"];
const said = (id: number, seat: number, more: Partial<Said> = {}): Said => ({
  type: "said",
  table: "t1",
  id,
  seat,
  name: names[seat] ?? "",
  text: "hello",
  phrase: "",
  ...more,
});
const yes = (): Promise<Answer> => Promise.resolve({ ok: true, table: "t1", seq: 1 });

async function speaking(lang = "en"): Promise<void> {
  app.tr = await speak(lang);
}
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe("the chat", () => {
  const plain = { table: room(1, { seats }), names, company: true };

  it("shows a text as it was written, set apart in its own direction", async () => {
    await speaking();
    const text = "<img src=x onerror=alert(1)> قهوة";
    const chat = { ...SILENCE, said: [said(1, 1, { text })] };
    const { container } = render(Chat, { ...plain, chat, ask: yes });
    const shown = screen.getByText(text);
    expect(shown.getAttribute("dir")).toBe("auto");
    expect(container.querySelector("img")).toBeNull();
    expect(within(screen.getByTestId("said")).getAllByText("Noura")[0]?.tagName).toBe("BDI");
  });

  it("shows a phrase in the reader's language", async () => {
    const chat = { ...SILENCE, said: [said(1, 1, { text: "", phrase: "well_played" })] };
    for (const [lang, words] of [
      ["en", "Well played!"],
      ["ar", "لعبة حلوة!"],
    ] as const) {
      await speaking(lang);
      render(Chat, { ...plain, chat, ask: yes });
      expect(screen.getByTestId("said").textContent).toContain(words);
      cleanup();
    }
  });

  it("has a dozen phrases, each with a key that the server takes", async () => {
    await speaking();
    const ask = vi.fn((_message: Request) => yes());
    render(Chat, { ...plain, chat: SILENCE, ask });
    const phrases = within(screen.getByRole("group", { name: "Quick words" })).getAllByRole("button");
    expect(phrases).toHaveLength(12);
    for (const one of phrases) expect(one.dataset.testid).toMatch(/^phrase-[a-z_]{1,30}$/);
    await fireEvent.click(screen.getByTestId("phrase-thanks"));
    expect(ask).toHaveBeenCalledWith({ type: "say", table: "t1", phrase: "thanks" });
  });

  it("sends what was written, and gives it back if it was not said", async () => {
    await speaking();
    const ask = vi.fn((_message: Request): Promise<Answer> =>
      Promise.resolve({ ok: false, refused: { type: "refused", code: "too_fast", text: "" } }),
    );
    render(Chat, { ...plain, chat: SILENCE, ask });
    const field = screen.getByTestId("chat-text") as HTMLInputElement;
    await fireEvent.input(field, { target: { value: "  one   two " } });
    await fireEvent.click(screen.getByTestId("chat-send"));
    expect(ask).toHaveBeenCalledWith({ type: "say", table: "t1", text: "one two" });
    await vi.waitFor(() => expect(field.value).toBe("  one   two "));
    expect(screen.getByRole("status").textContent).toBe("That was too fast. Wait a moment.");
  });

  it("asks before it shows the host something, and mutes at once", async () => {
    await speaking();
    const ask = vi.fn((_message: Request) => yes());
    const chat = { ...SILENCE, said: [said(7, 1), said(8, 0)] };
    render(Chat, { ...plain, table: room(1, { seats, host: 2 }), chat, ask });
    // Nothing to be done about one's own.
    expect(screen.getAllByTestId("said-more")).toHaveLength(1);
    await fireEvent.click(screen.getByTestId("said-more"));
    await fireEvent.click(screen.getByTestId("said-mute"));
    expect(ask).toHaveBeenLastCalledWith({ type: "mute", table: "t1", seat: 1 });
    await fireEvent.click(screen.getByTestId("said-report"));
    expect(ask).toHaveBeenCalledTimes(1);
    await fireEvent.click(screen.getByTestId("report-yes"));
    expect(ask).toHaveBeenLastCalledWith({ type: "report", table: "t1", said: 7 });
  });

  it("does not offer to show the host what the host has said", async () => {
    await speaking();
    const chat = { ...SILENCE, said: [said(7, 1)] };
    render(Chat, { ...plain, table: room(1, { seats, host: 1 }), chat, ask: yes });
    await fireEvent.click(screen.getByTestId("said-more"));
    expect(screen.getByTestId("said-mute")).toBeTruthy();
    expect(screen.queryByTestId("said-report")).toBeNull();
  });
});

describe("what is read aloud", () => {
  it("is one message in full, then only a number, and nothing of one's own", async () => {
    await speaking();
    vi.useFakeTimers();
    const props = (list: Said[]) => ({ chat: { ...SILENCE, said: list }, viewer: 0, names });
    const { rerender } = render(ChatNews, props([]));
    const heard = (): string => screen.getByTestId("chat-news").textContent ?? "";
    await rerender(props([said(1, 1)]));
    await vi.advanceTimersByTimeAsync(400);
    expect(heard()).toBe("Noura says: hello");
    await rerender(props([said(1, 1), said(2, 2), said(3, 1), said(4, 0)]));
    await vi.advanceTimersByTimeAsync(400);
    expect(heard()).toBe("Noura says: hello");
    await vi.advanceTimersByTimeAsync(3000);
    expect(heard()).toBe("2 new messages in the chat");
  });
});

describe("a complaint", () => {
  const report = {
    type: "reported",
    table: "t1",
    by: 2,
    seat: 1,
    name: "Noura",
    text: "rude",
    phrase: "",
  } as const;
  const plain = { table: room(1, { seats }), names };

  it("tells the host who said what, and takes the person away if he wants it", async () => {
    await speaking();
    const ask = vi.fn((_message: Request) => yes());
    const settle = vi.fn();
    render(Reports, { ...plain, reports: [report], ask, settle });
    expect(screen.getByTestId("report").textContent).toContain(
      "Hamad would like you to see what Noura said:",
    );
    await fireEvent.click(screen.getByTestId("report-remove"));
    expect(ask).toHaveBeenCalledWith(expect.objectContaining({ type: "remove", seat: 1 }));
    expect(settle).toHaveBeenCalledWith(report);
  });

  it("can be left alone", async () => {
    await speaking();
    const settle = vi.fn();
    render(Reports, { ...plain, reports: [report], ask: yes, settle });
    await fireEvent.click(screen.getByTestId("report-close"));
    expect(settle).toHaveBeenCalledWith(report);
  });
});
