// What is new at a table, by what its view says: moments that a lesson may have a word for. No game is known here.
import { isCard } from "../cards/tokens.ts";
import { yourTurn } from "../table/feed.ts";
import type { GameInfo } from "../wire/answers.ts";
import type { Line, MatchView } from "../wire/types.ts";

/** The moments of a view, the most telling first. `lines` are those that brought it. */
export function moments(game: GameInfo, view: MatchView, lines: readonly Line[]): string[] {
  const found = lines.flatMap((line) => line.facts.map(({ key }) => `fact_${key}`));
  if (view.result) found.push("scored");
  // The beginning is told before anything is asked.
  found.unshift("welcome");
  if (!yourTurn(view)) return found;
  const legal = view.legal ?? [];
  const calls = legal.filter((token) => game.calls.includes(token) || token.includes(":"));
  if (view.takes?.length) found.push("choose");
  for (const token of calls) found.push(`say_${token.split(":")[0] ?? token}`);
  if (!legal.some((token) => isCard(token) && !calls.includes(token))) return found;
  if (game.zones.includes("floor")) found.push("floor");
  if (game.zones.includes("trick")) {
    if (!view.trick?.length) found.push("lead");
    else found.push(Object.keys(view.blocked ?? {}).length ? "must_follow" : "follow");
  }
  return found;
}

/** The first of the moments that there are words for and that has not been told. */
export const untold = (
  found: readonly string[],
  words: ReadonlyMap<string, string>,
  seen: readonly string[],
): string | null => found.find((moment) => words.has(moment) && !seen.includes(moment)) ?? null;
