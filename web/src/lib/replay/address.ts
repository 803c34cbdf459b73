// The address of a finished match: which one, what chooses its names, whether a review is asked for, and the step.
export interface MatchPlace {
  readonly match: string;
  /** What chooses the names of computer players; empty if nothing does. */
  readonly seed: string;
  readonly review: boolean;
  /** The step, counted from 0; in the address it is counted from 1, as the server counts those that stand. */
  readonly at: number;
}

const STEP = /^step-([1-9]\d{0,5})$/;

/** The step that a part of an address names; null if it names none. */
export function stepOf(part: string | undefined): number | null {
  const found = STEP.exec(part ?? "")?.[1];
  return found === undefined ? null : Number(found) - 1;
}

export const stepPart = (at: number): string => `step-${at + 1}`;

/** The parts behind `match/`. */
export function readMatch([match = "", ...parts]: readonly string[]): MatchPlace {
  const seed = parts[0] ?? "";
  return {
    match,
    seed: seed === "review" || stepOf(seed) !== null ? "" : seed,
    review: parts.includes("review"),
    at: parts.map(stepOf).find((step) => step !== null) ?? 0,
  };
}

/** `match/ID/SEED/review/step-12`, with what there is of it. */
export const matchPath = ({ match, seed, review, at }: MatchPlace): string =>
  ["match", match, seed, review ? "review" : "", at > 0 ? stepPart(at) : ""].filter(Boolean).join("/");
