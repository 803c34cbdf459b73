// A picture of cards, written as cards with signs between them: `8H > 8S + AS 7S`.
export type Part = { readonly card: string } | { readonly sign: string };

/** The signs as they are shown. The first two turn around by themselves in languages that are read from the right. */
const SIGNS: Readonly<Record<string, string>> = { ">": "›", "<": "‹", "+": "+", "=": "=", "|": "" };

export const picture = (text: string): Part[] =>
  text.split(" ").map((part) => {
    const sign = SIGNS[part];
    return sign === undefined ? { card: part } : { sign };
  });

export const cardsOf = (parts: readonly Part[]): string[] =>
  parts.flatMap((part) => ("card" in part ? [part.card] : []));
