import { describe, expect, it } from "vitest";
import { inDigits, wholeNumber, withDigits } from "./digits.ts";
import { speak } from "./languages.ts";

describe("digits", () => {
  it("reads a number in whatever digits it is written", () => {
    expect([" 15 ", "١٥", "۱۵", "1٥"].map(wholeNumber)).toEqual([15, 15, 15, 15]);
    expect(["", "-3", "1.5", "١٥ نقطة", "fifteen"].map(wholeNumber)).toEqual([null, null, null, null, null]);
  });

  it("asks for them as Intl wants it", () => {
    expect(withDigits("ar-u-nu-arab", "latn")).toBe("ar-u-nu-latn");
    expect(withDigits("en", "arabext")).toBe("en-u-nu-arabext");
    expect(withDigits("fa-u-nu-arabext", "")).toBe("fa-u-nu-arabext");
  });

  it.each([
    ["36 cards, nine each", "arab", "٣٦ cards, nine each"],
    ["نفری ۳۶ کارت", "latn", "نفری 36 کارت"],
    ["٣٦ ورقة", "arabext", "۳۶ ورقة"],
    ["101 points (K20)", "arabext", "۱۰۱ points (K20)"],
    ["like K7M2-9QXR, CC BY 3.0, bid:6, AS+2C", "arab", "like K7M2-9QXR, CC BY 3.0, bid:6, AS+2C"],
    ["12", "", "12"],
  ] as const)("writes %s with the digits %s", (text, digits, expected) => {
    expect(inDigits(text, digits)).toBe(expected);
  });

  it("changes numbers, counts and the words' own figures, and nothing that is not for reading", async () => {
    const persian = await speak("fa", "latn");
    expect(persian.t("table.hand_n", { n: 12 })).toBe("دور 12");
    expect(persian.t("table.cards", { n: 3 })).toBe("3 کارت");
    expect(persian.number(107)).toBe("107");
    expect(persian.t("why.kout.must_bid")).toContain("5");
    const english = await speak("en", "arab");
    expect(english.t("table.cards", { n: 3 })).toBe("٣ cards");
    expect(english.t("rank.T")).toBe("١٠");
    expect(Number(english.t("game.cucco.order"))).toBeGreaterThan(0);
    expect((await speak("fa")).t("game.cucco.order")).toBe((await speak("en")).t("game.cucco.order"));
  });
});
