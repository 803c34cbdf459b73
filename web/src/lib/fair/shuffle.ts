// The shuffles of a table, a second time: everything random in a match follows from its secret and the players' salts.
// docs/fairness.md defines it; src/diwaniya/engine/fair.py is what the server runs. Known answers hold both together.
import { type Bytes, type Hashing, joined, number32 } from "./hash.ts";

export const SECRET_BYTES = 32;
export const MOST_SALT_BYTES = 1024;
/** Rank letters of the French pack, lowest first: the highest card cut deals. */
export const RANKS = "23456789TJQKA";
/** The hand number of what is drawn before the first deal; hands count from 1. */
const BEFORE_PLAY = 0;
const WORDS = 2 ** 32;
const DOMAIN = new TextEncoder().encode("diwaniya/fair/1");

/** A seat and the card that it cut. */
export type CutCard = readonly [seat: number, card: string];

/** Random 32-bit numbers for one hand. */
class Stream {
  private words: number[] = [];
  private block = 0;

  constructor(
    private readonly mac: (message: Bytes) => Promise<Bytes>,
    private readonly head: Bytes,
  ) {}

  private async word(): Promise<number> {
    if (this.words.length === 0) {
      const bytes = await this.mac(joined(this.head, number32(this.block)));
      const view = new DataView(bytes.buffer);
      // The next word stands at the end.
      for (let at = bytes.length - 4; at >= 0; at -= 4) this.words.push(view.getUint32(at));
      this.block += 1;
    }
    return this.words.pop() as number;
  }

  /** A number in 0..n-1, each equally likely: words beyond the last whole multiple of n are thrown away. */
  async below(n: number): Promise<number> {
    const limit = WORDS - (WORDS % n);
    let word = await this.word();
    while (word >= limit) word = await this.word();
    return word % n;
  }
}

/** All shuffles of one match. */
export class Shuffler {
  private constructor(
    private readonly mac: (message: Bytes) => Promise<Bytes>,
    private readonly salted: Bytes,
  ) {}

  static async of(hashing: Hashing, secret: Bytes, salts: readonly Bytes[]): Promise<Shuffler> {
    const salted = salts.flatMap((salt) => [number32(salt.length), salt]);
    return new Shuffler(await hashing.keyed(secret), joined(...salted));
  }

  stream(hand: number, redeal: number): Stream {
    return new Stream(this.mac, joined(DOMAIN, number32(hand), number32(redeal), this.salted));
  }

  /** The pack of a hand in dealing order; `redeal` counts the fresh packs of the same hand, from 0. */
  async shuffle(hand: number, redeal: number, pack: readonly string[]): Promise<string[]> {
    const stream = this.stream(hand, redeal);
    const cards = [...pack];
    for (let last = cards.length - 1; last > 0; last -= 1) {
      const other = await stream.below(last + 1);
      const card = cards[last] as string;
      cards[last] = cards[other] as string;
      cards[other] = card;
    }
    return cards;
  }

  /** The first dealer, where he is drawn. */
  drawDealer(seats: number): Promise<number> {
    return this.stream(BEFORE_PLAY, 0).below(seats);
  }

  /** The cut for the first deal, round by round: those who tie for the highest rank cut again. */
  async cutForDeal(seats: number, pack: readonly string[]): Promise<CutCard[][]> {
    const rounds: CutCard[][] = [];
    let left = Array.from({ length: seats }, (_, seat) => seat);
    while (left.length > 1) {
      const cards = await this.shuffle(BEFORE_PLAY, rounds.length, pack);
      const round = left.map((seat, place): CutCard => [seat, cards[place] ?? ""]);
      rounds.push(round);
      left = cutWinners(round);
    }
    return rounds;
  }
}

/** The seats that cut the highest rank in this round. */
export function cutWinners(round: readonly CutCard[]): number[] {
  const rank = ([, card]: CutCard): number => RANKS.indexOf(card.charAt(0));
  const highest = Math.max(...round.map(rank));
  return round.filter((cut) => rank(cut) === highest).map(([seat]) => seat);
}
