// Small tables for the tests: a message as the server sends it, with only what a test asks for.
import type { GameInfo } from "../wire/answers.ts";
import type { Line, MatchView, RoomLine, RoomSettings, Seat, Step, Table } from "../wire/types.ts";
import type { InPlay } from "./feed.ts";

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
  pack: [],
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

export const person = (name: string, more: Partial<Seat> = {}): Seat => ({
  kind: "person",
  name,
  avatar: 0,
  level: null,
  here: true,
  away: false,
  ...more,
});
export const computer = (level = "normal"): Seat => ({
  kind: "computer",
  name: "",
  avatar: 0,
  level,
  here: true,
  away: false,
});
export const free: Seat = { kind: "free", name: "", avatar: 0, level: null, here: false, away: false };

export const settings = (more: Partial<RoomSettings> = {}): Required<RoomSettings> => ({
  public: false,
  locked: false,
  watch: true,
  delay: 0,
  clock: 0,
  hints: true,
  ...more,
});

export const table = (seq: number, more: Partial<Table> = {}): InPlay =>
  ({
    type: "table",
    table: "t1",
    seq,
    phase: "playing",
    game: "some",
    options: {},
    settings: settings(),
    code: "K7M29QXR",
    host: 0,
    seat: 0,
    seats: [person("Salem"), computer(), computer(), computer()],
    watchers: 0,
    match: "m1",
    view: view(),
    lines: [line(seq)],
    question: null,
    clock: null,
    commitment: "00",
    salts: [],
    first_dealer: 3,
    cut: [],
    matches: [],
    muted: [],
    behind: 0,
    ...more,
  }) as InPlay;

/** Before the first match. */
export const room = (seq: number, more: Partial<Table> = {}): Table => ({
  ...table(seq),
  phase: "waiting",
  match: null,
  view: null,
  lines: [],
  first_dealer: null,
  ...more,
});

export const step = (after: number, more: Partial<Step> = {}): Step => ({
  type: "step",
  table: "t1",
  seq: after + 1,
  after,
  line: line(after + 1),
  question: null,
  clock: null,
  view: { ...view(), seat: null },
  mine: { seat: 0 },
  ...more,
});

export const roomLine = (more: Partial<RoomLine> = {}): RoomLine => ({
  table: "t1",
  game: "some",
  options: {},
  settings: settings({ public: true }),
  phase: "waiting",
  host: "Salem",
  seats: [person("Salem"), free, free, free],
  watchers: 0,
  ...more,
});
