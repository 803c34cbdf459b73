// What is decided before one's turn comes: a card chosen ahead, and the card that is the only one.
import { isCard } from "../cards/tokens.ts";
import type { MatchView } from "../wire/types.ts";
import { yourTurn } from "./feed.ts";

/** Cards of one's own that may be played now. */
const playable = (view: MatchView): string[] =>
  yourTurn(view) ? (view.legal ?? []).filter((token) => isCard(token) && view.cards?.includes(token)) : [];

/**
 * What becomes of a card chosen ahead: it is played if it may be, waits as long as no card is asked for, and is put back
 * when another card would have to be played, or when it or its hand is gone.
 */
export function chosenAhead(view: MatchView, card: string): "play" | "wait" | "drop" {
  if (view.result || view.over || !view.cards?.includes(card)) return "drop";
  const cards = playable(view);
  if (cards.length === 0) return "wait";
  return cards.includes(card) ? "play" : "drop";
}

/** The card that has to be played, if nothing else can be done. */
export function onlyCard(view: MatchView): string | null {
  if (!yourTurn(view) || view.legal?.length !== 1) return null;
  return playable(view)[0] ?? null;
}
