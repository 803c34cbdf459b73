// How wide the open hands round the table may be, so that all of them fit on a phone and can be read there.
import { onRim, trickReach } from "../table/seats.ts";
import type { Place } from "../table/seats.ts";

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
  if (aside({ x, y: 0 })) return side;
  // Where there are two at each side, those at the top and at the bottom keep between them.
  return seats > 4 ? Math.max(104, width - 2 * side - 12) : width * 0.72;
}

const aside = ({ x }: Place): boolean => Math.abs(x) >= 0.4;

/** Where everybody sits who holds a hand open: out at the rim, and three at each side take all of it. */
export function openPlaces(places: readonly Place[]): readonly Place[] {
  if (places.length < 5) return places;
  return places.map((place) => {
    if (!aside(place)) return place;
    const side = places.filter((other) => aside(other) && other.x > 0 === place.x > 0);
    const above = side.filter(({ y }) => y < place.y).length;
    return onRim(side.length > 2 ? { ...place, y: (2 * above) / (side.length - 1) - 1 } : place);
  });
}

/** What hands of such cards at the top and at the bottom, each below a name, leave of the table's height. */
export const between = (height: number, card: number): number => height - 2 * (12 + 25 + card * 1.4);

/**
 * How far from the middle the cards of a trick may lie, in widths of a card, if they have so many pixels from side to side.
 * Where that is less than usual, those at the sides come nearer, and the others make room for them.
 */
export function trickWithin(room: number, seats: number, width: number): { x: number; y: number } {
  const usual = trickReach(seats, width);
  const x = Math.max(0.5, room / (2 * width) - 0.5);
  return x < usual.x ? { x, y: Math.max(usual.y, 1.4) } : usual;
}

/** The largest cards, and how far they lie from the middle, with which a trick fits between the hands round it. */
export function trickFit(
  room: { readonly x: number; readonly y: number },
  seats: number,
  largest: number,
  smallest = 24,
): { width: number; apart: { x: number; y: number } } {
  for (let width = largest; ; width -= 1) {
    const apart = seats > 2 ? trickWithin(room.x, seats, width) : trickReach(seats, width);
    if (width <= smallest || width * (2 * apart.y + 1.4) <= room.y) return { width, apart };
  }
}
