// What is said at a table (R2): kept only while the page is there, and forgotten when it turns away from the table.
import type { Said } from "../wire/types.ts";

export interface Chat {
  readonly said: readonly Said[];
  /** Heard while nobody was looking. */
  readonly unread: number;
  /** The chat lies open before the reader. */
  readonly open: boolean;
}

export const SILENCE: Chat = { said: [], unread: 0, open: false };

/** Older ones fall off the end of the list. */
export const KEPT = 200;

/** Take in a message. `mine`: the reader's own needs no notice. */
export function hear(chat: Chat, said: Said, mine: boolean): Chat {
  if (chat.said.some(({ id }) => id === said.id)) return chat;
  return {
    ...chat,
    said: [...chat.said, said].slice(-KEPT),
    unread: chat.open || mine ? chat.unread : chat.unread + 1,
  };
}

export const look = (chat: Chat): Chat => ({ ...chat, open: true, unread: 0 });
export const lookAway = (chat: Chat): Chat => ({ ...chat, open: false });

/** The longest text that the server takes, in characters. */
export const LONGEST = 300;

/** A text as it may be sent, or null if there is nothing to say. */
export function readyToSay(text: string): string | null {
  const clean = [...text.replace(/\s+/gu, " ").trim()].slice(0, LONGEST).join("");
  return clean === "" ? null : clean;
}

/** What is read aloud of the messages since the last time: one in full, several only counted. */
export type Aloud = { readonly said: Said } | { readonly count: number } | null;
export function aloud(fresh: readonly Said[]): Aloud {
  const [first] = fresh;
  if (!first) return null;
  return fresh.length === 1 ? { said: first } : { count: fresh.length };
}
