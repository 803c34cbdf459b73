import { describe, expect, it } from "vitest";
import { FALLBACK, LANGUAGES, prefer, speak } from "./languages.ts";

const files = import.meta.glob<Record<string, unknown>>("../../../../src/diwaniya/words/*/*.json", {
  eager: true,
  import: "default",
});

describe("languages", () => {
  it("finds every folder of words, with English first and Arabic from right to left", () => {
    expect(LANGUAGES[0]?.lang).toBe(FALLBACK);
    expect(LANGUAGES.find(({ lang }) => lang === "ar")?.dir).toBe("rtl");
  });

  it("chooses what the reader prefers and there is", () => {
    expect(prefer(["de-CH", "ar-KW", "en"], ["en", "ar"])).toBe("ar");
    expect(prefer(["fr"], ["en", "ar"])).toBe("en");
    expect(prefer([], ["en"])).toBe("en");
    expect(prefer(["ckb-IR", "fa-IR", "en-US"])).toBe("fa");
  });

  it("speaks English when asked for a language that is not there", async () => {
    expect((await speak("xx")).lang).toBe("en");
  });

  it.each(LANGUAGES.map(({ lang }) => lang))("has words in %s that can all be read", async (lang) => {
    const tr = await speak(lang);
    for (const key of tr.keys()) {
      // Every argument that a text may want, as a number: a text that cannot be read would throw here.
      expect(() => tr.check(key), key).not.toThrow();
    }
  });

  it.each(LANGUAGES.map(({ lang }) => lang))("takes nobody's name for the reader in %s", async (lang) => {
    const tr = await speak(lang);
    const told = (payer: string, is: "you" | "other"): string =>
      tr.t("table.promise", { payer, payer_is: is, loser: "7", loser_is: "other" });
    expect(told(tr.t("you"), "other")).toBe(told("8", "other").replace("8", tr.t("you")));
    expect(told("8", "you")).not.toContain("8");
  });

  it("has as many names for computer players in every language", () => {
    const counts = Object.entries(files)
      .filter(([path]) => path.endsWith("/page.json"))
      .map(([, page]) => (page.players as { names: string[] }).names.length);
    expect(new Set(counts).size).toBe(1);
  });
});
