// The languages there are: one folder each under src/diwaniya/words. A new folder is a new language, with no change here.
import { flatten, translator } from "./words.ts";
import type { Meta, Translator } from "./words.ts";

const metas = import.meta.glob<Meta>("../../../../src/diwaniya/words/*/meta.json", {
  eager: true,
  import: "default",
});
const files = import.meta.glob<unknown>(
  // What only a terminal says is left out.
  ["../../../../src/diwaniya/words/*/*.json", "!../../../../src/diwaniya/words/*/{meta,terminal}.json"],
  { import: "default" },
);

/** The language whose words stand in where another's are missing. */
export const FALLBACK = "en";

const folder = (path: string): string => path.split("/").at(-2) ?? "";

export interface Language extends Meta {
  readonly lang: string;
}

export const LANGUAGES: readonly Language[] = Object.entries(metas)
  .map(([path, meta]) => ({ lang: folder(path), ...meta }))
  .sort((a, b) => Number(b.lang === FALLBACK) - Number(a.lang === FALLBACK) || a.name.localeCompare(b.name));

async function words(lang: string): Promise<Map<string, string>> {
  const parts = Object.entries(files).filter(([path]) => folder(path) === lang);
  const trees = await Promise.all(parts.map(([, load]) => load()));
  const all = new Map<string, string>();
  for (const tree of trees) flatten(tree, all);
  return all;
}

/** Everything the page can say in a language; English fills the gaps. */
export async function speak(lang: string): Promise<Translator> {
  const known = LANGUAGES.find((one) => one.lang === lang) ?? LANGUAGES.find((one) => one.lang === FALLBACK);
  if (!known) throw new Error("no words at all");
  const own = await words(known.lang);
  const behind = known.lang === FALLBACK ? undefined : await words(FALLBACK);
  return translator(known.lang, known, own, behind);
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
