// What moves when the table goes from one moment to the next, worked out from the two moments alone: which card flies from
// which spot to which, and when. No DOM and no clock; times are milliseconds at the usual speed. Knows zones and the few
// words in which every table tells that cards change hands, but no game.
import type { GameInfo } from "../wire/answers.ts";
import type { Fact, Line, Played, Take } from "../wire/types.ts";
import type { InPlay } from "./feed.ts";
import { dealerOf, sideOf, trickScene } from "./scene.ts";

/** What lies where, as far as it can be seen to move. */
export interface Scene {
  readonly table: string;
  readonly hand: number;
  readonly viewer: number | null;
  readonly dealer: number;
  readonly cards: readonly string[];
  readonly counts: readonly number[];
  readonly trick: readonly Played[];
  readonly winner: number | null;
  readonly floor: readonly string[];
  /** The capture that lies open on the floor, or was the last. */
  readonly take: Take | null;
  readonly basras: number;
  readonly faces: readonly (string | null)[] | null;
  readonly lives: readonly number[];
  readonly turned: string | null;
  readonly line: Line | null;
  /** The side that a seat's captures go to. */
  readonly sides: readonly number[];
}

/** A capture that is shown for a moment before its cards are gone, and the floor as it was. */
export interface Taking {
  readonly take: Take;
  readonly floor: readonly string[];
}

/** The floor as it is drawn: with the card that was played to it, and while a capture is shown with what it takes. */
export function floorOf({ view }: InPlay, taking: Taking | null): readonly string[] {
  if (taking) return taking.floor;
  const open = view.floor ?? [];
  return view.played && !open.includes(view.played) ? [...open, view.played] : open;
}

export function sceneOf(game: GameInfo, table: InPlay, taking: Taking | null): Scene {
  const { view } = table;
  const trick = trickScene(view);
  return {
    table: `${table.table} ${table.match ?? ""}`,
    hand: view.hand,
    viewer: view.seat,
    dealer: dealerOf(view),
    cards: view.faces ? [] : (view.cards ?? []),
    counts: view.counts ?? [],
    trick: trick?.cards ?? [],
    winner: trick?.winner ?? null,
    floor: floorOf(table, taking),
    take: view.last_take ?? null,
    basras: (view.basras ?? []).reduce((sum, n) => sum + n, 0),
    faces: view.faces ?? null,
    lives: view.lives ?? [],
    turned: view.turned ?? null,
    line: table.lines.at(-1) ?? null,
    sides: table.seats.map((_, seat) => sideOf(game, seat)),
  };
}

export interface Stop {
  /** `hand:AS`, `trick:AS`, `floor:AS`, `face:2`, `seat:2`, `pile:1`, `pack`. */
  readonly spot: string;
  readonly arrive: number;
  readonly leave: number;
}

export interface Flight {
  /** The card, or null for a back. */
  readonly card: string | null;
  /** Two at least. */
  readonly stops: readonly Stop[];
  /** Its last stop holds no card to be seen: it fades away there. Else what lies there is not seen until it lands. */
  readonly fades: boolean;
}

/** Something that stays where it is and is to be looked at: a card that was shown, turned, or a life lost. */
export interface Pulse {
  readonly spot: string;
  readonly at: number;
  readonly kind: "shown" | "turned" | "lost";
}

export interface Show {
  readonly flights: readonly Flight[];
  readonly pulses: readonly Pulse[];
  /** The floor was cleared in the way that is worth a cheer. */
  readonly cheer: boolean;
  /** All has landed. */
  readonly length: number;
}

const STILL: Show = { flights: [], pulses: [], cheer: false, length: 0 };

/** How long one thing takes. */
const TIME = { play: 300, gather: 420, meet: 260, deal: 320, between: 55, pass: 520, rest: 160, shown: 560 };

/** Facts by which two seats exchange the cards that they hold, and those by which a seat exchanges its card with the pack. */
const EXCHANGE: Readonly<Record<string, readonly [string, string]>> = {
  swaps: ["seat", "to"],
  undone: ["from", "to"],
};
const FROM_PACK = new Set(["top", "bottom"]);

const seatIn = (fact: Fact, name: string): number | null => {
  const seat = fact[name];
  return typeof seat === "number" ? seat : null;
};

/** A fact that tells which card was shown, and by whom. */
function shower(fact: Fact): number | null {
  return typeof fact.card === "string" ? seatIn(fact, "holder") : null;
}

/** How many milliseconds it takes at the usual speed to tell with the cards what a line says of exchanges. */
export function tellingTime(line: Line | null | undefined): number {
  return (line?.facts ?? []).reduce((sum, fact) => {
    if (shower(fact) !== null) return sum + TIME.shown;
    return fact.key in EXCHANGE || FROM_PACK.has(fact.key) ? sum + TIME.pass + TIME.rest : sum;
  }, 0);
}

