// The languages there are: one folder each under src/diwaniya/words. A new folder is a new language, with no change here.
import { embedded } from "../embedded.ts";
import { inDigits, withDigits } from "./digits.ts";
import type { Digits } from "./digits.ts";
import { flatten, translator } from "./words.ts";
import type { Message, Meta, Translator } from "./words.ts";

const metas = import.meta.glob<Meta>("../../../../src/diwaniya/words/*/meta.json", {
  eager: true,
  import: "default",
});
const files = import.meta.glob<unknown>(
  // What only a terminal or the server itself says is left out, and what comes when it is asked for.
  [
    "../../../../src/diwaniya/words/*/*.json",
    "!../../../../src/diwaniya/words/*/{meta,terminal,commands,missing,learn}.json",
  ],
  { import: "default" },
);
/** Files of words that most visits do without. */
const apart = import.meta.glob<unknown>("../../../../src/diwaniya/words/*/learn.json", { import: "default" });

/** The language whose words stand in where another's are missing. */
export const FALLBACK = "en";

const folder = (path: string): string => path.split("/").at(-2) ?? "";

export interface Language extends Meta {
  readonly lang: string;
}

export const LANGUAGES: readonly Language[] = Object.entries(metas)
  .map(([path, meta]) => ({ lang: folder(path), ...meta }))
  .sort((a, b) => Number(b.lang === FALLBACK) - Number(a.lang === FALLBACK) || a.name.localeCompare(b.name));

async function words(lang: string, more: readonly string[]): Promise<Map<string, Message>> {
  const wanted = Object.entries(apart).filter(([path]) =>
    more.some((file) => path.endsWith(`/${file}.json`)),
  );
  const here = embedded("words", lang) as unknown[] | null;
  const parts = [...(here ? [] : Object.entries(files)), ...wanted].filter(([path]) => folder(path) === lang);
  const trees = [...(here ?? []), ...(await Promise.all(parts.map(([, load]) => load())))];
  const all = new Map<string, Message>();
  for (const tree of trees) flatten(tree, all);
  return all;
}

/** Languages for tests: see `pseudo.ts`. */
const INVENTED = /^[a-z]{2}-X[AB]$/;

/** Everything the page can say in a language, with `more` files that are not always there; English fills the gaps, if there are any. */
export async function speak(
  lang: string,
  digits: Digits = "",
  more: readonly string[] = [],
): Promise<Translator> {
  if (INVENTED.test(lang)) {
    const found = (await import("./pseudo.ts")).PSEUDO[lang];
    if (found) return translator(lang, found.meta, await words(FALLBACK, more), undefined, found.voice);
  }
  const known = LANGUAGES.find((one) => one.lang === lang) ?? LANGUAGES.find((one) => one.lang === FALLBACK);
  if (!known) throw new Error("no words at all");
  const [own, behind] = await Promise.all([
    words(known.lang, more),
    known.lang === FALLBACK || known.whole ? undefined : words(FALLBACK, more),
  ]);
  const meta = { ...known, locale: withDigits(known.locale ?? known.lang, digits) };
  const voice = digits ? { write: (text: string) => inDigits(text, digits) } : undefined;
  return translator(known.lang, meta, own, behind, voice);
}

/** The language that an address asks for (`?lang=fa`), if it does and there is one. */
export function asked(search: string): string | null {
  const lang = new URLSearchParams(search).get("lang") ?? "";
  return INVENTED.test(lang) || LANGUAGES.some((one) => one.lang === lang) ? lang : null;
}

/** The first language of the reader's list that there are words for. */
export function prefer(
  wanted: readonly string[],
  there: readonly string[] = LANGUAGES.map((l) => l.lang),
): string {
  for (const tag of wanted) {
    const base = tag.toLowerCase().split("-")[0] ?? "";
    if (there.includes(base)) return base;
  }
  return FALLBACK;
}
