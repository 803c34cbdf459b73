// Why a request came to nothing, in words.
import { FALLBACK } from "../i18n/languages.ts";
import type { Translator } from "../i18n/words.ts";
import type { Refused } from "./types.ts";

/** What it is about, where the server says so and there are words for that; else what its code stands for. */
export function refusalText(tr: Translator, refused: Pick<Refused, "code" | "about" | "args">): string {
  const about = `refused.about.${refused.about}`;
  // A text among what fills it in is the server's own, for those who read English.
  const foreign = tr.lang !== FALLBACK && typeof refused.args?.text === "string";
  if (!refused.about || foreign || !tr.has(about)) return tr.t(`refused.${refused.code}`);
  const args = Object.entries(refused.args ?? {}).map(([name, value]) => [name, filling(tr, value)] as const);
  return tr.t(about, { ...Object.fromEntries(args), ...option(tr, refused.args) });
}

/** A rule of the house by its name on the page. */
function option(tr: Translator, args: Refused["args"]): { option?: string } {
  const label = `option.${String(args?.family)}.${String(args?.option)}.label`;
  return tr.has(label) ? { option: tr.t(label) } : {};
}

/** Numbers stay numbers, for plurals; a list of them is told as one. */
function filling(tr: Translator, value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return tr.list(value.map((one) => (typeof one === "number" ? tr.number(one) : String(one))));
}
