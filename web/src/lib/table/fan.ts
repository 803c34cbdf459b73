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
 * that nothing changes under the finger. `groups`: how many cards of each suit lie side by side; a suit is kept in one
 * row where it can be. `beside`: more cards than so many overlap rather than be smaller.
 */
export function fan(
  cards: number,
  width: number,
  largest = 96,
  smallest = 52,
  most = cards,
  { groups = [], beside = Infinity }: { groups?: readonly number[]; beside?: number } = {},
): Fan {
  const full = fullFan(Math.max(1, cards, most), width, largest, smallest, beside);
  const count = Math.max(1, cards);
  const even = cards < most ? split(count, Math.ceil(count / Math.max(...full.rows))) : full.rows;
  const fit = Math.floor((width - full.card) / FINGER) + 1;
  const rows = whole(groups, even.length, Math.min(fit, Math.max(...even) + 2)) ?? even;
  if (rows === full.rows) return full;
  const longest = Math.max(...rows);
  const spare = longest === 1 ? Infinity : Math.floor((width - full.card) / (longest - 1));
  return { ...full, rows, step: Math.min(full.card + 6, spare) };
}

/** The groups in so many rows, none of them torn and no row longer than that; as even as can be, the longer rows below. */
function whole(groups: readonly number[], rows: number, longest: number): readonly number[] | null {
  if (rows < 2 || groups.length < rows) return null;
  let best: readonly number[] | null = null;
  let top = 0;
  // One row less to fill with what the first row leaves.
  for (let first = 1; first <= groups.length - rows + 1; first += 1) {
    top += groups[first - 1] ?? 0;
    if (top > longest) break;
    const below = groups.slice(first);
    const rest = rows === 2 ? [below.reduce((sum, n) => sum + n, 0)] : whole(below, rows - 1, longest);
    if (!rest || Math.max(...rest) > longest) continue;
    const found = [top, ...rest];
    if (!best || Math.max(...found) < Math.max(...best)) best = found;
  }
  return best;
}

/** How high a hand of so many rows is. */
export const tall = ({ rows, card, rise }: Fan): number => card * 1.4 + (rows.length - 1) * rise;

/**
 * So many cards a hand has a place for that may be dealt more: two rows on a phone. A third row comes once in a hundred
 * hands, and takes its place from the table then.
 */
export const GROWN = 12;
/** On a phone on its side two rows hold fewer, and there is no room for a third. */
export const GROWN_LOW = 9;

/**
 * The most cards that there has to be a place for in a hand, asked with every step of it: those that were held at once,
 * and where more may be dealt to what is held, as many as it has grown to then (`grown`).
 */
export function mostHeld(): (hand: number, cards: number, grown?: number) => number {
  let of = -1;
  let most = 0;
  return (hand, cards, grown = 0) => {
    most = Math.max(of === hand ? most : 0, cards, cards > 0 ? grown : 0);
    of = hand;
    return most;
  };
}

function fullFan(count: number, width: number, largest: number, smallest: number, beside: number): Fan {
  for (let rows = 1; ; rows += 1) {
    const longest = Math.ceil(count / rows);
    const cap = Math.max(smallest, Math.round(largest / (1 + 0.06 * (rows - 1))));
    // Where more were dealt than two rows hold, the cards in the third are as large as the others were.
    const abreast = count > 2 * beside ? beside : Math.min(longest, beside);
    const loose = Math.floor((width + 4) / abreast) - 4;
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
