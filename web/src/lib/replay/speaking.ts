// A finished match told to somebody who had no part in it.
import type { Translator } from "../i18n/words.ts";
import { speech } from "../play/context.ts";
import type { Speech } from "../play/context.ts";
import { guests } from "../table/names.ts";
import type { GameInfo, Replay } from "../wire/answers.ts";
import { names } from "./walk.ts";

/** `seed` chooses the names of computer players, as the link brings it. */
export function openly(tr: Translator, game: GameInfo, replay: Replay, seed = ""): Speech {
  const pool = tr.under("players.names").map(({ text }) => text);
  const people = names(replay, seed, pool, guests(tr));
  return speech(tr, game, {
    you: null,
    teams: game.teams && replay.seats > 2,
    seats: replay.seats,
    name: (seat) => people[seat] ?? "",
  });
}
