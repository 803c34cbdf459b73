import { describe, expect, it } from "vitest";
import { speak } from "../i18n/languages.ts";
import type { Speech } from "../play/context.ts";
import { game, line, view } from "../table/fixtures.ts";
import type { Replay } from "../wire/answers.ts";
import { openly } from "./speaking.ts";

const REPLAY: Replay = {
  match: "MMMMMMMMMMMMMMMM",
  game: "some",
  options: {},
  seats: 4,
  names: ["", "computer (easy)", "", "Noura"],
  finished: 1_700_000_000,
  winners: [0, 2],
  scores: [5, 3],
  steps: [
    { hand: 1, seat: null, token: null, facts: [], view: view({ seat: null }), hands: [[], [], [], []] },
  ],
  record: {},
};

async function told(you: number | null, lang = "en"): Promise<Speech> {
  return openly(await speak(lang), game({ family: "kout" }), REPLAY, "1x2y", you);
}

describe("a finished match", () => {
  it("is told to those who had no part in it by everybody's name", async () => {
    const say = await told(null);
    expect([say.name(0), say.name(2), say.name(3)]).toEqual(["Player 1", "Player 3", "Noura"]);
    expect(say.side(0)).toMatch(/Player 1.*Player 3/);
    expect(say.line(line(1, 0))).toEqual(["Player 1 plays ace of spades."]);
  });

  it("is told to whoever played it as his table told it", async () => {
    const [say, arabic] = [await told(0), await told(0, "ar")];
    expect([say.name(0), say.name(2)]).toEqual(["You", "Player 3"]);
    expect(say.people.inside?.(0)).toBe("you");
    expect([say.side(0), say.side(1)]).toEqual(["Us", "Them"]);
    expect(say.line(line(1, 0))).toEqual(["You play ace of spades."]);
    expect(say.name(1)).toBe((await told(null)).name(1));
    expect(arabic.name(0)).toBe(arabic.tr.t("you"));
  });

  it("calls one who has a name by it, as his table did", async () => {
    const say = await told(3);
    expect([say.name(3), say.people.inside?.(3), say.name(0)]).toEqual(["Noura", "Noura", "Player 1"]);
    expect(say.line(line(1, 3))).toEqual(["You play ace of spades."]);
  });
});
