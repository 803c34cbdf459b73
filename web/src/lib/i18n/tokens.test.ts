import { describe, expect, it } from "vitest";
import { cardName, factText, moveName, sideName, whyText, wordArgs } from "./tokens.ts";
import type { People } from "./tokens.ts";
import { flatten, translator } from "./words.ts";

const tr = translator(
  "en",
  { name: "English", dir: "ltr" },
  flatten({
    card: { of: "{rank} of {suit}", held: "{name} – {card}", RJ: "red joker" },
    cucco: { "3": "III", Cu: "cuckoo" },
    rank: { A: "ace", T: "10", Q: "queen" },
    suit: { S: "spades", H: "hearts", kout: { H: "copas" } },
    side: { ours: "Us", theirs: "Them" },
    move: {
      kout: {
        "bid:9": "Bawn",
        bid: "bid {bid}",
        trump: "trump {suit}",
        pass: "Pass",
        take: "Take {cards}",
        call: "Call {card}",
      },
    },
    why: {
      unknown: "Not now.",
      kout: { follow: "Play {suit}." },
      common: { over: "The match is over" },
    },
    fact: {
      kout: {
        trick: "{seat} takes the trick.",
        trick_you: "You take the trick.",
        take: "{seat} took {taken} with {card}.",
        made: "{side}: {points, plural, one {# point} other {# points}}.",
        asks: "{seat} asks {holder}.",
      },
      cucco: { showdown: "The cards: {cards}." },
    },
  }),
);
const people: People = {
  you: 0,
  teams: true,
  seats: 4,
  name: (seat) => ["Salem", "Layla", "Hamad", "Noura"][seat] ?? "",
};

describe("names of cards and moves", () => {
  it("names cards, with a family's own words for the suits", () => {
    expect(cardName(tr, "AS")).toBe("ace of spades");
    expect(cardName(tr, "TH")).toBe("10 of hearts");
    expect(cardName(tr, "TH", "kout")).toBe("10 of copas");
    expect(cardName(tr, "RJ")).toBe("red joker");
    expect(cardName(tr, "3")).toBe("III");
  });

  it("names moves by their whole token, or by their head", () => {
    expect(moveName(tr, "kout", "pass")).toBe("Pass");
    expect(moveName(tr, "kout", "bid:9")).toBe("Bawn");
    expect(moveName(tr, "kout", "bid:7")).toBe("bid 7");
    expect(moveName(tr, "kout", "trump:H")).toBe("trump copas");
    expect(moveName(tr, "kout", "take:AS+QH")).toBe("Take ace of spades and queen of copas");
    expect(moveName(tr, "kout", "2:call:AS")).toBe("Call ace of spades");
    expect(moveName(tr, "kout", "AS")).toBe("ace of spades");
  });
});

describe("reasons", () => {
  it("turns tokens into words, and leaves the rule to the link beside them", () => {
    expect(whyText(tr, "kout", { rule: "K11", key: "follow", args: { suit: "S" } })).toBe("Play spades.");
  });
  it("falls back to the reasons that all games share, and then to a plain one", () => {
    expect(whyText(tr, "kout", { rule: "", key: "over", args: {} })).toBe("The match is over");
    expect(whyText(tr, "kout", { rule: "X1", key: "no_such", args: {} })).toBe("Not now.");
  });
});

describe("facts", () => {
  it("names players, and speaks to the reader where there is a text for it", () => {
    expect(factText(tr, "kout", { key: "trick", seat: 1 }, people)).toBe("Layla takes the trick.");
    expect(factText(tr, "kout", { key: "trick", seat: 0 }, people)).toBe("You take the trick.");
    expect(factText(tr, "kout", { key: "asks", seat: 0, holder: 3 }, people)).toBe("Salem asks Noura.");
  });
  it("reads cards, lists of cards, sides and numbers", () => {
    expect(factText(tr, "kout", { key: "take", seat: 2, card: "AS", taken: ["AH"] }, people)).toBe(
      "Hamad took ace of copas with ace of spades.",
    );
    expect(factText(tr, "kout", { key: "take", seat: 2, card: "AS", taken: ["AH"] }, people)).not.toContain(
      "–",
    );
    expect(factText(tr, "cucco", { key: "showdown", seats: [0, 1], cards: ["3", "Cu"] }, people)).toBe(
      "The cards: Salem – III and Layla – cuckoo.",
    );
    expect(factText(tr, "kout", { key: "made", side: 0, points: 1 }, people)).toBe("Us: 1 point.");
    expect(factText(tr, "kout", { key: "made", side: 1, points: 7 }, people)).toBe("Them: 7 points.");
  });
  it("takes a number for a card only where cards are spoken of", () => {
    expect(wordArgs(tr, { card: "3", bid: "3" })).toEqual({ card: "III", bid: 3 });
  });
  it("names sides after players where there are no partners", () => {
    expect(sideName(tr, { ...people, teams: false }, 2)).toBe("Hamad");
  });
  it("names sides after partners for those who only look on", () => {
    expect(sideName(tr, { ...people, you: null }, 0)).toBe("Salem + Hamad");
    expect(sideName(tr, { ...people, you: null }, 1)).toBe("Layla + Noura");
    // The mark keeps the row in the direction of the page, whatever the first name is written in.
    const mixed = { ...people, you: null, name: (seat: number) => (seat === 0 ? "سالم" : "Anna") };
    expect(sideName(tr, mixed, 0)).toBe("\u200e\u2068سالم\u2069 + Anna");
  });
});
