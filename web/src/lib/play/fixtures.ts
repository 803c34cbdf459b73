// What `Mine` is given where a test says nothing else.
import { table } from "../table/fixtures.ts";
import { handCards } from "../table/scene.ts";
import type { MatchView } from "../wire/types.ts";
import type { Speech } from "./context.ts";

const nothing = (): undefined => undefined;

export const mineProps = (shown: MatchView, say: Speech) => ({
  table: table(3, { view: shown }),
  say,
  hand: handCards(shown),
  takes: [],
  picked: [],
  prompt: "",
  sent: null,
  lifted: null,
  exposing: false,
  waits: false,
  clock: null,
  hint: null,
  hints: true,
  hinting: false,
  askHint: nothing,
  expose: nothing,
  pick: nothing,
  choose: nothing,
  play: nothing,
});
