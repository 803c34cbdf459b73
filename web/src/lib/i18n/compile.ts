// Words as the page wants them: read while the page is built, so that no reader's phone has to do it and no parser has to
// come with the page.
import { IntlMessageFormat } from "intl-messageformat";

/** A message that has been read: its parts, as formatjs has them. */
export type Ast = ReturnType<IntlMessageFormat["getAst"]>;
/** Text without any of these means what it says. */
const SYNTAX = /[{}'#|]/;

export const isPlain = (text: string): boolean => !SYNTAX.test(text);

/** Throws if the text cannot be read. Angle brackets are taken for what they are. */
export const read = (text: string, locale: string): Ast =>
  new IntlMessageFormat(text, locale, undefined, { ignoreTag: true }).getAst();

/** A tree of texts, with what has been read instead of every text that is more than its letters. */
export function compile(tree: unknown, locale: string): unknown {
  if (typeof tree === "string") return isPlain(tree) ? tree : read(tree, locale);
  if (Array.isArray(tree)) return tree.map((one) => compile(one, locale));
  if (typeof tree !== "object" || tree === null) return tree;
  return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, compile(value, locale)]));
}

/** A message that has been read, and no list of texts. */
export const isAst = (tree: unknown): tree is Ast =>
  Array.isArray(tree) && typeof (tree[0] as { type?: unknown } | undefined)?.type === "number";
