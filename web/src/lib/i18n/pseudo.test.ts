import { describe, expect, it } from "vitest";
import { LANGUAGES, asked, speak } from "./languages.ts";

describe("languages for tests", () => {
  it("are not offered to anybody, but come when the address asks for them", () => {
    expect(LANGUAGES.map(({ lang }) => lang)).not.toContain("en-XA");
    expect(asked("?lang=en-XA")).toBe("en-XA");
    expect(asked("?lang=fa")).toBe("fa");
    expect(asked("?lang=xx")).toBe(null);
    expect(asked("")).toBe(null);
  });

  it.each([
    ["en-XA", "ltr"],
    ["ar-XB", "rtl"],
  ])("%s is longer by two fifths, in brackets, and runs %s", async (lang, dir) => {
    const [made, english] = await Promise.all([speak(lang), speak("en")]);
    expect(made).toMatchObject({ lang, dir });
    for (const key of ["app.tagline", "setup.options_help", "front.promise"]) {
      const text = made.t(key);
      expect(text).toMatch(/^⟦.*⟧$/u);
      expect(text.length).toBeGreaterThanOrEqual(english.t(key).length * 1.4);
      expect(text).not.toContain(english.t(key).slice(0, 12));
    }
  });

  it("says the same things: arguments, plurals, lists", async () => {
    const made = await speak("en-XA");
    expect(made.t("table.cards", { n: 3 })).toMatch(/^⟦3 .*⟧$/u);
    expect(made.t("table.cards", { n: 0 })).not.toContain("0");
    expect(made.t("prompt.wait", { seat: "Layla" })).toContain("Layla");
    expect(made.list(["A", "B"])).toMatch(/^⟦.*⟧$/u);
    expect(made.t("game.cucco.picture")).toBe((await speak("en")).t("game.cucco.picture"));
    const turned = (await speak("ar-XB")).t("prompt.card");
    expect(turned).not.toMatch(/[A-Za-z]/);
    expect(turned).toMatch(/\p{Script=Arabic}/u);
  });
});
