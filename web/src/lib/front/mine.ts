// Which of my tables are worth going on with, the most pressing first.
import type { TableLine } from "../wire/types.ts";

const ORDER = { playing: 0, waiting: 1, over: 2 } as const;
/** A room where nothing has happened for so long after a match is left alone, in seconds. */
const STALE = 12 * 3600;

export function worthGoingOn(tables: readonly TableLine[], now: number): TableLine[] {
  return tables
    .filter((line) => {
      if (line.phase !== "over") return true;
      // Alone with computer players there is nothing to come back to once the match is over.
      return line.names.filter(Boolean).length > 1 && now - line.updated < STALE;
    })
    .sort((a, b) => ORDER[a.phase] - ORDER[b.phase] || b.updated - a.updated);
}
