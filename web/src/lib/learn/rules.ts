// The rules of a family as the words have them: sections of numbered rules.
import type { Translator } from "../i18n/words.ts";

export interface Rule {
  /** As the rules are counted: `K13`. It is the rule's place on the page, too. */
  readonly number: string;
  readonly text: string;
}

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly rules: readonly Rule[];
}

/** In the order of the file. `game` is the one of the family that is read about: a rule may differ among them. */
export function sections(tr: Translator, family: string, game: string): Section[] {
  const found = new Map<string, { title: string; rules: Rule[] }>();
  for (const { key } of tr.under(`learn.rules.${family}`)) {
    const [id = "", kind, number] = key.split(".");
    const section = found.get(id) ?? { title: "", rules: [] };
    found.set(id, section);
    const text = tr.t(`learn.rules.${family}.${key}`, { game });
    if (kind === "title") section.title = text;
    else if (number) section.rules.push({ number, text });
  }
  return [...found].map(([id, section]) => ({ id, ...section }));
}

/** Those that hold at every table come last. */
export const allSections = (tr: Translator, family: string, game: string): Section[] => [
  ...sections(tr, family, game),
  ...sections(tr, "every", game),
];

export interface Told {
  readonly title: string;
  /** What is said at each step. */
  readonly say: readonly string[];
}

/** The words of an example. */
export function told(tr: Translator, family: string, id: string): Told {
  const lines = tr.under(`learn.example.${family}.${id}`);
  return {
    title: lines.find(({ key }) => key === "title")?.text ?? id,
    say: lines.filter(({ key }) => key.startsWith("say.")).map(({ text }) => text),
  };
}
