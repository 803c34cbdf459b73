// From the server's messages to what the page shows, one step at a time, without a DOM and without a clock of its own.
// A `table` message is the whole view, a `step` what follows it; some are held back for a moment, so that an eye can
// follow the cards.
import type { Line, MatchView, Step, Table, Take } from "../wire/types.ts";
import { isCard } from "../cards/tokens.ts";
import { tellingTime } from "./motion.ts";

/** A table with a match to look at: a running one, or one that has ended. */
export type InPlay = Table & { readonly view: MatchView };

/** Whether the viewer is the one to move, in a hand that still runs. */
export const yourTurn = (view: MatchView): boolean =>
  view.seat !== null && view.to_move === view.seat && !view.result && !view.over;
export const inPlay = (table: Table): table is InPlay => table.view !== null;

export interface Feed {
  /** What the page shows now. */
  readonly shown: Table | null;
  /** Newer views that wait for their turn, oldest first. */
  readonly queue: readonly Table[];
  /** Every move told so far that is not newer than what is shown, oldest first. */
  readonly lines: readonly Line[];
}

export const EMPTY: Feed = { shown: null, queue: [], lines: [] };

/** More than this many views behind, and the page stops following card by card. */
const FAR_BEHIND = 24;

/** Take in a `table` message. An older one than is known tells of a server that was set back: what it has is what counts. */
export function receive(feed: Feed, message: Table): Feed {
  const last = feed.queue.at(-1) ?? feed.shown;
  if (!last || last.table !== message.table || message.seq < last.seq) return show(EMPTY, message);
  if (message.seq === last.seq) {
    // The same moment told again, as after a reconnect: the newest telling of it stands.
    return feed.queue.length
      ? { ...feed, queue: [...feed.queue.slice(0, -1), message] }
      : { ...feed, shown: message, lines: told(feed, message) };
  }
  const queue = [...feed.queue, message];
  return queue.length > FAR_BEHIND ? show(feed, message) : { ...feed, queue };
}

/** As many lines as a `table` message carries. */
const LINES = 40;

/** Take in a `step`. Null if one before it is missing: then the whole table has to be asked for. */
export function follow(feed: Feed, step: Step): Feed | null {
  const last = feed.queue.at(-1) ?? feed.shown;
  if (!last || last.table !== step.table) return null;
  if (step.seq <= last.seq) return feed;
  if (step.after !== last.seq) return null;
  const { seq, question, clock, line } = step;
  return receive(feed, {
    ...last,
    seq,
    question,
    clock,
    view: { ...(step.view as object), ...(step.mine as object) } as MatchView,
    lines: line ? [...last.lines, line].slice(-LINES) : last.lines,
  });
}

/** Show the oldest view that waits. */
export function advance(feed: Feed): Feed {
  const [next, ...rest] = feed.queue;
  return next ? { ...show(feed, next), queue: rest } : feed;
}

/** Show the newest view at once. */
export function catchUp(feed: Feed): Feed {
  const newest = feed.queue.at(-1);
  return newest ? show(feed, newest) : feed;
}

function show(feed: Feed, message: Table): Feed {
  return { shown: message, queue: [], lines: told(feed, message) };
}

/** A new match begins a new list. */
const told = (feed: Feed, message: Table): readonly Line[] =>
  mergeLines(feed.shown?.match === message.match ? feed.lines : [], message);

/** Lines by their number; what was told before is not told twice. */
export function mergeLines(known: readonly Line[], message: Table): readonly Line[] {
  const last = known.at(-1)?.seq ?? -1;
  const fresh = message.lines.filter((line) => line.seq > last && line.seq <= message.seq);
  return fresh.length ? [...known, ...fresh] : known;
}

/** Moves that came since a line was last told. */
export const since = (lines: readonly Line[], seq: number): Line[] => lines.filter((line) => line.seq > seq);

const PACE = { turn: 650, trick: 1500, take: 1500, gather: 700, hand: 900, cut: 3200 };

/** How fast the others play: a factor on the pauses. */
export type Speed = "slow" | "normal" | "fast" | "instant";
export const SPEEDS: Readonly<Record<Speed, number>> = { slow: 1.6, normal: 1, fast: 0.45, instant: 0 };

/**
 * How many milliseconds what is shown should be seen before the next view replaces it. A finished trick or a capture gets
 * longer than a single card; one's own move is shown at once.
 */
export function pause(shown: Table, next: Table, speed: Speed): number {
  const factor = SPEEDS[speed];
  const line = next.lines.find((one) => one.seq > shown.seq);
  if (!line) return 0;
  const own = line.seat !== null && line.seat === next.seat;
  if (own || !inPlay(shown)) return 0;
  // Who has a seat has asked for the next hand and so has seen the result; who only looks on is given the time for it.
  if (shown.view.result)
    return next.seat === null ? endPause(shown, speed) + (PACE.trick + PACE.hand) * factor : 0;
  if (justCut(shown)) return PACE.cut * factor;
  if (trickJustEnded(shown)) return PACE.trick * factor;
  if (takeJustMade(shown)) return PACE.take * factor;
  if (line.seat === null) return PACE.hand * factor;
  return (PACE.turn + tellingTime(shown.lines.at(-1))) * factor;
}

/** The first hand is dealt, and how it was cut for the deal is to be seen. */
export const justCut = ({ cut, view, lines }: InPlay): boolean =>
  cut.length > 0 && view.hand === 1 && (lines.at(-1)?.token ?? null) === null;

/** The trick on the table is finished and nobody has led to the next one. */
export function trickJustEnded(table: InPlay): boolean {
  const { view } = table;
  return !!view.last_trick && (view.trick?.length ?? 0) === 0;
}

/** The last thing that happened was a capture: its card was played, or what it takes was chosen (B10). */
export function takeJustMade(table: InPlay): boolean {
  const take = table.view.last_take;
  const line = table.lines.at(-1);
  if (!take || take.taken.length === 0 || line?.seat !== take.seat) return false;
  return line.token === take.card || (line.token?.startsWith("take:") ?? false);
}

/**
 * The card that ended a hand by being laid on the floor, as a capture of nothing: what lay there has gone to somebody, and it
 * with it.
 */
export function laidLast({ view, lines }: InPlay): Take | null {
  const { token: card = null, seat = null } = lines.at(-1) ?? {};
  if (!view.result || !view.floor || seat === null || card === null || !isCard(card)) return null;
  return card === view.last_take?.card || view.floor.includes(card) ? null : { seat, card, taken: [] };
}

/**
 * How many milliseconds the trick, capture or card that ends a hand is seen, and what lies on the floor is gathered, before the
 * result is laid over it.
 */
export function endPause(table: InPlay, speed: Speed): number {
  if (!table.view.result && !table.view.over) return 0;
  // Where everybody holds one card, all of them have just been turned up.
  const faces = table.view.faces ? PACE.trick + tellingTime(table.lines.at(-1)) : 0;
  const last = trickJustEnded(table)
    ? PACE.trick
    : takeJustMade(table) || laidLast(table)
      ? PACE.take
      : faces;
  return (last + (table.view.cards_won ? PACE.gather : 0)) * SPEEDS[speed];
}
