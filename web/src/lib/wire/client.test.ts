import { describe, expect, it } from "vitest";
import { client, socketAddress } from "./client.ts";
import type { Client, Request, SocketEvents, Status } from "./client.ts";
import type { ClientMessage, ServerMessage } from "./types.ts";

/** A server, a network and a clock in one, all in the hands of the test. */
class World {
  sockets: { events: SocketEvents; sent: ClientMessage[]; closed: boolean }[] = [];
  timers = new Map<number, { run: () => void; ms: number }>();
  statuses: Status[] = [];
  news: string[] = [];
  client: Client;
  #timer = 0;

  /** `asked`: over the first connection, before the page was there. */
  constructor(asked: Request | null = null) {
    this.client = client({
      connect: (events) => {
        const one = { events, sent: [] as ClientMessage[], closed: false };
        this.sockets.push(one);
        return {
          asked: this.sockets.length === 1 ? asked : null,
          send: (text) => one.sent.push(JSON.parse(text) as ClientMessage),
          close: () => (one.closed = true),
        };
      },
      handlers: {
        status: (status) => this.statuses.push(status),
        news: (message) => this.news.push(message.type),
      },
      later: (run, ms) => {
        this.#timer += 1;
        this.timers.set(this.#timer, { run, ms });
        return this.#timer;
      },
      cancel: (timer) => this.timers.delete(timer as number),
      random: () => 0.5,
    });
  }
  get socket() {
    const last = this.sockets.at(-1);
    if (!last) throw new Error("no socket");
    return last;
  }
  say(message: ServerMessage): void {
    this.socket.events.message(JSON.stringify(message));
  }
  welcome(): void {
    this.socket.events.open();
    this.say({ type: "welcome", protocol: 2, version: "1", tables: [] });
  }
  drop(): void {
    this.socket.events.close();
  }
  /** Let the timer that waits shortest ring. */
  ring(): number {
    const [id, timer] = [...this.timers].sort(([, a], [, b]) => a.ms - b.ms)[0] ?? [];
    if (id === undefined || !timer) throw new Error("no timer");
    this.timers.delete(id);
    timer.run();
    return timer.ms;
  }
  types(): string[] {
    return this.socket.sent.map(({ type }) => type);
  }
}

const play = { type: "play", table: "t", token: "AS", seq: 4 } as const;

describe("the connection", () => {
  it("says hello first and asks only when it has been welcomed", () => {
    const world = new World();
    void world.client.request(play);
    world.socket.events.open();
    expect(world.types()).toEqual(["hello"]);
    world.say({ type: "welcome", protocol: 2, version: "1", tables: [] });
    expect(world.types()).toEqual(["hello", "play"]);
    expect(world.statuses).toEqual(["connecting", "open"]);
  });

  it("asks once for what it would ask again and has just been asked for", () => {
    const world = new World();
    const sit = { type: "sit", table: "t" } as const;
    world.client.again([sit, { type: "sit", table: "u" }]);
    void world.client.request(sit);
    world.welcome();
    expect(world.socket.sent.slice(1)).toEqual([
      { type: "sit", table: "u" },
      { type: "sit", table: "t", ref: 1 },
    ]);
  });

  describe("when a table was asked for before the page was there", () => {
    const sit = { type: "sit", table: "t" } as const;
    const done = { type: "done", table: "t", seq: 5, ref: 0 } as const;

    it("does not ask for it again, whether the answer has come or not", async () => {
      for (const early of [true, false]) {
        const world = new World({ ...sit, ref: 0 });
        world.say({ type: "welcome", protocol: 2, version: "1", tables: [] });
        if (early) world.say(done);
        const answer = world.client.request(sit);
        if (!early) world.say(done);
        expect(await answer).toEqual({ ok: true, table: "t", seq: 5 });
        expect(world.types()).toEqual([]);
        void world.client.request(sit);
        expect(world.socket.sent).toEqual([{ ...sit, ref: 1 }]);
      }
    });

    it("asks for another one, and once more when the connection is lost", async () => {
      const world = new World({ ...sit, ref: 0 });
      void world.client.request({ type: "sit", table: "u" });
      const answer = world.client.request(sit);
      world.say({ type: "welcome", protocol: 2, version: "1", tables: [] });
      expect(world.socket.sent).toEqual([{ type: "sit", table: "u", ref: 1 }]);
      world.drop();
      world.ring();
      world.welcome();
      expect(world.socket.sent.slice(1)).toEqual([
        { type: "sit", table: "u", ref: 1 },
        { ...sit, ref: 0 },
      ]);
      world.say(done);
      expect(await answer).toMatchObject({ ok: true });
    });
  });

  it("brings each answer to its request", async () => {
    const world = new World();
    world.welcome();
    const first = world.client.request(play);
    const second = world.client.request({ ...play, token: "KS" });
    const [one, two] = world.socket.sent.filter((m) => m.type === "play").map((m) => m.ref ?? 0);
    expect(one).not.toBe(two);
    world.say({ type: "refused", code: "illegal", text: "no", ref: two ?? 0 });
    world.say({ type: "done", table: "t", seq: 5, ref: one ?? 0 });
    expect(await first).toEqual({ ok: true, table: "t", seq: 5 });
    expect(await second).toMatchObject({ ok: false, refused: { code: "illegal" } });
  });

  it("comes back by itself, sits down again and repeats an unanswered move with the same seq", async () => {
    const world = new World();
    world.client.again([{ type: "sit", table: "t" }]);
    world.welcome();
    const answer = world.client.request(play);
    const before = world.socket.sent.find((m) => m.type === "play");
    world.drop();
    expect(world.statuses.at(-1)).toBe("lost");
    world.ring();
    world.welcome();
    expect(world.sockets).toHaveLength(2);
    expect(world.types()).toEqual(["hello", "sit", "play"]);
    expect(world.socket.sent.at(-1)).toEqual(before);
    world.say({ type: "done", table: "t", seq: 5, ref: 1 });
    expect(await answer).toMatchObject({ ok: true });
  });

  it("does not open a second table when the answer was lost", async () => {
    const world = new World();
    world.welcome();
    const answer = world.client.request({ type: "open", game: "g" });
    world.drop();
    expect(await answer).toEqual({ ok: false, refused: null });
    world.ring();
    world.welcome();
    expect(world.types()).toEqual(["hello"]);
  });

  it("passes on what the server tells by itself, in order", () => {
    const world = new World();
    world.welcome();
    world.say({ type: "rooms", rooms: [] });
    world.say({ type: "gone", table: "t", why: "closed" });
    world.say({ type: "pong", ref: null });
    expect(world.news).toEqual(["welcome", "rooms", "gone"]);
  });

  it("waits longer after each failure, and not at all when the network is back", () => {
    const world = new World();
    world.drop();
    const waits = [world.ring()];
    for (let i = 0; i < 6; i += 1) {
      world.drop();
      waits.push(world.ring());
    }
    expect([...waits].sort((a, b) => a - b)).toEqual(waits);
    expect(waits.at(-1)).toBeLessThanOrEqual(10_400);
    world.drop();
    const count = world.sockets.length;
    world.client.wake();
    expect(world.sockets).toHaveLength(count + 1);
  });

  it("closes a line that has gone dead", () => {
    const world = new World();
    world.welcome();
    world.ring();
    expect(world.types().at(-1)).toBe("ping");
    const pong = [...world.timers].find(([, { ms }]) => ms < 10_000);
    pong?.[1].run();
    expect(world.socket.closed).toBe(true);
    expect(world.statuses.at(-1)).toBe("lost");
  });

  it("asks at once when the network may be gone, and keeps a line that answers", () => {
    const world = new World();
    world.welcome();
    world.client.doubt();
    expect(world.types().at(-1)).toBe("ping");
    world.say({ type: "pong", ref: null });
    expect([...world.timers.values()].map(({ ms }) => ms)).toEqual([20_000]);
    world.client.doubt();
    expect(world.ring()).toBeLessThan(5000);
    expect(world.statuses.at(-1)).toBe("lost");
  });

  it("stops for good when the server speaks another protocol", () => {
    const world = new World();
    world.socket.events.open();
    world.say({ type: "error", code: "bad_protocol", text: "" });
    world.drop();
    expect(world.statuses.at(-1)).toBe("outdated");
    expect(world.timers.size).toBe(0);
  });

  it("does not listen to a socket that it has given up", () => {
    const world = new World();
    world.welcome();
    const old = world.socket;
    world.drop();
    world.ring();
    old.events.message(JSON.stringify({ type: "table" }));
    old.events.close();
    expect(world.news).toEqual(["welcome"]);
    expect(world.statuses.at(-1)).toBe("connecting");
  });

  it("asks at the address of the page, safely where the page came safely", () => {
    expect(socketAddress({ protocol: "https:", host: "a.example" })).toBe("wss://a.example/ws");
    expect(socketAddress({ protocol: "http:", host: "127.0.0.1:8484" })).toBe("ws://127.0.0.1:8484/ws");
  });
});
