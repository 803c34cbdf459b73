// What a game is taught with beside its words: from the server, which plays the examples by the rules.
import type { GameExamples } from "../wire/answers.ts";

/** Null: no answer that can be read. Trying again may help. */
export async function fetchExamples(game: string, ask: typeof fetch = fetch): Promise<GameExamples | null> {
  try {
    const answer = await ask(`/api/games/${encodeURIComponent(game)}/examples`);
    return answer.ok ? ((await answer.json()) as GameExamples) : null;
  } catch {
    return null;
  }
}
