// How a table's moments are shown one after the other: cards in the air, a capture that lies open before it is gathered,
// what came of a move in words, and what is to be heard. To be made while a component is.
import { untrack } from "svelte";
import { prefersReducedMotion } from "svelte/motion";
import { settings } from "../settings.svelte.ts";
import { laidLast, SPEEDS, takeJustMade, yourTurn } from "../table/feed.ts";
import type { InPlay } from "../table/feed.ts";
import { sceneOf, tellingTime } from "../table/motion.ts";
import type { Show, Taking } from "../table/motion.ts";
import { soundsOf } from "../table/sounds.ts";
import type { GameInfo } from "../wire/answers.ts";
import type { Line, Take } from "../wire/types.ts";
import type { Speech } from "./context.ts";
import { sound } from "./sound.ts";
import { Stage } from "./stage.svelte.ts";

/** So long a capture lies open, and words about a move stand there. */
const OPEN = 1150;
const READ = 2400;

interface Looks {
  table: () => InPlay;
  game: () => GameInfo;
  say: () => Speech;
}

export class Showing {
  readonly stage = new Stage(
    () => (settings.motion && !prefersReducedMotion.current ? SPEEDS[settings.speed] : 0),
    (show) => this.#heard(show),
  );
  readonly taking: Taking | null = $derived.by(() => this.#taking());
  /** Sentences about the last move; where it took cards, once those have been seen. */
  readonly told: readonly string[] = $derived.by(() => {
    if (this.taking || !this.#telling) return [];
    const lines = this.#looks.say().line(this.#telling);
    // Where cards tell the rest, what came of it in the end.
    return this.#looks.table().view.faces ? lines : lines.slice(-3);
  });
  /** The number of the move that is cheered, 0 for none. */
  readonly cheers: number = $derived.by(() =>
    this.#cheered === this.#telling?.seq ? Math.max(0, this.#cheered) : 0,
  );

  #looks: Looks;
  #seen = $state(-1);
  #telling = $state.raw<Line | null>(null);
  #cheered = $state(-1);
  /** Ends what is said. */
  #quiet: ReturnType<typeof setTimeout> | undefined;
  #before: InPlay | null = null;
  #kept: { seq: number; floor: readonly string[] } | null = null;

  constructor(looks: Looks) {
    this.#looks = looks;
    const scene = $derived(sceneOf(looks.game(), looks.table(), this.taking));
    $effect.pre(() => {
      void scene;
      untrack(() => this.stage.look());
    });
    $effect(() => {
      const now = scene;
      untrack(() => this.stage.show(now));
    });
    $effect(() => {
      if (!this.taking) return;
      const { seq } = looks.table();
      const timer = setTimeout(() => (this.#seen = seq), OPEN * untrack(() => SPEEDS[settings.speed]));
      return () => clearTimeout(timer);
    });
    $effect(() => {
      const now = looks.table();
      untrack(() => this.#step(now));
    });
    $effect(() => () => clearTimeout(this.#quiet));
  }

  /** Everything that moves is done, and a capture has been seen. */
  finish(): void {
    this.stage.finish();
    if (this.taking) this.#seen = this.#looks.table().seq;
  }

  #taking(): Taking | null {
    const table = this.#looks.table();
    const { floor } = table.view;
    if (SPEEDS[settings.speed] === 0 || this.#seen === table.seq) return null;
    const take = takeJustMade(table) ? table.view.last_take : this.#laid(table);
    if (!take) return null;
    if (this.#kept?.seq !== table.seq) {
      const before = this.#before;
      const lay = before?.table === table.table && before.seq < table.seq ? before.view.floor : floor;
      this.#kept = {
        seq: table.seq,
        floor: [...(lay ?? []).filter((card) => card !== take.card), take.card],
      };
    }
    // On arriving at the table there is nothing to show: what was taken is gone.
    return take.taken.every((card) => this.#kept?.floor.includes(card))
      ? { take, floor: this.#kept.floor }
      : null;
  }

  /** The last card of a hand is seen to be laid, once, before it goes with the others; not on arriving at the table. */
  #laid(table: InPlay): Take | null {
    const now = table.lines.at(-1)?.seq === table.seq && this.#before?.table === table.table;
    return now ? laidLast(table) : null;
  }

  /** A moment later: what is to be said of it, and whether it is the reader's turn. */
  #step(now: InPlay): void {
    const before = this.#before;
    this.#before = now;
    if (before?.table !== now.table || before.view.hand !== now.view.hand) this.#tell(undefined);
    if (!before || before.table !== now.table || now.seq <= before.seq) return;
    if (settings.sounds && yourTurn(now.view) && !yourTurn(before.view)) sound("turn", 260);
    const line = now.lines.at(-1);
    // Where everybody holds one card, what becomes of it is the play; elsewhere the cards say it themselves, but for what
    // scores on the way, and for a trump that was turned and is gone again.
    const { faces, trump = null, result } = now.view;
    const unseen = !result && line?.facts.some((fact) => "points" in fact || (fact.trump ?? trump) !== trump);
    if (line && (faces || unseen || this.#cheered === line.seq)) this.#tell(line);
    // It has its time, and those who play on do not cut it short, unless a card comes to lie there.
    else if (faces || result || now.view.trick?.length) this.#tell(undefined);
  }

  /** Say this for a while, or nothing any more. */
  #tell(line: Line | undefined): void {
    clearTimeout(this.#quiet);
    this.#telling = line?.facts.length ? line : null;
    if (!line?.facts.length) return;
    const factor = Math.max(0.6, SPEEDS[settings.speed]);
    const seen = this.taking ? OPEN : 0;
    this.#quiet = setTimeout(() => (this.#telling = null), (seen + READ + tellingTime(line)) * factor);
  }

  #heard(show: Show): void {
    if (show.cheer) {
      // With flights it is heard a frame after the step.
      const line = this.#looks.table().lines.at(-1);
      this.#cheered = line?.seq ?? -1;
      this.#tell(line);
    }
    if (!settings.sounds) return;
    const factor = SPEEDS[settings.speed];
    for (const { sound: name, at } of soundsOf(show)) sound(name, at * factor);
  }
}
