// What lies on the table, worked out from a view for the page to draw. Knows zones and fields, but no game.
import { arranged, face, isCard, sortHand, USUAL } from "../cards/tokens.ts";
import type { HandOrder } from "../cards/tokens.ts";
import type { GameInfo } from "../wire/answers.ts";
import type { Called, MatchView, Played, Why } from "../wire/types.ts";
import type { InPlay } from "./feed.ts";
import { offset, place } from "./seats.ts";
import type { Place } from "./seats.ts";

export interface SeatScene {
  readonly seat: number;
  readonly place: Place;
  readonly you: boolean;
  /** The side that the seat plays for. */
  readonly side: number;
  readonly count: number;
  readonly dealer: boolean;
  readonly turn: boolean;
  readonly declarer: boolean;
  readonly winner: boolean;
  /** Said in this hand's auction, the latest word. */
  readonly call: string | null;
  readonly lives: number | null;
  /** Out of the match for now: no lives left. */
  readonly out: boolean;
  /** Where everybody holds one card: what the viewer knows of it. `undefined` where there are no such slots. */
  readonly face: string | null | undefined;
  readonly shown: boolean;
  readonly exposed: readonly string[];
  readonly called: readonly string[];
}

export interface TrickScene {
  readonly cards: readonly Played[];
  readonly finished: boolean;
  readonly winner: number | null;
}

export const sideOf = (game: GameInfo, seat: number): number => (game.teams ? seat % 2 : seat);
export const sideCount = (game: GameInfo, seats: number): number => (game.teams ? 2 : seats);

/** Who deals this hand. When a hand has ended the view already names the next dealer, its result the one before. */
export function dealerOf(view: MatchView): number {
  const ended = view.result?.dealer;
  return typeof ended === "number" ? ended : view.dealer;
}

export function seatScenes(game: GameInfo, table: InPlay): SeatScene[] {
  const { view } = table;
  const seats = table.seats.length;
  const dealer = dealerOf(view);
  return table.seats.map((_, seat) => ({
    seat,
    place: place(seat, view.seat, seats),
    you: seat === view.seat,
    side: sideOf(game, seat),
    count: view.counts?.[seat] ?? 0,
    dealer: seat === dealer,
    turn: seat === view.to_move && !view.over,
    declarer: view.declarer === seat,
    winner: view.over && view.winners.includes(seat),
    call: lastCall(view.calls, seat),
    lives: view.lives?.[seat] ?? null,
    out: view.lives?.[seat] === 0,
    face: view.faces ? (view.faces[seat] ?? null) : undefined,
    shown: view.shown?.includes(seat) ?? false,
    exposed: view.exposed?.[seat] ?? [],
    called: view.called?.[seat] ?? [],
  }));
}

/**
 * How many cards lie in the pack, where there is one. A slot shows the back of a card as soon as there is one for its seat,
 * though the card is only taken from the pack when it is needed (`counts`): nobody could tell the difference at a table.
 */
export function packLeft(view: MatchView, scenes: readonly SeatScene[]): number | null {
  if (view.pack_left === undefined || view.pack_left === null) return null;
  const ahead = scenes.filter(({ face, count, out }) => face === null && count === 0 && !out);
  return view.pack_left - ahead.length;
}

/** What was said in the auction stays to be seen until the first card is on the table. */
export const talking = ({ last_trick, trick, result }: MatchView): boolean =>
  !last_trick && !trick?.length && !result;

/**
 * What a seat is seen to say. What was said last, of whatever kind, stays until the second card: who names trump leads at once.
 * Only where it is one's own, one's card lies there.
 */
export function saidNow(
  game: GameInfo,
  { view, lines }: InPlay,
  { seat, you, call }: SeatScene,
): string | null {
  const talks = talking(view);
  if (!talks && (you || view.last_trick || view.trick?.length !== 1)) return null;
  const last = lines.findLast(({ hand, token }) => hand === view.hand && game.calls.includes(token ?? ""));
  if (last?.seat === seat) return last.token;
  return talks ? call : null;
}

function lastCall(calls: readonly Called[] | undefined, seat: number): string | null {
  return calls?.findLast((call) => call.seat === seat)?.token ?? null;
}

/** The trick in the middle: the running one, or the finished one until the next card is led. */
export function trickScene(view: MatchView): TrickScene | null {
  if (view.trick && view.trick.length > 0) return { cards: view.trick, finished: false, winner: null };
  if (view.last_trick)
    return { cards: view.last_trick.cards, finished: true, winner: view.last_trick.winner };
  return view.trick ? { cards: [], finished: false, winner: null } : null;
}

/** From where a card comes flying: the seat that played it. */
export const comesFrom = (seat: number, view: MatchView, seats: number): Place =>
  place(seat, view.seat, seats);

/** In the order in which the seats come after the viewer, so that what is read aloud follows the play. */
export const inOrder = (scenes: readonly SeatScene[], viewer: number | null): SeatScene[] =>
  [...scenes].sort((a, b) => offset(a.seat, viewer, scenes.length) - offset(b.seat, viewer, scenes.length));

export interface HandCard {
  readonly token: string;
  readonly legal: boolean;
  readonly why: Why | null;
  readonly exposed: boolean;
  readonly called: boolean;
}

/** Your own cards as they are laid out, each with whether it may be played now. `own` is how their holder has moved them. */
export function handCards(
  view: MatchView,
  order: HandOrder = USUAL,
  own: readonly string[] = [],
): HandCard[] {
  const mine = view.seat;
  const legal = new Set(view.legal ?? []);
  return arranged(sortHand(view.cards ?? [], view.trump ?? null, order), own).map((token) => ({
    token,
    legal: legal.has(token),
    why: view.blocked?.[token] ?? null,
    exposed: mine !== null && (view.exposed?.[mine]?.includes(token) ?? false),
    called: mine !== null && (view.called?.[mine]?.includes(token) ?? false),
  }));
}

/** A hand of one card each (and no card to play from it): the card is a face to keep or to swap. */
export const oneCardEach = (view: MatchView): boolean => view.faces !== undefined;

/** Legal moves that are not cards and not captures: what gets a button. */
export function callMoves(view: MatchView, game: GameInfo): string[] {
  const words = new Set(game.calls);
  return (view.legal ?? []).filter(
    (token) => !token.startsWith("take:") && (words.has(token) || !isCard(token)),
  );
}

/** The captures to choose from (B10), each as the cards that it takes. */
export const takeMoves = (view: MatchView): readonly (readonly string[])[] =>
  (view.legal ?? []).filter((token) => token.startsWith("take:")).map((token) => token.slice(5).split("+"));

/** Out-of-turn moves of a kind: `2:expose:AS` gives `AS`. */
export function openCards(view: MatchView, kind: string): { token: string; card: string }[] {
  return (view.out_of_turn ?? []).flatMap((token) => {
    const [, what, card] = token.split(":");
    return what === kind && card !== undefined && face(card) ? [{ token, card }] : [];
  });
}
