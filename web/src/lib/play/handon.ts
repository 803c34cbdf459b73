// A card that is played takes the focus with it unless its neighbour gets it first.

const CARDS = '[data-spot^="hand:"]';

/**
 * To be asked before the page draws these cards of the hand: if the one that has the focus is not among them, the focus goes
 * to the next one that is. While all lies as it did, that costs nothing; once cards are gone, the browser would have to lay
 * the page out at once to find out what may have the focus.
 */
export function handOn(cards: readonly { readonly token: string }[]): void {
  const on = document.activeElement?.closest<HTMLElement>(CARDS);
  if (!on) return;
  const stays = new Set(cards.map(({ token }) => `hand:${token}`));
  const staying = (node: HTMLElement): boolean => stays.has(node.dataset.spot ?? "");
  if (staying(on)) return;
  const all = [...document.querySelectorAll<HTMLElement>(CARDS)];
  const at = all.indexOf(on);
  [...all.slice(at + 1), ...all.slice(0, at).reverse()].find(staying)?.focus({ preventScroll: true });
}
