import { describe, expect, it } from "vitest";
import { decided, narrow, standing, takeToken, touch } from "./takes.ts";

// B10: floor A A 2 3 4, a 5 played: two maximal captures.
const TAKES = [
  ["AS", "2C", "3H", "4D"],
  ["AS", "AH", "3H"],
];

describe("choosing a capture", () => {
  it("leaves every capture while nothing is picked", () => {
    expect(narrow(TAKES, [])).toEqual(TAKES);
    expect(decided(TAKES, [])).toBeNull();
  });

  it("narrows with each card touched", () => {
    expect(narrow(TAKES, ["3H"])).toEqual(TAKES);
    expect(decided(TAKES, ["3H"])).toBeNull();
    expect(decided(TAKES, ["3H", "AH"])).toEqual(["AS", "AH", "3H"]);
    expect(decided(TAKES, ["4D"])).toEqual(["AS", "2C", "3H", "4D"]);
  });

  it("shows what each card is to the choice", () => {
    expect(standing(TAKES, [], "AS")).toBe("sure");
    expect(standing(TAKES, [], "AH")).toBe("possible");
    expect(standing(TAKES, [], "KD")).toBe("out");
    expect(standing(TAKES, ["AH"], "AH")).toBe("picked");
    expect(standing(TAKES, ["AH"], "4D")).toBe("out");
    expect(standing(TAKES, ["AH"], "3H")).toBe("sure");
  });

  it("puts a card back when it is touched again, and ignores one that no capture left would take", () => {
    expect(touch(TAKES, [], "AH")).toEqual(["AH"]);
    expect(touch(TAKES, ["AH"], "AH")).toEqual([]);
    expect(touch(TAKES, ["AH"], "4D")).toEqual(["AH"]);
    expect(touch(TAKES, ["AH"], "3H")).toEqual(["AH", "3H"]);
  });

  it("decides at once when there is only one capture", () => {
    expect(decided([["KS"]], ["KS"])).toEqual(["KS"]);
  });

  it("names a capture as the server does", () => {
    expect(takeToken(["AS", "AH", "2C"])).toBe("take:AS+AH+2C");
  });
});
