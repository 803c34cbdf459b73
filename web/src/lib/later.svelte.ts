// Parts of the page that a table is seen without. They are fetched when it has been painted, so that it need not wait for them on
// a slow line; from then on they are there like all others.
/** Milliseconds until they are asked for once more. */
const AGAIN = 3000;

type More = typeof import("./more.ts");

class Later {
  parts = $state.raw<More | null>(null);
  /** They did not come. */
  failed = $state(false);
  #asked = false;

  async fetch(): Promise<void> {
    if (this.parts || this.#asked) return;
    this.#asked = true;
    try {
      this.parts = await import("./more.ts");
      this.failed = false;
    } catch {
      this.failed = true;
      setTimeout(() => void this.fetch(), AGAIN);
    } finally {
      this.#asked = false;
    }
  }

  /** When what has just been drawn is on the screen. */
  soon(): void {
    requestAnimationFrame(() => setTimeout(() => void this.fetch()));
  }
}

export const later = new Later();
