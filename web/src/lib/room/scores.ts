// The score sheet of a room over several matches, as players write it: a column for each side, a row for each match.
import type { MatchLine } from "../wire/types.ts";

export interface Row {
  readonly match: string;
  /** The how-manieth match of the room, from 1. */
  readonly n: number;
  readonly scores: readonly number[];
  /** The sides that won; none if the match was broken off. */
  readonly won: readonly number[];
}

/** Matches in a row with the same game and the same people on the same sides. */
export interface Page {
  readonly game: string;
  /** Who plays for each side. */
  readonly sides: readonly (readonly string[])[];
  readonly rows: readonly Row[];
  /** How many matches each side has won on this page. */
  readonly wins: readonly number[];
}

/** `teams`: whether partners share a score in this game. */
export function scorePages(matches: readonly MatchLine[], teams: (game: string) => boolean): Page[] {
  const pages: { game: string; names: string; sides: string[][]; rows: Row[] }[] = [];
  matches.forEach((match, i) => {
    const two = teams(match.game) && match.names.length > 2;
    const side = (seat: number): number => (teams(match.game) ? seat % 2 : seat);
    const names = JSON.stringify(match.names);
    const last = pages.at(-1);
    const page =
      last?.game === match.game && last.names === names
        ? last
        : {
            game: match.game,
            names,
            sides: two
              ? [0, 1].map((one) => match.names.filter((_, seat) => side(seat) === one))
              : match.names.map((name) => [name]),
            rows: [],
          };
    if (page !== last) pages.push(page);
    page.rows.push({
      match: match.match,
      n: i + 1,
      scores: match.scores,
      won: [...new Set(match.winners.map(side))],
    });
  });
  return pages.map(({ game, sides, rows }) => ({
    game,
    sides,
    rows,
    wins: sides.map((_, side) => rows.filter(({ won }) => won.includes(side)).length),
  }));
}
