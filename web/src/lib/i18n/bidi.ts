// Names and words of one direction inside sentences of the other.

export type Direction = "ltr" | "rtl";

const RTL_LETTERS = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const LTR_LETTERS =
  /(?![\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}])\p{L}/u;
/** Control characters, but for tabs and ends of lines. */
const CONTROL = /(?![\t\n])\p{Cc}/gu;
/** Marks that turn the direction of everything after them. */
const TURNING = /[\u202a-\u202e]/g;
const ISOLATED = /[\u2066-\u2068][^\u2066-\u2069]*\u2069/g;

/**
 * A text that cannot change what stands around it: no overriding marks, every isolate closed, and no control characters.
 * The program has the same (`words/bidi.py`).
 */
export function calm(text: string): string {
  const plain = text.replace(CONTROL, "");
  if (!/[\u202a-\u202e\u2066-\u2069]/.test(plain)) return plain;
  let open = 0;
  let made = "";
  for (const sign of plain.replace(TURNING, "")) {
    if (sign === "\u2069" && open === 0) continue;
    if (sign === "\u2069") open -= 1;
    else if (/[\u2066-\u2068]/.test(sign)) open += 1;
    made += sign;
  }
  return made + "\u2069".repeat(open);
}

/**
 * Text of the other direction inside a sentence gets invisible marks around it (FSI ... PDI), so that a Latin name in an
 * Arabic line, or the other way round, never drags its neighbours along.
 */
export function isolate(text: string, dir: Direction): string {
  const quiet = calm(text);
  let bare = quiet;
  for (let before = ""; before !== bare;) [before, bare] = [bare, bare.replace(ISOLATED, "")];
  return (dir === "rtl" ? LTR_LETTERS : RTL_LETTERS).test(bare) ? `\u2068${quiet}\u2069` : quiet;
}
