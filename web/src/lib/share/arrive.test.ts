import { describe, expect, it } from "vitest";
import { arrive } from "./arrive.ts";

function turned(pathname: string, search = "", hash = ""): string | null {
  let address: string | null = null;
  arrive({ pathname, search, hash }, { replaceState: (_, __, to) => (address = String(to)) });
  return address;
}

describe("an address from a messenger", () => {
  it.each([
    ["/join/K7M29QXR", "", "", "/#/join/K7M29QXR"],
    ["/match/AAAABBBBCCCCDDDD/1x2y", "", "", "/#/match/AAAABBBBCCCCDDDD/1x2y"],
    ["/match/AAAABBBBCCCCDDDD", "?lang=fa", "", "/?lang=fa#/match/AAAABBBBCCCCDDDD"],
    ["/match/AAAABBBBCCCCDDDD/1x2y/step-12", "", "", "/#/match/AAAABBBBCCCCDDDD/1x2y/step-12"],
    ["/match/AAAABBBBCCCCDDDD", "?preview=fa", "", "/#/match/AAAABBBBCCCCDDDD"],
    ["/join/K7M29QXR", "?lang=ar&preview=fa", "", "/?lang=ar#/join/K7M29QXR"],
    ["/join/K7M29QXR", "", "#/t/ABC", "/#/t/ABC"],
  ])("%s%s%s leads to %s", (pathname, search, hash, place) => {
    expect(turned(pathname, search, hash)).toBe(place);
  });

  it.each(["/", "/join/", "/api/docs", "/anything"])("%s is left as it is", (pathname) => {
    expect(turned(pathname)).toBeNull();
  });
});
