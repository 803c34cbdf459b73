// Proves in the browser that the packs of a finished match were those that its secret and the players' salts make.
//
//     const verdict = await verify(record, game);             // null: there is no proof in this record
//     verdict.proven, verdict.checks                          // what was compared, in the order of the match
//     await verify(record, game, { salts: ["my words"] })     // was mine in it?
//
// The same checks as `diwaniya verify`, but for the moves: that they follow the rules only the engine can tell.
// No words here; the page has them.
import { type Bytes, fromHex, type Hashing, hashing, toHex } from "./hash.ts";
import { type CutCard, cutWinners, MOST_SALT_BYTES, SECRET_BYTES, Shuffler } from "./shuffle.ts";

/** What has to be known of a game: a part of `GameInfo`. */
export interface Dealing {
  readonly seats: readonly number[];
  /** In the game's own order, from which every shuffle starts. */
  readonly pack: readonly string[];
  /** Is the first dealer cut for? */
  readonly cut: boolean;
}

/** What the reader knows himself, and wants to find in the record. */
export interface Known {
  /** Commitments that were seen before the match, or matches: this one's must be among them. */
  readonly commitments?: readonly string[];
  /** What was added to the shuffles, as text or as hexadecimal digits. */
  readonly salts?: readonly string[];
}

/**
 * `commitment`: is it that of the secret? `told`: is it one of those seen before? `salts`: no more of them than seats?
 * `salt`: is a certain one in it? `dealer`, `cut`: who deals first. `pack`: one deal.
 */
export type What = "commitment" | "told" | "salts" | "salt" | "cut" | "dealer" | "pack";

/** One thing that was compared: `found` is what the record says, `wanted` what it should say. */
export interface Check {
  readonly what: What;
  readonly ok: boolean;
  /** Counted from 1. */
  readonly hand?: number;
  /** Which pack of the hand, or which round of the cut, counted from 0. */
  readonly redeal?: number;
  /** The first card of a pack that is wrong, counted from 1. */
  readonly place?: number;
  readonly found?: string;
  readonly wanted?: string;
}

export interface Verdict {
  readonly proven: boolean;
  readonly commitment: string;
  /** The salts as bytes; `saltText` makes text of them. */
  readonly salts: readonly Bytes[];
  readonly checks: readonly Check[];
}

interface Claim {
  readonly commitment: string;
  readonly secret: Bytes;
  readonly salts: readonly Bytes[];
  /** The rounds of the cut, each as `0:7D 1:KH`; null if they are not written down. */
  readonly cut: readonly string[] | null;
  readonly dealer: number;
  readonly seats: number;
  /** Of each hand its packs, the first one and those of redeals. */
  readonly hands: readonly (readonly string[])[];
}

/** Does the sums of a record again; null if there is no proof in it that can be read. */
export async function verify(
  record: unknown,
  game: Dealing,
  known: Known = {},
  how?: Hashing,
): Promise<Verdict | null> {
  const claim = read(record, game);
  if (!claim) return null;
  const hash = how ?? (await hashing());
  const shuffler = await Shuffler.of(hash, claim.secret, claim.salts);
  const checks = [
    ...promises(claim, toHex(await hash.sha256(claim.secret)), known),
    ...(await firstDealer(claim, game, shuffler)),
  ];
  for (const [place, packs] of claim.hands.entries())
    for (const [redeal, pack] of packs.entries())
      checks.push(samePack(place + 1, redeal, pack, await shuffler.shuffle(place + 1, redeal, game.pack)));
  return {
    proven: checks.every((check) => check.ok),
    commitment: claim.commitment,
    salts: claim.salts,
    checks,
  };
}

/** What was shown and given before the match. */
function promises(claim: Claim, right: string, known: Known): Check[] {
  const { commitment, salts, seats } = claim;
  const checks: Check[] = [same("commitment", commitment, right)];
  if (known.commitments?.length)
    checks.push({
      what: "told",
      ok: known.commitments.includes(commitment),
      found: commitment,
      wanted: known.commitments.join(" or "),
    });
  checks.push({ what: "salts", ok: salts.length <= seats, found: `${salts.length}`, wanted: `${seats}` });
  const digits = new Set(salts.map(toHex));
  for (const text of known.salts ?? [])
    checks.push({ what: "salt", ok: readings(text).some((bytes) => digits.has(toHex(bytes))), wanted: text });
  return checks;
}

