// A small review for the tests: a hand of two deals and four moves, one of them a blunder.
import type { ReplayStep, Review, ReviewStep } from "../wire/answers.ts";
import { view } from "../table/fixtures.ts";

export const replayStep = (hand: number, seat: number | null, token: string | null): ReplayStep => ({
  hand,
  seat,
  token,
  facts: [],
  view: view({ seat: null, hand, to_move: seat }),
  hands: [[], [], [], []],
});

export const STEPS: readonly ReplayStep[] = [
  replayStep(1, null, null),
  replayStep(1, 0, "AS"),
  replayStep(1, 1, "KS"),
  replayStep(2, null, null),
  replayStep(2, 2, "QS"),
  replayStep(2, 3, "JS"),
];

export const reviewStep = (
  hand: number,
  step: number,
  seat: number,
  move: string,
  more: Partial<ReviewStep> = {},
): ReviewStep => ({
  hand,
  step,
  seat,
  move,
  choices: 3,
  verdict: {
    before: 0.5,
    after: 0.5,
    loss: 0,
    error: 0.01,
    mark: "",
    best: move,
    points: { best: 0, played: 0 },
    facts: { best: [], played: [] },
  },
  open: { chances: [0.5, 0.5], best: 0.5, exact: null },
  ...more,
});

export const BLUNDER = reviewStep(2, 1, 2, "QS", {
  verdict: {
    before: 0.712,
    after: 0.4,
    loss: 0.312,
    error: 0.02,
    mark: "??",
    best: "AH",
    points: { best: 3.5, played: -2 },
    facts: { best: [{ key: "trick", seat: 2 }], played: [{ key: "trick", seat: 1 }] },
  },
  open: {
    chances: [0.3, 0.7],
    best: 0.6,
    exact: { counts: "tricks of {ours}", side: 0, most: 6, played: 4, best: 6 },
  },
});

const point = (hand: number, step: number, dealt: boolean, first: number): Review["graph"][number] => ({
  hand,
  step,
  dealt,
  chances: [first, 1 - first],
});

export const REVIEW: Review = {
  sides: [0, 1, 0, 1],
  nodes: 2000,
  summary: [0, 1, 2, 3].map((seat) => ({
    seat,
    moves: 1,
    choices: 1,
    loss: seat === 2 ? 0.312 : 0,
    error: 0.01,
    marks: { "?!": 0, "?": 0, "??": seat === 2 ? 1 : 0 },
    accuracy: seat === 3 ? null : seat === 2 ? 0.42 : 1,
  })),
  luck: [0.1, -0.1],
  play: [-0.3, 0.3],
  graph: [
    point(0, 0, false, 0.5),
    point(1, 0, true, 0.6),
    point(1, 1, false, 0.6),
    point(1, 2, false, 0.55),
    point(2, 0, true, 0.65),
    point(2, 1, false, 0.3),
    point(2, 2, false, 0.25),
  ],
  steps: [reviewStep(1, 1, 0, "AS"), reviewStep(1, 2, 1, "KS"), BLUNDER, reviewStep(2, 2, 3, "JS")],
};
