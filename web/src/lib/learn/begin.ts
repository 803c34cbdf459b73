// A match for learning: one's own, the easiest computer players, the usual rules.
import { app } from "../app.svelte.ts";
import { openTable } from "../front/opening.ts";
import type { GameInfo } from "../wire/answers.ts";
import { lessons } from "./lessons.svelte.ts";

/** Opens the table and turns the page to it. Gives what went wrong in words, or nothing. */
export const beginLesson = (game: GameInfo): Promise<string> =>
  openTable(game, { level: app.levels[0] ?? "", opened: (table) => lessons.begin(table) });
