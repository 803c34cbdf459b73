import { afterEach, expect, test } from "vitest";
import { embedded } from "./embedded.ts";
import { speak } from "./i18n/languages.ts";

const write = (html: string): void => document.head.insertAdjacentHTML("beforeend", html);
afterEach(() => document.querySelectorAll("script").forEach((one) => one.remove()));

test("what the server has written into the page is read, in the language it is in", () => {
  write('<script type="application/json" id="words" lang="tr">[{"a": "b"}]</script>');
  expect(embedded("words", "tr")).toEqual([{ a: "b" }]);
  expect(embedded("words", "vi")).toBeNull();
  expect(embedded("nothing", "tr")).toBeNull();
});

test("words that stand in the page are not fetched, those of another language are", async () => {
  write('<script type="application/json" id="words" lang="en">[{"table": {"label": "Here"}}]</script>');
  expect((await speak("en")).t("table.label")).toBe("Here");
  expect((await speak("tr")).own("table.label")).toBe(true);
});
