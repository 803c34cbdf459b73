// The parts of the table as the browser builds them: what can be touched, what is said, what is not there to be found.
import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";

import { speak } from "../i18n/languages.ts";
import { computer, game, line, table, view } from "../table/fixtures.ts";
import { lastPlayed, ownSeat } from "../table/own.ts";
import { handCards, packLeft, seatScenes } from "../table/scene.ts";
import { speech } from "./context.ts";
import type { Speech } from "./context.ts";
import Board from "./Board.svelte";
import Calls from "./Calls.svelte";
import Floor from "./Floor.svelte";
import Hand from "./Hand.svelte";
import Log from "./Log.svelte";
import Result from "./Result.svelte";
import Roundel from "./Roundel.svelte";
import ScoreBar from "./ScoreBar.svelte";
import SeatPlate from "./SeatPlate.svelte";
import Takes from "./Takes.svelte";

const NAMES = ["Salem", "Layla", "Hamad", "Noura"];
const info = game({ family: "kout", calls: ["pass", "bid:5"] });

async function voice(lang = "en"): Promise<Speech> {
  return speech(await speak(lang), info, {
    you: 0,
    teams: true,
    seats: 4,
    name: (seat) => NAMES[seat] ?? "",
  });
}

afterEach(cleanup);

describe("the hand", () => {
  const why = { rule: "K11", key: "follow", args: { suit: "S" } };
  const cards = handCards(view({ cards: ["AS", "KS", "7H"], legal: ["AS", "KS"], blocked: { "7H": why } }));
  const plain = { width: 980, largest: 100, active: true, sent: null, lifted: null };

  it("names every card, and says why one may not be played", async () => {
    render(Hand, { cards, say: await voice(), choose: () => undefined, ...plain });
    expect(screen.getByRole("button", { name: "ace of spades" }).getAttribute("aria-disabled")).toBe("false");
    const blocked = screen.getByRole("button", { name: /7 of hearts.*spades/ });
    expect(blocked.getAttribute("aria-disabled")).toBe("true");
  });

  it("can still be asked about a card that may not be played", async () => {
    const choose = vi.fn();
    render(Hand, { cards, say: await voice(), choose, ...plain });
    await fireEvent.click(screen.getByTestId("card-7H"));
    expect(choose).toHaveBeenCalledWith(expect.objectContaining({ token: "7H", legal: false, why }));
  });

  it("is one stop for the Tab key, and goes from card to card with the arrows", async () => {
    render(Hand, { cards, say: await voice(), choose: () => undefined, ...plain });
    const stops = (): (string | null)[] =>
      screen.getAllByRole("button").map((one) => one.getAttribute("tabindex"));
    expect(stops()).toEqual(["0", "-1", "-1"]);
    screen.getByTestId("card-AS").focus();
    await fireEvent.keyDown(screen.getByTestId("card-AS"), { key: "ArrowRight" });
    expect(document.activeElement).toBe(screen.getByTestId("card-KS"));
    expect(stops()).toEqual(["-1", "0", "-1"]);
  });
});

