// Lessons, as this browser remembers them: at which table one runs, what has been told, whether one was offered.
interface Kept {
  /** The table of the lesson; empty if there is none. */
  table: string;
  seen: string[];
  offered: boolean;
}

const KEY = "diwaniya-lesson";

function read(): Kept {
  const kept: Kept = { table: "", seen: [], offered: false };
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Record<keyof Kept, unknown>>;
    if (typeof stored.table === "string") kept.table = stored.table;
    if (Array.isArray(stored.seen)) kept.seen = stored.seen.filter((one) => typeof one === "string");
    if (stored.offered === true) kept.offered = true;
  } catch {
    // A browser that keeps nothing, or something else: as on the first visit.
  }
  return kept;
}

class Lessons {
  #kept = $state<Kept>(read());

  get table(): string {
    return this.#kept.table;
  }
  get seen(): readonly string[] {
    return this.#kept.seen;
  }
  /** A lesson has been offered, or is not needed any more. */
  get offered(): boolean {
    return this.#kept.offered;
  }

  /** From now on there is advice at this table. */
  begin(table: string): void {
    this.#keep({ table, seen: [], offered: true });
  }
  end(): void {
    this.#keep({ table: "", seen: [] });
  }
  tell(moment: string): void {
    if (!this.#kept.seen.includes(moment)) this.#keep({ seen: [...this.#kept.seen, moment] });
  }
  /** Whoever has been at a table, or does not want one, is not offered a lesson. */
  settle(): void {
    if (!this.#kept.offered) this.#keep({ offered: true });
  }

  #keep(change: Partial<Kept>): void {
    Object.assign(this.#kept, change);
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#kept));
    } catch {
      // It lasts as long as the page.
    }
  }
}

export const lessons = new Lessons();
