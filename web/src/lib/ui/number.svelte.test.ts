// A number that is written: in the reader's digits, and with a word where it is none.
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, expect, it } from "vitest";

import { app } from "../app.svelte.ts";
import { speak } from "../i18n/languages.ts";
import NumberField from "./NumberField.svelte";

const option = {
  name: "target",
  kind: "number",
  default: 101,
  least: 1,
  choices: [],
  common: [51, 101],
} as const;

beforeAll(async () => {
  app.tr = await speak("ar");
});
afterEach(cleanup);

it("is read in whatever digits it is written, and asked for once more where it is none", async () => {
  const props = $state({
    option: { ...option, choices: [], common: [51, 101] },
    label: "L",
    help: "",
    value: 101,
  });
  const { container } = render(NumberField, {
    get value() {
      return props.value;
    },
    set value(value: number) {
      props.value = value;
    },
    option: props.option,
    label: props.label,
    help: props.help,
  });
  await fireEvent.click(screen.getByRole("radio", { name: "رقم آخر" }));
  const field = container.querySelector<HTMLInputElement>("input[type=text]");
  if (!field) throw new Error("there is no field");
  expect(field.value).toBe("١٠١");
  for (const [written, value, fault] of [
    ["١٥", 15, ""],
    ["25", 25, ""],
    ["0", 25, "اكتب عددًا صحيحًا من ١ إلى ٩٩٩٩."],
    ["", 25, "اكتب عددًا صحيحًا من ١ إلى ٩٩٩٩."],
  ] as const) {
    await fireEvent.input(field, { target: { value: written } });
    expect([props.value, field.validationMessage]).toEqual([value, fault]);
  }
});
