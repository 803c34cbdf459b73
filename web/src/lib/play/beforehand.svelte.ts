// What the reader has decided before the turn comes, done as soon as it can be: a card chosen ahead, the only card there is.
// To be made while a component is.
import { untrack } from "svelte";
import { settings } from "../settings.svelte.ts";
import { chosenAhead, onlyCard } from "../table/ahead.ts";
import { SPEEDS } from "../table/feed.ts";
import type { InPlay } from "../table/feed.ts";

/** So long a card is seen to be one's own before it goes. */
const SEEN = 420;

interface Doings {
  table: () => InPlay;
  /** Nothing else is under way, and nothing lies over the table. */
  free: () => boolean;
  play: (token: string) => void;
  /** The card chosen ahead may not be played after all. */
  dropped: (card: string) => void;
  /** Before so many milliseconds nothing is played. */
  least: number;
}

export class Beforehand {
  /** The card chosen ahead. */
  card = $state<string | null>(null);
  /** The moment for which it was tried: if the answer is no, it is not asked again. */
  #tried = -1;

  constructor({ table, free, play, dropped, least }: Doings) {
    $effect(() => {
      const { view, seq, phase } = table();
      if (!free() || phase !== "playing") return;
      const wish = this.card === null ? null : chosenAhead(view, this.card);
      if (wish === "drop")
        untrack(() => {
          const { card } = this;
          this.card = null;
          if (card !== null && view.cards?.includes(card)) dropped(card);
        });
      const token = wish === "play" ? this.card : settings.only ? onlyCard(view) : null;
      if (token === null || this.#tried === seq) return;
      const speed = SPEEDS[settings.speed];
      const timer = setTimeout(
        () => {
          this.card = null;
          this.#tried = seq;
          play(token);
        },
        speed === 0 ? 0 : Math.max(least, SEEN * speed),
      );
      return () => clearTimeout(timer);
    });
  }

  /** Choose a card, or take it back. */
  touch(card: string): void {
    this.card = this.card === card ? null : card;
  }
}