describe("the seats", () => {
  const plain = { seat: computer(), bid: null, tight: true, crowded: false, faceWidth: 40 };

  it("shows hidden cards as backs that carry nothing", async () => {
    const scenes = seatScenes(
      game({ zones: ["faces"] }),
      table(1, { view: view({ faces: [null, null, "Cu", null], counts: [1, 1, 1, 1] }) }),
    );
    const { container } = render(SeatPlate, {
      scene: scenes[1] as (typeof scenes)[0],
      say: await voice(),
      ...plain,
    });
    expect(within(screen.getByTestId("face-1")).getByRole("img").getAttribute("aria-label")).toBe(
      "face-down card",
    );
    expect(container.querySelector(".face")).toBeNull();
    const other = render(SeatPlate, { scene: scenes[3] as (typeof scenes)[0], say: await voice(), ...plain });
    // Two hidden cards are the same to the last letter.
    const slot = (within: HTMLElement, seat: number): string | undefined =>
      within.querySelector(`[data-testid=face-${seat}]`)?.innerHTML;
    expect(slot(other.container, 3)).toBe(slot(container, 1));
    expect(slot(container, 1)).toContain("svg");
  });

  it("shows and names a card that is known", async () => {
    const scenes = seatScenes(
      game({ zones: ["faces"] }),
      table(1, { view: view({ faces: [null, null, "Cu", null], shown: [2] }) }),
    );
    render(SeatPlate, { scene: scenes[2] as (typeof scenes)[0], say: await voice(), ...plain });
    expect(screen.getByRole("img").getAttribute("aria-label")).toMatch(/cuckoo/);
  });

  it("lets an open card be called", async () => {
    const play = vi.fn();
    const scenes = seatScenes(info, table(1, { view: view({ exposed: [[], ["AS"], [], []] }) }));
    render(SeatPlate, {
      scene: scenes[1] as (typeof scenes)[0],
      say: await voice(),
      ...plain,
      callable: new Map([["AS", "0:call:AS"]]),
      play,
    });
    await fireEvent.click(screen.getByRole("button", { name: /ace of spades.*Layla/ }));
    expect(play).toHaveBeenCalledWith("0:call:AS");
  });

  it("shows a back before everybody who is still in, as if all cards had been dealt", async () => {
    const cards = game({ zones: ["faces"] });
    const faces = [null, null, null, null];
    const now = view({ faces, counts: [0, 0, 0, 1], lives: [3, 3, 0, 3], pack_left: 39 });
    const scenes = seatScenes(cards, table(1, { view: now }));
    for (const scene of scenes.slice(1)) render(SeatPlate, { scene, say: await voice(), ...plain });
    const shown = [1, 2, 3].map((seat) => screen.getByTestId(`face-${seat}`).querySelector(".card") !== null);
    expect(shown).toEqual([true, false, true]);
    expect(packLeft(now, scenes)).toBe(37);
    expect(packLeft(view({}), scenes)).toBeNull();
  });

  it("tells whose turn it is, who deals and how many cards there are, in words", async () => {
    const scenes = seatScenes(
      info,
      table(1, { view: view({ to_move: 3, dealer: 3, counts: [9, 9, 9, 4] }) }),
    );
    render(SeatPlate, { scene: scenes[3] as (typeof scenes)[0], say: await voice(), ...plain });
    expect(screen.getByTestId("seat-3").textContent).toMatch(/Noura, Them, to play, dealer, 4 cards/);
  });
});

describe("the board", () => {
  const plain = {
    speed: "instant",
    takes: [],
    picked: [],
    touch: () => undefined,
    play: () => undefined,
    taking: null,
    cutOpen: false,
    closeCut: () => undefined,
  } as const;

  it("keeps the next player on the right in every language", async () => {
    for (const lang of ["en", "ar"]) {
      document.documentElement.dir = lang === "ar" ? "rtl" : "ltr";
      render(Board, { table: table(1), say: await voice(lang), ...plain });
      const x = (seat: number): string => screen.getByTestId(`seat-${seat}`).style.getPropertyValue("--x");
      expect([x(1), x(2), x(3)]).toEqual(["1", "0", "-1"]);
      cleanup();
    }
    document.documentElement.dir = "ltr";
  });

  it("leaves a finished trick on the table, with its winner", async () => {
    const cards = [1, 2, 3, 0].map((seat) => ({ seat, card: `${seat + 4}S` }));
    render(Board, {
      table: table(1, { view: view({ trick: [], last_trick: { cards, winner: 3 } }) }),
      say: await voice(),
      ...plain,
    });
    const trick = screen.getByTestId("trick");
    expect(trick.dataset.finished).toBe("true");
    expect(within(trick).getAllByRole("img")).toHaveLength(4);
    expect(trick.querySelectorAll(".winner")).toHaveLength(1);
    expect(within(trick).getByRole("img", { name: /5 of spades.*Layla/ })).toBeTruthy();
  });
});

describe("the score", () => {
  it("says who bid what, what is needed, whose every number is, and what is played to", async () => {
    const bid = view({ tricks: [2, 1], bid: 6, declarer: 0, trump: "S", scores: [5, 16] });
    render(ScoreBar, { table: table(5, { view: bid, options: { target: 51 } }), say: await voice() });
    expect(screen.getByTestId("contract").textContent).toMatch(/Salem.*Bid.*6.*4 to go/s);
    const scores = screen.getByTestId("scores").textContent?.replace(/\s+/g, " ");
    expect(scores).toMatch(/Us 5.*Them 16.*to 51.*Tricks.*Us:\s?2.*Them:\s?1/);
  });

  it("says of a forced bid that it was forced", async () => {
    const forced = view({ tricks: [0, 0], bid: 5, declarer: 0, malzoom: true });
    render(ScoreBar, { table: table(5, { view: forced }), say: await voice() });
    expect(screen.getByTestId("contract").textContent).toContain("5 · Malzoom");
  });

  it("keeps a row for what a hand is about before there is anything to say of it", async () => {
    const { container } = render(ScoreBar, {
      table: table(1, { view: view({ tricks: [0, 0] }) }),
      say: await voice(),
    });
    expect(container.querySelectorAll(".facts")).toHaveLength(1);
    cleanup();
    const none = render(ScoreBar, { table: table(1, { view: view() }), say: await voice() });
    expect(none.container.querySelector(".facts")).toBeNull();
  });
});

