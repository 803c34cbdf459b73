import { beforeEach, expect, test } from "vitest";
import { handOn } from "./handon.ts";

beforeEach(() => {
  document.body.innerHTML = ["AS", "KS", "TH"]
    .map((card) => `<button data-spot="hand:${card}">${card}</button>`)
    .concat("<button>Menu</button>")
    .join("");
});

const focus = (text: string): void =>
  [...document.querySelectorAll("button")].find((node) => node.textContent === text)?.focus();
const on = (): string => document.activeElement?.textContent ?? "";
const cards = (...tokens: string[]): { token: string }[] => tokens.map((token) => ({ token }));

test("the focus goes from a card that is played to the next, from the last to the one before", () => {
  focus("KS");
  handOn(cards("AS", "TH"));
  expect(on()).toBe("TH");
  handOn(cards("AS"));
  expect(on()).toBe("AS");
});

test("it stays where it is if that stays, or is no card", () => {
  focus("KS");
  handOn(cards("KS"));
  expect(on()).toBe("KS");
  focus("Menu");
  handOn(cards("AS"));
  expect(on()).toBe("Menu");
  focus("AS");
  handOn([]);
  expect(on()).toBe("AS");
});
