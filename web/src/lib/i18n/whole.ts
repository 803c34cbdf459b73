// Whether a language has words for everything, so that none have to stand behind it.
import { DATA } from "./words.ts";

/** Every key of a tree. A list is one: it may be shorter or longer than another language's. */
const keys = (tree: unknown, path = ""): string[] =>
  typeof tree === "object" && tree !== null && !Array.isArray(tree)
    ? Object.entries(tree).flatMap(([key, value]) => keys(value, path ? `${path}.${key}` : key))
    : [path];

/** Have these trees words for all that those have words for? What is no text is the same in every language. */
export function isWhole(own: readonly unknown[], english: readonly unknown[]): boolean {
  const has = new Set(own.flatMap((tree) => keys(tree)));
  return english.flatMap((tree) => keys(tree)).every((key) => has.has(key) || DATA.test(key));
}
