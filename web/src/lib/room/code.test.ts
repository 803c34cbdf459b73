import { describe, expect, it } from "vitest";
import { readCode, roomLink, showCode } from "./code.ts";

describe("the code of a room", () => {
  it.each([
    "K7M29QXR",
    "k7m2-9qxr",
    " K7M2 9QXR ",
    "K7M2–9QXR",
    "https://cards.example/#/join/K7M29QXR",
    "Come and play: https://cards.example/#/join/k7m2-9qxr",
    "\u2068K7M2-9QXR\u2069",
    "Ｋ７Ｍ２９ＱＸＲ",
  ])("is read from %j", (text) => {
    expect(readCode(text)).toBe("K7M29QXR");
  });

  it("forgives what looks alike", () => {
    expect(readCode("oO0i-lL11")).toBe("00011111");
  });

  it.each(["", "K7M2-9QX", "K7M2-9QXRR", "K7M2-9QXU", "https://cards.example/#/t/abc", "hello there"])(
    "is not found in %j",
    (text) => {
      expect(readCode(text)).toBeNull();
    },
  );

  it("is shown in two halves, and leads to the room", () => {
    expect(showCode("K7M29QXR")).toBe("K7M2-9QXR");
    const link = roomLink({ origin: "https://cards.example", pathname: "/" }, "K7M29QXR");
    expect(link).toBe("https://cards.example/#/join/K7M29QXR");
    expect(readCode(link)).toBe("K7M29QXR");
  });
});
