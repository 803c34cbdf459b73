// The review of one match, as far as the server has it: looked for, asked for, waited for.
import { beginReview, lookReview } from "../wire/http.ts";
import type { Reply } from "../wire/http.ts";
import type { Review, ReviewState } from "../wire/answers.ts";

/** Why there is none just now, as the words for it are called. */
export type Hitch = "full" | "too_long" | "failed" | "too_fast" | "unreachable" | "missing";

export interface Server {
  look(match: string): Promise<Reply<ReviewState>>;
  begin(match: string): Promise<Reply<ReviewState>>;
  /** Between two looks. */
  later(run: () => void, ms: number): unknown;
  cancel(timer: unknown): void;
}

const SERVER: Server = {
  look: lookReview,
  begin: beginReview,
  later: (run, ms) => setTimeout(run, ms),
  cancel: (timer) => clearTimeout(timer as number),
};
const EVERY = 700;
/** A server that does not answer is asked again after so long. */
const PATIENCE = 3000;
/** So many times, before the reader is told. */
const TRIES = 5;

const isUnderWay = (state: ReviewState["state"] | undefined): boolean =>
  state === "waiting" || state === "compiling" || state === "working";

export class Asking {
  /** How far it is; null before the server has said so. */
  told = $state.raw<ReviewState | null>(null);
  hitch = $state<Hitch | null>(null);

  readonly #match: string;
  readonly #server: Server;
  #timer: unknown = null;
  #stopped = false;
  #failures = 0;

  constructor(match: string, server: Server = SERVER) {
    this.#match = match;
    this.#server = server;
  }

  get review(): Review | null {
    return this.told?.review ?? null;
  }

  /** Is it being made, or does it wait for that? */
  get underWay(): boolean {
    return isUnderWay(this.told?.state);
  }

  /** Is it there already, or on its way? Then it is waited for. */
  async look(): Promise<void> {
    this.#take(await this.#server.look(this.#match), false);
  }

  async begin(): Promise<void> {
    this.hitch = null;
    this.#failures = 0;
    this.#take(await this.#server.begin(this.#match), true);
  }

  stop(): void {
    this.#stopped = true;
    this.#server.cancel(this.#timer);
  }

  #take(reply: Reply<ReviewState>, asked: boolean): void {
    if (this.#stopped) return;
    if (!reply.ok) {
      this.#missed(reply.problem?.code ?? "", asked);
      return;
    }
    this.#failures = 0;
    this.told = reply.value;
    const { state } = reply.value;
    if (isUnderWay(state)) this.#again(EVERY);
    else if (state === "full" || state === "too_long" || state === "failed") this.hitch = state;
  }

  #missed(code: string, asked: boolean): void {
    this.#failures += 1;
    if (this.underWay && code !== "not_found" && this.#failures < TRIES) {
      this.#again(PATIENCE);
      return;
    }
    this.told = null;
    // Who only looked is told nothing: the button is there, and will say what is wrong.
    if (asked || this.#failures >= TRIES)
      this.hitch = code === "too_fast" ? "too_fast" : code === "not_found" ? "missing" : "unreachable";
  }

  #again(ms: number): void {
    this.#server.cancel(this.#timer);
    this.#timer = this.#server.later(() => void this.look(), ms);
  }
}
