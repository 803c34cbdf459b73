// The one connection to the server. It comes back by itself when it breaks, sits down again where it sat, and sends once
// more what was never answered. It knows the messages, but nothing of pages, cards or games.
import type { ClientMessage, Done, Fault, Pong, Refused, ServerMessage } from "./types.ts";
import { takeEarly } from "./early.ts";
import { PROTOCOL } from "./types.ts";

/** `outdated`: the server speaks another protocol, so this page has to be loaded anew. */
export type Status = "connecting" | "open" | "lost" | "outdated";

/** What a request came to. `refused` null means that nobody can say: the connection broke before the answer. */
export type Answer =
  | { readonly ok: true; readonly table: string | null; readonly seq: number | null }
  | { readonly ok: false; readonly refused: Refused | null };

/** What the server tells by itself. */
export type News = Exclude<ServerMessage, Done | Refused | Pong | Fault>;

export interface Handlers {
  status(status: Status): void;
  news(message: News): void;
}

/** As much of a WebSocket as is used here; a test brings its own. */
export interface Socket {
  send(text: string): void;
  close(): void;
  /** What has been asked over it before the page was there. Then it says hello by itself. */
  readonly asked?: Request | null;
}

export interface SocketEvents {
  open(): void;
  message(text: string): void;
  close(): void;
}

export interface Setup {
  connect(events: SocketEvents): Socket;
  handlers: Handlers;
  /** Replaced in tests. */
  later?: (run: () => void, ms: number) => unknown;
  cancel?: (timer: unknown) => void;
  random?: () => number;
}

/** Whatever is answered by `done` or `refused`. */
export type Request = Extract<ClientMessage, { ref?: number | null }>;

interface Waiting {
  readonly message: Request;
  readonly resolve: (answer: Answer) => void;
  sent: boolean;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const PING_EVERY = 20_000;
const PONG_WITHIN = 8000;
const PONG_WITHIN_DOUBT = 2500;

/** Asking these twice does no harm: the server tells a repeated one by its `seq`, or they change nothing more. */
const REPEATABLE: ReadonlySet<Request["type"]> = new Set([
  "play",
  "next",
  "sit",
  "watch",
  "leave",
  "quit",
  "join",
  "rematch",
  "back",
  "change",
  "salt",
  "mute",
  "hint",
  "rest",
  "tips",
  "lobby",
]);

export interface Client {
  request(message: Request): Promise<Answer>;
  /** What to say once more after every reconnect, before anything else. */
  again(messages: readonly Request[]): void;
  /** Something says that the network may be back: do not wait any longer. */
  wake(): void;
  /** Something says that the network may be gone: ask, and do not wait long for the answer. */
  doubt(): void;
  stop(): void;
}

export function client(setup: Setup): Client {
  const later = setup.later ?? ((run, ms) => setTimeout(run, ms));
  const cancel = setup.cancel ?? ((timer) => clearTimeout(timer as number));
  const random = setup.random ?? Math.random;
  const { handlers } = setup;
  const waiting = new Map<number, Waiting>();
  let socket: Socket | null = null;
  let ready = false;
  let stopped = false;
  let failures = 0;
  let lastRef = 0;
  let greeting: readonly Request[] = [];
  /** What was asked before the page was there, until the page asks for it too; and the answer, if it has come. */
  let ahead: Request | null = null;
  let told: Answer | null = null;
  let retry: unknown = null;
  let ping: unknown = null;
  let pong: unknown = null;

  function open(): void {
    if (stopped || socket) return;
    retry = null;
    handlers.status("connecting");
    // What an older socket still has to say no longer counts.
    const mine = (): boolean => socket === made;
    const made: Socket = setup.connect({
      open: () => mine() && send({ type: "hello", protocol: PROTOCOL }),
      message: (text) => mine() && hear(JSON.parse(text) as ServerMessage),
      close: () => mine() && drop(),
    });
    socket = made;
    ahead = made.asked ?? null;
  }

  function drop(): void {
    socket = null;
    ready = false;
    ahead = told = null;
    cancel(ping);
    cancel(pong);
    for (const [ref, one] of waiting) {
      const lost = one.sent && !REPEATABLE.has(one.message.type);
      one.sent = false;
      if (!lost) continue;
      waiting.delete(ref);
      one.resolve({ ok: false, refused: null });
    }
    if (stopped) return;
    handlers.status("lost");
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures);
    failures += 1;
    // Not all pages at once when a server comes back.
    retry = later(open, wait * (0.7 + 0.6 * random()));
  }

