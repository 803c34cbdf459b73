// A whole match over the socket, without the page: for tests of what comes after it.
import type { Page } from "@playwright/test";

export interface Played {
  match: string;
  table: string;
  /** The seal of its shuffles, as the player was told it before the cards were dealt. */
  commitment: string;
  hands: number;
}

export interface How {
  /** The address of the server, if it is not the one that all tests share. */
  at?: string;
  options?: Record<string, number>;
  seats?: number;
  /** What the player stirs into the shuffles before the match begins. */
  salt?: string;
  /** After so many moves of his own he is asked for one more, and leaves it at that. */
  moves?: number;
  /** Moves that he makes wherever he may, the dearest first. */
  wishes?: readonly string[];
}

/**
 * Plays against the computer as fast as it goes; if nothing is wished for, always the last of the moves that may be made, so
 * not well.
 */
export async function played(page: Page, game: string, how: How = {}): Promise<Played> {
  const { at = "", options = {}, seats, salt, moves = Infinity, wishes = [] } = how;
  // The socket has to belong to a page of the server.
  await page.goto(`${at}/api/health`);
  return page.evaluate(
    async ({ game, options, seats, salt, moves, wishes }) => {
      interface Told {
        type: string;
        table: string;
        seq: number;
        phase: string;
        commitment: string;
        question: { you: boolean } | null;
        view: { legal?: string[]; hand: number } | null;
        mine: { legal?: string[] };
        matches: { match: string }[];
        code: string;
      }
      const socket = new WebSocket(`ws://${location.host}/ws`);
      const say = (message: object): void => socket.send(JSON.stringify(message));
      await new Promise((resolve) => (socket.onopen = resolve));
      say({ type: "hello", protocol: 2 });
      say({
        type: "open",
        game,
        options,
        seats: seats ?? null,
        level: "normal",
        begin: !salt,
        name: "Layla",
      });
      return new Promise<Played>((resolve, reject) => {
        let table: Told | null = null;
        let commitment = "";
        let made = 0;
        const end = (match: string): void => {
          socket.close();
          resolve({ match, table: table?.table ?? "", commitment, hands: table?.view?.hand ?? 0 });
        };
        socket.onmessage = ({ data }) => {
          const told = JSON.parse(String(data)) as Told;
          if (told.type === "table") table = told;
          else if (told.type === "step" && table) {
            const { seq, question, view, mine } = told;
            table = { ...table, seq, question, view: view && { ...view, ...mine } };
          } else if (told.type === "refused" && told.code !== "stale") reject(new Error(String(data)));
          if (!table || (told.type !== "table" && told.type !== "step")) return;
          const first = !commitment;
          if (first) ({ commitment } = table);
          if (first && table.phase === "waiting") {
            say({ type: "salt", table: table.table, salt });
            say({ type: "begin", table: table.table });
          } else if (table.phase === "over") end(table.matches.at(-1)?.match ?? "");
          else if (table.question?.you) say({ type: "next", table: table.table, seq: table.seq });
          else if (table.view?.legal?.length) {
            const { legal } = table.view;
            const token = wishes.find((one) => legal.includes(one)) ?? legal.at(-1);
            if (made === moves) end("");
            else say({ type: "play", table: table.table, token, seq: table.seq });
            made += 1;
          }
        };
      });
    },
    { game, options, seats, salt, moves, wishes },
  );
}
