// Where the pips of a number card lie, on a face of 100 by 140 units. A pip below the middle stands on its head.
export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly flip: boolean;
}

const LEFT = 36;
const MID = 50;
const RIGHT = 64;
const TOP = 25;
const LOW = 115;

const COLUMNS: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  "2": [
    [MID, 0],
    [MID, 1],
  ],
  "3": [
    [MID, 0],
    [MID, 0.5],
    [MID, 1],
  ],
  "4": [
    [LEFT, 0],
    [RIGHT, 0],
    [LEFT, 1],
    [RIGHT, 1],
  ],
  "5": [
    [LEFT, 0],
    [RIGHT, 0],
    [MID, 0.5],
    [LEFT, 1],
    [RIGHT, 1],
  ],
  "6": [
    [LEFT, 0],
    [RIGHT, 0],
    [LEFT, 0.5],
    [RIGHT, 0.5],
    [LEFT, 1],
    [RIGHT, 1],
  ],
  "7": [
    [LEFT, 0],
    [RIGHT, 0],
    [MID, 0.25],
    [LEFT, 0.5],
    [RIGHT, 0.5],
    [LEFT, 1],
    [RIGHT, 1],
  ],
  "8": [
    [LEFT, 0],
    [RIGHT, 0],
    [MID, 0.25],
    [LEFT, 0.5],
    [RIGHT, 0.5],
    [MID, 0.75],
    [LEFT, 1],
    [RIGHT, 1],
  ],
  "9": [
    [LEFT, 0],
    [RIGHT, 0],
    [LEFT, 1 / 3],
    [RIGHT, 1 / 3],
    [MID, 0.5],
    [LEFT, 2 / 3],
    [RIGHT, 2 / 3],
    [LEFT, 1],
    [RIGHT, 1],
  ],
  T: [
    [LEFT, 0],
    [RIGHT, 0],
    [MID, 1 / 6],
    [LEFT, 1 / 3],
    [RIGHT, 1 / 3],
    [LEFT, 2 / 3],
    [RIGHT, 2 / 3],
    [MID, 5 / 6],
    [LEFT, 1],
    [RIGHT, 1],
  ],
};

export function pipSpots(rank: string): Spot[] {
  return (COLUMNS[rank] ?? []).map(([x, t]) => ({ x, y: TOP + (LOW - TOP) * t, flip: t > 0.5 }));
}

/** A suit in a box of 100 by 100 units, its middle at 50, 50. */
export const PIPS: Readonly<Record<string, string>> = {
  S: "M50 4C58 22 94 38 94 63C94 77 84 85 73 85C65 85 58 81 54 74C55 84 60 92 68 96H32C40 92 45 84 46 74C42 81 35 85 27 85C16 85 6 77 6 63C6 38 42 22 50 4Z",
  H: "M50 95C42 76 5 57 5 30C5 15 16 6 28 6C38 6 46 12 50 22C54 12 62 6 72 6C84 6 95 15 95 30C95 57 58 76 50 95Z",
  D: "M50 2C59 22 73 39 90 50C73 61 59 78 50 98C41 78 27 61 10 50C27 39 41 22 50 2Z",
  C: "M50 4C63 4 72 13 72 25C72 33 68 40 61 44C64 43 68 42 73 42C86 42 96 51 96 64C96 77 86 86 74 86C66 86 58 82 54 75C55 84 60 92 68 96H32C40 92 45 84 46 75C42 82 34 86 26 86C14 86 4 77 4 64C4 51 14 42 27 42C32 42 36 43 39 44C32 40 28 33 28 25C28 13 37 4 50 4Z",
};

/** Sun for the red joker, moon for the black one: told apart by shape, not only by colour. */
export const SUN =
  "M50 27A23 23 0 1 1 49.9 27ZM46 20L50 2L54 20ZM69.400 26.600L82.800 13.800L72.400 29.800ZM80 46L98 50L80 54ZM72.400 70.200L82.800 86.200L69.400 73.400ZM54 80L50 98L46 80ZM30.600 73.400L17.200 86.200L27.600 70.200ZM20 54L2 50L20 46ZM27.600 29.800L17.200 13.800L30.600 26.600Z";
export const MOON = "M62 6A46 46 0 1 0 94 66A38 38 0 1 1 62 6Z";
