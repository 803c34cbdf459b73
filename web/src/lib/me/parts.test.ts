// The guest's own page as the browser builds it.
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";

import { app } from "../app.svelte.ts";
import { speak } from "../i18n/languages.ts";
import MeSheet from "./MeSheet.svelte";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("the link for another device", () => {
  it("has the page to itself, so that its picture fits", async () => {
    HTMLDialogElement.prototype.showModal ??= () => undefined;
    vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ ticket: "ticket", seconds: 600 })));
    app.tr = await speak("en");
    render(MeSheet, { close: () => undefined });
    expect(screen.getByTestId("me-form")).toBeTruthy();
    await fireEvent.click(screen.getByTestId("device"));
    const link = await vi.waitFor(() => screen.getByTestId("link") as HTMLInputElement);
    expect(link.value).toContain("#/me/ticket");
    expect(screen.queryByTestId("me-form")).toBeNull();
  });
});
