import { describe, expect, it } from "vitest";

import { speak } from "../i18n/languages.ts";
import { speech } from "../play/context.ts";
import type { Speech } from "../play/context.ts";
import { game } from "../table/fixtures.ts";
import { BLUNDER, REVIEW, reviewStep } from "./fixtures.ts";
import { chancesText, reasons, standing } from "./telling.ts";

const NAMES = ["Salem", "Layla", "Hamad", "Noura"];
async function voice(lang = "en", info = game({ id: "kout4", family: "kout" })): Promise<Speech> {
  return speech(await speak(lang), info, {
    you: null,
    teams: true,
    seats: 4,
    name: (seat) => NAMES[seat] ?? "",
  });
}

describe("a review in words", () => {
  it("says of a costly move what would have been better, and why", async () => {
    expect(reasons(await voice(), BLUNDER, REVIEW.sides)).toEqual([
      "Better: ace of hearts. Expected chance 71 % instead of 40 %.",
      "Points of the hand, less those of the others: +3.5 instead of -2.",
      "ace of hearts: Hamad takes the trick.",
      "queen of spades: Layla takes the trick.",
      "With all cards open: 60 % instead of 30 %.",
      "With everybody’s best play from there, tricks (Salem + Hamad): 6 instead of 4.",
    ]);
  });

  it("quotes what is said instead of played, and counts as the game counts", async () => {
    const cucco = game({ id: "cucco", family: "cucco", calls: ["keep", "swap"] });
    const kept = {
      ...BLUNDER,
      move: "swap",
      verdict: BLUNDER.verdict && { ...BLUNDER.verdict, best: "keep" },
    };
    const [better, lives] = reasons(await voice("en", cucco), kept, REVIEW.sides);
    expect(better).toBe("Better: “Keep”. Expected chance 71 % instead of 40 %.");
    expect(lives).toBe("Lives of the hand, less those of the others on average: +3.5 instead of -2.");
    expect(standing(await voice("ar", cucco), kept, REVIEW.sides).knew).toContain("«أُبقيها»");
  });

  it("calls a bid more than a number", async () => {
    const calls = ["bid:5", "bid:6", "bid:8"];
    const bid = (best: string) => ({
      ...BLUNDER,
      move: "bid:8",
      verdict: BLUNDER.verdict && { ...BLUNDER.verdict, best },
    });
    const say = async (lang: string): Promise<Speech> =>
      voice(lang, game({ id: "kout4", family: "kout", calls }));
    expect(reasons(await say("en"), bid("bid:6"), REVIEW.sides)[0]).toMatch(/^Better: bid 6\. /);
    expect(reasons(await say("ar"), bid("bid:6"), REVIEW.sides)[0]).toMatch(/^كان الأفضل: طلب ٦\. /);
    expect(reasons(await say("en"), bid("bid:5"), REVIEW.sides)[0]).toMatch(/^Better: “5 · Bab”\. /);
  });

  it("says nothing of the others", async () => {
    expect(reasons(await voice(), reviewStep(1, 1, 0, "AS"), REVIEW.sides)).toEqual([]);
  });

  it("does not tell apart what is the same", async () => {
    const same = { ...BLUNDER, open: { chances: [0.304, 0.696], best: 0.3, exact: null } };
    const told = reasons(await voice(), same, REVIEW.sides);
    expect(told).toContain("As the cards lay it made no difference: 30 %.");
  });

  it("tells what the player could know beside what open cards tell", async () => {
    const say = await voice();
    expect(standing(say, BLUNDER, REVIEW.sides)).toEqual({
      knew: "40 %; the best, ace of hearts, 71 %",
      open: "30 %; the best, ace of hearts, 60 %",
    });
    const alike = {
      ...BLUNDER,
      verdict: BLUNDER.verdict && { ...BLUNDER.verdict, before: 0.404, after: 0.396 },
    };
    expect(standing(say, alike, REVIEW.sides).knew).toBe("40 %; nothing better was found");
    expect(standing(say, reviewStep(1, 1, 0, "AS"), REVIEW.sides).knew).toBe(
      "50 %; nothing better was found",
    );
    expect(standing(say, reviewStep(1, 1, 0, "AS", { choices: 1 }), REVIEW.sides)).toEqual({
      knew: "It was the only move.",
      open: "50 %",
    });
    expect(standing(say, reviewStep(1, 1, 0, "AS", { verdict: null }), REVIEW.sides).knew).toBe(
      "Moves out of turn are not judged.",
    );
  });

  it("speaks Arabic with its own digits and words", async () => {
    const say = await voice("ar");
    const told = reasons(say, BLUNDER, REVIEW.sides).join(" ");
    expect(told).not.toMatch(/[0-9]/);
    expect(told).not.toMatch(/\b(tricks|instead|Better)\b/);
    expect(told).toContain("٧١");
    expect(chancesText(say, [0.63, 0.37])).toContain("٦٣");
  });
});
