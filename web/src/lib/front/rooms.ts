// What the lobby says of a room, and what one may do about it.
import { freeSeats } from "../room/seating.ts";
import type { RoomLine } from "../wire/types.ts";

/** Sit down, only look on, or go back to where one already sits. */
export type Way = "join" | "watch" | "back" | null;

export function wayIn(room: RoomLine, mine: ReadonlySet<string>): Way {
  if (mine.has(room.table)) return "back";
  if (room.phase !== "playing" && !room.settings.locked && freeSeats(room).length > 0) return "join";
  return room.settings.watch ? "watch" : null;
}

/** Rooms that one can sit down in come first; within each the server's order, newest first. */
export function inLobby(
  rooms: readonly RoomLine[],
  mine: ReadonlySet<string>,
): { room: RoomLine; way: Way }[] {
  const lines = rooms.map((room) => ({ room, way: wayIn(room, mine) })).filter(({ way }) => way !== null);
  const open = (way: Way): boolean => way === "join" || way === "back";
  return [...lines.filter(({ way }) => open(way)), ...lines.filter(({ way }) => !open(way))];
}
