// A finished match told: to somebody who had no part in it, or to one of those who played it.
import type { Translator } from "../i18n/words.ts";
import { speech } from "../play/context.ts";
import type { Speech } from "../play/context.ts";
import { guests } from "../table/names.ts";
import type { GameInfo, Replay } from "../wire/answers.ts";
import { names } from "./walk.ts";

/** `seed` chooses the names of computer players, as the link brings it; whoever sat at `you` is told of himself as at the table. */
export function openly(
  tr: Translator,
  game: GameInfo,
  replay: Replay,
  seed = "",
  you: number | null = null,
): Speech {
  const pool = tr.under("players.names").map(({ text }) => text);
  const people = names(replay, seed, pool, guests(tr), you, tr.t("you"));
  const name = (seat: number): string => people[seat] ?? "";
  return speech(tr, game, {
    you,
    teams: game.teams && replay.seats > 2,
    seats: replay.seats,
    name,
    inside: (seat) => (seat === you && !replay.names[seat] ? tr.t("you_inside") : name(seat)),
  });
}
