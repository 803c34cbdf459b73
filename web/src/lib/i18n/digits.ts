// The digits that a reader chose, in numbers and in the words' own text alike.

/** As `Intl` names them: 0-9, Arabic-Indic and Persian. */
export const DIGITS = ["latn", "arab", "arabext"] as const;
/** Empty: those of the language. */
export type Digits = "" | (typeof DIGITS)[number];

const ZEROS: Readonly<Record<(typeof DIGITS)[number], number>> = { latn: 0x30, arab: 0x660, arabext: 0x6f0 };
/** Figures in a text: not those of rules (K12), codes, versions and what can be typed. */
const FIGURES =
  /(?<![A-Za-z0-9_.:+-])[0-9]+(?![A-Za-z0-9_]|[.:+-][A-Za-z0-9])|[\u0660-\u0669\u06f0-\u06f9]+/g;

/** A language's locale with these digits. */
export const withDigits = (locale: string, digits: Digits): string =>
  digits ? `${locale.replace(/-u-.*$/, "")}-u-nu-${digits}` : locale;

/** A text with its figures in these digits. */
export function inDigits(text: string, digits: Digits): string {
  if (!digits) return text;
  const zero = ZEROS[digits];
  const one = (sign: string): string => {
    const code = sign.charCodeAt(0);
    return String.fromCharCode(
      zero + (code < 0x660 ? code - 0x30 : code < 0x6f0 ? code - 0x660 : code - 0x6f0),
    );
  };
  return text.replace(FIGURES, (run) => [...run].map(one).join(""));
}

/** The whole number that somebody has written, in whatever digits; null if it is none. */
export function wholeNumber(text: string): number | null {
  const written = inDigits(text.trim(), "latn");
  return /^\d+$/.test(written) ? Number(written) : null;
}
