// What is said to the server before a picture is taken, over a socket that stays open as long as its page.
import type { Page } from "@playwright/test";

/** Says these things, each when the one before is granted. Gives the table that the last of them was about. */
export async function talk(page: Page, ...messages: readonly object[]): Promise<string> {
  await page.goto("/api/health");
  return page.evaluate(async (messages) => {
    const socket = new WebSocket(`ws://${location.host}/ws`);
    Object.assign(window, { socket });
    await new Promise((resolve) => (socket.onopen = resolve));
    socket.send(JSON.stringify({ type: "hello", protocol: 2 }));
    let table = "";
    for (const message of messages) {
      socket.send(JSON.stringify({ ...(table && { table }), ...message, ref: 1 }));
      await new Promise<void>((resolve, reject) => {
        socket.onmessage = ({ data }) => {
          const told = JSON.parse(String(data)) as { type: string; table?: string };
          if (told.type === "refused") reject(new Error(String(data)));
          if (told.type !== "done") return;
          table = told.table ?? table;
          resolve();
        };
      });
    }
    return table;
  }, messages);
}
