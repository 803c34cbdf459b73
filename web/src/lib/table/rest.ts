// The rest of a hand when it is certain: when to ask whether it is, and how the moves that were told are played, one trick
// after the other.
import { isCard } from "../cards/tokens.ts";
import type { MatchView } from "../wire/types.ts";
import { yourTurn } from "./feed.ts";

/** How the reader wants it: not at all, with a press, or by itself. */
export type RestBy = "off" | "ask" | "self";
export const REST_BY: readonly RestBy[] = ["off", "ask", "self"];

/** Moves that win every trick to the end of a hand, as far as they are still to be made. */
export interface Run {
  readonly hand: number;
  readonly left: readonly string[];
}

/** Whether there is something to ask: one's own lead to a trick, with more than one card. */
export function mayAskRest(view: MatchView): boolean {
  return (
    yourTurn(view) &&
    view.trick?.length === 0 &&
    (view.cards?.length ?? 0) > 1 &&
    (view.legal ?? []).every(isCard)
  );
}

/**
 * What becomes of a run: its next card is played, others are waited for, it is over with its hand, or it stops, because
 * something has come that it did not expect.
 */
export function nextOfRun(view: MatchView, run: Run): { play: string } | "wait" | "over" | "stop" {
  const [card] = run.left;
  if (view.result || view.over || view.hand !== run.hand) return "over";
  const leads = view.trick?.length === 0;
  if (!yourTurn(view)) return leads && view.to_move !== null ? "stop" : "wait";
  return leads && card !== undefined && view.legal?.includes(card) ? { play: card } : "stop";
}
