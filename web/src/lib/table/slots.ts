// Where cards lie on the floor: each has a place of its own and keeps it, as on a real table. One that is taken leaves a
// gap, and the next one that is laid down fills it.
import type { Spread } from "./fan.ts";

export interface Spot {
  /** Pixels from the middle of the floor to the middle of the card. */
  readonly x: number;
  readonly y: number;
}

/** Gives each card on the floor the number of its place, asked with every step of the floor. */
export function placesKept(): (floor: readonly string[]) => readonly number[] {
  let kept = new Map<string, number>();
  return (floor) => {
    const now = new Map([...kept].filter(([card]) => floor.includes(card)));
    const used = new Set(now.values());
    let free = 0;
    for (const card of floor) {
      if (now.has(card)) continue;
      while (used.has(free)) free += 1;
      now.set(card, free);
      used.add(free);
    }
    kept = now;
    return floor.map((card) => now.get(card) ?? 0);
  };
}

const SIZES = [6, 9, 12, 16, 20, 26];

/** For how many cards a floor is laid out: in few sizes, so that cards seldom change theirs. */
export function roomFor(places: readonly number[]): number {
  const needed = Math.max(0, ...places.map((place) => place + 1));
  return SIZES.find((size) => size >= needed) ?? needed;
}

/** Where the places of a floor are, those in the middle first. */
export function spots(room: number, width: number, { card, gap }: Spread): readonly Spot[] {
  const fit = Math.max(1, Math.floor((width + gap) / (card + gap)));
  const rows = Math.ceil(room / fit);
  const columns = Math.ceil(room / rows);
  const all = Array.from({ length: rows * columns }, (_, i) => ({
    x: ((i % columns) - (columns - 1) / 2) * (card + gap),
    y: (Math.floor(i / columns) - (rows - 1) / 2) * (card * 1.4 + gap),
  }));
  return all.sort((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y) || a.y - b.y || a.x - b.x);
}
