// What scrolls within the page fades away at the edge behind which there is more.

/** Fewer pixels than this hide nothing. */
const SLACK = 4;

/** To be attached to what scrolls; its style (`base.css`) follows these attributes. */
export function fading(node: HTMLElement): () => void {
  const look = (): void => {
    const more = node.scrollHeight - node.clientHeight;
    node.toggleAttribute("data-above", node.scrollTop > SLACK);
    node.toggleAttribute("data-below", more - node.scrollTop > SLACK);
    // Keys can scroll only what can have the focus, or what holds something that can.
    if (node.querySelector("a, button, input, select")) return;
    if (more > SLACK) node.tabIndex = 0;
    else node.removeAttribute("tabindex");
  };
  const sizes = new ResizeObserver(look);
  const texts = new MutationObserver(look);
  sizes.observe(node);
  texts.observe(node, { childList: true, characterData: true, subtree: true });
  node.addEventListener("scroll", look, { passive: true });
  look();
  return () => {
    sizes.disconnect();
    texts.disconnect();
    node.removeEventListener("scroll", look);
  };
}
