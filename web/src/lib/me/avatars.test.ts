import { describe, expect, it } from "vitest";
import { LANGUAGES, speak } from "../i18n/languages.ts";
import { avatar, AVATARS, GROUNDS, SIGNS } from "./avatars.ts";

describe("the faces of guests", () => {
  it("are thirty-two, all different", () => {
    expect(AVATARS).toBe(32);
    const all = Array.from({ length: AVATARS }, (_, n) => avatar(n));
    expect(new Set(all.map(({ sign, ground }) => `${sign} ${ground}`)).size).toBe(AVATARS);
    for (const { shapes } of all) expect(shapes.length).toBeGreaterThan(1);
  });

  it("are there for every number, so that a newer server does no harm", () => {
    for (const n of [-1, 32, 999]) expect(avatar(n).shapes.length).toBeGreaterThan(1);
  });

  it("stay inside their square", () => {
    for (const shape of Object.values(SIGNS).flat())
      for (const [, x, y] of shape.d.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)) {
        expect(Number(x)).toBeGreaterThanOrEqual(0);
        expect(Number(x)).toBeLessThanOrEqual(52);
        expect(Number(y)).toBeGreaterThanOrEqual(0);
        expect(Number(y)).toBeLessThanOrEqual(52);
      }
  });

  it.each(LANGUAGES.map(({ lang }) => lang))("have names in %s", async (lang) => {
    const tr = await speak(lang);
    for (const sign of Object.keys(SIGNS)) expect(tr.own(`avatar.sign.${sign}`), sign).toBe(true);
    for (const ground of Object.keys(GROUNDS)) expect(tr.own(`avatar.ground.${ground}`), ground).toBe(true);
  });
});
