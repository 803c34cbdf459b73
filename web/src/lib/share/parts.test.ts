// The picture of a match as it is asked for.
import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";

import { speak } from "../i18n/languages.ts";
import PictureButton from "./PictureButton.svelte";

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("the button for a picture", () => {
  const ask = async (answer: () => Promise<Response>): Promise<void> => {
    vi.stubGlobal("fetch", answer);
    URL.createObjectURL = () => "blob:picture";
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
    render(PictureButton, { tr: await speak("en"), match: "AB", seed: "1x", text: "Won by: Layla" });
    expect(screen.getByRole("status").textContent).toBe("");
    await fireEvent.click(screen.getByRole("button", { name: "Share as a picture" }));
  };

  it("says that the picture is there, to those who see and to those who hear", async () => {
    await ask(() => Promise.resolve(new Response("png")));
    await screen.findByRole("button", { name: "Saved to your downloads" });
    expect(screen.getByRole("status").textContent).toBe("Saved to your downloads");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("says that there is none, and can be asked again", async () => {
    await ask(() => Promise.resolve(new Response("", { status: 503 })));
    expect((await screen.findByRole("alert")).textContent).toContain("could not be made");
    expect(screen.getByRole("status").textContent).toBe("");
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("png")));
    await fireEvent.click(screen.getByRole("button", { name: "Share as a picture" }));
    await screen.findByRole("button", { name: "Saved to your downloads" });
    expect(screen.queryByRole("alert")).toBeNull();
  });
});
