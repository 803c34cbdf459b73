// What lies over what it should not at a table with open hands: names, hands, the trick, the pack.
import type { Locator } from "@playwright/test";

import { settled } from "./settled.ts";

/** The cards on the table and in the hand over which something lies. */
export const below = (over: Locator): Promise<(string | undefined)[]> =>
  over.evaluate((node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    return [
      ...document.querySelectorAll<HTMLElement>(
        ":is([data-spot^='floor:'], [data-spot^='trick:'], [data-spot^='hand:'])",
      ),
    ]
      .filter((card) => {
        const box = card.getBoundingClientRect();
        return box.left < right && left < box.right && box.top < bottom && top < box.bottom;
      })
      .map((card) => card.dataset.spot);
  });

/**
 * Pairs of things that lie over each other; none is as it should be.
 * Whatever flies passes over what lies, so it is waited for: a card that is played comes out of a hand.
 */
export async function covered(board: Locator): Promise<string[]> {
  await settled(board);
  return board.evaluate((table) => {
    const all = (selector: string): Element[] => [...table.querySelectorAll(selector)];
    const named = (kind: string, found: Element[]): { kind: string; box: DOMRect }[] =>
      found.map((one) => ({
        kind: `${kind} ${one.textContent.trim().slice(0, 20)}`,
        box: one.getBoundingClientRect(),
      }));
    const plates = named("name", all(".plate"));
    const hands = named(
      "hand",
      all("[data-testid^=open-]").filter((one) => one.children.length),
    );
    const others = [
      ...named("trick", all("[data-testid=trick] > *")),
      ...named("pack", all(".corner, .aside, .low")),
      ...named("floor", all("[data-spot^='floor:']")),
    ];
    const over = (one: DOMRect, other: DOMRect): boolean =>
      one.left < other.right - 1 &&
      other.left < one.right - 1 &&
      one.top < other.bottom - 1 &&
      other.top < one.bottom - 1;
    const pairs = [
      ...plates.flatMap((plate) => [...hands, ...others].map((other) => [plate, other] as const)),
      ...hands.flatMap((hand) => others.map((other) => [hand, other] as const)),
    ];
    return pairs
      .filter(([one, other]) => over(one.box, other.box))
      .map(([one, other]) => `${one.kind} and ${other.kind}`);
  });
}
