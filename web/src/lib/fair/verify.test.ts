// The answers in tests/golden/fair/vectors.json were computed by the server's own code (diwaniya.testing.fair_vectors).
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { type Bytes, fromHex, type Hashing, native, plain, toHex } from "./hash.ts";
import { cutWinners, Shuffler } from "./shuffle.ts";
import { type Check, commitmentDigits, type Dealing, saltBytes, saltText, verify } from "./verify.ts";

interface Given {
  secret: string;
  salts: string[];
  hand: number;
  redeal: number;
}
interface Fair {
  commitment: string;
  secret: string;
  salts: string[];
  cut?: { seat: number; card: string }[][];
}
interface MatchRecord {
  game: string;
  seats: number;
  dealer: number;
  hands: { deck: string; redeals?: string[] }[];
  meta: { fair: Fair };
}
interface Vectors {
  games: Record<string, Dealing>;
  salts: Record<string, string>;
  commitments: Record<string, string>;
  draws: (Given & { n: number; values: number[] })[];
  shuffles: (Given & { pack: string; shuffled: string })[];
  records: { name: string; record: MatchRecord; checks: (Omit<Check, "what"> & { what: string })[] }[];
}

const file = resolve(import.meta.dirname, "../../../../tests/golden/fair/vectors.json");
const vectors = JSON.parse(readFileSync(file, "utf-8")) as Vectors;
const ways: [string, Hashing][] = [
  ["the browser's own hashes", native(crypto.subtle)],
  ["hashes in plain TypeScript", await plain()],
];

const hex = (digits: string): Bytes => fromHex(digits) as Bytes;
const dealing = (record: MatchRecord): Dealing => vectors.games[record.game] as Dealing;
const shuffler = (how: Hashing, given: Given): Promise<Shuffler> =>
  Shuffler.of(how, hex(given.secret), given.salts.map(hex));

/** A right record with a tie in the cut and a redeal, to be spoilt. */
function rare(): MatchRecord {
  const found = vectors.records.find(
    ({ name, record }) =>
      !name.startsWith("spoilt") &&
      record.hands.some(({ redeals }) => redeals) &&
      (record.meta.fair.cut?.length ?? 0) > 1,
  );
  return structuredClone(found?.record) as MatchRecord;
}

describe.each(ways)("with %s", (_, how) => {
  it.each(vectors.draws)("draws numbers below $n", async (given) => {
    const stream = (await shuffler(how, given)).stream(given.hand, given.redeal);
    const drawn: number[] = [];
    while (drawn.length < given.values.length) drawn.push(await stream.below(given.n));
    expect(drawn).toEqual(given.values);
  });

  it.each(vectors.shuffles)("shuffles hand $hand, redeal $redeal", async (given) => {
    const cards = await (await shuffler(how, given)).shuffle(given.hand, given.redeal, given.pack.split(" "));
    expect(cards.join(" ")).toBe(given.shuffled);
  });

  it.each(Object.entries(vectors.commitments))("commits to %s", async (secret, commitment) => {
    expect(toHex(await how.sha256(hex(secret)))).toBe(commitment);
  });

  it.each(vectors.records)("comes to the server's conclusions: $name", async ({ record, checks }) => {
    const verdict = await verify(record, dealing(record), {}, how);
    const expected = checks.filter(({ what }) => what !== "moves");
    // The server's answers leave out what is empty.
    const filled = verdict?.checks.map((check) =>
      Object.fromEntries(Object.entries(check).filter(([, value]) => value !== "")),
    );
    expect(filled).toEqual(expected);
    expect(verdict?.proven).toBe(expected.every(({ ok }) => ok));
    expect(verdict?.commitment).toBe(record.meta.fair.commitment);
    expect(verdict?.salts.map(toHex)).toEqual(record.meta.fair.salts);
  });
});

it("has seen every kind of failure", () => {
  const failed = vectors.records.flatMap(({ checks }) =>
    checks.filter(({ ok }) => !ok).map(({ what }) => what),
  );
  expect(new Set(failed)).toEqual(new Set(["commitment", "salts", "cut", "dealer", "pack", "moves"]));
});

it("finds any two cards that changed places", async () => {
  const record = rare();
  const hand = record.hands.findIndex(({ redeals }) => redeals);
  const packs = [record.hands[hand]?.deck ?? "", ...(record.hands[hand]?.redeals ?? [])];
  for (const [redeal, pack] of packs.entries())
    for (const at of [0, 17, 50]) {
      const cards = pack.split(" ");
      [cards[at], cards[at + 1]] = [cards[at + 1] as string, cards[at] as string];
      const spoilt = structuredClone(record);
      const now = packs.with(redeal, cards.join(" "));
      spoilt.hands[hand] = { deck: now[0] as string, redeals: now.slice(1) };
      const verdict = await verify(spoilt, dealing(record));
      expect(verdict?.proven).toBe(false);
      expect(verdict?.checks.filter(({ ok }) => !ok)).toEqual([
        {
          what: "pack",
          ok: false,
          hand: hand + 1,
          redeal,
          place: at + 1,
          found: cards[at],
          wanted: cards[at + 1],
        },
      ]);
    }
});

