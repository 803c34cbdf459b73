// Matches made up for a test: put into a server's folder as if they had been played there, so that a page can play on from
// any position of them.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import type { Page } from "@playwright/test";

const PYTHON = fileURLToPath(new URL("../../.venv/bin/python", import.meta.url));
const WRITE = `
import asyncio, sys
from pathlib import Path
from diwaniya.server.folder import DataFolder
from diwaniya.storage.base import Append, Finished
from diwaniya.storage.sqlite import SqliteStorage

async def write(folder, match, record):
    storage = SqliteStorage(folder.database)
    finished = Finished(match, record.encode(), 1.0)
    await storage.append(Append("t" + match[1:], 0, [b"{}"], 1.0, finished=finished, closed=True))
    await storage.close()

folder = DataFolder(Path(sys.argv[1]))
asyncio.run(write(folder, sys.argv[2], sys.argv[3]))
folder.release()
`;

export interface Crafted {
  game: string;
  /** Who dealt, and what: the pack in dealing order. */
  dealer: number;
  deck: readonly string[];
  moves: readonly string[];
}

/** Writes the match down; `match` is its name, of sixteen letters. */
export async function craft(folder: string, match: string, crafted: Crafted): Promise<void> {
  const { game, dealer, deck, moves } = crafted;
  const hand = { deck: deck.join(" "), moves: moves.join(" ") };
  const record = { format: "diwaniya/1", game, options: {}, dealer, hands: [hand] };
  await promisify(execFile)(PYTHON, ["-c", WRITE, folder, match, JSON.stringify(record)]);
}

/** Sits down at a table that goes on after so many steps of the match (the deal is the first of them). */
export async function playOnFrom(
  page: Page,
  match: string,
  from: { at: string; steps: number; seat: number },
): Promise<void> {
  const { at, steps, seat } = from;
  await page.goto(`${at}/api/me`);
  const table = await page.evaluate(
    async ({ match, steps, seat }) => {
      const answer = await fetch(`/api/matches/${match}/play-on`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ steps, seat, level: "easy", name: "Salem" }),
      });
      return ((await answer.json()) as { table: string }).table;
    },
    { match, steps, seat },
  );
  await page.goto(`${at}/#/t/${table}`);
}
