import { describe, expect, it } from "vitest";
import {
  callMoves,
  handCards,
  inOrder,
  openCards,
  saidNow,
  seatScenes,
  takeMoves,
  trickScene,
} from "./scene.ts";
import { game, line, table, view } from "./fixtures.ts";

describe("the seats of a scene", () => {
  it("knows dealer, turn, declarer, sides and what was said last", () => {
    const now = table(1, {
      view: view({
        seat: 1,
        to_move: 2,
        dealer: 3,
        declarer: 2,
        counts: [9, 8, 9, 9],
        calls: [
          { seat: 0, token: "pass" },
          { seat: 1, token: "bid:6" },
        ],
      }),
    });
    const scenes = seatScenes(game(), now);
    expect(scenes.map(({ side }) => side)).toEqual([0, 1, 0, 1]);
    expect(scenes.map(({ call }) => call)).toEqual(["pass", "bid:6", null, null]);
    expect(scenes[2]).toMatchObject({ turn: true, declarer: true, dealer: false, count: 9, you: false });
    expect(scenes[1]).toMatchObject({ you: true, count: 8, place: { x: 0, y: 1 } });
    expect(inOrder(scenes, 1).map(({ seat }) => seat)).toEqual([1, 2, 3, 0]);
  });

  it("are seen to say what was said last until the second card, oneself until the first", () => {
    const info = game({ calls: ["pass", "bid:6", "trump:H"] });
    const calls = [
      { seat: 1, token: "bid:6" },
      { seat: 2, token: "pass" },
    ];
    const said = (more: Parameters<typeof view>[0], lines = [line(4, 1, "trump:H")], seat = 0): unknown => {
      const now = table(5, { view: view({ seat, calls, ...more }), lines });
      return seatScenes(info, now).map((one) => saidNow(info, now, one));
    };
    const lead = [{ seat: 1, card: "AS" }];
    expect(said({}, [])).toEqual([null, "bid:6", "pass", null]);
    expect(said({})).toEqual([null, "trump:H", "pass", null]);
    expect(said({ trick: lead }, [line(4, 1, "trump:H"), line(5, 1, "AS")])).toEqual([
      null,
      "trump:H",
      null,
      null,
    ]);
    const nobody = [null, null, null, null];
    expect(said({ trick: lead }, [line(4, 1, "trump:H")], 1)).toEqual(nobody);
    expect(said({ trick: [...lead, { seat: 2, card: "2S" }] })).toEqual(nobody);
    expect(said({ trick: lead, last_trick: { cards: lead, winner: 1 } })).toEqual(nobody);
    expect(said({ hand: 2 })).toEqual([null, "bid:6", "pass", null]);
    expect(said({ result: {} })).toEqual(nobody);
  });

  it("leaves the deal with the old dealer while the result is looked at", () => {
    const dealers = (result: Record<string, unknown> | null): boolean[] =>
      seatScenes(game(), table(1, { view: view({ dealer: 2, result }) })).map(({ dealer }) => dealer);
    expect(dealers({ dealer: 3 })).toEqual([false, false, false, true]);
    expect(dealers(null)).toEqual([false, false, true, false]);
  });

  it("gives every seat a side of its own where there are no partners", () => {
    expect(seatScenes(game({ teams: false }), table(1)).map(({ side }) => side)).toEqual([0, 1, 2, 3]);
  });

  it("shows of a slot only what the view tells, and who is out", () => {
    const now = table(1, {
      view: view({ faces: [null, "Cu", null, null], shown: [1], lives: [3, 2, 0, 1] }),
    });
    const scenes = seatScenes(game({ teams: false, zones: ["faces"] }), now);
    expect(scenes.map(({ face }) => face)).toEqual([null, "Cu", null, null]);
    expect(scenes.map(({ shown }) => shown)).toEqual([false, true, false, false]);
    expect(scenes.map(({ out }) => out)).toEqual([false, false, true, false]);
    expect(seatScenes(game(), table(1))[0]?.face).toBeUndefined();
  });
});

describe("the trick", () => {
  const last = { cards: [{ seat: 1, card: "AS" }], winner: 1 };
  it("stays when it is finished, until the next card is led", () => {
    expect(trickScene(view({ trick: [], last_trick: last }))).toEqual({
      cards: last.cards,
      finished: true,
      winner: 1,
    });
    const led = [{ seat: 1, card: "KH" }];
    expect(trickScene(view({ trick: led, last_trick: last }))).toEqual({
      cards: led,
      finished: false,
      winner: null,
    });
  });
  it("is empty before the first card, and not there in games without tricks", () => {
    expect(trickScene(view({ trick: [] }))?.cards).toEqual([]);
    expect(trickScene(view())).toBeNull();
  });
});

describe("one's own hand", () => {
  it("is sorted, and says of each card whether it may be played and why not", () => {
    const why = { rule: "K11", key: "follow", args: { suit: "H" } };
    const hand = handCards(
      view({
        cards: ["7S", "AH", "RJ", "2H"],
        trump: "H",
        legal: ["AH", "2H", "RJ"],
        blocked: { "7S": why },
      }),
    );
    expect(hand.map(({ token }) => token)).toEqual(["RJ", "AH", "2H", "7S"]);
    expect(hand.map(({ legal }) => legal)).toEqual([true, true, true, false]);
    expect(hand[3]?.why).toEqual(why);
  });

  it("marks what lies open and what was called", () => {
    const hand = handCards(
      view({ cards: ["AS", "KS"], exposed: [["AS"], [], [], []], called: [["AS"], [], [], []] }),
    );
    expect(hand.map(({ exposed, called }) => [exposed, called])).toEqual([
      [true, true],
      [false, false],
    ]);
  });
});

describe("moves", () => {
  it("tells calls, captures and cards apart", () => {
    const info = game({ calls: ["pass", "bid:5"] });
    expect(callMoves(view({ legal: ["pass", "bid:5", "AS", "take:AS"] }), info)).toEqual(["pass", "bid:5"]);
    expect(takeMoves(view({ legal: ["take:AS+2C", "take:3H"] }))).toEqual([["AS", "2C"], ["3H"]]);
    expect(takeMoves(view({ legal: ["AS"] }))).toEqual([]);
  });

  it("finds what may be done out of turn", () => {
    const now = view({ out_of_turn: ["0:expose:AS", "0:call:7D"] });
    expect(openCards(now, "expose")).toEqual([{ token: "0:expose:AS", card: "AS" }]);
    expect(openCards(now, "call")).toEqual([{ token: "0:call:7D", card: "7D" }]);
  });
});
