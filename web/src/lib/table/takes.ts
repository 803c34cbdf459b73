// Choosing among captures (B10) by touching cards on the floor: each card touched leaves only the captures that hold it.
export type Take = readonly string[];

/** The captures that hold every card picked so far. */
export function narrow(takes: readonly Take[], picked: readonly string[]): Take[] {
  return takes.filter((take) => picked.every((card) => take.includes(card)));
}

/** The capture that is left when only one fits, else null. */
export function decided(takes: readonly Take[], picked: readonly string[]): Take | null {
  const left = narrow(takes, picked);
  return picked.length > 0 && left.length === 1 ? (left[0] ?? null) : null;
}

/** What a card on the floor is to the choice: picked, taken whichever capture is meant, possible, or out of it. */
export type Standing = "picked" | "sure" | "possible" | "out";

export function standing(takes: readonly Take[], picked: readonly string[], card: string): Standing {
  if (picked.includes(card)) return "picked";
  const left = narrow(takes, picked);
  const holding = left.filter((take) => take.includes(card)).length;
  if (holding === 0) return "out";
  return holding === left.length ? "sure" : "possible";
}

/** Touch a card: pick it, or put it back. A card that no capture left would take changes nothing. */
export function touch(takes: readonly Take[], picked: readonly string[], card: string): string[] {
  if (picked.includes(card)) return picked.filter((other) => other !== card);
  return standing(takes, picked, card) === "out" ? [...picked] : [...picked, card];
}

export const takeToken = (take: Take): string => `take:${take.join("+")}`;
