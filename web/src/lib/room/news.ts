// What has changed about the people at a table, to be told in a sentence each.
import type { Table } from "../wire/types.ts";

export type NewsKind = "joined" | "left" | "away" | "back" | "host" | "you_host" | "renamed";
export interface News {
  /** The words are `news.<kind>`. */
  readonly kind: NewsKind;
  readonly seat: number;
  /** The name that the person gave; the page finds one where it is empty. */
  readonly name: string;
  /** How whoever is renamed was called before. */
  readonly before?: string;
}

type People = Pick<Table, "table" | "seq" | "seats" | "host" | "seat" | "phase">;

/** A person is told apart by name and face: nothing else about him is public. */
const key = (seat: Table["seats"][number] | undefined): string =>
  seat?.kind === "person" ? `${seat.avatar}/${seat.name}` : "";

export function newsBetween(before: People, now: People): News[] {
  if (before.table !== now.table || before.seats.length !== now.seats.length) return [];
  const news: News[] = [];
  const here = (people: People): string[] => people.seats.map(key);
  const other = renamed(before, now);
  const is = here(now);
  const was = other === null ? here(before) : is;
  now.seats.forEach((seat, i) => {
    const name = seat.name;
    if (seat.kind !== "person" || i === now.seat) return;
    if (count(is, is[i]) > count(was, is[i]) && was[i] !== is[i])
      news.push({ kind: "joined", seat: i, name });
    else if (i === other && name !== before.seats[i]?.name)
      news.push({ kind: "renamed", seat: i, name, before: before.seats[i]?.name ?? "" });
    else if (was[i] === is[i] && seat.away !== before.seats[i]?.away)
      news.push({ kind: seat.away ? "away" : "back", seat: i, name });
  });
  before.seats.forEach((seat, i) => {
    if (seat.kind !== "person" || i === before.seat) return;
    if (count(was, was[i]) > count(is, was[i]) && was[i] !== is[i])
      news.push({ kind: "left", seat: i, name: seat.name });
  });
  if (now.host !== null && now.host !== before.host && key(now.seats[now.host]) !== whoHosted(before))
    news.push(hostOf(now));
  return news;
}

/** Who is the host now. */
export function hostOf({ seats, seat, host }: People): News {
  const at = host ?? 0;
  return { kind: at === seat ? "you_host" : "host", seat: at, name: seats[at]?.name ?? "" };
}

/** Who is shown otherwise at the same seat: no single event gives a person's seat, and only his, to another person. */
function renamed(before: People, now: People): number | null {
  if (now.seq !== before.seq + 1) return null;
  const [seat, ...more] = now.seats.flatMap((one, i) => (key(one) === key(before.seats[i]) ? [] : [i]));
  if (seat === undefined || more.length > 0) return null;
  return key(before.seats[seat]) && key(now.seats[seat]) ? seat : null;
}

const count = (all: readonly string[], one: string | undefined): number =>
  all.filter((other) => other === one).length;
const whoHosted = (people: People): string => (people.host === null ? "" : key(people.seats[people.host]));
