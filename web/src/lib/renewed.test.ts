import { beforeEach, describe, expect, it } from "vitest";
import { whyMissing } from "./renewed.ts";

const there = (): Promise<{ ok: boolean }> => Promise.resolve({ ok: true });

describe("a part of the page that does not come", () => {
  beforeEach(() => {
    sessionStorage.clear();
  });

  it("has the page loaded anew once for each build", async () => {
    expect(await whyMissing("/a.js", sessionStorage, there)).toBe("reload");
    expect(await whyMissing("/a.js", sessionStorage, there)).toBe("renewed");
    expect(await whyMissing("/b.js", sessionStorage, there)).toBe("reload");
    // Two servers with different builds: the page must not go to and fro between them.
    expect(await whyMissing("/a.js", sessionStorage, there)).toBe("renewed");
    expect(await whyMissing("/b.js", sessionStorage, there)).toBe("renewed");
  });

  it("does not have the page thrown away while the server does not answer", async () => {
    const gone = (): Promise<never> => Promise.reject(new TypeError("no network"));
    expect(await whyMissing("/a.js", sessionStorage, gone)).toBe("unreachable");
    expect(await whyMissing("/a.js", sessionStorage, () => Promise.resolve({ ok: false }))).toBe(
      "unreachable",
    );
    expect(await whyMissing("/a.js", sessionStorage, there)).toBe("reload");
  });
});
