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

/**
 * The order in which a hand is laid out: jokers first, then the trump suit, then the other suits so that black and red
 * alternate where they can; high cards first within a suit. Only a way to look at the hand; no rule hangs on it.
 */
export function sortHand(cards: readonly string[], trump: string | null = null): string[] {
  const rest: Suit[] = ["S", "H", "C", "D"];
  const suits = trump && isSuit(trump) ? [trump, ...rest.filter((suit) => suit !== trump)] : rest;
  const weight = (token: string): number => {
    const card = face(token);
    if (!card) return 1e6;
    if (card.kind === "joker") return card.colour === "red" ? -2 : -1;
    if (card.kind === "cucco") return -CUCCO_TOKENS.indexOf(token);
    return suits.indexOf(card.suit) * 100 + (12 - FRENCH_ORDER.indexOf(card.rank));
  };
  return [...cards].sort((a, b) => weight(a) - weight(b));
}
