// The rest of a hand, played for the reader when every trick of it is certain to be his. The server tells whether it is, if
// it is asked at his lead; the cards then go by ordinary moves, one after the other, and he can stop that at any time.
// To be made while a component is.
import { untrack } from "svelte";
import { settings } from "../settings.svelte.ts";
import { SPEEDS, trickJustEnded } from "../table/feed.ts";
import type { InPlay } from "../table/feed.ts";
import { mayAskRest, nextOfRun } from "../table/rest.ts";
import type { Run } from "../table/rest.ts";
import type { Rest } from "../wire/types.ts";

/** So long a card or a full trick is seen before the next one goes. */
const SEEN = 420;
const TRICK_SEEN = 1100;

interface Doings {
  table: () => InPlay;
  /** What the server has told last. */
  told: () => Rest | null;
  /** Nothing else is under way, and nothing lies over the table. */
  free: () => boolean;
  ask: () => void;
  /** Make a move; whether it was made. */
  play: (token: string) => Promise<boolean>;
  /** Something came between. */
  stopped: () => void;
  /** Before so many milliseconds nothing is played. */
  least: number;
}

export class Certain {
  /** What is being played. */
  run = $state.raw<Run | null>(null);
  #doings: Doings;
  /** The moment for which it was asked. */
  #asked = -1;
  /** Stopped by the reader in this hand: then nothing goes by itself any more. */
  #stopped = 0;

  constructor(doings: Doings) {
    this.#doings = doings;
    const { table, free, ask, least } = doings;

    $effect(() => {
      const { view, seq, phase, settings: room } = table();
      if (settings.rest === "off" || this.run || phase !== "playing" || !(room.hints ?? true)) return;
      if (!free() || !mayAskRest(view) || this.#asked === seq) return;
      this.#asked = seq;
      untrack(ask);
    });

    $effect(() => {
      if (settings.rest === "self" && this.offer.length && this.#stopped !== table().view.hand) this.start();
    });

    $effect(() => {
      const run = this.run;
      if (!run || !free()) return;
      const now = table();
      const next = now.phase === "playing" ? nextOfRun(now.view, run) : "over";
      if (next === "wait") return;
      if (next === "over" || next === "stop") {
        this.run = null;
        if (next === "stop") untrack(doings.stopped);
        return;
      }
      const speed = SPEEDS[settings.speed];
      const seen = (trickJustEnded(now) ? TRICK_SEEN : SEEN) * speed;
      const timer = setTimeout(
        () => void this.#play(run, next.play),
        speed === 0 ? 0 : Math.max(least, seen),
      );
      return () => clearTimeout(timer);
    });
  }

  /** The moves that are certain at this moment; none if the reader does not want to be told, or one is left. */
  get offer(): readonly string[] {
    const { table, told, free } = this.#doings;
    const [now, rest] = [table(), told()];
    const holds = rest !== null && rest.table === now.table && rest.seq === now.seq;
    if (!holds || settings.rest === "off" || this.run || !free() || !mayAskRest(now.view)) return [];
    return rest.moves.length > 1 ? rest.moves : [];
  }

  /** Play what is offered. */
  start(): void {
    const { offer } = this;
    if (offer.length) this.run = { hand: this.#doings.table().view.hand, left: offer };
  }

  /** The reader plays on himself. */
  stop(): void {
    if (!this.run) return;
    this.#stopped = this.run.hand;
    this.run = null;
  }

  async #play(run: Run, token: string): Promise<void> {
    const rest = { ...run, left: run.left.slice(1) };
    // Before the answer the table has moved on: what comes next must be known by then.
    this.run = rest;
    if (!(await this.#doings.play(token)) && this.run === rest) this.run = null;
  }
}
