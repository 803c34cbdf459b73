// How wide the open hands round the table may be, so that all of them fit on a phone and can be read there.
export interface OpenFan {
  readonly card: number;
  /** From one card's left edge to the next one's: the strip that is seen of a covered card. */
  readonly step: number;
}

/** A strip narrower than this does not show which card it is. */
export const STRIP = 9;

/** The largest cards of which so many can be held open in a width. */
export function openFan(cards: number, width: number, largest: number, smallest = 26): OpenFan {
  const count = Math.max(1, cards);
  for (let card = largest; card > smallest; card -= 2) {
    const step = count === 1 ? card : (width - card) / (count - 1);
    if (step >= card * 0.42) return { card, step: Math.min(card + 3, Math.floor(step)) };
  }
  const step = count === 1 ? smallest : Math.floor((width - smallest) / (count - 1));
  return { card: smallest, step: Math.min(smallest + 3, Math.max(STRIP, step)) };
}

/** How much of the table's width a hand may take: those at the sides stand beside what lies in the middle. */
export function roomFor(x: number, width: number, seats: number): number {
  const side = Math.max(104, width * 0.33);
  if (Math.abs(x) >= 0.4) return side;
  // Where there are two at each side, those at the top and at the bottom keep between them.
  return seats > 4 ? Math.max(104, width - 2 * side - 12) : width * 0.72;
}
