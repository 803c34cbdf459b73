// Computer players have no names of their own (the server sends none): the page finds them, the same ones at every reload.
import type { Table } from "../wire/types.ts";

function hash(text: string): number {
  let h = 2166136261;
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 16777619);
  return h >>> 0;
}

/**
 * A name for every seat of a table; `pool` are the language's names for computer players. A person without a name is
 * `you` to himself and `guest` to everybody else. A free seat has none.
 */
export function seatNames(
  table: Pick<Table, "table" | "seats" | "seat">,
  pool: readonly string[],
  you: string,
  guest: string,
): string[] {
  const start = hash(table.table);
  // A step that shares no factor with the pool visits every name once.
  let step = 1 + (start % Math.max(1, pool.length - 1));
  while (pool.length > 1 && gcd(step, pool.length) !== 1) step = (step % (pool.length - 1)) + 1;
  return table.seats.map((seat, i) => {
    if (seat.name) return seat.name;
    if (seat.kind === "free") return "";
    if (i === table.seat) return you;
    if (seat.kind === "person") return guest;
    return pool[(start + i * step) % pool.length] ?? guest;
  });
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
