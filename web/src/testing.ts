// What the tests' stand-in for a browser lacks, as still as can be.
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
