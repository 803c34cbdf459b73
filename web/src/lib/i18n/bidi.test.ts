import { describe, expect, it } from "vitest";
import { calm, isolate } from "./bidi.ts";
import { LANGUAGES, speak } from "./languages.ts";

const NAMES = [
  "Ali علی 7",
  "\u202eevil",
  "abc",
  "ليلى",
  "x\u2069\u202e",
  "\u2067open",
  "Łukasz",
  "Юля",
  "🂡 7",
];

/** How deep in isolates a text is at its end, and whether it ever leaves one that it did not open. */
function balance(text: string): { end: number; left: boolean } {
  let end = 0;
  let left = false;
  for (const sign of text) {
    if (/[\u2066-\u2068]/.test(sign)) end += 1;
    if (sign === "\u2069") end -= 1;
    if (end < 0) left = true;
  }
  return { end, left };
}

describe("names of the other direction", () => {
  it("are set apart where they are foreign, and only there", () => {
    expect(isolate("abc", "rtl")).toBe("\u2068abc\u2069");
    expect(isolate("abc", "ltr")).toBe("abc");
    expect(isolate("علی", "ltr")).toBe("\u2068علی\u2069");
    expect(isolate("علی", "rtl")).toBe("علی");
    expect(isolate("Ali علی 7", "ltr")).toBe("\u2068Ali علی 7\u2069");
    expect(isolate("Ali علی 7", "rtl")).toBe("\u2068Ali علی 7\u2069");
    expect(isolate("Юля", "rtl")).toBe("\u2068Юля\u2069");
    expect(isolate("12", "rtl")).toBe("12");
  });

  it("are not set apart twice", () => {
    const name = isolate("abc", "rtl");
    expect(isolate(`${name} و علی`, "rtl")).toBe(`${name} و علی`);
  });

  it("cannot turn what follows them", () => {
    expect(calm("\u202eevil")).toBe("evil");
    expect(calm("x\u2069\u202ey")).toBe("xy");
    expect(calm("\u2067open")).toBe("\u2067open\u2069");
    expect(calm("a \u2068b\u2069 c")).toBe("a \u2068b\u2069 c");
  });

  it("and say nothing that is not a sign", () => {
    expect(calm("\x1b[A\x1b[31mred\x07\r\x7f\x9b2J")).toBe("[A[31mred2J");
    expect(isolate("\x1b[2Jslam", "ltr")).toBe("[2Jslam");
    expect(calm("two\nlines\tand")).toBe("two\nlines\tand");
  });

  it.each(LANGUAGES.map(({ lang }) => lang))(
    "stay within their place in the sentences of %s",
    async (lang) => {
      const tr = await speak(lang);
      for (const name of NAMES)
        for (const text of [
          tr.t("prompt.wait", { seat: name }),
          tr.t("chat.says", { name, text: name }),
          tr.t("card.held", { name, card: tr.t("card.of", { rank: tr.t("rank.A"), suit: tr.t("suit.S") }) }),
          tr.t("table.last_take_by", { seat: name, card: "7D", taken: tr.list([name, "AS"]) }),
        ]) {
          expect(text).not.toMatch(/[\u202a-\u202e]/);
          expect(balance(text), text).toEqual({ end: 0, left: false });
          expect(text).toContain(calm(name));
        }
    },
  );

  it.each(LANGUAGES.filter(({ dir }) => dir === "rtl").map(({ lang }) => lang))(
    "and codes are set apart in %s",
    async (lang) => {
      const tr = await speak(lang);
      expect(tr.t("prompt.wait", { seat: "Ali علی 7" })).toContain("\u2068Ali علی 7\u2069");
      expect(tr.t("invite.picture", { code: "K7M2-9QXR" })).toContain("\u2068K7M2-9QXR\u2069");
      expect(tr.t("why.common.unknown", { token: "AS" })).toContain("\u2068AS\u2069");
    },
  );
});
