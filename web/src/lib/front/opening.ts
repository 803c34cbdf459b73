// A new table, by whatever way one comes to it.
import { app } from "../app.svelte.ts";
import { unusual } from "../room/options.ts";
import type { Options } from "../room/options.ts";
import type { GameInfo } from "../wire/answers.ts";

export interface Wishes {
  options?: Options;
  /** As many as the game usually has if it is not said. */
  seats?: number | null;
  /** A room that waits for friends, instead of a match with computer players. */
  friends?: boolean;
  /** Of the computer players; the one that the reader chose last if it is not said. */
  level?: string;
  /** Is told of the table before the page turns to it. */
  opened?: (table: string) => void;
}

/** Opens a table and turns the page to it. Gives what went wrong in words, or nothing. */
export async function openTable(
  game: GameInfo,
  { options = {}, seats = null, friends = false, level = app.level, opened }: Wishes = {},
): Promise<string> {
  const answer = await app.ask({
    type: "open",
    game: game.id,
    options: unusual(game, options),
    seats: game.seats.length > 1 ? (seats ?? game.seats[0] ?? null) : null,
    ...(friends ? { begin: false } : { level }),
    ...app.me,
  });
  if (answer.ok && answer.table) {
    opened?.(answer.table);
    location.hash = `#/t/${answer.table}`;
  }
  return app.refusal(answer);
}
