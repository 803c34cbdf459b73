import { describe, expect, it } from "vitest";
import { fading } from "./fading.ts";

/** Something that scrolls: so high is what it holds, so high it is itself. */
function scrolling(holds: number, high: number, html = ""): HTMLElement {
  const node = document.createElement("div");
  node.innerHTML = html;
  Object.defineProperties(node, { scrollHeight: { value: holds }, clientHeight: { value: high } });
  document.body.append(node);
  return node;
}
const edges = (node: HTMLElement): boolean[] =>
  ["data-above", "data-below"].map((name) => node.hasAttribute(name));

describe("what scrolls", () => {
  it("fades where there is more, as far as it has been scrolled", () => {
    const node = scrolling(500, 200);
    const leave = fading(node);
    expect(edges(node)).toEqual([false, true]);
    for (const [top, there] of [
      [120, [true, true]],
      [300, [true, false]],
      [0, [false, true]],
    ] as const) {
      node.scrollTop = top;
      node.dispatchEvent(new Event("scroll"));
      expect(edges(node)).toEqual(there);
    }
    leave();
    node.scrollTop = 300;
    node.dispatchEvent(new Event("scroll"));
    expect(edges(node)).toEqual([false, true]);
  });

  it("is as it was where all of it is seen", () => {
    const node = scrolling(200, 200);
    fading(node);
    expect(edges(node)).toEqual([false, false]);
    expect(node.hasAttribute("tabindex")).toBe(false);
  });

  it("is reached by keys, through what it holds if it can", () => {
    const [text, list] = [scrolling(500, 200), scrolling(500, 200, "<button>1</button>")];
    fading(text);
    fading(list);
    expect(text.getAttribute("tabindex")).toBe("0");
    expect(list.hasAttribute("tabindex")).toBe(false);
  });
});
