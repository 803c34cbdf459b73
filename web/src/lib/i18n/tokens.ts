// Tokens as words: cards, suits, moves and reasons, in whatever language the translator speaks.
import { face, isSuit } from "../cards/tokens.ts";
import type { Fact, Why } from "../wire/types.ts";
import { isolate } from "./words.ts";
import type { Translator } from "./words.ts";

/** "ace of spades", "Jeeker (red joker)", "cuckoo (XV)". A family may have its own players' words for the suits. */
export function cardName(tr: Translator, token: string, family = ""): string {
  const card = face(token);
  if (!card) return token;
  if (card.kind === "joker") return tr.t(`card.${token}`);
  if (card.kind === "cucco") return tr.t(`cucco.${token}`);
  return tr.t("card.of", { rank: tr.t(`rank.${card.rank}`), suit: suitName(tr, card.suit, family) });
}

export const suitName = (tr: Translator, suit: string, family = ""): string =>
  isSuit(suit) ? tr.first([`suit.${family}.${suit}`, `suit.${suit}`]) : suit;

/** Who is who, as a sentence needs it. */
export interface People {
  /** The reader's seat; null for somebody who only looks on. */
  readonly you: number | null;
  readonly teams: boolean;
  readonly seats: number;
  name(seat: number): string;
  /** The name inside a sentence: a reader without a name is "you" there, not "You". */
  inside?(seat: number): string;
}

/**
 * Partners as one: by their names, since to those who only look on no side is "us". Where a name runs the other way a mark
 * goes before them, or whatever asks the first letter (a `bdi`) would turn the row of them.
 */
export function together(tr: Translator, names: readonly string[]): string {
  const row = names.map((name) => isolate(name, tr.dir)).join(" + ");
  const mark = tr.dir === "rtl" ? "\u200f" : "\u200e";
  return row.includes("\u2068") ? mark + row : row;
}

export function sideName(tr: Translator, people: People, side: number): string {
  if (!people.teams) return people.name(side);
  if (people.you !== null) return tr.t(side === people.you % 2 ? "side.ours" : "side.theirs");
  const seats = Array.from({ length: people.seats }, (_, seat) => seat);
  return together(tr, seats.filter((seat) => seat % 2 === side).map(people.name));
}

const SEATS = new Set([
  "seat",
  "from",
  "to",
  "winner",
  "dealer",
  "declarer",
  "partner",
  "by",
  "holder",
  "payer",
  "target",
]);
const SEAT_LISTS = new Set(["seats", "losers", "winners"]);
const SUIT_NAMES = new Set(["suit", "trump"]);

/** Arguments of a fact or a reason as words, told apart by their names and shapes. */
export function wordArgs(
  tr: Translator,
  args: Readonly<Record<string, unknown>>,
  people?: People,
  family = "",
): Record<string, string | number> {
  const one = (name: string, value: unknown): string | number => {
    if (typeof value === "number") {
      if (people && (SEATS.has(name) || SEAT_LISTS.has(name)))
        return people.inside?.(value) ?? people.name(value);
      if (people && name === "side") return sideName(tr, people, value);
      return value;
    }
    if (typeof value !== "string") return value === null || value === undefined ? "" : String(value);
    if (isSuit(value) && (SUIT_NAMES.has(name) || !/^(rank|text)$/.test(name)))
      return suitName(tr, value, family);
    // A bare number could be a card of a pack without suits, but only where a card is spoken of.
    if (/^\d+$/.test(value) && !/card|taken|shown|face/.test(name)) return Number(value);
    return face(value) ? cardName(tr, value, family) : value;
  };
  // Cards beside as many seats are theirs, one each.
  const holders = Array.isArray(args.seats) && Array.isArray(args.cards) ? args.seats : [];
  const item = (name: string, value: unknown, place: number): string => {
    const word = String(one(name, value));
    const theirs = name === "cards" && holders.length === (args.cards as unknown[]).length;
    return theirs ? tr.t("card.held", { name: one("seats", holders[place]), card: word }) : word;
  };
  const words: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(args)) {
    words[name] = Array.isArray(value)
      ? tr.list(value.map((one, place) => item(name, one, place)))
      : one(name, value);
    if (Array.isArray(value)) words[`${name}_count`] = value.length;
  }
  return words;
}

/** The reason why a move is not allowed. The number of its rule is no part of it: on the page that is a link beside it. */
export function whyText(tr: Translator, family: string, why: Why, people?: People): string {
  return tr.first(
    [`why.${family}.${why.key}`, `why.common.${why.key}`, "why.unknown"],
    wordArgs(tr, why.args, people, family),
  );
}

/** A move's name for a button or the log: `move.<family>.<token>`, or its head with what follows the colon filled in. */
export function moveName(tr: Translator, family: string, token: string): string {
  if (face(token)) return cardName(tr, token, family);
  const colon = token.indexOf(":");
  const whole = `move.${family}.${token}`;
  if (colon < 0 || tr.has(whole)) return tr.t(whole);
  const outOfTurn = /^\d+:(\w+):(.+)$/.exec(token);
  const head = outOfTurn ? outOfTurn[1] : token.slice(0, colon);
  const rest = (outOfTurn ? outOfTurn[2] : token.slice(colon + 1)) ?? "";
  const cards = rest
    .split("+")
    .map((card) => (face(card) && !isSuit(card) ? cardName(tr, card, family) : card));
  const value = /^\d+$/.test(rest) ? Number(rest) : suitName(tr, rest, family);
  const named = { n: value, suit: value, card: cards[0] ?? "", cards: tr.list(cards) };
  return tr.t(`move.${family}.${head}`, head && !(head in named) ? { ...named, [head]: value } : named);
}

/** A sentence may begin with the name of a card, which is small inside one. */
const capital = (text: string, lang: string): string =>
  text.charAt(0).toLocaleUpperCase(lang) + text.slice(1);

/** A fact as a sentence; a text of its own (`_you`) is used where the reader is the one spoken of. */
export function factText(tr: Translator, family: string, fact: Fact, people: People): string {
  const { key, ...args } = fact;
  const subject = ["seat", "from", "winner", "declarer"]
    .map((name) => args[name])
    .find((v) => typeof v === "number");
  const base = `fact.${family}.${key}`;
  const keys = people.you !== null && subject === people.you ? [`${base}_you`, base] : [base];
  return capital(tr.first(keys, wordArgs(tr, args, people, family)), tr.lang);
}
