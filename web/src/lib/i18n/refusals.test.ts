import { describe, expect, it } from "vitest";
import protocol from "../../../../docs/protocol.md?raw";
import { refusalText } from "../wire/refusal.ts";
import type { Refused } from "../wire/types.ts";
import { FALLBACK, LANGUAGES, speak } from "./languages.ts";

type RefusalCode = Refused["code"];

/** Every code that the protocol names. */
const codes = [
  ...(/Codes of `refused`:([\s\S]*?)Codes of `error`/.exec(protocol)?.[1] ?? "").matchAll(/^\| `(\w+)` \|/gm),
].map(([, code = ""]) => code);

const sources = import.meta.glob<string>(["../../**/*.{svelte,ts}", "!../../**/*.test.ts"], {
  eager: true,
  query: "?raw",
  import: "default",
});

describe("what the server refuses", () => {
  it("has codes", () => {
    expect(codes.length).toBeGreaterThan(20);
    expect(codes).toContain("bad_option");
  });

  it.each(LANGUAGES.map(({ lang }) => lang))("is said in %s in its own words", async (lang) => {
    const tr = await speak(lang);
    expect(codes.filter((code) => !tr.own(`refused.${code}`))).toEqual([]);
    const texts = codes.map((code) => tr.t(`refused.${code}`));
    expect(new Set(texts).size).toBe(codes.length);
    if (tr.dir === "rtl") for (const text of texts) expect(text).not.toMatch(/[a-z]/i);
  });

  it.each(LANGUAGES.map(({ lang }) => lang))("has nothing of the server's English in %s", async (lang) => {
    const tr = await speak(lang);
    const english = "There is no such option.";
    for (const code of codes as RefusalCode[]) {
      const refused = { code, text: english, about: "option", args: { text: english } } as const;
      const told = refusalText(tr, refused);
      if (lang !== FALLBACK) expect(told).toBe(tr.t(`refused.${code}`));
      expect(refusalText(tr, { code })).toBe(tr.t(`refused.${code}`));
    }
  });

  it("names a rule of the house as the page does", async () => {
    const tr = await speak("en");
    const refused = { code: "bad_option", about: "option_least" } as const;
    const told = (args: object): string => refusalText(tr, { ...refused, args: { ...args, least: 1 } });
    expect(told({ option: "target", family: "allfours" })).toBe("Points to win: a whole number, at least 1.");
    expect(told({ option: "moon", family: "allfours" })).toContain("moon");
  });

  it("is never shown in the server's own words, which are English", () => {
    const shown = Object.entries(sources).filter(([, source]) =>
      /\b(?:refused|problem|trouble|fault|told)\??\.text\b|\bdetail\b\s*[:}]/.test(source),
    );
    expect(Object.keys(sources).length).toBeGreaterThan(100);
    expect(shown.map(([path]) => path)).toEqual([]);
  });
});
