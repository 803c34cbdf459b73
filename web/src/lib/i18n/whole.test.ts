import { expect, it } from "vitest";

import { isWhole } from "./whole.ts";

const english = [
  { a: { b: "one", c: ["two", "three"] } },
  { game: { kout: { order: "data", name: "Kout" } } },
];

it("has words for everything, lists as long as it likes, and no need of what is no text", () => {
  expect(isWhole([{ a: { b: "bir", c: ["iki"] }, game: { kout: { name: "Kut" } } }], english)).toBe(true);
});

it("has gaps", () => {
  expect(isWhole([{ a: { b: "bir" }, game: { kout: { name: "Kut" } } }], english)).toBe(false);
  expect(isWhole([], english)).toBe(false);
});
