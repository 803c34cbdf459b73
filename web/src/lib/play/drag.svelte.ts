// A card that follows the pointer: to the table to play it, or to another place in the hand. A touch that hardly moves
// stays a touch.
interface Hands {
  hand: () => HTMLElement | null;
  /** Let go of above the hand. */
  laid: (token: string) => void;
  /** Let go of within the hand, there. */
  moved: (token: string, x: number, y: number) => void;
}

/** So far a finger may slip. */
export const SLIP = 9;
/** So far above the hand, as a share of a card's height, a card counts as laid on the table. */
const ABOVE = 0.35;

export class Drag {
  /** The card that is away from its place. */
  token = $state<string | null>(null);
  x = $state(0);
  y = $state(0);
  /** It is over the table. */
  over = $state(false);
  /** Has been laid down, and waits there for the answer. */
  resting = $state<string | null>(null);

  #hands: Hands;
  #start: { id: number; token: string; x: number; y: number } | null = null;
  #click = true;

  constructor(hands: Hands) {
    this.#hands = hands;
  }

  readonly down = (event: PointerEvent, token: string): void => {
    this.#click = true;
    if (event.button !== 0 || !event.isPrimary) return;
    this.#start = { id: event.pointerId, token, x: event.clientX, y: event.clientY };
    // However fast it goes, it is followed.
    if (event.currentTarget instanceof HTMLElement) event.currentTarget.setPointerCapture(event.pointerId);
  };

  readonly move = (event: PointerEvent): void => {
    const start = this.#start;
    if (start?.id !== event.pointerId) return;
    const [x, y] = [event.clientX - start.x, event.clientY - start.y];
    if (this.token === null) {
      if (Math.hypot(x, y) < SLIP) return;
      this.token = start.token;
      this.#click = false;
    }
    this.x = x;
    this.y = y;
    const rect = this.#hands.hand()?.getBoundingClientRect();
    const card = event.currentTarget instanceof HTMLElement ? event.currentTarget.offsetHeight : 0;
    this.over = !!rect && event.clientY < rect.top - card * ABOVE * 0.5 && y < -card * ABOVE;
  };

  readonly up = (event: PointerEvent): void => {
    const start = this.#start;
    this.#start = null;
    if (start?.id !== event.pointerId || this.token === null) return;
    // The click that ends the drag comes at once, if it comes at all.
    setTimeout(() => (this.#click = true));
    const { token } = this;
    if (this.over) {
      this.resting = token;
      this.#hands.laid(token);
    } else {
      this.#hands.moved(token, event.clientX, event.clientY);
      this.clear();
    }
  };

  /** Whether a click is meant as one, and is not the end of a drag. */
  clicked(): boolean {
    const meant = this.#click;
    this.#click = true;
    return meant;
  }

  clear(): void {
    this.#start = null;
    this.token = null;
    this.resting = null;
    this.over = false;
    this.x = 0;
    this.y = 0;
  }
}
