// Writes the score sheet of the match that is looked at, and keeps it over a reload of the page. To be made while a
// component is.
import { untrack } from "svelte";
import type { InPlay } from "../table/feed.ts";
import { parse, rowOf, written } from "../table/sheet.ts";
import type { Row } from "../table/sheet.ts";

const KEY = "diwaniya-sheet";

/** Only the sheet of the latest match is kept. */
function load(match: string): Row[] {
  try {
    const [kept, text] = (sessionStorage.getItem(KEY) ?? "").split("\n");
    return kept === match ? parse(text ?? null) : [];
  } catch {
    return [];
  }
}

export class Scoring {
  rows = $state.raw<readonly Row[]>([]);
  #match = "";

  constructor(table: () => InPlay) {
    $effect(() => {
      const now = table();
      untrack(() => this.#write(now));
    });
  }

  #write(table: InPlay): void {
    const match = table.match ?? table.table;
    if (match !== this.#match) {
      this.#match = match;
      this.rows = load(match);
    }
    const row = rowOf(table);
    if (!row || this.rows.some((one) => one.hand === row.hand)) return;
    this.rows = written(this.rows, row);
    try {
      sessionStorage.setItem(KEY, `${match}\n${JSON.stringify(this.rows)}`);
    } catch {
      // A browser that keeps nothing: the sheet lasts as long as the page.
    }
  }
}
