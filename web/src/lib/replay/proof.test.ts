// The record and what is right about it come from the server's own code (tests/golden/fair/vectors.json).
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { verify } from "../fair/verify.ts";
import type { Dealing } from "../fair/verify.ts";
import { speak } from "../i18n/languages.ts";
import { speech } from "../play/context.ts";
import type { Speech } from "../play/context.ts";
import { game } from "../table/fixtures.ts";
import { findings, known } from "./proof.ts";

interface Spoilable {
  game: string;
  hands: { deck: string }[];
  meta: { fair: { commitment: string; salts: string[] } };
}
interface Vectors {
  games: Record<string, Dealing>;
  records: { name: string; record: Spoilable }[];
}
const vectors = JSON.parse(
  readFileSync(resolve(import.meta.dirname, "../../../../tests/golden/fair/vectors.json"), "utf-8"),
) as Vectors;
const right = vectors.records.find(({ name }) => !name.startsWith("spoilt"))?.record as Spoilable;
const dealing = vectors.games[right.game] as Dealing;

async function voice(lang: string): Promise<Speech> {
  return speech(await speak(lang), game(), {
    you: null,
    teams: true,
    seats: 4,
    name: (seat) => `Seat ${seat}`,
  });
}
async function told(
  lang: string,
  record: unknown,
  seal = "",
  own = "",
): Promise<{ ok: boolean; text: string }[]> {
  const verdict = await verify(record, dealing, known(seal, own) ?? {});
  if (!verdict) throw new Error("no proof in it");
  return findings(await voice(lang), verdict);
}

describe("what the check says", () => {
  it.each(["en", "ar"])("is whole sentences without a gap (%s)", async (lang) => {
    const spoilt = structuredClone(right);
    const cards = spoilt.hands[0]?.deck.split(" ") ?? [];
    [cards[0], cards[1]] = [cards[1] ?? "", cards[0] ?? ""];
    if (spoilt.hands[0]) spoilt.hands[0].deck = cards.join(" ");
    spoilt.meta.fair.commitment = "0".repeat(64);
    for (const record of [right, spoilt])
      for (const { text } of await told(lang, record, "f".repeat(64), "not my words"))
        expect(text).not.toMatch(/…|\{|undefined|proof|_not/);
  });

  it("counts the packs that are right, and names the one that is not", async () => {
    const all = await told("en", right);
    expect(all.every(({ ok }) => ok)).toBe(true);
    expect(all.map(({ text }) => text).join(" ")).toMatch(/\d+ packs? (is|are) card by card/);

    const spoilt = structuredClone(right);
    const cards = spoilt.hands[0]?.deck.split(" ") ?? [];
    const [first, second] = cards;
    [cards[0], cards[1]] = [second ?? "", first ?? ""];
    if (spoilt.hands[0]) spoilt.hands[0].deck = cards.join(" ");
    const bad = (await told("en", spoilt)).filter(({ ok }) => !ok);
    expect(bad).toHaveLength(1);
    expect(bad[0]?.text).toMatch(/^Hand 1: card 1 of the pack/);
  });

  it("compares the seal and the words that the reader knows", async () => {
    const seal = right.meta.fair.commitment;
    expect((await told("en", right, ` ${seal.toUpperCase()} `)).map(({ text }) => text)).toContain(
      "It is the seal that you saw.",
    );
    const other = await told("en", right, "f".repeat(64), "not my words");
    expect(other.filter(({ ok }) => !ok).map(({ text }) => text)).toEqual([
      `It is not the seal that you saw, but ${seal}.`,
      "Your words “not my words” are not in it.",
    ]);
  });

  it("takes nothing for a seal that is none", () => {
    expect(known("f".repeat(63), "")).toBeNull();
    expect(known("", " ")).toEqual({ commitments: [], salts: [] });
    expect(known("F".repeat(64), " tea ")).toEqual({ commitments: ["f".repeat(64)], salts: ["tea"] });
  });
});
