// Card tokens as the server writes them, taken apart. No game is named here: a pack is French or Cucco, and that is all.
export type Suit = "S" | "H" | "D" | "C";
export const SUITS: readonly Suit[] = ["S", "H", "D", "C"];

export interface FrenchCard {
  readonly kind: "french";
  readonly rank: string;
  readonly suit: Suit;
}
export interface JokerCard {
  readonly kind: "joker";
  readonly colour: "red" | "black";
}
export interface CuccoCard {
  readonly kind: "cucco";
  readonly name: string;
  /** What stands in the corner: a Roman number, 0, or a negative figure; the fool has none. */
  readonly mark: string;
}
export type Face = FrenchCard | JokerCard | CuccoCard;

const FRENCH = /^([AKQJT2-9])([SHDC])$/;
const FRENCH_ORDER = "23456789TJQKA";

/** Lowest first, as rule C1 lists them; the fool stands apart, at the end. */
export const CUCCO_MARKS: Readonly<Record<string, string>> = {
  Li: "-3",
  Ma: "-2",
  Bu: "-1",
  "0": "0",
  "1": "I",
  "2": "II",
  "3": "III",
  "4": "IIII",
  "5": "V",
  "6": "VI",
  "7": "VII",
  "8": "VIII",
  "9": "VIIII",
  "10": "X",
  In: "XI",
  Ca: "XII",
  Ho: "XIII",
  Hu: "XIIII",
  Cu: "XV",
  Fo: "",
};
export const CUCCO_TOKENS: readonly string[] = [
  "Li",
  "Ma",
  "Bu",
  ...Array.from({ length: 11 }, (_, i) => String(i)),
  "In",
  "Ca",
  "Ho",
  "Hu",
  "Cu",
  "Fo",
];

export const FRENCH_TOKENS: readonly string[] = SUITS.flatMap((suit) =>
  [...FRENCH_ORDER].map((rank) => rank + suit),
).concat("BJ", "RJ");

/** The card behind a token, or null if the token is no card (a bid, a call, a take). */
export function face(token: string): Face | null {
  const french = FRENCH.exec(token);
  if (french) return { kind: "french", rank: french[1] as string, suit: french[2] as Suit };
  if (token === "RJ") return { kind: "joker", colour: "red" };
  if (token === "BJ") return { kind: "joker", colour: "black" };
  const mark = CUCCO_MARKS[token];
  return mark === undefined ? null : { kind: "cucco", name: token, mark };
}

export const isCard = (token: string): boolean => face(token) !== null;
export const isSuit = (token: string): token is Suit => token.length === 1 && "SHDC".includes(token);

/** What a hand is sorted by first. */
export type OrderBy = "suit" | "rank";
export interface HandOrder {
  readonly by: OrderBy;
  /** Low cards first. */
  readonly rising: boolean;
}
export const USUAL: HandOrder = { by: "suit", rising: false };

/**
 * The order in which a hand is laid out: jokers first, then the trump suit, then the other suits so that black and red
 * alternate where they can; high cards first within a suit. By rank, all aces come together, then all kings. Only a way to
 * look at the hand; no rule hangs on it.
 */
export function sortHand(
  cards: readonly string[],
  trump: string | null = null,
  { by, rising }: HandOrder = USUAL,
): string[] {
  const rest: Suit[] = ["S", "H", "C", "D"];
  const suits = trump && isSuit(trump) ? [trump, ...rest.filter((suit) => suit !== trump)] : rest;
  const weight = (token: string): number => {
    const card = face(token);
    if (!card) return 1e6;
    if (card.kind === "joker")
      return (card.colour === "red" ? -2 : -1) * (rising && by === "rank" ? -1e4 : 1);
    if (card.kind === "cucco") return CUCCO_TOKENS.indexOf(token) * (rising ? 1 : -1);
    const low = FRENCH_ORDER.indexOf(card.rank);
    const rank = rising ? low : 12 - low;
    const suit = suits.indexOf(card.suit);
    return by === "suit" ? suit * 100 + rank : rank * 100 + suit;
  };
  return [...cards].sort((a, b) => weight(a) - weight(b));
}

/** Cards as their holder has laid them out; those that came since stand where sorting puts them. */
export function arranged(sorted: readonly string[], own: readonly string[]): string[] {
  const kept = own.filter((card) => sorted.includes(card));
  if (kept.length === 0) return [...sorted];
  const laid = [...kept];
  for (const [i, card] of sorted.entries()) {
    if (laid.includes(card)) continue;
    // Behind the card that it follows when sorted.
    const before = sorted.slice(0, i).findLast((one) => laid.includes(one));
    laid.splice(before === undefined ? 0 : laid.indexOf(before) + 1, 0, card);
  }
  return laid;
}

/** Take a card out and put it down at another place. */
export function moved(cards: readonly string[], card: string, to: number): string[] {
  const rest = cards.filter((one) => one !== card);
  rest.splice(Math.max(0, Math.min(rest.length, to)), 0, card);
  return rest;
}

/** Whether one card begins another group than the card before it: another suit, or another rank. */
export function parted(before: string, card: string, by: OrderBy): boolean {
  const group = (token: string): string => {
    const one = face(token);
    if (one?.kind !== "french") return one?.kind ?? "";
    return by === "suit" ? one.suit : one.rank;
  };
  return group(before) !== group(card);
}
