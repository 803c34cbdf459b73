// Who may do what with the seats of a room, and what two touches in a row mean. Knows no page and no server.
import type { Seat, Table } from "../wire/types.ts";

/** As much of a room as is looked at here. */
export type Chairs = Pick<Table, "seats" | "seat" | "host" | "phase">;

export const isHost = (room: Chairs): boolean => room.seat !== null && room.seat === room.host;
export const freeSeats = (room: Pick<Chairs, "seats">): number[] =>
  room.seats.flatMap((seat, i) => (seat.kind === "free" ? [i] : []));
export const persons = (room: Pick<Chairs, "seats">): number[] =>
  room.seats.flatMap((seat, i) => (seat.kind === "person" ? [i] : []));
/** Is anybody else at the table, so that there is something to say and somebody to say it to? */
export const inCompany = (room: Chairs): boolean => persons(room).some((seat) => seat !== room.seat);

/** Everybody else has left a running match (and the viewer has not). */
export function leftAlone(room: Chairs): boolean {
  const me = room.seat;
  if (room.phase !== "playing" || me === null || room.seats[me]?.away) return false;
  const others = persons(room).filter((seat) => seat !== me);
  return others.length > 0 && others.every((seat) => room.seats[seat]?.away);
}

/** What a touch on a seat comes to. */
export type Touch =
  | { readonly do: "place"; readonly seat: number; readonly to: number }
  | { readonly do: "choose"; readonly seat: number }
  | { readonly do: "nothing" };

/** May this viewer bring whoever sits at `from` to `to`? */
export function mayMove(room: Chairs, from: number, to: number): boolean {
  if (room.phase === "playing" || from === to || room.seat === null) return false;
  const other = room.seats[to];
  if (!other || room.seats[from]?.kind === "free") return false;
  return isHost(room) || (from === room.seat && other.kind !== "person");
}

/**
 * `chosen` was touched first, `seat` after it. The host may bring anybody anywhere; everybody else goes to a free seat
 * (or a computer player's) with one touch.
 */
export function touchSeat(room: Chairs, chosen: number | null, seat: number): Touch {
  if (room.seat === null) return { do: "nothing" };
  if (chosen === seat) return { do: "nothing" };
  if (isHost(room)) {
    const from = chosen !== null && room.seats[chosen]?.kind === "free" ? null : chosen;
    return from !== null && mayMove(room, from, seat)
      ? { do: "place", seat: from, to: seat }
      : { do: "choose", seat };
  }
  if (room.seats[seat]?.kind === "free" && mayMove(room, room.seat, seat))
    return { do: "place", seat: room.seat, to: seat };
  return { do: "choose", seat };
}

/** Somebody who holds everybody up for this long may be replaced by the host, in seconds. */
export const DAWDLING = 60;

/** May the host take away whoever sits there? `waited`: seconds for which his turn has lasted. */
export function mayRemove(room: Chairs, seat: number, waited: number): boolean {
  const who = room.seats[seat];
  if (!who || !isHost(room) || seat === room.seat || who.kind === "free") return false;
  if (room.phase !== "playing") return true;
  return who.kind === "person" && (who.away || waited >= DAWDLING);
}

/** Is not connected, and no computer plays for him yet. */
export const isLost = ({ kind, here, away }: Seat): boolean => kind === "person" && !here && !away;

/** What is to be told of a person beside the name, the most important first. */
export type Mark = "away" | "lost" | "host";

export function marks(seat: Seat, host: boolean): Mark[] {
  if (seat.kind !== "person") return [];
  return [
    ...(seat.away ? (["away"] as const) : isLost(seat) ? (["lost"] as const) : []),
    ...(host ? (["host"] as const) : []),
  ];
}
