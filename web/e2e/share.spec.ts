// Handing on what happened: a link that messengers can look at, and the result as a picture.
import { readFileSync } from "node:fs";

import { expect, test } from "@playwright/test";

import { PATIENCE, PHONE, faults, openRoom, shorten } from "./people.ts";
import { playOut, prefer, sitDown } from "./player.js";

test.use({ viewport: PHONE });

test("a finished match is handed on as a picture, and its link has a preview", async ({ page, request }) => {
  test.setTimeout(180_000);
  await prefer(page, { lang: "ar", met: true, name: "ليلى", speed: "instant" });
  await sitDown(page, "kout4", (one) => shorten(one, 5));
  await playOut(page);
  const inside = (await page.getByTestId("replay-link").getAttribute("href")) ?? "";
  const path = inside.replace("#", "");

  // As a messenger does: no scripts, and only what the page says of itself.
  const html = await (await request.get(path, { headers: { "accept-language": "ar" } })).text();
  const tag = (name: string): string =>
    (new RegExp(`<meta property="${name}" content="([^"]*)"`).exec(html)?.[1] ?? "").replaceAll("&amp;", "&");
  expect(tag("og:title")).toMatch(/[\u0600-\u06ff].*: [\u0660-\u0669]+ : [\u0660-\u0669]+/);
  const picture = await request.get(tag("og:image"));
  expect([picture.status(), picture.headers()["content-type"]]).toEqual([200, "image/png"]);

  // As a person does, on a device that cannot hand files to another program.
  await page.goto(path);
  await page.getByTestId("replay").waitFor({ timeout: PATIENCE });
  expect(new URL(page.url()).pathname).toBe("/");
  const saving = page.waitForEvent("download");
  await page.getByTestId("share-picture").click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^diwaniya-.+\.png$/);
  expect(readFileSync(await file.path())).toEqual(await picture.body());
  expect(await faults(page)).toEqual([]);

  // What cannot be made is said, and can be asked for again.
  await page.route("**/og/**", (route) => route.fulfill({ status: 503, body: "" }));
  await page.getByTestId("share-picture").click();
  await expect(page.getByRole("alert")).toContainText("الصورة");
});

test("the link to a room has an address of its own, and leads to the room", async ({
  page,
  browser,
  baseURL,
}) => {
  await prefer(page, { lang: "en", met: true, name: "Layla" });
  const code = (await openRoom(page, "basra")).replace("-", "");
  const path = `/join/${code}`;
  const context = await browser.newContext({ viewport: PHONE, ...(baseURL ? { baseURL } : {}) });
  const friend = await context.newPage();
  await prefer(friend, { lang: "en", met: true, name: "Hamad" });
  await friend.goto(path);
  await friend.getByTestId("sit-down").click();
  await friend.getByTestId("room").waitFor({ timeout: PATIENCE });
  await context.close();
});
