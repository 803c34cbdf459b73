// The score sheet of a hand: which numbers belong to which side, told by their shape and not by the game.
import type { Fact } from "../wire/types.ts";

export interface Award {
  readonly what: string;
  readonly side: number;
  readonly points: number;
}

export interface Sheet {
  /** Rows with one value for each side. */
  readonly sides: { readonly key: string; readonly values: readonly (number | string)[] }[];
  /** Single things: the bid, the trump suit, who declared. */
  readonly single: { readonly key: string; readonly value: number | string | boolean }[];
  /** Lists of `what:side:points`. */
  readonly awards: readonly Award[];
  /** A card for each seat, as they were shown at the end. */
  readonly faces: readonly (string | null)[] | null;
  /** Seats, one for every life lost. */
  readonly losers: readonly number[];
  readonly points: readonly number[];
}

const AWARD = /^([a-z_]+):(\d+):(\d+)$/;

export function sheet(result: Readonly<Record<string, unknown>>, sides: number): Sheet {
  const made = {
    sides: [] as { key: string; values: (number | string)[] }[],
    single: [] as { key: string; value: number | string | boolean }[],
    awards: [] as { what: string; side: number; points: number }[],
    faces: null as (string | null)[] | null,
    losers: [] as number[],
    points: [] as number[],
  };
  for (const [key, value] of Object.entries(result)) {
    if (key === "points" && Array.isArray(value)) made.points = value.filter((v) => typeof v === "number");
    else if (key === "scores" || key === "shown" || key === "dealer" || key === "steps") continue;
    else if (Array.isArray(value)) list(key, value);
    else if (typeof value === "number" || typeof value === "string" || typeof value === "boolean")
      made.single.push({ key, value });
  }
  function list(key: string, value: unknown[]): void {
    const awards = value.map((item) => (typeof item === "string" ? AWARD.exec(item) : null));
    if (key === "losers") made.losers = value.filter((v) => typeof v === "number");
    else if (value.length > 0 && awards.every((award) => award !== null))
      made.awards = awards.map((award) => ({
        what: award?.[1] ?? "",
        side: Number(award?.[2]),
        points: Number(award?.[3]),
      }));
    else if (value.length > 0 && value.every((v) => v === null || typeof v === "string"))
      made.faces = value as (string | null)[];
    else if (value.length === sides && value.every((v) => typeof v === "number"))
      made.sides.push({ key, values: value as number[] });
  }
  return made;
}

/** What an award was for, as the last move told it: a card, or a count against another. */
export function groundOf(
  { what, side }: Award,
  facts: readonly Fact[],
): { card: string } | { value: number; other: number } | null {
  const fact = facts.find((one) => (one.key === what || one.key === `hang_${what}`) && one.side === side);
  if (typeof fact?.card === "string") return { card: fact.card };
  const [value, other] = [fact?.value, fact?.other];
  return typeof value === "number" && typeof other === "number" ? { value, other } : null;
}
