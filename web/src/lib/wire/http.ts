// What the page asks over HTTP, each with the answer or the problem that the server named.
import type { Claim, DeviceLink, Me, Problem, RoomLine } from "./types.ts";

/** `problem` null: no answer came, or none that can be read. */
export type Reply<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem | null };

async function ask<T>(path: string, body?: unknown): Promise<Reply<T>> {
  try {
    const answer = await fetch(
      path,
      body === undefined
        ? {}
        : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) },
    );
    const value: unknown = await answer.json();
    return answer.ok ? { ok: true, value: value as T } : { ok: false, problem: value as Problem };
  } catch {
    return { ok: false, problem: null };
  }
}

/** Keep how the guest wants to be shown. */
export const saveMe = (me: Required<Me>): Promise<Reply<Me>> => ask("/api/me", me);
/** A ticket for another device. */
export const deviceLink = (): Promise<Reply<DeviceLink>> => ask("/api/me/link", {});
/** Become the guest who made a ticket. */
export const claim = (ticket: string): Promise<Reply<Me>> => ask("/api/me/claim", { ticket } satisfies Claim);
/** The room with this code, for somebody who thinks of joining. */
export const roomOf = (code: string): Promise<Reply<RoomLine>> =>
  ask(`/api/rooms/${encodeURIComponent(code)}`);
