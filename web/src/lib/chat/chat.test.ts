import { describe, expect, it } from "vitest";
import type { Said } from "../wire/types.ts";
import { aloud, hear, KEPT, look, lookAway, readyToSay, SILENCE } from "./chat.ts";

const said = (id: number, text = "hello"): Said => ({
  type: "said",
  table: "t1",
  id,
  seat: 2,
  name: "Noura",
  text,
  phrase: "",
});

describe("the chat", () => {
  it("counts what was not seen, but not one's own", () => {
    let chat = hear(hear(SILENCE, said(1), false), said(2), true);
    expect(chat.unread).toBe(1);
    chat = hear(look(chat), said(3), false);
    expect(chat.unread).toBe(0);
    chat = hear(lookAway(chat), said(4), false);
    expect(chat.unread).toBe(1);
    expect(chat.said.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  });

  it("takes in a message once", () => {
    const chat = hear(SILENCE, said(1), false);
    expect(hear(chat, said(1), false)).toBe(chat);
  });

  it("does not grow without end", () => {
    let chat = SILENCE;
    for (let id = 1; id <= KEPT + 20; id += 1) chat = hear(chat, said(id), false);
    expect(chat.said).toHaveLength(KEPT);
    expect(chat.said[0]?.id).toBe(21);
  });

  it("says nothing that is empty or too long", () => {
    expect(readyToSay("  \n ")).toBeNull();
    expect(readyToSay("  a \n  b ")).toBe("a b");
    expect([...(readyToSay("😀".repeat(400)) ?? "")]).toHaveLength(300);
  });

  it("reads one message aloud, and of several only the number", () => {
    expect(aloud([])).toBeNull();
    expect(aloud([said(1)])).toEqual({ said: said(1) });
    expect(aloud([said(1), said(2), said(3)])).toEqual({ count: 3 });
  });
});
