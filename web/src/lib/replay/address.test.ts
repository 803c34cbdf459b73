import { describe, expect, it } from "vitest";
import { matchPath, readMatch, stepOf } from "./address.ts";

const read = (path: string): ReturnType<typeof readMatch> => readMatch(path.split("/").slice(1));

describe("the address of a finished match", () => {
  it.each([
    ["match/ABCD", { match: "ABCD", seed: "", review: false, at: 0 }],
    ["match/ABCD/1x2y", { match: "ABCD", seed: "1x2y", review: false, at: 0 }],
    ["match/ABCD/1x2y/step-12", { match: "ABCD", seed: "1x2y", review: false, at: 11 }],
    ["match/ABCD/1x2y/review/step-2", { match: "ABCD", seed: "1x2y", review: true, at: 1 }],
    ["match/ABCD/step-3", { match: "ABCD", seed: "", review: false, at: 2 }],
    ["match/ABCD/review", { match: "ABCD", seed: "", review: true, at: 0 }],
  ])("%s", (path, place) => {
    expect(read(path)).toEqual(place);
    expect(matchPath(place)).toBe(path);
  });

  it("is read with an empty part as well", () => {
    expect(read("match/ABCD//review")).toEqual({ match: "ABCD", seed: "", review: true, at: 0 });
  });

  it.each(["", "step-", "step-0", "step--1", "step-1e3", "step-12345678", "12", undefined])(
    "%s names no step",
    (part) => {
      expect(stepOf(part)).toBeNull();
    },
  );
});
