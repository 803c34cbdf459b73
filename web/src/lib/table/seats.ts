// Where everybody sits. Play runs anticlockwise in every language (R7): you are at the bottom and the next player is on
// your right. Nothing here knows a writing direction.
export interface Place {
  /** From -1 (left) to 1 (right) and from -1 (top) to 1 (bottom). */
  readonly x: number;
  readonly y: number;
}

/** How many places after the viewer a seat comes; somebody who only looks on sits where seat 0 is. */
export const offset = (seat: number, viewer: number | null, seats: number): number =>
  (((seat - (viewer ?? 0)) % seats) + seats) % seats;

/** The place of a seat on the rim of the table: a circle pushed a little towards the corners. */
export function place(seat: number, viewer: number | null, seats: number): Place {
  const turn = (offset(seat, viewer, seats) / seats) * 2 * Math.PI;
  const bulge = (value: number): number => Math.sign(value) * Math.abs(value) ** 0.8;
  return { x: round(bulge(Math.sin(turn))), y: round(bulge(Math.cos(turn))) };
}

const round = (value: number): number => Math.round(value * 1000) / 1000 + 0;

/** Seats in the order of play, beginning with the one after the viewer. */
export function around(viewer: number | null, seats: number): number[] {
  return Array.from({ length: seats }, (_, i) => ((viewer ?? 0) + 1 + i) % seats);
}