/** The way from one moment to the next. Between two tables, or backwards, nothing moves. */
export function plan(before: Scene | null, after: Scene): Show {
  if (!before) return arriving(after) ? dealt(empty(after), after) : STILL;
  if (before.table !== after.table || after.hand < before.hand) return STILL;
  if (after.hand > before.hand) {
    const swept = gathered(before, after);
    return join([swept, later(dealt(empty(after), after), swept.length ? TIME.gather / 2 : 0)], false);
  }
  const swept = join([gathered(before, after), captured(before, after)], false);
  const parts = [
    swept,
    later(playedTo(before, after), swept.length ? TIME.gather / 3 : 0),
    after.faces ? exchanged(before, after) : later(dealt(before, after), swept.length / 2),
    turned(before, after),
  ];
  return join(parts, after.basras > before.basras);
}

/** A match that has just been dealt, as its first moment. */
const arriving = (scene: Scene): boolean =>
  scene.line !== null && scene.line.token === null && scene.line.seat === null;

/** The same table before anybody held a card. */
const empty = (scene: Scene): Scene => ({
  ...scene,
  cards: [],
  counts: scene.counts.map(() => 0),
  trick: [],
  winner: null,
  floor: [],
  faces: scene.faces?.map(() => null) ?? null,
  turned: null,
});

function flight(
  card: string | null,
  from: string,
  to: string,
  at: number,
  time: number,
  fades = false,
): Flight {
  return {
    card,
    stops: [
      { spot: from, arrive: 0, leave: at },
      { spot: to, arrive: at + time, leave: at + time },
    ],
    fades,
  };
}

/** Where a card of a seat comes from. */
const home = (scene: Scene, seat: number, card: string): string =>
  seat === scene.viewer && scene.cards.includes(card) ? `hand:${card}` : `seat:${seat}`;

/** A finished trick goes to whoever won it. */
function gathered(before: Scene, after: Scene): Show {
  const { winner } = before;
  if (winner === null) return STILL;
  const gone = before.trick.filter(({ card }) => !after.trick.some((one) => one.card === card));
  return show(
    gone.map(({ card }, i) => flight(card, `trick:${card}`, `seat:${winner}`, i * 30, TIME.gather, true)),
  );
}

/** What was captured first meets on the card that took it, then goes to the pile of its side. */
function captured(before: Scene, after: Scene): Show {
  const { take } = before;
  const gone = before.floor.filter((card) => !after.floor.includes(card));
  if (!take || gone.length === 0) return STILL;
  const pile = `pile:${before.sides[take.seat] ?? 0}`;
  if (!gone.includes(take.card))
    return show(gone.map((card, i) => flight(card, `floor:${card}`, pile, i * 40, TIME.gather, true)));
  const met = gone.length > 1 ? TIME.meet : 0;
  return show(
    // The card that takes lies on top: it comes last.
    [...gone.filter((card) => card !== take.card), take.card].map((card) => ({
      card,
      stops: [
        { spot: `floor:${card}`, arrive: 0, leave: 0 },
        { spot: `floor:${take.card}`, arrive: met, leave: met + 60 },
        { spot: pile, arrive: met + 60 + TIME.gather, leave: met + 60 + TIME.gather },
      ],
      fades: true,
    })),
  );
}

/** Cards played to the middle, each from the seat that played it. */
function playedTo(before: Scene, after: Scene): Show {
  const trick = after.trick
    .filter(({ card }) => !before.trick.some((one) => one.card === card))
    .map(({ seat, card }) => flight(card, home(before, seat, card), `trick:${card}`, 0, TIME.play));
  const floor = after.floor
    .filter((card) => !before.floor.includes(card) && mover(after, card) !== null)
    .map((card) => flight(card, home(before, mover(after, card) ?? 0, card), `floor:${card}`, 0, TIME.play));
  return show([...trick, ...floor]);
}

/** Who has just laid this card on the floor; null if it was dealt there. */
function mover({ line, take }: Scene, card: string): number | null {
  if (take?.card === card) return take.seat;
  return line?.token === card ? line.seat : null;
}

/** Cards out of the pack: to the hand, to the others, to the floor, to the slots of those who hold one card each. */
function dealt(before: Scene, after: Scene): Show {
  const seats = after.counts.length;
  const flights: Flight[] = [];
  const turn = (seat: number): number => (seat - after.dealer - 1 + 2 * seats) % seats;
  for (const seat of after.counts.keys()) {
    const more = (after.counts[seat] ?? 0) - (before.counts[seat] ?? 0);
    if (more <= 0) continue;
    const start = turn(seat) * 30;
    if (after.faces) {
      flights.push(flight(after.faces[seat] ?? null, "pack", `face:${seat}`, start, TIME.deal));
    } else if (seat === after.viewer) {
      const fresh = after.cards.filter((card) => !before.cards.includes(card));
      for (const [i, card] of fresh.entries())
        flights.push(flight(card, "pack", `hand:${card}`, start + i * TIME.between, TIME.deal));
    } else
      for (let i = 0; i < Math.min(more, 4); i += 1)
        flights.push(flight(null, "pack", `seat:${seat}`, start + i * 2 * TIME.between, TIME.deal, true));
  }
  const laid = after.floor.filter((card) => !before.floor.includes(card) && mover(after, card) === null);
  for (const [i, card] of laid.entries())
    flights.push(flight(card, "pack", `floor:${card}`, 160 + i * 2 * TIME.between, TIME.deal));
  return show(flights);
}

