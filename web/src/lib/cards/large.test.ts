import { cleanup, render } from "@testing-library/svelte";
import { afterEach, expect, it } from "vitest";
import { settings } from "../settings.svelte.ts";
import Card from "./Card.svelte";

afterEach(() => {
  cleanup();
  settings.large = false;
});

it("has large figures at every size for those who want them", () => {
  const drawn = (small: boolean): string => render(Card, { token: "9S", small }).container.innerHTML;
  const height = (picture: string): number => Number(/scale\([\d.]+ ([\d.]+)\)/.exec(picture)?.[1]);
  const [plain, fine] = [drawn(true), drawn(false)];
  expect(height(plain)).toBeGreaterThan(height(fine));
  settings.large = true;
  expect(drawn(false)).toBe(drawn(true));
  expect(height(drawn(true))).toBeGreaterThan(1.25 * height(plain));
});
