// Small tables for the tests: a message as the server sends it, with only what a test asks for.
import type { GameInfo, Line, MatchView, Table } from "../wire/types.ts";

export const game = (more: Partial<GameInfo> = {}): GameInfo => ({
  id: "some",
  family: "some",
  seats: [4],
  teams: true,
  deck: "french",
  options: [],
  zones: ["trick"],
  out_of_turn: [],
  calls: [],
  cut: false,
  ...more,
});

export const view = (more: Partial<MatchView> = {}): MatchView => ({
  game: "some",
  seat: 0,
  to_move: 0,
  needs_deal: false,
  over: false,
  winners: [],
  dealer: 3,
  hand: 1,
  scores: [0, 0],
  ...more,
});

export const line = (seq: number, seat: number | null = 1, token: string | null = "AS"): Line => ({
  seq,
  hand: 1,
  seat,
  token,
  facts: [],
});

export const table = (seq: number, more: Partial<Table> = {}): Table => ({
  type: "table",
  table: "t1",
  seq,
  game: "some",
  options: {},
  seat: 0,
  seats: Array.from({ length: 4 }, (_, seat) => ({
    kind: seat === 0 ? "person" : "computer",
    name: seat === 0 ? "Salem" : "",
    level: seat === 0 ? null : "normal",
    here: true,
  })),
  view: view(),
  lines: [line(seq)],
  question: null,
  commitment: "00",
  first_dealer: 3,
  cut: [],
  previous: null,
  rematch: null,
  ...more,
});
