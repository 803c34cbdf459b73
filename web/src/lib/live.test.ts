import { describe, expect, it } from "vitest";
import { settings } from "./settings.svelte.ts";
import { Live } from "./live.svelte.ts";
import { step, table } from "./table/fixtures.ts";
import type { Answer, Request } from "./wire/client.ts";
import type { Refused, Said } from "./wire/types.ts";

/** A server that answers as the test says, and remembers what it was asked. */
function at(answers: Partial<Record<Request["type"], Refused["code"]>> = {}) {
  const asked: string[] = [];
  let greeting: string[] = [];
  const live = new Live({
    ask: (message) => {
      asked.push(message.type);
      const code = answers[message.type];
      const refused = code && ({ type: "refused", code, text: "" } as const);
      const answer: Answer = refused ? { ok: false, refused } : { ok: true, table: "t1", seq: 1 };
      return Promise.resolve(answer);
    },
    again: (messages) => (greeting = messages.map(({ type }) => type)),
  });
  settings.speed = "instant";
  return { live, asked, greeting: () => greeting };
}

const said = (id: number, seat = 2): Said => ({
  type: "said",
  table: "t1",
  id,
  seat,
  name: "Noura",
  text: "hello",
  phrase: "",
});

describe("the table that the page looks at", () => {
  it("is sat down at, or watched where there is no seat", async () => {
    const seated = at();
    await seated.live.follow("t1");
    expect(seated.asked).toEqual(["sit"]);
    expect(seated.greeting()).toEqual(["sit"]);

    const looking = at({ sit: "not_seated" });
    await looking.live.follow("t1");
    expect(looking.asked).toEqual(["sit", "watch"]);
    expect(looking.greeting()).toEqual(["watch"]);
    expect(looking.live.refused).toBeNull();
  });

  it("keeps a hint of its own table until it turns away", async () => {
    const { live } = at();
    await live.follow("t1");
    const hint = { type: "hint", table: "t1", seq: 3, moves: [{ token: "AS", chance: 0.5 }] } as const;
    live.news({ ...hint, table: "t2", moves: [...hint.moves] });
    expect(live.hint).toBeNull();
    live.news({ ...hint, moves: [...hint.moves] });
    expect(live.hint?.moves).toEqual(hint.moves);
    await live.follow(null);
    expect(live.hint).toBeNull();
  });

  it("says kindly why there is nothing to see", async () => {
    const shut = at({ sit: "not_seated", watch: "no_watching" });
    await shut.live.follow("t1");
    expect(shut.live.refused).toBe("no_watching");
    expect(shut.greeting()).toEqual([]);
    const nowhere = at({ sit: "no_table" });
    await nowhere.live.follow("t1");
    expect(nowhere.asked).toEqual(["sit"]);
    expect(nowhere.live.refused).toBe("no_table");
  });

  it("goes on step by step, and asks for the whole once when one is missing", async () => {
    const { live, asked } = at();
    await live.follow("t1");
    live.news(table(5));
    live.news(step(5));
    expect(live.feed.shown?.seq).toBe(6);
    live.news(step(8));
    live.news(step(9));
    expect(asked).toEqual(["sit", "sit"]);
    live.news(table(10));
    expect(live.feed.shown?.seq).toBe(10);
    live.news(step(12));
    expect(asked).toEqual(["sit", "sit", "sit"]);
  });

  it("knows the newest clock", async () => {
    const { live } = at();
    await live.follow("t1");
    live.news(table(5, { clock: { seat: 1, left: 15, bank: 60 } }));
    expect(live.clock).toMatchObject({ seat: 1, left: 15, bank: 60 });
    live.news(step(5));
    expect(live.clock).toBeNull();
  });

  it("forgets what was said when the page turns away, or is sent away", async () => {
    const { live, asked } = at();
    await live.follow("t1");
    live.news(table(5));
    live.news(said(1));
    live.news(said(2, 0));
    expect(live.chat).toMatchObject({ unread: 1, said: [{ id: 1 }, { id: 2 }] });
    live.readChat(true);
    expect(live.chat.unread).toBe(0);
    await live.follow(null);
    expect(live.chat.said).toEqual([]);
    expect(asked.at(-1)).toBe("leave");

    await live.follow("t1");
    live.news(table(5));
    live.news(said(3));
    live.news({ type: "gone", table: "t1", why: "removed" });
    expect(live.gone).toBe("removed");
    expect(live.chat.said).toEqual([]);
    expect(live.feed.shown).toBeNull();
  });

  it("hears nothing of other tables", async () => {
    const { live } = at();
    await live.follow("t1");
    live.news(table(5));
    live.news(table(7, { table: "t2" }));
    live.news(step(7, { table: "t2" }));
    live.news({ ...said(1), table: "t2" });
    live.news({ type: "gone", table: "t2", why: "closed" });
    expect(live.feed.shown?.table).toBe("t1");
    expect(live.chat.said).toEqual([]);
    expect(live.gone).toBeNull();
  });
});
