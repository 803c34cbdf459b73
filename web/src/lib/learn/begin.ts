// A match for learning: one's own, the easiest computer players, the usual rules.
import { app } from "../app.svelte.ts";
import type { GameInfo } from "../wire/answers.ts";
import { lessons } from "./lessons.svelte.ts";

/** Opens the table and turns the page to it. Gives what went wrong in words, or nothing. */
export async function beginLesson(game: GameInfo): Promise<string> {
  const answer = await app.ask({
    type: "open",
    game: game.id,
    level: app.levels[0] ?? "",
    seats: game.seats.length > 1 ? (game.seats[0] ?? null) : null,
    ...app.me,
  });
  if (answer.ok && answer.table) {
    lessons.begin(answer.table);
    location.hash = `#/t/${answer.table}`;
  }
  return app.refusal(answer);
}
