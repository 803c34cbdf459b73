import { fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";

import { app } from "../app.svelte.ts";
import { LANGUAGES, speak } from "../i18n/languages.ts";
import { speech } from "../play/context.ts";
import HowTo from "../play/HowTo.svelte";
import { game, line, table, view } from "../table/fixtures.ts";
import { fetchExamples } from "./fetching.ts";
import Lesson from "./Lesson.svelte";
import { lessons } from "./lessons.svelte.ts";
import { moments, untold } from "./moments.ts";
import { cardsOf, picture } from "./picture.ts";
import { allSections, sections, told } from "./rules.ts";

const en = await speak("en", "", ["learn"]);
const kout = game({ family: "kout", calls: ["pass"] });
const FAMILIES = ["kout", "basra", "cucco", "allfours"];

describe("the words", () => {
  it("come only when they are asked for", async () => {
    expect((await speak("en")).has("learn.page.rules")).toBe(false);
    expect(en.has("learn.page.rules")).toBe(true);
    expect(en.has("chat.title")).toBe(true);
  });

  it("can be read in every language", async () => {
    for (const { lang } of LANGUAGES) {
      const tr = await speak(lang, "", ["learn"]);
      for (const { key } of tr.under("learn")) tr.check(`learn.${key}`);
      for (const family of FAMILIES)
        for (const section of allSections(tr, family, "some")) {
          expect(section.title).not.toBe("");
          for (const rule of section.rules) expect(rule.text).not.toMatch(/[{}]/);
        }
    }
  });
});

describe("rules", () => {
  it("are sections of numbered rules, in the order of the file", () => {
    const found = sections(en, "kout", "kout4");
    expect(found.map(({ id }) => id)).toEqual(["aim", "deal", "bidding", "play", "jokers", "scoring"]);
    expect(found.at(-1)).toMatchObject({ title: "Scoring" });
    expect(found[2]?.rules.map(({ number }) => number)).toEqual(["K5", "K6", "K7", "K8"]);
    expect(
      allSections(en, "kout", "kout4")
        .at(-1)
        ?.rules.map(({ number }) => number),
    ).toEqual([1, 2, 3, 4, 5].map((n) => `G${n}`));
  });

  it("differ where the games of a family do", () => {
    const first = (id: string): string | undefined =>
      sections(en, "kout", id).flatMap(({ rules }) => rules.filter(({ number }) => number === "K1"))[0]?.text;
    expect(first("kout6")).toContain("Three against three");
    expect(first("kout4")).toContain("36 cards");
  });

  it("are seen at work in examples, with a word for every step", () => {
    const example = told(en, "basra", "jack_on_jack");
    expect(example.title).toBe("Jack on jack");
    expect(example.say).toHaveLength(3);
    expect(told(en, "basra", "nothing")).toEqual({ title: "nothing", say: [] });
  });
});

it("a picture is cards with signs between them", () => {
  const parts = picture("8H > 8S + AS 7S");
  expect(cardsOf(parts)).toEqual(["8H", "8S", "AS", "7S"]);
  expect(parts[1]).toEqual({ sign: "›" });
  expect(cardsOf(picture("Fo = 3 < 10 | 0"))).toEqual(["Fo", "3", "10", "0"]);
});

describe("moments", () => {
  const calling = game({ calls: ["pass", "bid:5", "bid:6"] });
  const names = (...given: Parameters<typeof moments>): string[] => moments(...given).map(({ name }) => name);

  it("begin with a welcome, and with nothing else while others are to move", () => {
    expect(names(calling, view({ to_move: 2, legal: [] }), [], [])).toEqual(["welcome"]);
    expect(names(calling, view({ seat: null, to_move: null }), [], [])).toEqual(["welcome"]);
  });

  it("tell calls by their heads", () => {
    expect(names(calling, view({ legal: ["pass", "bid:5", "bid:6"] }), [], [])).toEqual([
      "welcome",
      "say_pass",
      "say_bid",
      "say_bid",
    ]);
  });

  it("tell a lead from a card that follows, and whether something must be followed", () => {
    const legal = ["AS", "KS"];
    const others = [{ seat: 3, card: "2S" }];
    expect(names(calling, view({ legal, trick: [] }), [], [])).toContain("lead");
    expect(names(calling, view({ legal, trick: others }), [], [])).toContain("follow");
    const why = { rule: "K11", key: "follow", args: {} };
    expect(names(calling, view({ legal, trick: others, blocked: { "2H": why } }), [], [])).toContain(
      "must_follow",
    );
    expect(names(game({ zones: ["floor"] }), view({ legal }), [], [])).toEqual(["welcome"]);
    const choice = view({ legal: ["take:AS+3S", "take:2S"], takes: [["AS", "3S"], ["2S"]] });
    expect(names(game({ zones: ["floor"] }), choice, [], [])).toContain("choose");
  });

  it("tell of the position what the rules have to say, before what is more general", () => {
    const lead = view({ legal: ["AS", "KS"], trick: [] });
    const tips = [{ key: "trump", trump: "S" }];
    expect(names(calling, lead, [], tips)).toEqual(["welcome", "tip_trump", "lead"]);
    expect(moments(calling, lead, [], tips)[1]?.args).toEqual({ trump: "S" });
    // As long as that is not known, the general does not come in its place.
    expect(names(calling, lead, [], null)).toEqual(["welcome"]);
    expect(names(calling, view({ to_move: 2, legal: [] }), [], tips)).toEqual(["welcome"]);
  });

  it("tell what happened, and the end of a hand", () => {
    const lines = [{ ...line(4), facts: [{ key: "cat" }, { key: "loses" }] }];
    expect(names(calling, view({ to_move: null, result: { points: [] } }), lines, null)).toEqual([
      "welcome",
      "fact_cat",
      "fact_loses",
      "scored",
    ]);
  });

  it("are told once, and only if there are words for them", () => {
    const words = new Set(["welcome", "say_bid"]);
    const found = ["welcome", "say_pass", "say_bid"].map((name) => ({ name, args: {} }));
    expect(untold(found, words, [])?.name).toBe("welcome");
    expect(untold(found, words, ["welcome"])?.name).toBe("say_bid");
    expect(untold(found, words, ["welcome", "say_bid"])).toBeNull();
  });
});

it("a lesson is kept in this browser, and ends", () => {
  expect(lessons.offered).toBe(false);
  lessons.begin("a-table");
  lessons.tell("welcome");
  lessons.tell("welcome");
  expect(lessons.seen).toEqual(["welcome"]);
  expect(lessons.offered).toBe(true);
  lessons.end();
  expect(lessons.table).toBe("");
});

it("examples that do not come can be asked for again", async () => {
  const say =
    (status: number, body: string): typeof fetch =>
    () =>
      Promise.resolve(new Response(body, { status }));
  expect(await fetchExamples("some", say(200, '{"pictures":{},"tables":{},"examples":[]}'))).toEqual({
    pictures: {},
    tables: {},
    examples: [],
  });
  expect(await fetchExamples("some", say(503, "{}"))).toBeNull();
  expect(await fetchExamples("some", say(200, "<html>"))).toBeNull();
  expect(await fetchExamples("some", () => Promise.reject(new Error("no line")))).toBeNull();
});

describe("a word of advice", () => {
  it("goes when its move is made, also where the same player moves again", async () => {
    app.tr = await speak("en");
    const say = speech(app.tr, kout, { you: 0, teams: true, seats: 4, name: () => "Salem" });
    lessons.begin("t1");
    lessons.tell("welcome");
    const naming = table(4, { view: view({ legal: ["trump:S", "trump:H"] }) });
    const plain = { say, ask: () => Promise.resolve(true), waits: false };
    const tips = (seq: number, ...keys: string[]) => ({
      type: "tips" as const,
      table: "t1",
      seq,
      facts: keys.map((key) => ({ key })),
    });
    const { rerender } = render(Lesson, { ...plain, table: naming, lines: [line(4, 3)], tips: tips(4) });
    const moment = (): string | undefined => screen.queryByTestId("lesson")?.dataset.moment;
    await vi.waitFor(() => expect(moment()).toBe("say_trump"));
    const lead = table(5, { view: view({ legal: ["AS", "KS"], trick: [] }) });
    const lines = [line(4, 3), line(5, 0, "trump:S")];
    await rerender({ ...plain, table: lead, lines, tips: tips(5) });
    expect(moment()).toBe("lead");
    expect(lessons.seen).toContain("say_trump");
    lessons.end();
  });
});

describe("advice at one's own table", () => {
  it("is had by a button that says when it is on; what lies over the table goes", async () => {
    app.tr = await speak("en");
    app.live.feed = { shown: table(1), queue: [], lines: [] };
    const advised = vi.fn();
    render(HowTo, { game: kout, tr: app.tr, advised });
    const button = screen.getByTestId("advise");
    const state = (): unknown[] => [
      lessons.table,
      button.getAttribute("aria-pressed"),
      screen.getByRole("status").textContent,
    ];
    expect(state()).toEqual(["", "false", ""]);
    await fireEvent.click(button);
    expect(advised).toHaveBeenCalledOnce();
    expect(state()).toEqual(["t1", "true", "Advice is on: it stands above the table."]);
    await fireEvent.click(button);
    expect(state()).toEqual(["", "false", ""]);
    expect(advised).toHaveBeenCalledOnce();
    app.live.feed = { shown: null, queue: [], lines: [] };
  });
});
