// Everything has come to rest: nothing flies and nothing is half faded in.
import type { Locator, Page } from "@playwright/test";

/** Waits until no movement with an end runs in this part of the page any more. What glows for ever is let be. */
export async function settled(part: Locator | Page): Promise<void> {
  const root = "goto" in part ? part.locator("html") : part;
  await root.evaluate(async (element) => {
    const moving = (): Animation[] =>
      element
        .getAnimations({ subtree: true })
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    for (let all = moving(); all.length; all = moving()) {
      await Promise.allSettled(all.map(({ finished }) => finished));
      await frame();
    }
  });
}
