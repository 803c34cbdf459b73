// The one table that the page looks at: what the server tells of it, step by step, and what is said there. Everything is
// forgotten when the page turns away.
import { untrack } from "svelte";
import { hear, look, lookAway, SILENCE } from "./chat/chat.ts";
import type { Chat } from "./chat/chat.ts";
import { settings } from "./settings.svelte.ts";
import type { Running } from "./table/clock.ts";
import { advance, catchUp, EMPTY, follow, pause, receive } from "./table/feed.ts";
import type { Feed } from "./table/feed.ts";
import type { Answer, News, Request } from "./wire/client.ts";
import type { Gone, Hint, Refused, Reported, Rest, Step, Table, Tips } from "./wire/types.ts";

/** As much of the connection as is needed here. */
export interface Line {
  ask(message: Request): Promise<Answer>;
  /** What to say once more after every reconnect. */
  again(messages: readonly Request[]): void;
}

export class Live {
  feed = $state.raw<Feed>(EMPTY);
  /** Whose time runs, of the newest the page has heard: it does not wait until the cards have been looked at. */
  clock = $state.raw<Running | null>(null);
  chat = $state.raw<Chat>(SILENCE);
  /** Which moves are best, for this player alone. */
  hint = $state.raw<Hint | null>(null);
  /** The moves that win the rest of the hand, as it was told when it was asked last. */
  rest = $state.raw<Rest | null>(null);
  /** What a lesson may tell of the position, as it was asked last. */
  tips = $state.raw<Tips | null>(null);
  /** Complaints that the host has not looked at yet. */
  reports = $state.raw<readonly Reported[]>([]);
  /** The server cannot write down moves just now. */
  trouble = $state(false);
  /** Why there is no table to look at. */
  refused = $state<Refused["code"] | null>(null);
  gone = $state<Gone["why"] | null>(null);

  #line: Line;
  #followed: string | null = null;
  #how: "sit" | "watch" = "sit";
  /** Asked for the whole view, because a step was missing. */
  #asking = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #shownAt = 0;

  constructor(line: Line) {
    this.#line = line;
  }

  /** Go to a table, or away from it with null. */
  async follow(table: string | null): Promise<void> {
    const before = this.#followed;
    if (table === before) return;
    this.#followed = table;
    this.#forget(table);
    if (before !== null && this.gone === null) void this.#line.ask({ type: "leave", table: before });
    this.gone = null;
    if (table === null) {
      this.#line.again([]);
      return;
    }
    await this.#attach(table, "sit");
  }

  async #attach(table: string, how: "sit" | "watch"): Promise<void> {
    this.#how = how;
    this.#line.again([{ type: how, table }]);
    const answer = await this.#line.ask({ type: how, table });
    if (answer.ok || !answer.refused || this.#followed !== table) return;
    if (how === "sit" && answer.refused.code === "not_seated") await this.#attach(table, "watch");
    else {
      this.#line.again([]);
      this.refused = answer.refused.code;
    }
  }

  /** Whoever has sat down, or has given up his seat, is told other things than before. */
  async seated(table: string): Promise<void> {
    if (this.#followed === table) await this.#attach(table, "sit");
  }

  #forget(table: string | null): void {
    clearTimeout(this.#timer);
    this.trouble = false;
    this.refused = null;
    this.#asking = false;
    this.chat = SILENCE;
    this.hint = null;
    this.rest = null;
    this.tips = null;
    this.reports = [];
    if (this.feed.shown?.table === table) return;
    this.feed = EMPTY;
    this.clock = null;
  }

  news(message: News): void {
    switch (message.type) {
      case "table":
        this.#whole(message);
        break;
      case "step":
        this.#step(message);
        break;
      case "said":
        if (message.table !== this.#followed) break;
        this.chat = hear(this.chat, message, message.seat === this.feed.shown?.seat);
        break;
      case "hint":
        if (message.table === this.#followed) this.hint = message;
        break;
      case "rest":
        if (message.table === this.#followed) this.rest = message;
        break;
      case "tips":
        if (message.table === this.#followed) this.tips = message;
        break;
      case "reported":
        if (message.table === this.#followed) this.reports = [...this.reports, message];
        break;
      case "gone":
        if (message.table !== this.#followed) break;
        this.#line.again([]);
        this.#forget(null);
        this.gone = message.why;
        break;
      case "trouble":
        if (message.table === this.#followed) this.trouble = true;
        break;
    }
  }

  #whole(message: Table): void {
    // Without a table to follow it is the answer to `open`, before the page has turned there.
    if (this.#followed !== null && message.table !== this.#followed) return;
    this.trouble = false;
    this.#asking = false;
    this.#heard(message);
    this.#take(receive(this.feed, message));
  }

  #step(message: Step): void {
    if (message.table !== this.#followed) return;
    const next = follow(this.feed, message);
    if (next) {
      this.#heard(message);
      this.#take(next);
    } else if (!this.#asking) {
      this.#asking = true;
      void this.#line.ask({ type: this.#how, table: message.table });
    }
  }

  #heard({ clock }: Pick<Table, "clock">): void {
    this.clock = clock && { ...clock, at: performance.now() };
  }

  #take(feed: Feed): void {
    const before = this.feed.shown;
    this.feed = document.hidden ? catchUp(feed) : feed;
    if (this.feed.shown !== before) this.#shownAt = performance.now();
    this.#pace();
  }

  /** Show the newest at once. */
  catchUp(): void {
    this.feed = catchUp(this.feed);
  }

  /** Show what waits, one view after the other, each for as long as an eye needs. */
  #pace(): void {
    clearTimeout(this.#timer);
    const { shown, queue } = this.feed;
    const next = queue[0];
    if (!shown || !next) return;
    const wait = pause(shown, next, settings.speed) - (performance.now() - this.#shownAt);
    if (wait > 0) {
      this.#timer = setTimeout(() => this.#pace(), wait);
      return;
    }
    this.feed = advance(this.feed);
    this.#shownAt = performance.now();
    this.#pace();
  }

  /** The chat lies open before the reader, or no longer. May be said in an effect: what is written here is not read there. */
  readChat(open: boolean): void {
    const chat = untrack(() => this.chat);
    if (open !== chat.open) this.chat = open ? look(chat) : lookAway(chat);
  }

  settle(report: Reported): void {
    this.reports = this.reports.filter((one) => one !== report);
  }
}
