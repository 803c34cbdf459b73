// What this browser has played, and in which seats: whoever looks at a match of his own again reads "You" where the table said
// so, and finds the last ones again. It is kept here and nowhere else, so that a link which he hands on says nothing of it.
const KEY = "diwaniya-seats";

/** So many matches, the latest first. */
const KEPT = 60;

export type Keeping = Pick<Storage, "getItem" | "setItem">;

/** A match that was played to its end here. */
export interface Played {
  readonly match: string;
  readonly seat: number;
  readonly game: string;
  /** What chose the names at its table. */
  readonly seed: string;
  /** Null if nobody has. */
  readonly won: boolean | null;
  /** When it was over, in milliseconds. */
  readonly ended: number;
}

/** What was kept at first was the seat alone. */
type Own = readonly [match: string, seat: number, about?: unknown];

function read(storage: Keeping): Own[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? "[]");
    const own = (one: unknown): one is Own =>
      Array.isArray(one) && typeof one[0] === "string" && Number.isInteger(one[1]);
    return Array.isArray(kept) ? kept.filter(own) : [];
  } catch {
    // A browser that keeps nothing, or something that is not ours.
    return [];
  }
}

function told([match, seat, about]: Own): Played[] {
  const { game, seed, won, ended } = (about ?? {}) as Partial<Record<keyof Played, unknown>>;
  if (typeof game !== "string" || typeof seed !== "string") return [];
  if (typeof ended !== "number" || Number.isNaN(new Date(ended).getTime())) return [];
  return [{ match, seat, game, seed, won: typeof won === "boolean" ? won : null, ended }];
}

export const ownSeat = (match: string, storage: Keeping = localStorage): number | null =>
  read(storage).find(([one]) => one === match)?.[1] ?? null;

/** The latest first. */
export const lastPlayed = (storage: Keeping = localStorage): Played[] => read(storage).flatMap(told);

/** The end of a match may be looked at again and again: what counts is the first time. */
export function keepPlayed({ match, seat, ...about }: Played, storage: Keeping = localStorage): void {
  const kept = read(storage);
  if (kept.some((own) => own[0] === match && told(own).length)) return;
  const others = kept.filter(([one]) => one !== match);
  try {
    storage.setItem(KEY, JSON.stringify([[match, seat, about], ...others].slice(0, KEPT)));
  } catch {
    // Then he is told as everybody is.
  }
}
