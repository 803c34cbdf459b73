// What the page asks over HTTP, each with the answer or the problem that the server named.
import type { Claim, DeviceLink, Me, PlayedOn, PlayOn, Problem, ReviewState } from "./answers.ts";
import type { RoomLine } from "./types.ts";

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
/** How far the review of a finished match is, without asking for it. */
export const lookReview = (match: string): Promise<Reply<ReviewState>> =>
  ask(`/api/matches/${encodeURIComponent(match)}/review`);
/** Have a finished match reviewed. */
export const beginReview = (match: string): Promise<Reply<ReviewState>> =>
  ask(`/api/matches/${encodeURIComponent(match)}/review`, {});
/** A table of one's own at which a finished match goes on. */
export const playOn = (match: string, from: PlayOn): Promise<Reply<PlayedOn>> =>
  ask(`/api/matches/${encodeURIComponent(match)}/play-on`, from);
