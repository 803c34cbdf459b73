// What the whole page shares: the language, the games there are, the connection and the table it follows.
import { LANGUAGES, prefer, speak } from "./i18n/languages.ts";
import type { Translator } from "./i18n/words.ts";
import { settings } from "./settings.svelte.ts";
import { advance, catchUp, EMPTY, pause, receive } from "./table/feed.ts";
import type { Feed } from "./table/feed.ts";
import type { Client, Status } from "./wire/client.ts";
import { browserSocket, client, socketAddress } from "./wire/client.ts";
import type { Answer } from "./wire/client.ts";
import type { ClientMessage, GameInfo, Games, Table, TableLine } from "./wire/types.ts";

class App {
  tr = $state.raw<Translator | null>(null);
  games = $state.raw<readonly GameInfo[]>([]);
  levels = $state.raw<readonly string[]>([]);
  status = $state<Status>("connecting");
  /** My running tables, newest first. */
  running = $state.raw<readonly TableLine[]>([]);
  feed = $state.raw<Feed>(EMPTY);
  /** The server cannot write down moves just now. */
  trouble = $state(false);
  /** The list of games could not be fetched. */
  unreachable = $state(false);
  /** The table that was asked for is not there, or is no business of ours. */
  missing = $state(false);

  #client: Client | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #shownAt = 0;

  async start(): Promise<void> {
    this.connect();
    await Promise.all([this.language(settings.lang || prefer(navigator.languages)), this.fetchGames()]);
  }

  async language(lang: string): Promise<void> {
    const tr = await speak(lang);
    this.tr = tr;
    document.documentElement.lang = tr.lang;
    document.documentElement.dir = tr.dir;
  }

  get languages(): typeof LANGUAGES {
    return LANGUAGES;
  }

  async fetchGames(): Promise<void> {
    try {
      const answer = await fetch("/api/games");
      if (!answer.ok) throw new Error(String(answer.status));
      const { games, levels } = (await answer.json()) as Games;
      this.games = games;
      this.levels = levels;
      this.unreachable = false;
    } catch {
      this.unreachable = true;
      setTimeout(() => void this.fetchGames(), 3000);
    }
  }

  /** The games as the front page lists them: in the order that their words ask for, then by name. */
  get listed(): readonly GameInfo[] {
    const { tr } = this;
    if (!tr) return this.games;
    const order = (game: GameInfo): number => {
      const key = `game.${game.id}.order`;
      return tr.has(key) ? Number(tr.t(key)) : Infinity;
    };
    const name = (game: GameInfo): string => tr.t(`game.${game.id}.name`);
    return [...this.games].sort((a, b) => order(a) - order(b) || name(a).localeCompare(name(b), tr.lang));
  }

  game(id: string): GameInfo | undefined {
    return this.games.find((game) => game.id === id);
  }

  connect(): void {
    this.#client = client({
      connect: (events) => browserSocket(socketAddress(location), events),
      handlers: {
        status: (status) => (this.status = status),
        welcome: (message) => (this.running = message.tables),
        table: (message) => this.#hear(message),
        trouble: () => (this.trouble = true),
      },
    });
    const wake = (): void => this.#client?.wake();
    addEventListener("online", wake);
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) return;
      wake();
      this.feed = catchUp(this.feed);
    });
  }

  ask(message: Extract<ClientMessage, { ref?: number | null }>): Promise<Answer> {
    return this.#client?.request(message) ?? Promise.resolve({ ok: false, refused: null });
  }

  #followed: string | null = null;

  /** Go to a table, or away from it with null. */
  async follow(table: string | null): Promise<void> {
    if (table === this.#followed) return;
    const before = this.#followed;
    this.#followed = table;
    this.missing = false;
    this.trouble = false;
    clearTimeout(this.#timer);
    if (this.feed.shown?.table !== table) this.feed = EMPTY;
    this.#client?.follow(table);
    if (table !== null) {
      const answer = await this.ask({ type: "sit", table });
      if (!answer.ok && answer.refused && this.#followed === table) {
        const watching = await this.ask({ type: "watch", table });
        if (!watching.ok && this.#followed === table) this.missing = true;
      }
    } else if (before !== null) {
      void this.ask({ type: "leave", table: before });
    }
  }

  #hear(message: Table): void {
    this.trouble = false;
    const others = this.running.filter((line) => line.table !== message.table);
    const line = {
      table: message.table,
      game: message.game,
      seat: message.seat ?? 0,
      updated: Date.now() / 1000,
    };
    this.running = message.view.over || message.seat === null ? others : [line, ...others];
    if (message.table !== this.#followed) {
      if (this.#followed !== null) return;
      // An answer to `open`, before the page has turned to the table.
    }
    const before = this.feed.shown;
    this.feed = receive(this.feed, message);
    if (document.hidden) this.feed = catchUp(this.feed);
    if (this.feed.shown !== before) this.#shownAt = performance.now();
    this.#pace();
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
}

export const app = new App();

/** The words. Only asked once a language is there: the root shows nothing before. */
export function words(): Translator {
  if (!app.tr) throw new Error("asked for words before there were any");
  return app.tr;
}
