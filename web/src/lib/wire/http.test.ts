import { afterEach, describe, expect, it, vi } from "vitest";
import { claim, roomOf, saveMe } from "./http.ts";

afterEach(() => vi.unstubAllGlobals());

const answering = (status: number, body: unknown) => {
  const fetch = vi.fn((_path: string, _how?: RequestInit) =>
    Promise.resolve(new Response(JSON.stringify(body), { status })),
  );
  vi.stubGlobal("fetch", fetch);
  return fetch;
};

describe("what is asked over HTTP", () => {
  it("brings the answer, or the problem that the server named", async () => {
    answering(200, { name: "Salem", avatar: 3 });
    expect(await saveMe({ name: "Salem", avatar: 3 })).toEqual({
      ok: true,
      value: { name: "Salem", avatar: 3 },
    });
    answering(404, { code: "not_found", text: "There is no such room." });
    expect(await roomOf("K7M29QXR")).toMatchObject({ ok: false, problem: { code: "not_found" } });
  });

  it("says so when no answer came, or one that cannot be read", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new Error("offline")));
    expect(await claim("abc")).toEqual({ ok: false, problem: null });
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("<html>", { status: 502 })));
    expect(await claim("abc")).toEqual({ ok: false, problem: null });
  });

  it("sends JSON, and keeps an odd code inside its place in the address", async () => {
    const fetch = answering(200, {});
    await claim("abc");
    expect(fetch).toHaveBeenLastCalledWith("/api/me/claim", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: '{"ticket":"abc"}',
    });
    await roomOf("../me");
    expect(fetch.mock.lastCall?.[0]).toBe("/api/rooms/..%2Fme");
  });
});
