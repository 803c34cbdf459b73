// Every card is drawn once and then copied: a copy costs next to nothing, and cards come and go by the dozen.
import { mount, unmount, untrack } from "svelte";
import Back from "./Back.svelte";
import Face from "./Face.svelte";

/** In full, plainer where there is little room, or with figures as large as can be. */
export type Drawing = "full" | "small" | "large";

const made = new Map<string, Element>();

/** A picture of a card, or of its back, to be put where it is to be seen. */
export function drawn(token: string | null, drawing: Drawing): Element {
  const key = `${token} ${drawing}`;
  let one = made.get(key);
  if (!one) made.set(key, (one = untrack(() => draw(token, drawing))));
  return one.cloneNode(true) as Element;
}

function draw(token: string | null, drawing: Drawing): Element {
  const target = document.createElement("div");
  const part = token === null ? mount(Back, { target }) : mount(Face, { target, props: { token, drawing } });
  const picture = target.firstElementChild?.cloneNode(true) as Element;
  void unmount(part);
  // What Svelte keeps its place with is of no use in a copy.
  const rest = document.createTreeWalker(picture, NodeFilter.SHOW_COMMENT | NodeFilter.SHOW_TEXT);
  const gone: ChildNode[] = [];
  while (rest.nextNode()) gone.push(rest.currentNode as ChildNode);
  for (const node of gone)
    if (!node.textContent?.trim() || node.nodeType === Node.COMMENT_NODE) node.remove();
  return picture;
}
