import { describe, expect, it } from "vitest";

import { LANGUAGES, speak } from "../i18n/languages.ts";
import { game, line, view } from "../table/fixtures.ts";
import { handCards } from "../table/scene.ts";
import type { MatchView, Refused } from "../wire/types.ts";
import { speech } from "./context.ts";
import { yourTurn } from "../table/feed.ts";
import { notNow, promptText, refusal, spokenLines } from "./telling.ts";

const NAMES = ["Salem", "Layla", "Hamad", "Noura"];
const people = { you: 0, teams: true, seats: 4, name: (seat: number) => NAMES[seat] ?? "" };
const say = speech(await speak("en"), game({ family: "kout", calls: ["pass", "bid:5"] }), people);
const why = { rule: "K11", key: "follow", args: { suit: "S" } };

describe("whose turn it is", () => {
  it("is yours only at your own seat, while the hand runs", () => {
    expect(yourTurn(view())).toBe(true);
    expect(yourTurn(view({ to_move: 1 }))).toBe(false);
    expect(yourTurn(view({ seat: null, to_move: null }))).toBe(false);
    expect(yourTurn(view({ result: {} }))).toBe(false);
    expect(yourTurn(view({ over: true }))).toBe(false);
  });
});

describe("the prompt", () => {
  const prompt = (
    more: Partial<MatchView>,
    now: {
      sent?: string;
      takes?: readonly (readonly string[])[];
      exposing?: boolean;
      ended?: boolean;
      lost?: boolean;
    } = {},
  ): string => {
    const shown = view(more);
    return promptText(say, { view: shown, hand: handCards(shown), takes: [], sent: null, ...now });
  };
  const ace = { cards: ["AS", "7H"], legal: ["AS"] };

  it("asks for a card, or for a call where no card may be played", () => {
    expect(prompt(ace)).toBe("Your turn: play a card.");
    expect(prompt({ cards: ["AS"], legal: ["refuse", "pay"] })).toBe("Your turn: choose.");
  });

  it("asks what a call answers, and names with whom a card would be swapped", () => {
    expect(prompt({ legal: ["pass", "bid:5"] })).toBe("Your turn: how many tricks do you bid?");
    expect(prompt({ legal: ["bid:5", "bid:6"] })).toBe("Your turn: you must bid. How many tricks?");
    expect(prompt({ legal: ["trump:S", "trump:H"] })).toBe("Your turn: name the trump suit.");
    expect(prompt({ legal: ["stand", "beg"], turned: "9H", trump: "H" })).toMatch(/trump is hearts/);
    expect(prompt({ legal: ["give", "run"], turned: "9H", trump: "H" })).toMatch(/they beg/);
    const swap = { legal: ["keep", "swap"], lives: [3, 0, 1, 2] };
    expect(prompt({ ...swap, dealer: 3 })).toMatch(/swap with Hamad/);
    expect(prompt({ ...swap, dealer: 0 })).toMatch(/swap with the pack\?$/);
  });

  it.each(LANGUAGES.map(({ lang }) => lang))(
    "asks in the words of the buttons below it, in %s",
    async (lang) => {
      const own = speech(await speak(lang), game({ family: "allfours", calls: ["stand", "beg"] }), people);
      const lower = (text: string): string => text.toLocaleLowerCase(lang);
      for (const legal of [
        ["stand", "beg"],
        ["give", "run"],
      ]) {
        const shown = view({ legal, trump: "H" });
        const asked = promptText(own, { view: shown, hand: [], takes: [], sent: null });
        for (const token of legal) expect(lower(asked)).toContain(lower(own.move(token)));
      }
    },
  );

  it("says who is waited for, and what comes when that one is not connected", () => {
    expect(prompt({ to_move: 1 })).toBe("Layla is thinking…");
    expect(prompt({ to_move: 1 }, { lost: true })).toBe(
      "Layla is not connected; a computer takes over soon.",
    );
  });

  it("says that a called card must be played once it may be", () => {
    const called = [["AS"], [], [], []];
    expect(prompt({ ...ace, called })).toBe("Your turn: a called card must be played.");
    expect(prompt({ ...ace, legal: ["7H"], called })).toBe("Your turn: play a card.");
  });

  it("names the card that takes, where the table shows it", () => {
    const takes = [["AS"], ["3H", "4D"]];
    expect(prompt({ played: "7H" }, { takes })).toBe("Choose what your 7 of hearts takes.");
    expect(prompt({}, { takes })).toBe("Choose what your card takes.");
  });

  it("says who is waited for, or what is", () => {
    expect(prompt({ seat: null, to_move: 1 })).toBe("Layla is thinking…");
    expect(prompt(ace, { sent: "AS" })).toBe("Playing…");
    expect(prompt({ to_move: 1 })).toBe("Layla is thinking…");
    expect(prompt({ to_move: null })).toBe("Dealing…");
  });

  it("asks for the card to lay open, until one is on its way", () => {
    expect(prompt({ to_move: 1 }, { exposing: true })).toBe("Choose a card to lay open.");
    expect(prompt({ to_move: 1 }, { exposing: true, sent: "0:expose:AS" })).toBe("Playing…");
  });

  it("puts the end before everything else", () => {
    expect(prompt({ ...ace, result: {} }, { sent: "AS" })).toBe("The hand is over.");
    expect(prompt({ ...ace, result: {}, over: true })).toBe("The match is over.");
    expect(prompt({ to_move: null }, { ended: true })).toBe("The match is over.");
  });
});

describe("a card that stays in the hand", () => {
  const blocked = { cards: ["7H", "AS"], legal: ["AS"], blocked: { "7H": why } };
  const seven = (more: Partial<MatchView>): string => {
    const shown = view({ ...blocked, ...more });
    const card = handCards(shown).find(({ token }) => token === "7H");
    return card ? notNow(say, shown, card) : "";
  };

  it("says which rule holds it back, whose turn it is, or that it is not the time", () => {
    expect(seven({})).toMatch(/spades/);
    expect(seven({ to_move: 2 })).toBe(say.tr.t("hand.not_turn", { seat: "Hamad" }));
    expect(seven({ blocked: {} })).toBe(say.tr.t("hand.not_now"));
    expect(seven({ to_move: null })).toBe(say.tr.t("hand.not_now"));
  });
});

describe("a move that was not made", () => {
  const refused = (more: Partial<Refused>): Refused => ({
    type: "refused",
    code: "illegal",
    text: "",
    ...more,
  });

  it("gives the reason, but for a moment that is over", () => {
    expect(refusal(say, null)).toBe(say.tr.t("wire.unsure"));
    expect(refusal(say, refused({ why }))).toMatch(/spades/);
    expect(refusal(say, refused({ code: "over" }))).toBe(say.tr.t("refused.over"));
    expect(refusal(say, refused({ code: "stale" }))).toBe("");
  });
});

describe("what is read aloud", () => {
  const lines = [
    line(1, 0, "KS"),
    line(2, 1, "bid:5"),
    { ...line(3, 0, "AS"), facts: [{ key: "trick", seat: 0 }] },
  ];

  it("leaves out one's own bare move, and ends every sentence", () => {
    expect(spokenLines(say, lines, 0)).toEqual([
      "Layla: 5 · Bab.",
      "You play ace of spades.",
      "You take the trick.",
    ]);
  });

  it("tells one who only looks on everything", () => {
    const onlooker = speech(say.tr, say.game, { ...people, you: null });
    expect(spokenLines(onlooker, lines, null)[0]).toBe("Salem plays king of spades.");
  });
});