/** The first dealer, and the cut if the record has it. */
async function firstDealer(claim: Claim, game: Dealing, shuffler: Shuffler): Promise<Check[]> {
  const rounds = game.cut ? await shuffler.cutForDeal(claim.seats, game.pack) : [];
  const last = rounds.at(-1);
  const right = last ? cutWinners(last)[0] : await shuffler.drawDealer(claim.seats);
  const checks: Check[] = [];
  if (claim.cut) {
    const wanted = rounds.map(told);
    for (let redeal = 0; redeal < Math.max(claim.cut.length, wanted.length); redeal += 1)
      checks.push({ ...same("cut", claim.cut[redeal] ?? "", wanted[redeal] ?? ""), redeal });
  }
  return [...checks, same("dealer", `${claim.dealer}`, `${right}`)];
}

function told(round: readonly CutCard[]): string {
  return round.map(([seat, card]) => `${seat}:${card}`).join(" ");
}

function same(what: What, found: string, wanted: string): Check {
  return { what, ok: found === wanted, found, wanted };
}

function samePack(hand: number, redeal: number, pack: string, right: readonly string[]): Check {
  const cards = tokens(pack);
  const length = Math.max(cards.length, right.length);
  for (let at = 0; at < length; at += 1)
    if (cards[at] !== right[at])
      return {
        what: "pack",
        ok: false,
        hand,
        redeal,
        place: at + 1,
        found: cards[at] ?? "",
        wanted: right[at] ?? "",
      };
  return { what: "pack", ok: true, hand, redeal };
}

function tokens(pack: string): string[] {
  return pack.split(/[ \t\r\n]+/).filter(Boolean);
}

/** The bytes of a salt as typed. */
export function saltBytes(text: string): Bytes {
  return new TextEncoder().encode(text);
}

/** A salt as it was typed; null if it is no text. */
export function saltText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The salts that somebody may mean who writes this. Letters that can be written in two ways are tried in both. */
function readings(text: string): Bytes[] {
  const bytes = fromHex(text.replace(/\s/g, ""));
  return [text, text.normalize("NFC"), text.normalize("NFD")].map(saltBytes).concat(bytes ? [bytes] : []);
}

/** The 64 digits of a commitment that somebody wrote or pasted; null if it is none. */
export function commitmentDigits(text: string): string | null {
  const digits = text.replace(/[\s:-]/g, "").toLowerCase();
  return /^[0-9a-f]{64}$/.test(digits) ? digits : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

/** The proof in a record, if all of it can be read. */
function read(record: unknown, game: Dealing): Claim | null {
  if (!isObject(record) || !isObject(record.meta) || !isObject(record.meta.fair)) return null;
  const { fair } = record.meta;
  const seats = record.seats ?? game.seats[0];
  const [commitment, secret] = [fromHex(fair.commitment), fromHex(fair.secret)];
  if (commitment?.length !== 32 || secret?.length !== SECRET_BYTES) return null;
  if (!isWhole(record.dealer) || !isWhole(seats) || !game.seats.includes(seats)) return null;
  const salts = every(fair.salts, (salt) => {
    const bytes = fromHex(salt);
    return bytes && bytes.length <= MOST_SALT_BYTES ? bytes : null;
  });
  const hands = every(record.hands, packsOf);
  const cut = fair.cut === undefined || fair.cut === null ? null : every(fair.cut, cutRound);
  if (!salts || !hands || (cut === null && fair.cut !== undefined && fair.cut !== null)) return null;
  return { commitment: toHex(commitment), secret, salts, cut, dealer: record.dealer, seats, hands };
}

/** Each item of a list, read; null if it is no list, or one cannot be read. */
function every<T>(list: unknown, one: (item: unknown) => T | null): T[] | null {
  if (!Array.isArray(list)) return null;
  const found = list.map(one);
  return found.some((item) => item === null) ? null : (found as T[]);
}

function packsOf(hand: unknown): string[] | null {
  if (!isObject(hand)) return null;
  return every([hand.deck, ...(Array.isArray(hand.redeals) ? hand.redeals : [])], asText);
}

function asText(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function cutRound(round: unknown): string | null {
  const cards = every(round, (cut): CutCard | null =>
    isObject(cut) && isWhole(cut.seat) && typeof cut.card === "string" ? [cut.seat, cut.card] : null,
  );
  return cards && told(cards);
}