/** Where everybody holds one card: what was shown, and how the cards passed from hand to hand, one thing after the other. */
function exchanged(before: Scene, after: Scene): Show {
  const pulses: Pulse[] = [];
  const held = [...(before.faces ?? [])];
  /** Came out of the pack at this very moment: that first, then what became of it. */
  const fresh = held.map((_, seat) => !before.counts[seat] && !!after.counts[seat]);
  /** By seat, the way of the card that lies there now. */
  const ways: { card: string | null; stops: Stop[] }[] = held.map((card, seat) => {
    const spot = `face:${seat}`;
    const there = { spot, arrive: 0, leave: 0 };
    if (!fresh[seat]) return { card, stops: [there] };
    return {
      card,
      stops: [
        { ...there, spot: "pack" },
        { spot, arrive: TIME.deal, leave: TIME.deal },
      ],
    };
  });
  const leave = (seat: number, to: string, at: number): (typeof ways)[number] | undefined => {
    const way = ways[seat];
    const last = way?.stops.pop();
    if (way && last)
      way.stops.push({ ...last, leave: at }, { spot: to, arrive: at + TIME.pass, leave: at + TIME.pass });
    return way;
  };
  const left: Flight[] = [];
  let at = fresh.includes(true) ? TIME.deal : 0;
  /** A life is lost to a card that was shown, at once, or at the end. */
  let hurt: number | null = null;
  for (const fact of before.line?.seq === after.line?.seq ? [] : (after.line?.facts ?? [])) {
    const holder = shower(fact);
    const [one, other] = (EXCHANGE[fact.key] ?? []).map((name) => seatIn(fact, name));
    if (holder !== null) {
      pulses.push({ spot: `face:${holder}`, at, kind: "shown" });
      at += TIME.shown;
      hurt = at;
    } else if (typeof one === "number" && typeof other === "number") {
      const [mine, yours] = [leave(one, `face:${other}`, at), leave(other, `face:${one}`, at)];
      if (mine && yours) [ways[one], ways[other]] = [yours, mine];
      at += TIME.pass + TIME.rest;
    } else if (FROM_PACK.has(fact.key)) {
      const seat = seatIn(fact, "seat");
      const way = seat === null ? undefined : leave(seat, "pack", at);
      if (seat === null || !way) continue;
      left.push({ card: null, stops: way.stops, fades: true });
      ways[seat] = {
        card: after.faces?.[seat] ?? null,
        stops: [
          { spot: "pack", arrive: 0, leave: at + TIME.rest },
          { spot: `face:${seat}`, arrive: at + TIME.rest + TIME.pass, leave: at + TIME.rest + TIME.pass },
        ],
      };
      at += TIME.pass + TIME.rest;
    }
  }
  const flights = ways
    .map((way, seat) => ({
      ...way,
      // What was only dealt is seen as soon as it comes.
      card:
        way.stops[0]?.spot === "pack" && way.stops.length === 2 ? (after.faces?.[seat] ?? null) : way.card,
      fades: false,
    }))
    .filter(({ stops }) => stops.length > 1);
  const moved = new Set(flights.map(({ stops }) => stops.at(-1)?.spot));
  for (const [seat, card] of (after.faces ?? []).entries()) {
    const there = (before.counts[seat] ?? 0) > 0 && (after.counts[seat] ?? 0) > 0;
    const spot = `face:${seat}`;
    const known = pulses.some((pulse) => pulse.spot === spot);
    if (card !== null && before.faces?.[seat] === null && there && !known && !moved.has(spot))
      pulses.push({ spot, at: at + seat * 60, kind: "turned" });
  }
  for (const [seat, lives] of after.lives.entries())
    if (lives < (before.lives[seat] ?? 0))
      pulses.push({ spot: `seat:${seat}`, at: hurt ?? at, kind: "lost" });
  return show([...left, ...flights], pulses);
}

const turned = (before: Scene, after: Scene): Show =>
  after.turned && after.turned !== before.turned
    ? show([], [{ spot: "turned", at: 0, kind: "turned" }])
    : STILL;

const lands = ({ stops }: Flight): number => stops.at(-1)?.arrive ?? 0;

function show(flights: readonly Flight[], pulses: readonly Pulse[] = []): Show {
  const length = Math.max(0, ...flights.map(lands), ...pulses.map(({ at }) => at + 400));
  return { flights, pulses, cheer: false, length };
}

function later(part: Show, by: number): Show {
  if (by === 0) return part;
  return show(
    part.flights.map(({ stops, ...rest }) => ({
      ...rest,
      stops: stops.map((stop, i) => ({
        ...stop,
        arrive: i === 0 ? 0 : stop.arrive + by,
        leave: stop.leave + by,
      })),
    })),
    part.pulses.map((pulse) => ({ ...pulse, at: pulse.at + by })),
  );
}

function join(parts: readonly Show[], cheer: boolean): Show {
  return {
    ...show(
      parts.flatMap(({ flights }) => flights),
      parts.flatMap(({ pulses }) => pulses),
    ),
    cheer,
  };
}
