import { afterEach, beforeEach, expect, test } from "vitest";

import { keepFocus } from "./focus.ts";

let stop: () => void;
beforeEach(() => {
  document.body.innerHTML =
    '<main tabindex="-1"><button id="a">a</button><section id="hand" tabindex="-1"><button id="b">b</button></section></main>';
  stop = keepFocus();
});
afterEach(() => stop());

const get = (id: string): HTMLButtonElement => document.getElementById(id) as HTMLButtonElement;
const on = (): string => document.activeElement?.id ?? "";
/** Observers have looked, and the frame has come in which they act. */
const settled = (): Promise<void> =>
  new Promise((resolve) => setTimeout(() => requestAnimationFrame(() => setTimeout(resolve))));

test("when what had the focus is gone, the moves have it", async () => {
  get("a").focus();
  get("a").remove();
  await settled();
  expect(on()).toBe("hand");
});

test("a marked place comes before the moves, if it can be used", async () => {
  get("b").dataset.home = "";
  get("a").focus();
  get("a").remove();
  await settled();
  expect(on()).toBe("b");
});

test("a page that comes later takes the focus of the one that went", async () => {
  get("a").focus();
  document.body.innerHTML = "<p>Wait</p>";
  await settled();
  expect(document.activeElement).toBe(document.body);
  document.body.innerHTML = '<main id="next" tabindex="-1">Here</main>';
  await settled();
  expect(on()).toBe("next");
});

test("a button that cannot be used for a while gets the focus back", async () => {
  get("b").focus();
  get("b").disabled = true;
  await settled();
  expect(on()).toBe("hand");
  get("b").disabled = false;
  await settled();
  expect(on()).toBe("b");
});

test("whoever goes elsewhere meanwhile stays there", async () => {
  get("b").focus();
  get("b").disabled = true;
  await settled();
  get("a").focus();
  get("b").disabled = false;
  await settled();
  expect(on()).toBe("a");
});

test("what takes the focus away without anything going is let be", async () => {
  get("a").focus();
  get("a").blur();
  get("b").remove();
  await settled();
  expect(document.activeElement).toBe(document.body);
});
