// How a hand is laid out: as large as it may be, in as few rows as leave every card a finger's width.
export interface Fan {
  /** How many cards in each row, top row first. */
  readonly rows: readonly number[];
  readonly card: number;
  /** From one card's left edge to the next one's. */
  readonly step: number;
  /** How much of a covered row is seen. */
  readonly rise: number;
}

/** Nothing that can be touched is narrower than this. */
export const FINGER = 42;

/**
 * `most`: how many cards the place is made for. As the hand is played out they keep their size and only move apart, so
 * that nothing changes under the finger.
 */
export function fan(cards: number, width: number, largest = 96, smallest = 52, most = cards): Fan {
  const full = fullFan(Math.max(1, cards, most), width, largest, smallest);
  if (cards >= most) return full;
  const count = Math.max(1, cards);
  const rows = split(count, Math.ceil(count / Math.max(...full.rows)));
  const longest = Math.max(...rows);
  const spare = longest === 1 ? full.card : Math.floor((width - full.card) / (longest - 1));
  return { ...full, rows, step: Math.max(full.step, Math.min(full.card + 6, spare)) };
}

/** How high a hand of so many rows is. */
export const tall = ({ rows, card, rise }: Fan): number => card * 1.4 + (rows.length - 1) * rise;

/** The most cards that were held at once in a hand, asked with every step of it. */
export function mostHeld(): (hand: number, cards: number) => number {
  let of = -1;
  let most = 0;
  return (hand, cards) => {
    most = Math.max(of === hand ? most : 0, cards);
    of = hand;
    return most;
  };
}

function fullFan(count: number, width: number, largest: number, smallest: number): Fan {
  for (let rows = 1; ; rows += 1) {
    const longest = Math.ceil(count / rows);
    const cap = Math.max(smallest, Math.round(largest / (1 + 0.06 * (rows - 1))));
    const loose = Math.floor((width - (longest - 1) * 4) / longest);
    // Side by side if they fit, else overlapping down to a finger's width.
    const card = Math.min(cap, Math.max(smallest, loose));
    const step = longest === 1 ? card : Math.min(card + 6, Math.floor((width - card) / (longest - 1)));
    if (step >= FINGER || longest === 1)
      return { rows: split(count, rows), card, step, rise: Math.round(card * 0.8) };
  }
}

/** How far groups of cards stand apart in a row of a fan: as far as there is room, but never far. */
export function groupGap({ card, step }: Fan, cards: number, groups: number, width: number): number {
  if (groups < 2) return 0;
  const spare = width - card - (cards - 1) * step;
  return Math.max(0, Math.min(14, Math.floor(spare / (groups - 1))));
}

/** Rows that differ by one card at most, the longer ones below, nearer to the hand that holds them. */
function split(count: number, rows: number): number[] {
  const least = Math.floor(count / rows);
  const more = count - least * rows;
  return Array.from({ length: rows }, (_, i) => least + (i >= rows - more ? 1 : 0));
}

/** Where an arrow key leads from a card; `rows` as in the fan. Left and right are those of the table, in every language. */
export function step(rows: readonly number[], index: number, key: string): number {
  const count = rows.reduce((sum, row) => sum + row, 0);
  if (key === "Home") return 0;
  if (key === "End") return Math.max(0, count - 1);
  if (key === "ArrowLeft") return Math.max(0, index - 1);
  if (key === "ArrowRight") return Math.min(count - 1, index + 1);
  if (key !== "ArrowUp" && key !== "ArrowDown") return index;
  let row = 0;
  let start = 0;
  while (row < rows.length - 1 && index >= start + (rows[row] ?? 0)) {
    start += rows[row] ?? 0;
    row += 1;
  }
  const other = key === "ArrowUp" ? row - 1 : row + 1;
  if (other < 0 || other >= rows.length) return index;
  const begin = rows.slice(0, other).reduce((sum, length) => sum + length, 0);
  return begin + Math.min(index - start, (rows[other] ?? 1) - 1);
}

export interface Spread {
  readonly card: number;
  readonly gap: number;
}

/** The largest cards with which so many lie side by side in rows within a space; never too small for a finger. */
export function spread(cards: number, width: number, height: number, largest: number, smallest = 40): Spread {
  for (let card = largest; card > smallest; card -= 1) {
    const gap = card > 56 ? 8 : card > 44 ? 5 : 3;
    const columns = Math.floor((width + gap) / (card + gap));
    if (columns > 0 && Math.ceil(cards / columns) * (card * 1.4 + gap) - gap <= height) return { card, gap };
  }
  return { card: smallest, gap: 3 };
}