describe("captures", () => {
  const takes = [
    ["AS", "4D"],
    ["AS", "AH", "3H"],
  ];

  it("asks only about the cards that a capture could take", async () => {
    const touch = vi.fn();
    render(Floor, {
      floor: ["AS", "AH", "3H", "4D", "KC"],
      width: 60,
      at: [],
      say: await voice(),
      takes,
      picked: [],
      touch,
      taking: null,
    });
    await fireEvent.click(screen.getByTestId("floor-AH"));
    expect(touch).toHaveBeenCalledWith("AH");
    expect((screen.getByTestId("floor-KC") as HTMLButtonElement).disabled).toBe(true);
    expect(screen.getByTestId("floor-AS").getAttribute("aria-pressed")).toBe("true");
  });

  it("are meant by a button as by touching their cards, and can be confirmed once only one is left", async () => {
    const choose = vi.fn();
    const pick = vi.fn();
    const plain = { takes, say: await voice(), sent: null, choose, pick };
    const { rerender } = render(Takes, { ...plain, picked: ["AS"] });
    expect((screen.getByTestId("take-confirm") as HTMLButtonElement).disabled).toBe(true);
    await rerender({ ...plain, picked: ["AS", "AH"] });
    await fireEvent.click(screen.getByTestId("take-confirm"));
    expect(choose).toHaveBeenLastCalledWith(takes[1]);
    await fireEvent.click(screen.getByTestId("take-0"));
    expect(pick).toHaveBeenLastCalledWith(takes[0]);
    expect(choose).toHaveBeenCalledOnce();
  });
});

describe("calls", () => {
  it("are named in the language, and cannot be sent twice", async () => {
    const choose = vi.fn();
    const plain = { moves: ["pass", "bid:5", "bid:9", "trump:H"], say: await voice("ar"), choose };
    const { rerender } = render(Calls, { ...plain, sent: null });
    expect(screen.getByTestId("call-pass").textContent).toContain("طاف");
    expect(screen.getByTestId("call-bid:9").textContent).toContain("باون");
    await fireEvent.click(screen.getByTestId("call-bid:5"));
    expect(choose).toHaveBeenCalledWith("bid:5");
    await rerender({ ...plain, sent: "bid:5" });
    expect((screen.getByTestId("call-pass") as HTMLButtonElement).disabled).toBe(true);
  });
});

