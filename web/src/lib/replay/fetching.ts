// Getting a finished match from the server.
import type { Replay } from "../wire/answers.ts";

/** `missing`: there is no such match, or it is not over. `unreachable`: no answer that can be read; trying again may help. */
export type Fetched = { readonly replay: Replay } | "missing" | "unreachable";

export async function fetchReplay(match: string, ask: typeof fetch = fetch): Promise<Fetched> {
  try {
    const answer = await ask(`/api/matches/${encodeURIComponent(match)}/replay`);
    if (answer.status === 404 || answer.status === 403 || answer.status === 400) return "missing";
    if (!answer.ok) return "unreachable";
    return { replay: (await answer.json()) as Replay };
  } catch {
    return "unreachable";
  }
}

export const recordAddress = (match: string): string => `/api/matches/${encodeURIComponent(match)}/record`;
