// The time, for what counts down: it moves four times a second, and only while something looks at it.
import { createSubscriber } from "svelte/reactivity";

const tick = createSubscriber((update) => {
  const timer = setInterval(update, 250);
  return () => clearInterval(timer);
});

/** Milliseconds since the page was opened. */
export function now(): number {
  tick();
  return performance.now();
}
