import { describe, expect, it } from "vitest";
import { inLanguage, withoutPreview } from "./preview.ts";

describe("the language of a link", () => {
  it("is that of the page it was handed on from; English is understood", () => {
    expect(inLanguage("https://cards.example/match/AB/1x", "ar")).toBe(
      "https://cards.example/match/AB/1x?preview=ar",
    );
    expect(inLanguage("https://cards.example/match/AB/1x", "en")).toBe("https://cards.example/match/AB/1x");
  });

  it("is not that of whoever follows it", () => {
    expect(withoutPreview("?preview=ar")).toBe("");
    expect(withoutPreview("?lang=fa&preview=ar")).toBe("?lang=fa");
    expect(withoutPreview("?lang=fa")).toBe("?lang=fa");
    expect(withoutPreview("")).toBe("");
  });
});
