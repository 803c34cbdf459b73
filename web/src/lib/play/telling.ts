// What the table tells a player in words, beside the cards: the prompt, the answer to a touch, and what is read aloud.
import { yourTurn } from "../table/feed.ts";
import type { HandCard } from "../table/scene.ts";
import type { Take } from "../table/takes.ts";
import { refusalText } from "../wire/refusal.ts";
import type { HintMove, Line, MatchView, Refused } from "../wire/types.ts";
import type { Speech } from "./context.ts";

export interface Moment {
  readonly view: MatchView;
  readonly hand: readonly HandCard[];
  readonly takes: readonly Take[];
  /** On its way to the server. */
  readonly sent: string | null;
  /** A card to lay open is to be chosen. */
  readonly exposing?: boolean;
  /** The match is over, though perhaps not decided. */
  readonly ended?: boolean;
  /** Whoever is waited for is not connected, and no computer plays for him yet. */
  readonly lost?: boolean;
}

/** The line above the hand: what is asked of the player now, or who is waited for. */
export function promptText(say: Speech, { view, hand, takes, sent, exposing, ended, lost }: Moment): string {
  const { tr } = say;
  if (view.over || ended) return tr.t("prompt.over");
  if (view.result) return tr.t("prompt.finished");
  if (sent !== null) return tr.t("prompt.sent");
  if (exposing) return tr.t("prompt.expose");
  if (yourTurn(view)) {
    if (takes.length)
      return view.played ? tr.t("prompt.take", { card: say.card(view.played) }) : tr.t("prompt.take_plain");
    if (hand.some((card) => card.called && card.legal)) return tr.t("prompt.called");
    return hand.some((card) => card.legal) ? tr.t("prompt.card") : asked(say, view);
  }
  if (view.to_move !== null)
    return tr.t(lost ? "prompt.lost" : "prompt.wait", { seat: say.name(view.to_move) });
  return tr.t("prompt.dealing");
}

/** What a call answers: how many tricks, which trump, whether to swap and with whom. */
function asked(say: Speech, view: MatchView): string {
  const { tr } = say;
  const legal = view.legal ?? [];
  if (legal.some((token) => token.startsWith("bid:")))
    return tr.t(legal.every((token) => token.startsWith("bid:")) ? "ask.must_bid" : "ask.bid");
  if (legal.some((token) => token.startsWith("trump:"))) return tr.t("ask.trump");
  if (view.trump && legal.includes("stand")) return tr.t("ask.stand", { suit: say.suit(view.trump) });
  if (legal.includes("give")) return tr.t("ask.give");
  if (legal.includes("swap")) {
    const seat = nextToSwap(view);
    return seat === null ? tr.t("ask.swap_pack") : tr.t("ask.swap", { seat: say.name(seat) });
  }
  return tr.t("prompt.call");
}

/** With whom a card is swapped: the next who still plays, or nobody after the dealer, who swaps with the pack. */
export function nextToSwap(view: MatchView): number | null {
  const { seat, lives = [] } = view;
  if (seat === null || seat === view.dealer) return null;
  for (let step = 1; step < lives.length; step += 1) {
    const next = (seat + step) % lives.length;
    if ((lives[next] ?? 0) > 0) return next;
    if (next === view.dealer) return null;
  }
  return null;
}

/** Why a card that was touched stays in the hand. */
export function notNow(say: Speech, view: MatchView, card: HandCard): string {
  const turn = yourTurn(view);
  if (turn && card.why) return say.why(card.why);
  if (view.to_move !== null && !turn) return say.tr.t("hand.not_turn", { seat: say.name(view.to_move) });
  return say.tr.t("hand.not_now");
}

/** Why a move was not made. One for a moment that is over needs no words: the table has gone on. */
export function refusal(say: Speech, refused: Refused | null): string {
  if (!refused) return say.tr.t("wire.unsure");
  if (refused.why) return say.why(refused.why);
  return refused.code === "stale" ? "" : refusalText(say.tr, refused);
}

/** Why there is no hint. One for a turn that is over needs no words. */
export const noHint = (say: Speech, refused: Refused | null): string =>
  refused?.code === "not_now" && !refused.about ? say.tr.t("hint.not_ready") : refusal(say, refused);

const perCent = (chance: number): number => Math.round(100 * chance);

/** The best moves by a hint: all that read the same as the first. */
export const bestOf = (moves: readonly HintMove[]): string[] =>
  moves
    .filter(({ chance }) => perCent(chance ?? 0) === perCent(moves[0]?.chance ?? 0))
    .map(({ token }) => token);

/** A move among figures: a bid that is a number alone says little beside another. */
export function bareMove(say: Speech, token: string): string {
  const move = say.move(token);
  return isNumber(move) ? say.tr.t("hint.bid", { move }) : move;
}
const isNumber = (text: string): boolean => /^\p{Nd}+$/u.test(text);

/** What a hint says of one move; of what chance, its title says. */
export function hintLine(say: Speech, { token, chance }: HintMove): string {
  const move = bareMove(say, token);
  return chance === null
    ? say.tr.t("hint.only", { move })
    : say.tr.t("hint.short", { move, n: perCent(chance) });
}

/** Is this the key that asks for a hint? On a keyboard without Latin letters it is the one in the same place. */
export const asksHint = (event: KeyboardEvent): boolean => pressed(event, "h");
/** The key that plays the rest. */
export const asksRest = (event: KeyboardEvent): boolean => pressed(event, "r");

function pressed(event: KeyboardEvent, letter: string): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.repeat) return false;
  const place = `Key${letter.toUpperCase()}`;
  return event.key === letter || (event.code === place && !/^[a-z]$/i.test(event.key));
}

/** Moves as sentences for those who hear the page. One's own bare move is not told back. */
export function spokenLines(say: Speech, lines: readonly Line[], viewer: number | null): string[] {
  return lines
    .filter((line) => line.seat !== viewer || line.facts.length)
    .flatMap((line) => say.line(line))
    .map((part) => (/[.!?؟…]$/.test(part) ? part : `${part}.`));
}
