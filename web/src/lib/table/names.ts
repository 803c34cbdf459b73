// Computer players have no names of their own (the server sends none): the page finds them, the same ones at every reload.
import type { Translator } from "../i18n/words.ts";
import type { MatchLine, Seat, Table } from "../wire/types.ts";

function hash(text: string): number {
  let h = 2166136261;
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 16777619);
  return h >>> 0;
}

/** What somebody without a name is called: by the number of the seat, from 1, so that two of them are not alike. */
export type Guest = (n: number) => string;
export const guests =
  (tr: Translator): Guest =>
  (n) =>
    tr.t("players.guest_n", { n });

/**
 * A name for every seat of a table; `pool` are the language's names for computer players. A person without a name is
 * `you` to himself and `guest` to everybody else. A free seat has none.
 */
export function seatNames(
  table: Pick<Table, "table" | "seats" | "seat" | "name_seed">,
  pool: readonly string[],
  you: string,
  guest: Guest,
): string[] {
  return namesFrom(seedFrom(replaySeed(table.table, table.name_seed), ""), table, pool, you, guest);
}

/** The same with the number that chooses among the names, for those who know that but not the table. */
export function namesFrom(
  start: number,
  table: { readonly seats: readonly Seat[]; readonly seat: number | null },
  pool: readonly string[],
  you: string,
  guest: Guest,
): string[] {
  // A step that shares no factor with the pool visits every name once.
  let step = 1 + (start % Math.max(1, pool.length - 1));
  while (pool.length > 1 && gcd(step, pool.length) !== 1) step = (step % (pool.length - 1)) + 1;
  const given = (i: number): string => pool[(start + i * step) % pool.length] ?? guest(i + 1);
  // A computer player whose name a person bears takes one that nobody else at the table has.
  const borne = new Set(table.seats.map(({ name }) => name));
  const spare = Array.from({ length: Math.max(0, pool.length - table.seats.length) }, (_, i) =>
    given(table.seats.length + i),
  ).filter((name) => !borne.has(name));
  return table.seats.map((seat, i) => {
    if (seat.name) return seat.name;
    if (seat.kind === "free") return "";
    if (i === table.seat) return you;
    if (seat.kind === "person") return guest(i + 1);
    const name = given(i);
    return borne.has(name) ? (spare.shift() ?? name) : name;
  });
}

/**
 * Those who played a finished match, whose line knows no names but those that people gave: somebody without one is called as
 * at the table now, unless another has sat down there since.
 */
export const formerNames = (
  line: MatchLine,
  seats: readonly Seat[],
  now: readonly string[],
  guest: Guest,
): string[] =>
  line.names.map((name, seat) => name || (seats[seat]?.name ? "" : now[seat]) || guest(seat + 1));

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

/** The address of a match's replay. With it goes what chose the table's names: the record does not know the table. */
export const replayLink = (match: string, table: string, seed?: string): string =>
  `#/match/${match}/${replaySeed(table, seed)}`;

/** `seed`: where a match is played on, the names are those of the match that it comes from. */
export const replaySeed = (table: string, seed?: string): string => seed || hash(table).toString(36);

/** What chooses the names of a replay: the table's own, if the address has it, else something that stays the same. */
export const seedFrom = (text: string, match: string): number =>
  /^[0-9a-z]{1,7}$/.test(text) ? parseInt(text, 36) >>> 0 : hash(match);
