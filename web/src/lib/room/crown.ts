// Of which room this browser was the host: whoever comes back after his crown has passed to another is told so.
import type { Keeping } from "../table/laid.ts";
import type { Table } from "../wire/types.ts";
import { inCompany } from "./seating.ts";

const KEY = "diwaniya-host";

/** Whether the crown has gone since this browser last saw the room. It is said once. */
export function crownGone(
  room: Pick<Table, "table" | "seats" | "seat" | "host" | "phase">,
  storage: Keeping = localStorage,
): boolean {
  try {
    const had = storage.getItem(KEY) === room.table;
    if (room.seat !== null && room.host === room.seat) {
      // Alone there is nobody to whom it could go.
      if (!had && inCompany(room)) storage.setItem(KEY, room.table);
      return false;
    }
    if (had) storage.removeItem(KEY);
    return had && room.seat !== null && room.host !== null;
  } catch {
    // A browser that keeps nothing.
    return false;
  }
}
