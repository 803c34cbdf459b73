import { describe, expect, it, vi } from "vitest";

import type { Reply } from "../wire/http.ts";
import type { ReviewState } from "../wire/answers.ts";
import { Asking } from "./asking.svelte.ts";
import type { Server } from "./asking.svelte.ts";
import { REVIEW } from "./fixtures.ts";

const told = (state: ReviewState["state"], more: Partial<ReviewState> = {}): Reply<ReviewState> => ({
  ok: true,
  value: { state, ...more },
});
const problem = (code: string | null): Reply<ReviewState> => ({
  ok: false,
  problem: code === null ? null : { code, text: "" },
});

/** A server that gives these answers one after the other; what is to happen later happens when `pass` says so. */
function server(...answers: Reply<ReviewState>[]): Server & { pass(): Promise<void>; asked: string[] } {
  const asked: string[] = [];
  let next: (() => void) | null = null;
  const answer = (what: string) => (): Promise<Reply<ReviewState>> => {
    asked.push(what);
    return Promise.resolve(answers.shift() ?? problem(null));
  };
  return {
    asked,
    look: answer("look"),
    begin: answer("begin"),
    later: (run) => ((next = run), 1),
    cancel: () => (next = null),
    async pass() {
      const run = next;
      next = null;
      run?.();
      await vi.waitFor(() => undefined);
    },
  };
}

describe("asking for a review", () => {
  it("waits until it is there", async () => {
    const there = server(
      told("waiting", { ahead: 1 }),
      told("compiling"),
      told("working", { done: 3, total: 9 }),
      told("ready", { review: REVIEW }),
    );
    const asking = new Asking("m1", there);
    await asking.begin();
    expect([asking.underWay, asking.told?.ahead]).toEqual([true, 1]);
    await there.pass();
    expect(asking.underWay).toBe(true);
    await there.pass();
    expect(asking.told).toMatchObject({ state: "working", done: 3, total: 9 });
    await there.pass();
    expect(asking.review).toBe(REVIEW);
    await there.pass();
    expect(there.asked).toEqual(["begin", "look", "look", "look"]);
  });

  it("finds one that is there already without asking for it", async () => {
    const asking = new Asking("m1", server(told("ready", { review: REVIEW })));
    await asking.look();
    expect(asking.review).toBe(REVIEW);
  });

  it("says nothing is wrong to who only looked", async () => {
    for (const reply of [told("none"), problem(null), problem("not_found")]) {
      const asking = new Asking("m1", server(reply));
      await asking.look();
      expect([asking.hitch, asking.underWay, asking.review]).toEqual([null, false, null]);
    }
  });

  it.each([
    [told("full"), "full"],
    [told("too_long"), "too_long"],
    [told("failed"), "failed"],
    [problem("too_fast"), "too_fast"],
    [problem("not_found"), "missing"],
    [problem(null), "unreachable"],
  ] as const)("says why there is none, and may be asked again", async (reply, hitch) => {
    const asking = new Asking("m1", server(reply, told("ready", { review: REVIEW })));
    await asking.begin();
    expect(asking.hitch).toBe(hitch);
    await asking.begin();
    expect([asking.hitch, asking.review]).toEqual([null, REVIEW]);
  });

  it("bears with a server that is away for a moment, but not for ever", async () => {
    const away = server(told("working"), problem(null), told("working"), ...Array(9).fill(problem(null)));
    const asking = new Asking("m1", away);
    await asking.begin();
    await away.pass();
    expect(asking.underWay).toBe(true);
    await away.pass();
    for (let i = 0; i < 5; i += 1) await away.pass();
    expect([asking.underWay, asking.hitch]).toEqual([false, "unreachable"]);
  });

  it("is still when it is left", async () => {
    const there = server(told("working"), told("ready", { review: REVIEW }));
    const asking = new Asking("m1", there);
    await asking.begin();
    asking.stop();
    await there.pass();
    expect(there.asked).toEqual(["begin"]);
  });
});
