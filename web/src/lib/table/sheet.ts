// The score sheet of a match as players write it: a line a hand, what was made and how it stands. The page writes it down
// as it sees the hands end; what was played before it came is not on it.
import { sheet as read } from "./result.ts";
import type { InPlay } from "./feed.ts";

export interface Row {
  readonly hand: number;
  readonly made: readonly number[];
  readonly totals: readonly number[];
}

/** The line for a hand that has just ended; null while one runs. */
export function rowOf({ view }: InPlay): Row | null {
  if (!view.result) return null;
  const totals = view.lives ?? view.scores;
  return { hand: view.hand, made: read(view.result, totals.length).points, totals: [...totals] };
}

/** A sheet with one more line; a hand that is on it already is written anew. */
export const written = (rows: readonly Row[], row: Row): Row[] =>
  [...rows.filter(({ hand }) => hand !== row.hand), row].sort((a, b) => a.hand - b.hand);

/** What was kept, if it is a sheet. */
export function parse(text: string | null): Row[] {
  try {
    const rows: unknown = JSON.parse(text ?? "[]");
    const numbers = (list: unknown): boolean =>
      Array.isArray(list) && list.every((one) => typeof one === "number");
    const isRow = (row: unknown): row is Row =>
      typeof row === "object" &&
      row !== null &&
      "hand" in row &&
      typeof row.hand === "number" &&
      "made" in row &&
      numbers(row.made) &&
      "totals" in row &&
      numbers(row.totals);
    return Array.isArray(rows) ? rows.filter(isRow) : [];
  } catch {
    return [];
  }
}
