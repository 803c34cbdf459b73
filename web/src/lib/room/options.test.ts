import { describe, expect, it } from "vitest";
import { game } from "../table/fixtures.ts";
import type { OptionInfo } from "../wire/answers.ts";
import { allOptions, unusual } from "./options.ts";

const number = (name: string, usual: number): OptionInfo => ({
  name,
  kind: "number",
  default: usual,
  least: 1,
  choices: [],
  common: [],
});
const flag: OptionInfo = { ...number("calls", 0), kind: "flag", default: false };
const some = game({ options: [number("target", 101), flag] });

describe("the options of a game", () => {
  it("begin with the usual rules, and keep what was chosen where the game knows it", () => {
    expect(allOptions(some)).toEqual({ target: 101, calls: false });
    expect(allOptions(some, { target: 51, other: 3 })).toEqual({ target: 51, calls: false });
  });

  it("are told only where they differ from the usual rules", () => {
    expect(unusual(some, { target: 101, calls: false })).toEqual({});
    expect(unusual(some, { target: 51, calls: true })).toEqual({ target: 51, calls: true });
    expect(unusual(some, {})).toEqual({});
  });
});
