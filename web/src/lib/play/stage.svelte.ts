// Lets cards fly. The page is right before anything moves: a moment of the table is drawn, then what changed is shown once
// more as a flight over it. So nothing waits for a flight, and any touch or the next moment ends all of them at once.
// Moves nothing but `transform` and `opacity`.
import { plan } from "../table/motion.ts";
import type { Flight, Scene, Show } from "../table/motion.ts";
import { measure, Moves, spotted } from "./places.ts";
import type { Spot, Spots } from "./places.ts";

export interface Airborne {
  readonly id: number;
  readonly card: string | null;
  /** At its largest, so that it is never drawn larger than it was made for. */
  readonly width: number;
  readonly at: Spot;
  readonly frames: Keyframe[];
  readonly length: number;
}

const EASE = "cubic-bezier(0.25, 0.7, 0.3, 1)";

/**
 * The frames of a flight over the spots that are there, all relative to the first; null if one of its stops is nowhere.
 * `factor` stretches the times.
 */
export function course(
  { card, stops, fades }: Flight,
  find: (spot: string) => Spot | undefined,
  factor: number,
): Omit<Airborne, "id"> | null {
  const spots = stops.map(({ spot }) => find(spot));
  const at = spots[0];
  const length = Math.max(...stops.map(({ arrive }) => arrive)) * factor;
  if (!at || length <= 0) return null;
  const width = Math.max(...spots.map((spot) => spot?.width ?? 0));
  const frames: Keyframe[] = [];
  for (const [i, stop] of stops.entries()) {
    const spot = spots[i];
    if (!spot) return null;
    const transform = `translate(${Math.round(spot.x - at.x)}px, ${Math.round(spot.y - at.y)}px) scale(${(spot.width / width).toFixed(3)})`;
    const offset = Math.min(1, (stop.arrive * factor) / length);
    const last = i === stops.length - 1;
    if (last && fades) {
      // Gone only when it is nearly there.
      const begun = frames.at(-1)?.offset ?? 0;
      frames.push({ opacity: 1, easing: "linear", offset: begun + (offset - begun) * 0.7 });
    }
    frames.push({ transform, easing: EASE, offset, opacity: last && fades ? 0 : 1 });
    if (!last && stop.leave > stop.arrive)
      frames.push({
        transform,
        opacity: 1,
        easing: EASE,
        offset: Math.min(1, (stop.leave * factor) / length),
      });
  }
  return { card, width, at, frames, length };
}

const PULSES: Readonly<Record<string, Keyframe[]>> = {
  shown: [{ transform: "none" }, { transform: "translateY(-6px) scale(1.22)" }, { transform: "none" }],
  turned: [{ transform: "scaleX(0)" }, { transform: "none" }],
  lost: [
    { transform: "none" },
    { transform: "translateX(-5px)" },
    { transform: "translateX(5px)" },
    { transform: "translateX(-3px)" },
    { transform: "none" },
  ],
};
const PULSE_TIME: Readonly<Record<string, number>> = { shown: 560, turned: 260, lost: 380 };

/** Cards that stay, but lie elsewhere than before, glide there. */
const GLIDES = /^(hand|floor):/;
const GLIDE_TIME = 200;

export class Stage {
  /** What flies just now, to be drawn over everything. */
  flights = $state.raw<readonly Airborne[]>([]);

  #root: HTMLElement | null = null;
  #factor: () => number;
  #hear: (show: Show) => void;
  #before: Scene | null = null;
  #spots: Spots | null = null;
  #moves = new Moves();
  #next = 0;
  /** Drawn, but not on the screen yet: the frame in which its flights begin. */
  #due: { frame: number; before: Scene | null; scene: Scene } | null = null;

  /** `factor`: how slowly things move, 0 for not at all. `hear` is told of everything, whether it moves or not. */
  constructor(factor: () => number, hear: (show: Show) => void = () => undefined) {
    this.#factor = factor;
    this.#hear = hear;
  }

