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

/** How far from the middle the cards of a trick lie, in widths of a card. */
export function trickReach(seats: number, width: number): { readonly x: number; readonly y: number } {
  if (seats > 4) return { x: width < 74 ? 1.32 : 1.55, y: 1.35 };
  return seats > 2 ? { x: 1.1, y: 0.86 } : { x: 0.62, y: 0.62 };
}

/** A seat on a side of a small table, pushed out to its rim: in the middle lies the trick. */
export const onRim = (at: Place): Place => (Math.abs(at.x) > 0.5 ? { ...at, x: Math.sign(at.x) } : at);

/** Pixels from the rim of a small table, `board` wide, to the outermost card of the trick. */
export function besideTrick(board: number, seats: number, width: number): number {
  const places = Array.from({ length: seats }, (_, seat) => place(seat, 0, seats).x);
  return Math.floor(board / 2 - width * (Math.max(...places) * trickReach(seats, width).x + 0.5));
}

/**
 * How far the trick has to lie below the middle of a board, `board` high, so that it leaves `top` pixels for the seat
 * opposite. At the bottom sits nobody: only the rim, `rim` wide, is left free there.
 */
export function belowMiddle(board: number, seats: number, width: number, top: number, rim: number): number {
  const half = width * (trickReach(seats, width).y + 0.7); // a card is 1.4 times as high as wide
  return Math.round(Math.max(0, Math.min(top - (board / 2 - half), board / 2 - half - rim)));
}

/** Whether a board is so low that the trick does not leave `top` pixels for the seat opposite, wherever it lies. */
export const tooLow = (board: number, seats: number, width: number, top: number, rim: number): boolean =>
  board - rim - 2 * width * (trickReach(seats, width).y + 0.7) < top;

const round = (value: number): number => Math.round(value * 1000) / 1000 + 0;

/** Seats in the order of play, beginning with the one after the viewer. */
export function around(viewer: number | null, seats: number): number[] {
  return Array.from({ length: seats }, (_, i) => ((viewer ?? 0) + 1 + i) % seats);
}
