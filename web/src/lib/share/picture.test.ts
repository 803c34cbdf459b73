import { describe, expect, it } from "vitest";
import page from "../../../../src/diwaniya/words/en/page.json";
import { namesFrom, seedFrom } from "../table/names.ts";
import { fetchPicture, handOn, pictureAddress } from "./picture.ts";

const file = new File(["png"], "basra.png", { type: "image/png" });

/** What became of it, with a browser that can do this much. */
async function handed(
  can: boolean,
  share?: (data?: ShareData) => Promise<void>,
): Promise<[string, File[], ShareData[]]> {
  const saved: File[] = [];
  const shared: ShareData[] = [];
  const how = await handOn(file, "Won!", "https://cards.example/match/X", (one) => saved.push(one), {
    canShare: () => can,
    ...(share && {
      share: (data) => {
        shared.push(data ?? {});
        return share(data);
      },
    }),
  });
  return [how, saved, shared];
}

describe("a picture of a match", () => {
  it("has an address, with language and names", () => {
    expect(pictureAddress("AB", "1x", "ar")).toBe("/og/matches/AB.png?lang=ar&names=1x");
    expect(pictureAddress("AB", "", "en")).toBe("/og/matches/AB.png?lang=en");
  });

  it("is handed on with its link", async () => {
    const [how, saved, shared] = await handed(true, () => Promise.resolve());
    expect([how, saved]).toEqual(["shared", []]);
    expect(shared).toEqual([{ files: [file], text: "Won! https://cards.example/match/X" }]);
  });

  it("is saved where it cannot be handed on", async () => {
    expect(await handed(false, () => Promise.resolve())).toEqual(["saved", [file], []]);
    expect(await handed(true)).toEqual(["saved", [file], []]);
    const late = (): Promise<void> => Promise.reject(new DOMException("too late", "NotAllowedError"));
    expect((await handed(true, late)).slice(0, 2)).toEqual(["saved", [file]]);
  });

  it("is not saved for somebody who thought better of it", async () => {
    const no = (): Promise<void> => Promise.reject(new DOMException("no", "AbortError"));
    expect((await handed(true, no)).slice(0, 2)).toEqual(["thought better", []]);
  });

  it("is fetched as a file, or not at all", async () => {
    const answer = (status: number) => (): Promise<Response> =>
      Promise.resolve(new Response("png", { status }));
    const got = await fetchPicture("/og/matches/AB.png", "ab.png", answer(200));
    expect([got.name, got.type]).toEqual(["ab.png", "image/png"]);
    await expect(fetchPicture("/og/matches/AB.png", "ab.png", answer(503))).rejects.toThrow("503");
  });

  it("has the names of computer players that the page gives them", () => {
    // The server makes the picture: tests/server/test_previews.py wants the same names of it.
    const bot = { kind: "computer", name: "", avatar: 0, level: "easy", here: true, away: false } as const;
    const seats = ["Mansour", "", "", "", ""].map((name) => ({ ...bot, name }));
    const names = namesFrom(
      seedFrom("1x2y", "AB"),
      { seats, seat: null },
      page.players.names,
      "you",
      (n) => `Player ${n}`,
    );
    expect(names.slice(0, 4)).toEqual(["Mansour", "Hamad", "Jasim", "Abu Karim"]);
  });
});