  /** The element in which everything lies, as an action. */
  readonly root = (node: HTMLElement): { destroy: () => void } => {
    this.#root = node;
    return {
      destroy: () => {
        this.finish();
        this.#root = null;
      },
    };
  };

  /** What is asked before the page draws a new moment: where does everything lie? */
  look(): void {
    // Read before anything is written: the page is laid out as it stands, and asking costs nothing.
    this.#spots = this.#moving() > 0 ? measure(spotted(this.#root)) : null;
    this.finish();
  }

  /**
   * The page has drawn a new moment: show how it came to it. That begins in the frame in which the moment is first seen,
   * so that the page is laid out once for both.
   */
  show(scene: Scene): void {
    const before = this.#before;
    this.#before = scene;
    if (this.#moving() === 0) {
      this.#hear(plan(before, scene));
      return;
    }
    const frame = requestAnimationFrame(() => {
      this.#due = null;
      this.#from(before, scene);
    });
    this.#due = { frame, before, scene };
  }

  #from(before: Scene | null, scene: Scene): void {
    const factor = this.#moving();
    const shown = plan(before, scene);
    this.#hear(shown);
    if (factor === 0) return;
    const nodes = spotted(this.#root);
    const now = measure(nodes);
    const find = (spot: string): Spot | undefined => {
      const place = now.get(spot) ?? this.#spots?.get(spot);
      return place ?? (spot === "pack" ? now.get(`seat:${scene.dealer}`) : undefined);
    };
    // Where a card was before counts for where it comes from.
    const origin = (spot: string): Spot | undefined => this.#spots?.get(spot) ?? find(spot);
    const flying: Airborne[] = [];
    const landing: string[] = [];
    for (const flight of shown.flights) {
      const first = flight.stops[0]?.spot;
      const way = course(flight, (spot) => (spot === first ? origin(spot) : find(spot)), factor);
      if (!way) continue;
      flying.push({ ...way, id: (this.#next += 1) });
      const goal = flight.stops.at(-1)?.spot ?? "";
      if (flight.fades) continue;
      landing.push(goal);
      this.#hide(nodes.get(goal), way.length);
    }
    this.flights = flying;
    for (const { spot, at, kind } of shown.pulses)
      this.#moves.run(nodes.get(spot), PULSES[kind] ?? [], {
        duration: (PULSE_TIME[kind] ?? 0) * factor,
        delay: at * factor,
        easing: "ease-in-out",
        fill: "backwards",
      });
    for (const [spot, to] of now) {
      const from = this.#spots?.get(spot);
      if (!from || landing.includes(spot) || !GLIDES.test(spot)) continue;
      const [x, y] = [from.x - to.x, from.y - to.y];
      if (Math.abs(x) + Math.abs(y) < 2) continue;
      const frames = [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }];
      this.#moves.run(nodes.get(spot), frames, { duration: GLIDE_TIME * factor, easing: EASE });
    }
  }

  /** Carries one card, as an action on what draws it. */
  readonly carry = (node: HTMLElement, flight: Airborne): void => {
    const running = this.#moves.run(node, flight.frames, { duration: flight.length, fill: "both" });
    void running?.finished.then(
      () => (this.flights = this.flights.filter(({ id }) => id !== flight.id)),
      () => undefined,
    );
  };

  /** Everything is where it belongs, at once. */
  finish(): void {
    if (this.#due) {
      const { frame, before, scene } = this.#due;
      this.#due = null;
      cancelAnimationFrame(frame);
      this.#hear(plan(before, scene));
    }
    this.#moves.end();
    if (this.flights.length) this.flights = [];
  }

  #moving(): number {
    return this.#root && !document.hidden ? this.#factor() : 0;
  }

  /** Not to be seen until its flight has landed. It stays there for keys, touches and those who hear the page. */
  #hide(node: HTMLElement | undefined, duration: number): void {
    this.#moves.run(node, [{ opacity: 0 }, { opacity: 0 }], { duration });
  }
}
