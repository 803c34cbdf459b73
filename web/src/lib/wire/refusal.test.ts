import { describe, expect, it } from "vitest";

import { LANGUAGES, speak } from "../i18n/languages.ts";
import { refusalText } from "./refusal.ts";

const muted = { code: "bad_option", about: "mute" } as const;

describe("a refusal", () => {
  it("is told by what it is about, in every language", async () => {
    for (const { lang } of LANGUAGES) {
      const tr = await speak(lang);
      expect(refusalText(tr, muted)).toBe(tr.t("refused.about.mute"));
      expect(refusalText(tr, muted)).not.toBe(tr.t("refused.bad_option"));
    }
  }, 30_000);

  it("fills in numbers, lists of them, and texts", async () => {
    const tr = await speak("en");
    const told = (about: string, args: Record<string, unknown>) =>
      refusalText(tr, { code: "bad_option", about, args });
    expect(told("seat", { n: 4 })).toBe("The seats here go from 1 to 4.");
    expect(told("players", { numbers: [2, 4] })).toBe("This game is for 2 and 4 players.");
    expect(told("level", { levels: "easy, strong" })).toContain("easy, strong");
    expect(refusalText(await speak("ar"), { ...muted, about: "seat", args: { n: 4 } })).toContain("٤");
  });

  it("is told by its code where that is all, or where a newer server says what the page does not know", async () => {
    const tr = await speak("tr");
    expect(refusalText(tr, { code: "full" })).toBe(tr.t("refused.full"));
    expect(refusalText(tr, { code: "full", about: "moon" })).toBe(tr.t("refused.full"));
  });
});
