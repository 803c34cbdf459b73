// What is new at a table, by what its view and the server say of it: moments that a lesson may have a word for. No game is
// known here.
import { isCard } from "../cards/tokens.ts";
import { yourTurn } from "../table/feed.ts";
import type { GameInfo } from "../wire/answers.ts";
import type { Fact, Line, MatchView } from "../wire/types.ts";

export interface Moment {
  /** Under this name the lesson has its words, or none. */
  readonly name: string;
  /** What fills them in. */
  readonly args: Readonly<Record<string, unknown>>;
}

/**
 * The moments of a view, the most telling first. `lines` are those that brought it, `tips` what the rules have to say of
 * the position: null as long as that has not been told, for what is more general comes after it.
 */
export function moments(
  game: GameInfo,
  view: MatchView,
  lines: readonly Line[],
  tips: readonly Fact[] | null,
): Moment[] {
  const told = (prefix: string, facts: readonly Fact[]): Moment[] =>
    facts.map(({ key, ...args }) => ({ name: `${prefix}_${key}`, args }));
  const plain = (...names: string[]): Moment[] => names.map((name) => ({ name, args: {} }));
  // The beginning is told before anything is asked.
  const found = [...plain("welcome"), ...lines.flatMap((line) => told("fact", line.facts))];
  if (view.result) found.push(...plain("scored"));
  if (!yourTurn(view) || !tips) return found;
  found.push(...told("tip", tips));
  const legal = view.legal ?? [];
  const calls = legal.filter((token) => game.calls.includes(token) || token.includes(":"));
  if (view.takes?.length) found.push(...plain("choose"));
  for (const token of calls) found.push(...plain(`say_${token.split(":")[0] ?? token}`));
  if (!game.zones.includes("trick")) return found;
  if (!legal.some((token) => isCard(token) && !calls.includes(token))) return found;
  if (!view.trick?.length) found.push(...plain("lead"));
  else found.push(...plain(Object.keys(view.blocked ?? {}).length ? "must_follow" : "follow"));
  return found;
}

/** The first of the moments that there are words for and that has not been told. */
export const untold = (
  found: readonly Moment[],
  words: ReadonlySet<string>,
  seen: readonly string[],
): Moment | null => found.find(({ name }) => words.has(name) && !seen.includes(name)) ?? null;
