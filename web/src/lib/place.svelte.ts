// Where the page is: what follows the # in its address. A page may write into it where exactly it stands (a step of a match),
// so that a reload, the way back and a copied link lead there. That replaces the address: there is one way back, not twenty.

/** Browsers take no more than about three of these a second for long. */
const PAUSE = 400;

export interface Browser {
  read: () => string;
  replace: (hash: string) => void;
  now: () => number;
  later: (run: () => void, ms: number) => ReturnType<typeof setTimeout>;
}

const BROWSER: Browser = {
  read: () => location.hash,
  replace: (hash) => {
    history.replaceState(history.state, "", hash);
  },
  now: () => performance.now(),
  later: (run, ms) => setTimeout(run, ms),
};

export class Place {
  hash = $state("");
  /** Counts the ways that the reader has gone, by links or by the browser's buttons. */
  visits = $state(0);

  #browser: Browser;
  #written = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(browser: Browser = BROWSER) {
    this.#browser = browser;
  }

  /** The reader has come here. */
  come(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.hash = this.#browser.read();
    this.visits += 1;
  }

  /** The page stands there now. */
  mark(hash: string): void {
    if (hash === this.hash) return;
    this.hash = hash;
    if (this.#timer !== undefined) return;
    const wait = this.#written + PAUSE - this.#browser.now();
    if (wait <= 0) this.#write();
    else this.#timer = this.#browser.later(() => this.#write(), wait);
  }

  #write(): void {
    this.#timer = undefined;
    this.#written = this.#browser.now();
    this.#browser.replace(this.hash);
  }
}

export const place = new Place();
