// The rules of a room in short: only what is not as usual, so that a glance is enough.
import type { Translator } from "../i18n/words.ts";
import type { GameInfo } from "../wire/answers.ts";
import type { RoomSettings } from "../wire/types.ts";
import { unusual } from "./options.ts";
import type { Options } from "./options.ts";

/** Each of the rules of the house that differs from the usual ones, as "label: value". */
export function houseRules(tr: Translator, game: GameInfo, options: Options): string[] {
  return Object.entries(unusual(game, options)).map(([name, value]) =>
    tr.t("room.rule", {
      label: tr.t(`option.${game.family}.${name}.label`),
      value: typeof value === "boolean" ? tr.t(value ? "setup.yes" : "setup.no") : tr.number(value),
    }),
  );
}

export function roomRules(tr: Translator, settings: RoomSettings): string[] {
  const { clock = 0, watch = true, delay = 0, locked = false, hints = true } = settings;
  return [
    tr.t(settings.public ? "room.is_public" : "room.is_private"),
    clock ? tr.t("room.clock_n", { n: clock }) : tr.t("room.no_clock"),
    watch ? (delay ? tr.t("room.watch_delay", { n: delay }) : tr.t("room.watch_yes")) : tr.t("room.watch_no"),
    tr.t(hints ? "room.hints_yes" : "room.hints_no"),
    ...(locked ? [tr.t("room.is_locked")] : []),
  ];
}
