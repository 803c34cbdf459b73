import { describe, expect, it } from "vitest";
import { Place } from "./place.svelte.ts";

/** A browser whose clock goes on when the test says so. */
class Pretended {
  hash = "#/match/m";
  written: string[] = [];
  time = 1000;
  waiting: { run: () => void; at: number }[] = [];
  place = new Place({
    read: () => this.hash,
    replace: (hash) => {
      this.hash = hash;
      this.written.push(hash);
    },
    now: () => this.time,
    later: (run, ms) => {
      this.waiting.push({ run, at: this.time + ms });
      return setTimeout(() => undefined, 0);
    },
  });
  pass(ms: number): void {
    this.time += ms;
    const due = this.waiting.filter(({ at }) => at <= this.time);
    this.waiting = this.waiting.filter(({ at }) => at > this.time);
    for (const { run } of due) run();
  }
}

describe("the place in the address", () => {
  it("is written at once, and the latest of many a little later", () => {
    const browser = new Pretended();
    browser.place.come();
    browser.place.mark("#/match/m/step-2");
    expect(browser.hash).toBe("#/match/m/step-2");
    for (let n = 3; n < 200; n += 1) browser.place.mark(`#/match/m/step-${n}`);
    expect(browser.place.hash).toBe("#/match/m/step-199");
    expect(browser.written).toHaveLength(1);
    browser.pass(400);
    expect(browser.written).toEqual(["#/match/m/step-2", "#/match/m/step-199"]);
    browser.pass(400);
    expect(browser.written).toHaveLength(2);
  });

  it("is not written again where the page stands already", () => {
    const browser = new Pretended();
    browser.place.come();
    browser.place.mark("#/match/m");
    expect(browser.written).toEqual([]);
  });

  it("counts the reader's own ways alone", () => {
    const browser = new Pretended();
    browser.place.come();
    browser.place.mark("#/match/m/step-2");
    expect(browser.place.visits).toBe(1);
    browser.hash = "#/";
    browser.place.come();
    expect([browser.place.visits, browser.place.hash]).toEqual([2, "#/"]);
  });
});
