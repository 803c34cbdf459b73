// The focus is never nowhere. When what had it goes away, or can no longer be used, it goes to the place where the reader
// would look next, so that keys and screen readers go on from there and not from the top of the page.

/** Where the focus belongs when it has lost its place, the best first: what is marked, the moves, the page itself. */
const HOMES = ["dialog[open]", "[data-home]", "#hand", "main[tabindex]", "main"] as const;

const usable = (node: Element): boolean => !node.matches(":disabled") && !node.closest("[inert]");

function home(): HTMLElement | undefined {
  for (const selector of HOMES)
    for (const node of document.querySelectorAll<HTMLElement>(selector)) if (usable(node)) return node;
  return undefined;
}

/** Watch over the focus until the returned function is called. To be run in an effect. */
export function keepFocus(): () => void {
  let last: Element | null = null;
  /** What had the focus and will have it again once it can be used, if the focus has not gone elsewhere. */
  let waiting: Element | null = null;
  const nowhere = (): boolean => {
    const on = document.activeElement;
    return !on || on === document.body || !usable(on);
  };
  const focusin = (event: FocusEvent): void => {
    last = event.target instanceof Element ? event.target : null;
    if (last !== waiting) waiting = null;
  };
  let frame = 0;
  const look = (): void => {
    frame = 0;
    if (waiting && (!waiting.isConnected || usable(waiting))) {
      const back = waiting.isConnected ? (waiting as HTMLElement) : home();
      waiting = null;
      back?.focus({ preventScroll: true });
      return;
    }
    // A touch of what cannot have the focus takes it away, and that is as it should be.
    if (!last || !nowhere() || (last.isConnected && usable(last))) return;
    const stays = last.isConnected ? last : null;
    home()?.focus({ preventScroll: true });
    waiting = stays;
  };
  // Not at once: to find out what may have the focus the page has to be laid out, and in the next frame it is anyway.
  const soon = (): void => {
    if (frame || (!waiting && (!last || !nowhere()))) return;
    frame = requestAnimationFrame(look);
  };
  const watch = new MutationObserver(soon);
  watch.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["disabled", "inert"],
  });
  document.addEventListener("focusin", focusin);
  return () => {
    watch.disconnect();
    cancelAnimationFrame(frame);
    document.removeEventListener("focusin", focusin);
  };
}