  function send(message: ClientMessage): void {
    socket?.send(JSON.stringify(message));
  }

  function hear(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        failures = 0;
        ready = true;
        handlers.news(message);
        handlers.status("open");
        // What has just been asked for and waits for its answer is asked for once.
        for (const one of greeting) if (!asked(one)) send(one);
        for (const one of waiting.values()) if (!one.sent) transmit(one);
        beat();
        break;
      case "done":
        settle(message.ref, { ok: true, table: message.table, seq: message.seq });
        break;
      case "refused":
        settle(message.ref ?? null, { ok: false, refused: message });
        break;
      case "pong":
        cancel(pong);
        break;
      case "error":
        if (message.code === "bad_protocol") {
          stopped = true;
          handlers.status("outdated");
        }
        break;
      default:
        handlers.news(message);
    }
  }

  function same({ ref: _, ...message }: Request, { ref: __, ...other }: Request): boolean {
    return JSON.stringify(message) === JSON.stringify(other);
  }

  function asked(greeted: Request): boolean {
    return [...waiting.values()].some(({ message }) => same(message, greeted));
  }

  function settle(ref: number | null, answer: Answer): void {
    if (ref === null) return;
    const one = waiting.get(ref);
    if (!one && ref === ahead?.ref) told = answer;
    waiting.delete(ref);
    one?.resolve(answer);
  }

  function transmit(one: Waiting): void {
    one.sent = true;
    send(one.message);
  }

  /** Whether this has been asked already: then its answer is waited for, or is there. */
  function takeOver(message: Request, resolve: Waiting["resolve"]): boolean {
    if (!ahead || !same(ahead, message)) return false;
    const answer = told;
    if (answer) resolve(answer);
    else waiting.set(ahead.ref ?? 0, { message: ahead, resolve, sent: true });
    ahead = told = null;
    return true;
  }

  function beat(): void {
    ping = later(() => {
      probe(PONG_WITHIN);
      beat();
    }, PING_EVERY);
  }

  function probe(within: number): void {
    cancel(pong);
    send({ type: "ping" });
    pong = later(() => {
      // A dead line may take minutes to close: it is given up at once.
      const dead = socket;
      drop();
      dead?.close();
    }, within);
  }

  open();
  return {
    request(message) {
      return new Promise((resolve) => {
        if (takeOver(message, resolve)) return;
        lastRef += 1;
        const ref = lastRef;
        const one: Waiting = { message: { ...message, ref }, resolve, sent: false };
        waiting.set(ref, one);
        if (ready) transmit(one);
      });
    },
    again(messages) {
      greeting = messages;
    },
    wake() {
      if (stopped || socket || retry === null) return;
      cancel(retry);
      failures = 0;
      open();
    },
    doubt() {
      if (ready) probe(PONG_WITHIN_DOUBT);
    },
    stop() {
      stopped = true;
      cancel(retry);
      cancel(ping);
      cancel(pong);
      socket?.close();
    },
  };
}

/** A socket of the browser: the one that was opened before the page was there, or a new one. */
export function browserSocket(address: string, events: SocketEvents): Socket {
  const early = takeEarly(address);
  const socket = early?.socket ?? new WebSocket(address);
  const hear = (data: unknown): void => {
    if (typeof data === "string") events.message(data);
  };
  // That one says hello by itself. What it has heard is told before anything new can come.
  if (early)
    queueMicrotask(() => {
      early.heard.forEach(hear);
      // Its end has come before anybody listened, perhaps because of what it had to say.
      if (socket.readyState === WebSocket.CLOSED) events.close();
    });
  else socket.onopen = () => events.open();
  socket.onmessage = ({ data }) => hear(data);
  socket.onclose = () => events.close();
  return {
    send: (text) => socket.send(text),
    close: () => socket.close(),
    asked: early?.asked ?? null,
  };
}

/** The address of the socket beside the page that is shown. */
export function socketAddress(page: Pick<Location, "protocol" | "host">): string {
  return `${page.protocol === "https:" ? "wss:" : "ws:"}//${page.host}/ws`;
}
