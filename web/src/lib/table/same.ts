// What is told anew with every step, though little of it changes: as long as it is alike, the one that was there before
// stands, so that nothing that hangs on it is worked out or drawn once more.

/** Alike in every field, lists and what lies in them included. What is told comes as JSON, so that is all there is. */
export function alike(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every(
    (key) =>
      key in other && alike((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]),
  );
}

/** For one value: gives back the one before as long as the new one is like it. */
export function steady<T>(): (fresh: T) => T {
  let kept: T | undefined;
  return (fresh) => (kept !== undefined && alike(kept, fresh) ? kept : (kept = fresh));
}

/** For a list of things with a name each: every one that is like the one before it of the same name is that one. */
export function steadyList<T>(name: (one: T) => unknown): (fresh: readonly T[]) => readonly T[] {
  let kept: readonly T[] = [];
  return (fresh) => {
    const before = new Map(kept.map((one) => [name(one), one]));
    const now = fresh.map((one) => {
      const old = before.get(name(one));
      return old !== undefined && alike(old, one) ? old : one;
    });
    const same = now.length === kept.length && now.every((one, i) => one === kept[i]);
    return same ? kept : (kept = now);
  };
}