describe("the result", () => {
  const nothing = (): undefined => undefined;
  const plain = {
    busy: false,
    clock: null,
    names: NAMES,
    next: nothing,
    rematch: nothing,
    begin: nothing,
    room: nothing,
  };
  const result = {
    points: [7, 0],
    scores: [7, 0],
    declarer: 2,
    bid: 7,
    trump: "S",
    tricks: [7, 1],
    malzoom: false,
  };

  const made = { key: "made", seat: 2, side: 0, bid: 7, points: 7 };

  it("tells why, and asks whether the next hand may be dealt", async () => {
    const next = vi.fn();
    const now = table(9, {
      view: view({ result, scores: [7, 0] }),
      lines: [{ ...line(9, 2), facts: [{ key: "trick", seat: 2 }, made] }],
      question: { kind: "next", waiting: [0], you: true },
    });
    render(Result, { ...plain, table: now, say: await voice(), next });
    expect(screen.getByText("Deal the next hand?")).toBeTruthy();
    expect(screen.getByRole("row", { name: /Us 7 \+7 7/ })).toBeTruthy();
    expect(screen.getByTestId("reasons").textContent).toMatch(/made the bid of 7.*Us: 7 points/);
    await fireEvent.click(screen.getByTestId("next-hand"));
    expect(next).toHaveBeenCalledOnce();
  });

  it("tells that a bid was forced with the bid, as the bar does", async () => {
    for (const [lang, told] of [
      ["en", "Bid 5 · Malzoom"],
      ["ar", "الطلب ملزوم (٥)"],
    ] as const) {
      const now = table(9, { view: view({ result: { ...result, malzoom: true, bid: 5 }, scores: [7, 0] }) });
      const { container } = render(Result, { ...plain, table: now, say: await voice(lang) });
      const single = [...container.querySelectorAll(".single div")].map((one) =>
        one.textContent.trim().replace(/\s+/g, " "),
      );
      expect(single).toContain(told);
      expect(single.join().match(/Malzoom|ملزوم/g)).toHaveLength(1);
      cleanup();
    }
  });

  it("ends the match with its winners and a rematch", async () => {
    const rematch = vi.fn();
    const now = table(9, { view: view({ result, over: true, winners: [0, 2], scores: [101, 40] }) });
    render(Result, { ...plain, table: now, say: await voice(), rematch });
    expect(screen.getByRole("heading").textContent).toBe("Your side wins the match!");
    expect(screen.queryByTestId("next-hand")).toBeNull();
    await fireEvent.click(screen.getByTestId("rematch"));
    expect(rematch).toHaveBeenCalledOnce();
  });

  it("leads to the match that is over, as its table told it, and hands it on as others read it", async () => {
    const match = "AAAABBBBCCCCDDDD";
    const now = table(9, {
      match,
      phase: "over",
      view: view({ seat: 2, result, over: true, winners: [0, 2], scores: [101, 40] }),
    });
    const say = speech(await speak("en"), info, {
      you: 2,
      teams: true,
      seats: 4,
      name: (seat) => (seat === 2 ? "You" : (NAMES[seat] ?? "")),
    });
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("png")));
    const share = vi.fn(() => Promise.resolve());
    Object.assign(navigator, { share, canShare: () => true });
    render(Result, { ...plain, table: now, say });
    expect(screen.getByTestId("review-link").getAttribute("href")).toMatch(
      new RegExp(`^#/match/${match}/[0-9a-z]+/review$`),
    );
    expect(ownSeat(match)).toBe(2);
    const [last] = lastPlayed();
    expect(last).toMatchObject({ match, seat: 2, game: info.id, won: true });
    expect(screen.getByTestId("replay-link").getAttribute("href")).toBe(`#/match/${match}/${last?.seed}`);
    await fireEvent.click(screen.getByTestId("share-picture"));
    await vi.waitFor(() => expect(share).toHaveBeenCalledOnce());
    const [[{ text }]] = share.mock.calls as unknown as [[{ text: string }]];
    expect(text).toMatch(/^Won by: Salem and Player 3 http.*\/match\/AAAABBBBCCCCDDDD\/[0-9a-z]+$/);
    Reflect.deleteProperty(navigator, "share");
    Reflect.deleteProperty(navigator, "canShare");
    vi.unstubAllGlobals();
  });
});

describe("the mark of a computer player", () => {
  it("is a letter, and none that is a figure by itself", () => {
    const letter = (name: string): string =>
      render(Roundel, { name, side: 0, turn: false, size: 46 }).container.textContent.trim();
    expect(["Umm Khalid", "أبو فيصل", "هدى"].map(letter)).toEqual(["K", "ف", "هـ"]);
  });
});

describe("the log", () => {
  it("tells moves and what came of them, hand by hand", async () => {
    const lines = [
      { ...line(1, null, null), hand: 1 },
      { ...line(2, 1, "bid:9"), hand: 1 },
      { ...line(3, 0, "AS"), hand: 1, facts: [{ key: "trick", seat: 0 }] },
      { ...line(4, 3, "RJ"), hand: 2 },
    ];
    render(Log, { lines, say: await voice() });
    expect(screen.getAllByRole("heading").map((one) => one.textContent)).toEqual(["Hand 1", "Hand 2"]);
    const text = screen.getAllByRole("listitem").map((one) => one.textContent?.trim());
    expect(text[0]).toBe("A new hand is dealt.");
    expect(text[1]).toMatch(/^Layla: 9.*Bawn/);
    expect(text[2]).toMatch(/^You play ace of spades\.\s*You take the trick\.$/);
    expect(text[3]).toMatch(/^Noura plays Jeeker/);
  });
});
