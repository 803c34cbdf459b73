// What the tests' stand-in for a browser lacks, as still as can be; and each test leaves it as it found it.
import { cleanup } from "@testing-library/svelte";
import { afterEach } from "vitest";

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
});

Object.assign(window, {
  matchMedia: (media: string) => ({
    media,
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }),
  ResizeObserver: class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  },
});
Element.prototype.animate ??= () =>
  ({ cancel: () => undefined, finished: Promise.resolve() }) as unknown as Animation;
Element.prototype.scrollIntoView ??= () => undefined;
