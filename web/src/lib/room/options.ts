// The options of a game as a form holds them: every one has a value, but only the unusual ones are worth telling.
import type { GameInfo } from "../wire/answers.ts";

export type Options = Record<string, boolean | number>;

/** The usual rules, with those of `chosen` that this game has. */
export function allOptions(game: GameInfo, chosen: Options = {}): Options {
  return Object.fromEntries(game.options.map(({ name, default: usual }) => [name, chosen[name] ?? usual]));
}

/** Only what differs from the usual rules. */
export function unusual(game: GameInfo, options: Options): Options {
  return Object.fromEntries(
    game.options
      .filter(({ name, default: usual }) => (options[name] ?? usual) !== usual)
      .map(({ name, default: usual }) => [name, options[name] ?? usual]),
  );
}
