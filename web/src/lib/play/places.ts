// Where things lie on the screen, and what of them moves just now.

/** Where something lies on the screen: its middle, and how wide a card is there. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}
export type Spots = ReadonlyMap<string, Spot>;

/** A card that goes to a player or a pile shrinks to this. */
const SMALL = 26;

/** What bears `data-spot` in an element, by its spot. */
export function spotted(root: HTMLElement | null): ReadonlyMap<string, HTMLElement> {
  const nodes = root?.querySelectorAll<HTMLElement>("[data-spot]") ?? [];
  return new Map([...nodes].map((node) => [node.dataset.spot ?? "", node]));
}

/** Where everything lies. All is read and nothing written, so that the page is laid out once at most. */
export function measure(nodes: ReadonlyMap<string, HTMLElement>): Spots {
  const spots = new Map<string, Spot>();
  for (const [spot, node] of nodes) {
    const { left, top, width, height } = node.getBoundingClientRect();
    if (width === 0) continue;
    const small = spot.startsWith("seat:") || spot.startsWith("pile:");
    spots.set(spot, { x: left + width / 2, y: top + height / 2, width: small ? SMALL : width });
  }
  return spots;
}

/** Animations that run, to be ended all at once. */
export class Moves {
  #running = new Set<Animation>();

  run(node: HTMLElement | undefined, frames: Keyframe[], timing: KeyframeAnimationOptions): Animation | null {
    if (!node) return null;
    const running = node.animate(frames, timing);
    this.#running.add(running);
    void running.finished.then(
      () => this.#running.delete(running),
      () => undefined,
    );
    return running;
  }

  end(): void {
    for (const running of this.#running) running.cancel();
    this.#running.clear();
  }
}
