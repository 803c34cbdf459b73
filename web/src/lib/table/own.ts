// In which seats this browser has played: whoever looks at a match of his own again reads "You" where the table said so. It is
// kept here and nowhere else, so that a link which he hands on says nothing of it.
const KEY = "diwaniya-seats";

/** The seats of so many matches, the latest first. */
const KEPT = 60;

export type Keeping = Pick<Storage, "getItem" | "setItem">;

type Own = [match: string, seat: number];

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

export const ownSeat = (match: string, storage: Keeping = localStorage): number | null =>
  read(storage).find(([one]) => one === match)?.[1] ?? null;

export function keepSeat(match: string, seat: number, storage: Keeping = localStorage): void {
  const others = read(storage).filter(([one]) => one !== match);
  try {
    storage.setItem(KEY, JSON.stringify([[match, seat], ...others].slice(0, KEPT)));
  } catch {
    // Then he is told as everybody is.
  }
}