it("finds packs that are too long, too short or none", async () => {
  const record = rare();
  const deck = record.hands[0]?.deck ?? "";
  for (const [changed, place] of [
    [`${deck} AS`, 53],
    [deck.slice(0, -3), 52],
    ["", 1],
  ] as const) {
    record.hands[0] = { deck: changed };
    const verdict = await verify(record, dealing(record));
    expect(verdict?.checks.find(({ ok }) => !ok)).toMatchObject({ what: "pack", hand: 1, redeal: 0, place });
  }
});

it("compares what the reader knows", async () => {
  const record = rare();
  const { commitment, salts } = record.meta.fair;
  const failed = async (known: Parameters<typeof verify>[2]): Promise<Check[] | undefined> =>
    (await verify(record, dealing(record), known))?.checks.filter(({ ok }) => !ok);
  expect(
    await failed({ commitments: ["0".repeat(64), commitment], salts: ["ديوانية", "my lucky words"] }),
  ).toEqual([]);
  expect(await failed({ salts: [salts[0] as string, "d8 af d9 8a d9 88 d8 a7 d9 86 d9 8a d8 a9"] })).toEqual(
    [],
  );
  expect(await failed({ commitments: ["0".repeat(64)] })).toEqual([
    { what: "told", ok: false, found: commitment, wanted: "0".repeat(64) },
  ]);
  expect(await failed({ salts: ["my lucky word"] })).toEqual([
    { what: "salt", ok: false, wanted: "my lucky word" },
  ]);
  expect(await failed({ commitments: [], salts: [] })).toEqual([]);
});

it("does not mind how an Arabic letter is composed", async () => {
  const record = rare();
  for (const form of ["NFC", "NFD"] as const) {
    record.meta.fair.salts = [toHex(saltBytes("أسرار".normalize(form)))];
    for (const typed of ["NFC", "NFD"] as const) {
      const verdict = await verify(record, dealing(record), { salts: ["أسرار".normalize(typed)] });
      expect(verdict?.checks.find(({ what }) => what === "salt")?.ok).toBe(true);
    }
  }
});

it("makes bytes of salts as the server does, and text again", () => {
  for (const [text, digits] of Object.entries(vectors.salts)) {
    expect(toHex(saltBytes(text))).toBe(digits);
    expect(saltText(hex(digits))).toBe(text);
  }
  expect(saltText(Uint8Array.of(0xff))).toBeNull();
});

it("reads commitments as people paste them", () => {
  const digits = "0123456789abcdef".repeat(4);
  for (const typed of [digits, digits.toUpperCase(), digits.replace(/(.{8})/g, "$1 "), `\n${digits}\n`])
    expect(commitmentDigits(typed)).toBe(digits);
  for (const typed of ["", digits.slice(1), `${digits}0`, "g".repeat(64), "٠".repeat(64)])
    expect(commitmentDigits(typed)).toBeNull();
});

it("does not ask for capitals or small letters", async () => {
  const record = rare();
  record.meta.fair.secret = record.meta.fair.secret.toUpperCase();
  record.meta.fair.commitment = record.meta.fair.commitment.toUpperCase();
  expect((await verify(record, dealing(record)))?.proven).toBe(true);
});

it("need not find the cut written down, and takes the usual number of seats where none is written", async () => {
  const record = rare();
  delete record.meta.fair.cut;
  const seats = record.seats;
  const game = { ...dealing(record), seats: [seats] };
  const verdict = await verify({ ...record, seats: undefined }, game);
  expect(verdict?.proven).toBe(true);
  expect(verdict?.checks.some(({ what }) => what === "cut")).toBe(false);
});

it("knows when there is no proof to be read", async () => {
  const record = rare();
  const game = dealing(record);
  const fair = record.meta.fair;
  const spoilt: unknown[] = [
    null,
    7,
    [],
    {},
    { ...record, meta: undefined },
    { ...record, meta: {} },
    { ...record, meta: { fair: [] } },
    { ...record, dealer: "1" },
    { ...record, seats: 77 },
    { ...record, hands: {} },
    { ...record, hands: [7] },
    { ...record, hands: [{ deck: 7 }] },
    { ...record, hands: [{ deck: "AS", redeals: [7] }] },
    ...[
      { secret: "00" },
      { secret: undefined },
      { secret: "zz".repeat(32) },
      { commitment: "00" },
      { commitment: 7 },
      { salts: undefined },
      { salts: [7] },
      { salts: ["0"] },
      { salts: ["00".repeat(1025)] },
      { cut: 7 },
      { cut: [7] },
      { cut: [[{ seat: "0", card: "AS" }]] },
      { cut: [[{ seat: 0 }]] },
    ].map((change) => ({ ...record, meta: { fair: { ...fair, ...change } } })),
  ];
  for (const wrong of spoilt) expect(await verify(wrong, game)).toBeNull();
  expect(await verify(record, game)).not.toBeNull();
});

it("knows who cut highest", () => {
  expect(
    cutWinners([
      [0, "3S"],
      [1, "TD"],
      [2, "7D"],
      [3, "TH"],
    ]),
  ).toEqual([1, 3]);
  expect(
    cutWinners([
      [0, "KS"],
      [2, "AC"],
    ]),
  ).toEqual([2]);
});
