import { describe, expect, it } from "vitest";
import { flatten, isolate, translator } from "./words.ts";

const en = translator(
  "en",
  { name: "English", dir: "ltr" },
  flatten({
    hello: "Hello {name}",
    cards: "{n, plural, =0 {no cards} one {# card} other {# cards}}",
    bid: "{bid, select, 9 {all nine} other {{bid}}}",
    list: ["first", "second"],
    brackets: "a <b> c",
  }),
);
const ar = translator(
  "ar",
  { name: "العربية", dir: "rtl", locale: "ar-u-nu-arab" },
  flatten({
    hello: "أهلًا {name}",
    cards: "{n, plural, one {ورقة} two {ورقتان} few {# أوراق} other {# ورقة}}",
    bid: "{bid, select, 9 {باون} other {طلب {bid}}}",
  }),
  flatten({ hello: "Hello {name}", only: "Only here.", "a.b": "x" }),
);

describe("words", () => {
  it("fills in arguments and counts", () => {
    expect(en.t("hello", { name: "Layla" })).toBe("Hello Layla");
    expect([0, 1, 5].map((n) => en.t("cards", { n }))).toEqual(["no cards", "1 card", "5 cards"]);
  });

  it("uses the plural forms and digits of the language", () => {
    expect([1, 2, 3, 11].map((n) => ar.t("cards", { n }))).toEqual(["ورقة", "ورقتان", "٣ أوراق", "١١ ورقة"]);
  });

  it("chooses by a number and still writes it in the reader's digits", () => {
    expect(en.t("bid", { bid: 9 })).toBe("all nine");
    expect(en.t("bid", { bid: 7 })).toBe("7");
    expect(ar.t("bid", { bid: 9 })).toBe("باون");
    expect(ar.t("bid", { bid: 7 })).toBe("طلب ٧");
  });

  it("tells what was won or lost with its sign", () => {
    expect([3, 0, -2, 1200].map((n) => en.signed(n))).toEqual(["+3", "0", "-2", "+1200"]);
    expect(ar.signed(3)).toMatch(/\+٣$/);
  });

  it("falls back to the language behind, set apart by its own direction", () => {
    expect(ar.t("only")).toBe("\u2068Only here.\u2069");
    expect(ar.has("only")).toBe(true);
  });

  it("shows something readable for a key that nobody knows", () => {
    expect(en.t("move.some.run_away")).toBe("run away");
  });

  it("finishes a sentence even if an argument is missing", () => {
    expect(en.t("hello")).toBe("Hello …");
  });

  it("takes the first key of its own language before any of the other", () => {
    expect(ar.first(["only", "hello"], { name: "x" })).toContain("أهلًا");
    expect(en.first(["missing", "hello"], { name: "x" })).toBe("Hello x");
  });

  it("reads lists in order", () => {
    expect(en.under("list").map(({ text }) => text)).toEqual(["first", "second"]);
  });

  it("puts what is said of one thing in a row, without a last word between", () => {
    expect(en.row(["you", "host"])).toBe("you, host");
    expect(ar.row(["أنت", "Layla"])).toBe("أنت، \u2068Layla\u2069");
  });

  it("takes angle brackets for what they are", () => {
    expect(en.t("brackets")).toBe("a <b> c");
  });
});

describe("mixed directions", () => {
  it("sets a Latin name in an Arabic sentence apart, and the other way round", () => {
    expect(ar.t("hello", { name: "Layla" })).toBe("أهلًا \u2068Layla\u2069");
    expect(ar.t("hello", { name: "ليلى" })).toBe("أهلًا ليلى");
    expect(en.t("hello", { name: "ليلى" })).toBe("Hello \u2068ليلى\u2069");
    expect(isolate("12", "rtl")).toBe("12");
  });
});
