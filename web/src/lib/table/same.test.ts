import { expect, test } from "vitest";
import { alike, steady, steadyList } from "./same.ts";

test("what is alike in every field is the one that was there before", () => {
  const keep = steady<readonly string[]>();
  const first = keep(["Layla", "Salem"]);
  expect(keep(["Layla", "Salem"])).toBe(first);
  expect(keep(["Layla", "Noor"])).toEqual(["Layla", "Noor"]);
  expect(keep(["Layla"])).toEqual(["Layla"]);
});

test("of a list only what has changed is new", () => {
  interface Card {
    token: string;
    legal: boolean;
    why: { key: string; args: Record<string, unknown> } | null;
  }
  const keep = steadyList<Card>(({ token }) => token);
  const why = (): Card["why"] => ({ key: "follow", args: { suit: "S", cards: ["AS"] } });
  const [ace, ten] = keep([
    { token: "AS", legal: true, why: null },
    { token: "TH", legal: false, why: why() },
  ]);
  const next = keep([
    { token: "TH", legal: false, why: why() },
    { token: "AS", legal: false, why: null },
  ]);
  expect(next[0]).toBe(ten);
  expect(next[1]).not.toBe(ace);
  expect(next[1]?.legal).toBe(false);
  expect(keep([...next].map((one) => ({ ...one })))).toBe(next);
});

test("nothing is taken for something else", () => {
  const different: [unknown, unknown][] = [
    [null, {}],
    [[], {}],
    [{ a: undefined }, { b: undefined }],
    [{ a: 1 }, { a: 1, b: 2 }],
    [0, null],
    ["1", 1],
    [{ a: [1, 2] }, { a: [2, 1] }],
  ];
  for (const [one, other] of different) expect(alike(one, other)).toBe(false);
  expect(alike({ a: [1, { b: null }] }, { a: [1, { b: null }] })).toBe(true);
});
