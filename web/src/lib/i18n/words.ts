// Words in one language: flat keys to ICU messages, with another language behind for what is missing.
import { IntlMessageFormat } from "intl-messageformat";
import { isolate } from "./bidi.ts";
import type { Direction } from "./bidi.ts";
import { isAst, isPlain, read } from "./compile.ts";
import type { Ast } from "./compile.ts";

export { isolate } from "./bidi.ts";
export type { Direction } from "./bidi.ts";
export type Args = Readonly<Record<string, unknown>>;

/** `meta.json` of a language's folder. */
export interface Meta {
  readonly name: string;
  readonly dir: Direction;
  /** What `Intl` is asked for, with the digits that its readers use: `ar-u-nu-arab`. The folder's name if left out. */
  readonly locale?: string;
  /** Noted when the page is built: there are words for everything, none has to stand behind them. */
  readonly whole?: boolean;
}

/** A text, or one that was read while the page was built (`compile.ts`). */
export type Message = string | Ast;
export type Words = ReadonlyMap<string, Message>;

/** How words are written: other digits, or the letters of a language that is there for tests only. */
export interface Voice {
  /** The own text of a message, without what is filled in. */
  write(text: string): string;
  /** A whole message, or a list. */
  whole?(text: string): string;
}

/** Not words, though they stand with them: where a game is listed, and which cards are its picture. */
export const DATA = /^game\.\w+\.(order|picture)$/;

/** Nested JSON as flat keys: `{"move": {"game": {"pass": "Pass"}}}` is `move.game.pass`; lists count from 0. */
export function flatten(
  tree: unknown,
  into: Map<string, Message> = new Map(),
  path = "",
): Map<string, Message> {
  if (typeof tree === "string" || isAst(tree)) {
    into.set(path, tree);
  } else if (typeof tree === "object" && tree !== null) {
    for (const [key, value] of Object.entries(tree)) flatten(value, into, path ? `${path}.${key}` : key);
  }
  return into;
}

/** What a plain `{name}` reads: the value as text. Plurals, choices and `{name, number}` read the value itself. */
const asText = (name: string): string => `${name} as text`;
const LITERAL = 0;
const PLAIN = 1;

/**
 * The same message, in which every plain argument reads the text of its value, so that a number has the reader's digits
 * wherever it stands, and whose own text is written as the voice has it.
 */
const readTexts = (ast: Ast, write?: (text: string) => string): Ast =>
  ast.map((part) => {
    if (part.type === PLAIN) return { ...part, value: asText(part.value) };
    if (part.type === LITERAL) return { ...part, value: write?.(part.value) ?? part.value };
    if (!("options" in part)) return part;
    const options = Object.entries(part.options).map(([name, option]) => [
      name,
      { ...option, value: readTexts(option.value, write) },
    ]);
    return { ...part, options: Object.fromEntries(options) } as typeof part;
  });

/** As much of a message as can be told without all that it asks for: an unfinished sentence. */
const unfinished = (ast: Ast, known: Readonly<Record<string, unknown>>): string =>
  ast
    .map((part) => {
      if (part.type === LITERAL) return part.value;
      if ("options" in part) return unfinished(part.options.other?.value ?? [], known);
      return "value" in part ? String(known[part.value] ?? "…") : "";
    })
    .join("");

/** What formats numbers and chooses plurals, made once and not for every message. */
function shared(): NonNullable<ConstructorParameters<typeof IntlMessageFormat>[3]>["formatters"] {
  const made = new Map<string, unknown>();
  const once =
    <Of extends unknown[], What>(kind: string, make: (...of: Of) => What) =>
    (...of: Of): What => {
      const key = `${kind} ${JSON.stringify(of)}`;
      const known = made.get(key) as What | undefined;
      if (known) return known;
      const one = make(...of);
      made.set(key, one);
      return one;
    };
  type Of<T extends abstract new (...of: never[]) => unknown> = ConstructorParameters<T>;
  return {
    getNumberFormat: once("number", (...of: Of<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...of)),
    getDateTimeFormat: once(
      "date",
      (...of: Of<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...of),
    ),
    getPluralRules: once("plural", (...of: Of<typeof Intl.PluralRules>) => new Intl.PluralRules(...of)),
  };
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
  /** "A, B, C": what is said of one thing, one after the other. */
  row(items: readonly string[]): string;
}

export function translator(
  lang: string,
  meta: Meta,
  words: Words,
  behind: Words = new Map(),
  voice?: Voice,
): Translator {
  const locale = meta.locale ?? lang;
  /** Messages that are ready to be said: whole texts, and those that want something to be filled in. */
  const compiled = new Map<string, string | IntlMessageFormat>();
  const formatters = shared();
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
  const make = (key: string): string | IntlMessageFormat | undefined => {
    const own = words.get(key);
    const message = own ?? behind.get(key);
    if (message === undefined) return undefined;
    const write = DATA.test(key) ? undefined : voice?.write;
    if (typeof message === "string" && isPlain(message)) return write?.(message) ?? message;
    const its = own === undefined ? "en" : locale;
    const ast = typeof message === "string" ? read(message, its) : message;
    return new IntlMessageFormat(readTexts(ast, write), its, undefined, formatters && { formatters });
  };
  const compile = (key: string): string | IntlMessageFormat | undefined => {
    const known = compiled.get(key);
    if (known !== undefined) return known;
    const made = make(key);
    if (made !== undefined) compiled.set(key, made);
    return made;
  };
  const fill = (message: IntlMessageFormat, args: Args): string => {
    const ready: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(args)) {
      ready[name] = value;
      ready[asText(name)] = typeof value === "number" ? number(value) : isolate(String(value), meta.dir);
    }
    try {
      return String(message.format(ready as Record<string, string | number>));
    } catch {
      // A text that wants an argument which the server did not send: better an unfinished sentence than a broken page.
      return unfinished(message.getAst(), ready);
    }
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
      if (message === undefined) return key.slice(key.lastIndexOf(".") + 1).replaceAll("_", " ");
      const text = typeof message === "string" ? message : fill(message, args);
      if (DATA.test(key)) return text;
      return words.has(key) ? whole(text) : isolate(text, meta.dir);
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
    row: (items) =>
      whole(items.map((item) => isolate(item, meta.dir)).join(meta.dir === "rtl" ? "، " : ", ")),
  };
  return self;
}
