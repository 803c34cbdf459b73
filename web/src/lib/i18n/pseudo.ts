// Two languages that nobody speaks, made from English: `?lang=en-XA` and, from right to left, `?lang=ar-XB`. What stands
// in brackets came from the words; what does not was written into the page. Both are 40 % longer than English.
import type { Meta, Voice } from "./words.ts";

const ACCENTS: Readonly<Record<string, string>> = Object.fromEntries(
  [..."aàbƀcçdđeéfƒgĝhĥiîjĵkķlļmɱnñoôpþqǫrŕsštţuûvṽwŵxẋyýzž"].reduce<[string, string][]>(
    (pairs, sign, i, all) => (i % 2 ? pairs : [...pairs, [sign, all[i + 1] ?? sign]]),
    [],
  ),
);
/** One Arabic letter for each Latin one: it can be read by nobody, but runs and joins as Arabic does. */
const ARABIC = [..."ابجدهوزحطيكلمنسعفصقرشتثخذض"];
const FILLING = " one two three four five six seven eight nine ten".repeat(10);
/** What the words that are filled in look like: they have been made longer already. */
const FILLED = /\u27e6[^\u27e6\u27e7]*\u27e7/g;

const accented = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const found = ACCENTS[letter.toLowerCase()] ?? letter;
    return letter === letter.toLowerCase() ? found : found.toUpperCase();
  });

const turned = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => ARABIC[letter.toLowerCase().charCodeAt(0) - 97] ?? letter);

function ownLength(text: string): number {
  let bare = text;
  for (let before = ""; before !== bare;) [before, bare] = [bare, bare.replace(FILLED, "")];
  return bare.length;
}

export interface Pseudo {
  readonly meta: Meta;
  readonly voice: Voice;
}

const voice = (change: (text: string) => string): Voice => ({
  write: change,
  whole: (text) => `\u27e6${text}${change(FILLING.slice(0, Math.ceil(ownLength(text) * 0.4)))}\u27e7`,
});

/** By their codes. */
export const PSEUDO: Readonly<Record<string, Pseudo>> = {
  "en-XA": { meta: { name: "Ĺôñĝ", dir: "ltr", locale: "en" }, voice: voice(accented) },
  "ar-XB": { meta: { name: "ضخذ", dir: "rtl", locale: "en" }, voice: voice(turned) },
};
