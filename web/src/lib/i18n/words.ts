// Words in one language: flat keys to ICU messages, with another language behind for what is missing.
import { IntlMessageFormat } from "intl-messageformat";
import { isolate } from "./bidi.ts";
import type { Direction } from "./bidi.ts";

export { isolate } from "./bidi.ts";
export type { Direction } from "./bidi.ts";
export type Args = Readonly<Record<string, unknown>>;

/** `meta.json` of a language's folder. */
export interface Meta {
  readonly name: string;
  readonly dir: Direction;
  /** What `Intl` is asked for, with the digits that its readers use: `ar-u-nu-arab`. The folder's name if left out. */
  readonly locale?: string;
}

export type Words = ReadonlyMap<string, string>;

/** How words are written: other digits, or the letters of a language that is there for tests only. */
export interface Voice {
  /** The own text of a message, without what is filled in. */
  write(text: string): string;
  /** A whole message, or a list. */
  whole?(text: string): string;
}

/** Not words, though they stand with them: where a game is listed, and which cards are its picture. */
const DATA = /^game\.\w+\.(order|picture)$/;

/** Nested JSON as flat keys: `{"move": {"game": {"pass": "Pass"}}}` is `move.game.pass`; lists count from 0. */
export function flatten(
  tree: unknown,
  into: Map<string, string> = new Map(),
  path = "",
): Map<string, string> {
  if (typeof tree === "string") {
    into.set(path, tree);
  } else if (typeof tree === "object" && tree !== null) {
    for (const [key, value] of Object.entries(tree)) flatten(value, into, path ? `${path}.${key}` : key);
  }
  return into;
}

type Ast = ReturnType<IntlMessageFormat["getAst"]>;

/** What a plain `{name}` reads: the value as text. Plurals, choices and `{name, number}` read the value itself. */
const asText = (name: string): string => `${name} as text`;
const LITERAL = 0;
const PLAIN = 1;

/**
 * Let every plain argument read the text of its value, so that a number has the reader's digits wherever it stands; and
 * write the message's own text as the voice has it.
 */
function readTexts(ast: Ast, write?: (text: string) => string): void {
  for (const part of ast) {
    if (part.type === PLAIN) part.value = asText(part.value);
    else if (part.type === LITERAL) part.value = write?.(part.value) ?? part.value;
    else if ("options" in part)
      for (const option of Object.values(part.options)) readTexts(option.value, write);
  }
}

/** What the page asks for its words. */
export interface Translator {
  readonly lang: string;
  readonly dir: Direction;
  readonly locale: string;
  has(key: string): boolean;
  /** Are there words for this in the language itself, not only behind it? */
  own(key: string): boolean;
  /** Every key of the language itself. */
  keys(): string[];
  /** Throws if the text of this key cannot be read. */
  check(key: string): void;
  /** The words for a key; a key that no language has is shown as its last part, so that nothing is ever blank. */
  t(key: string, args?: Args): string;
  /** The first of the keys that this language has words for; only if it has none, the first that another has. */
  first(keys: readonly string[], args?: Args): string;
  /** Keys that begin with this, as the last part and the words, in the order of the file. */
  under(prefix: string): { key: string; text: string }[];
  number(value: number): string;
  /** With its sign, unless it is nothing. */
  signed(value: number): string;
  /** "A, B and C" */
  list(items: readonly string[]): string;
}

export function translator(
  lang: string,
  meta: Meta,
  words: Words,
  behind: Words = new Map(),
  voice?: Voice,
): Translator {
  const locale = meta.locale ?? lang;
  const compiled = new Map<string, IntlMessageFormat>();
  const numbers = new Intl.NumberFormat(locale, { useGrouping: false });
  const changes = new Intl.NumberFormat(locale, { useGrouping: false, signDisplay: "exceptZero" });
  const lists = new Intl.ListFormat(locale, { type: "conjunction" });
  /** Few numbers are written, and these again and again. */
  const written = new Map<number, string>();
  const number = (value: number): string => {
    let text = written.get(value);
    if (text === undefined) written.set(value, (text = numbers.format(value)));
    return text;
  };
  const find = (key: string): { text: string; locale: string } | undefined => {
    const own = words.get(key);
    if (own !== undefined) return { text: own, locale };
    const other = behind.get(key);
    return other === undefined ? undefined : { text: other, locale: "en" };
  };
  const compile = (key: string): IntlMessageFormat | undefined => {
    const known = compiled.get(key);
    if (known) return known;
    const found = find(key);
    if (!found) return undefined;
    const format = new IntlMessageFormat(found.text, found.locale, undefined, { ignoreTag: true });
    readTexts(format.getAst(), DATA.test(key) ? undefined : voice?.write);
    compiled.set(key, format);
    return format;
  };
  const whole = (text: string): string => voice?.whole?.(text) ?? text;
  const self: Translator = {
    lang,
    dir: meta.dir,
    locale,
    has: (key) => words.has(key) || behind.has(key),
    own: (key) => words.has(key),
    keys: () => [...words.keys()],
    check: (key) => void compile(key),
    t(key, args = {}) {
      const message = compile(key);
      if (!message) return key.slice(key.lastIndexOf(".") + 1).replaceAll("_", " ");
      const ready: Record<string, unknown> = {};
      for (const [name, value] of Object.entries(args)) {
        ready[name] = value;
        ready[asText(name)] = typeof value === "number" ? number(value) : isolate(String(value), meta.dir);
      }
      try {
        const text = String(message.format(ready as Record<string, string | number>));
        if (DATA.test(key)) return text;
        return words.has(key) ? whole(text) : isolate(text, meta.dir);
      } catch {
        // A text that wants an argument which the server did not send: better an unfinished sentence than a broken page.
        const text = find(key)?.text ?? key;
        return text.replace(/\{(\w+)[^{}]*\}/g, (_, name: string) => String(ready[asText(name)] ?? "…"));
      }
    },
    first(keys, args) {
      const own = keys.find((key) => words.has(key));
      const key = own ?? keys.find((key) => behind.has(key)) ?? keys[0] ?? "";
      return self.t(key, args);
    },
    under(prefix) {
      const start = `${prefix}.`;
      const keys = new Set<string>();
      for (const source of [words, behind]) {
        for (const key of source.keys()) if (key.startsWith(start)) keys.add(key);
        if (keys.size) break;
      }
      return [...keys].map((key) => ({ key: key.slice(start.length), text: self.t(key) }));
    },
    number,
    signed: (value) => changes.format(value),
    list: (items) => whole(lists.format(items.map((item) => isolate(item, meta.dir)))),
  };
  return self;
}
