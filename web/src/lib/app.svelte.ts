// What the whole page shares: the language, the games there are, the connection, and the table it looks at.
import { LANGUAGES, asked, prefer, speak } from "./i18n/languages.ts";
import type { Translator } from "./i18n/words.ts";
import { Live } from "./live.svelte.ts";
import { whyMissing } from "./renewed.ts";
import { settings } from "./settings.svelte.ts";
import { nameApp } from "./share/install.ts";
import { browserSocket, client, socketAddress } from "./wire/client.ts";
import type { Answer, Client, News, Request, Status } from "./wire/client.ts";
import { saveMe } from "./wire/http.ts";
import { refusalText } from "./wire/refusal.ts";
import type { GameInfo, Games } from "./wire/answers.ts";
import type { RoomLine, Table, TableLine, Welcome } from "./wire/types.ts";

/** In this browser's session: that the page was loaded anew because the server speaks another protocol. */
const RENEWED = "diwaniya-renewed";

class App {
  tr = $state.raw<Translator | null>(null);
  games = $state.raw<readonly GameInfo[]>([]);
  levels = $state.raw<readonly string[]>([]);
  status = $state<Status>("connecting");
  /** My tables, the latest first. */
  tables = $state.raw<readonly TableLine[]>([]);
  /** The open rooms, while somebody looks at them. */
  rooms = $state.raw<readonly RoomLine[] | null>(null);
  /** The list of games could not be fetched. */
  unreachable = $state(false);

  /** Where others in the network find the server, empty if it does not know. */
  address = $state("");
  /** A part of the page did not come: is it asked why, or gone because the page was renewed? */
  missing = $state<"looking" | "renewed" | null>(null);

  #lang = "";
  #client: Client | null = null;
  #again: readonly Request[] = [];
  #lobby = 0;

  readonly live = new Live({
    ask: (message) => this.ask(message),
    again: (messages) => {
      this.#again = messages;
      this.#greet();
    },
  });

  async start(): Promise<void> {
    addEventListener("vite:preloadError", () => void this.#miss());
    this.connect();
    const lang = asked(location.search) ?? (settings.lang || prefer(navigator.languages));
    await Promise.all([this.language(lang), this.fetchGames()]);
  }

  async language(lang: string): Promise<void> {
    this.#lang = lang;
    const tr = await speak(lang, settings.digits);
    // Somebody who tries them all gets the last one, whichever comes first.
    if (this.#lang !== lang) return;
    this.tr = tr;
    document.documentElement.lang = tr.lang;
    document.documentElement.dir = tr.dir;
    document.title = tr.t("app.name");
    nameApp(tr.lang);
  }

  /** The reader's own choice, which outlasts the visit; what the address asked for is over. */
  async choose(lang: string): Promise<void> {
    settings.lang = lang;
    if (asked(location.search)) history.replaceState(null, "", location.pathname + location.hash);
    await this.language(lang);
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

  /** The level that the reader chose last, or a middling one. */
  get level(): string {
    const { levels } = this;
    return levels.includes(settings.level)
      ? settings.level
      : levels.includes("normal")
        ? "normal"
        : (levels[0] ?? "");
  }

  connect(): void {
    this.#client = client({
      connect: (events) => browserSocket(socketAddress(location), events),
      handlers: { status: (status) => this.#turn(status), news: (message) => this.#hear(message) },
    });
    addEventListener("online", () => this.#client?.wake());
    addEventListener("offline", () => this.#client?.doubt());
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) return;
      this.#client?.wake();
      this.live.catchUp();
    });
  }

  #turn(status: Status): void {
    this.status = status;
    if (status !== "outdated" || sessionStorage.getItem(RENEWED)) return;
    // A newer page is there: it is loaded once, at the same place. If that does not help, the reader is asked.
    sessionStorage.setItem(RENEWED, "1");
    location.reload();
  }

  async #miss(): Promise<void> {
    this.missing = "looking";
    // The name of the first script stands for the build: it changes with every part.
    const build = document.querySelector<HTMLScriptElement>("script[type=module][src]")?.src ?? "";
    const why = await whyMissing(build, sessionStorage, () => fetch("/", { cache: "no-store" }));
    if (why === "reload") location.reload();
    else this.missing = why === "renewed" ? "renewed" : null;
  }

  ask(message: Request): Promise<Answer> {
    return this.#client?.request(message) ?? Promise.resolve({ ok: false, refused: null });
  }

  #hear(message: News): void {
    if (message.type === "welcome") this.#welcome(message);
    else if (message.type === "rooms") this.rooms = message.rooms;
    else {
      if (message.type === "table") this.#list(message);
      if (message.type === "gone") this.forget(message.table);
      this.live.news(message);
    }
  }

  /** Keep the list of my tables as the next `welcome` would have it. */
  #list({ table, game, phase, seat, seats, practice = null, name_seed = "" }: Table): void {
    const others = this.tables.filter((line) => line.table !== table);
    const names = seats.filter(({ kind }) => kind === "person").map(({ name }) => name);
    const line = { table, game, phase, names, updated: Date.now() / 1000, practice, name_seed };
    this.tables = seat === null ? others : [line, ...others];
  }

  /** A table that is mine no longer. */
  forget(table: string): void {
    this.tables = this.tables.filter((line) => line.table !== table);
  }

  #welcome(message: Welcome): void {
    sessionStorage.removeItem(RENEWED);
    this.tables = message.tables;
    this.address = message.address ?? "";
    if (!message.name) return;
    settings.name = message.name;
    settings.avatar = message.avatar ?? settings.avatar;
    settings.met = true;
  }

  /** Look at the open rooms; what is given back ends it. */
  lobby(): () => void {
    this.#lobby += 1;
    this.#greet();
    void this.ask({ type: "lobby" });
    return () => {
      this.#lobby -= 1;
      this.#greet();
      if (this.#lobby > 0) return;
      this.rooms = null;
      void this.ask({ type: "lobby", on: false });
    };
  }

  #greet(): void {
    this.#client?.again([...this.#again, ...(this.#lobby > 0 ? [{ type: "lobby", on: true } as const] : [])]);
  }

  /** How I want to be shown, as requests carry it. */
  get me(): { name: string; avatar: number } {
    return { name: settings.name.trim(), avatar: settings.avatar };
  }

  /** Keep name and face for this browser and, by its cookie, for the server. */
  async keepMe(): Promise<boolean> {
    settings.name = settings.name.trim();
    settings.met = true;
    return (await saveMe(this.me)).ok;
  }

  /** Why a request came to nothing, in words. */
  refusal(answer: Answer): string {
    const tr = words();
    if (answer.ok) return "";
    return answer.refused ? refusalText(tr, answer.refused) : tr.t("wire.unsure");
  }
}

export const app = new App();

/** The words. Only asked once a language is there: the root shows nothing before. */
export function words(): Translator {
  if (!app.tr) throw new Error("asked for words before there were any");
  return app.tr;
}
