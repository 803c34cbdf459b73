import { describe, expect, it } from "vitest";
import { forOthers, onlyHere, otherHost, readCode, roomLink, showCode } from "./code.ts";

describe("the code of a room", () => {
  it.each([
    "K7M29QXR",
    "k7m2-9qxr",
    " K7M2 9QXR ",
    "K7M2–9QXR",
    "https://cards.example/#/join/K7M29QXR",
    "https://cards.example/join/K7M29QXR",
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
    expect(link).toBe("https://cards.example/join/K7M29QXR");
    expect(readCode(link)).toBe("K7M29QXR");
  });
});

describe("a link that somebody has pasted", () => {
  const own = ["https://cards.example", "http://192.0.2.2:8484/", ""];

  it.each([
    "http://other.example/join/K7M29QXR",
    "Come and play: https://other.example/#/join/k7m2-9qxr",
    "See https://cards.example/ or http://other.example/join/K7M29QXR",
  ])("leads to another server: %j", (text) => {
    expect(otherHost(text, own)).toBe("other.example");
  });

  it.each([
    "K7M2-9QXR",
    "https://cards.example/join/K7M29QXR",
    "http://CARDS.example/#/join/K7M29QXR",
    "http://192.0.2.2:8484/join/K7M29QXR",
    "http://localhost:8484/join/K7M29QXR",
    "http://[/join/K7M29QXR",
  ])("does not, as far as one can see: %j", (text) => {
    expect(otherHost(text, own)).toBeNull();
  });
});

describe("a link for others", () => {
  const address = "http://192.0.2.2:8484/";
  it.each(["http://localhost:8484", "http://127.0.0.1:8484", "http://[::1]:8484"])(
    "made on %s leads to the server's address, if there is one",
    (origin) => {
      const here = { origin, pathname: "/" };
      const link = roomLink(forOthers(here, address), "K7M29QXR");
      expect(link).toBe("http://192.0.2.2:8484/join/K7M29QXR");
      expect(onlyHere(link)).toBe(false);
      for (const unknown of ["", "nowhere"]) {
        const own = roomLink(forOthers(here, unknown), "K7M29QXR");
        expect(own).toBe(`${origin}/join/K7M29QXR`);
        expect(onlyHere(own)).toBe(true);
      }
    },
  );

  it("keeps an address that others can reach", () => {
    for (const origin of ["https://cards.example", "http://192.0.2.9:80", "http://localhost.example"])
      expect(forOthers({ origin, pathname: "/" }, address)).toEqual({ origin, pathname: "/" });
  });
});
