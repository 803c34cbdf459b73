// How a player has laid the cards of the hand that is played: kept in this tab until the hand is over, for a reload.
export interface HandName {
  readonly table: string;
  readonly match: string | null;
  readonly hand: number;
}

const KEY = "diwaniya-laid";

export type Keeping = Pick<Storage, "getItem" | "setItem" | "removeItem">;

interface Kept extends HandName {
  readonly cards: readonly string[];
}

function read(storage: Keeping): Kept | null {
  try {
    const kept = JSON.parse(storage.getItem(KEY) ?? "null") as Partial<Record<keyof Kept, unknown>> | null;
    const { table, match, hand, cards } = kept ?? {};
    if (typeof table !== "string" || typeof hand !== "number" || !Array.isArray(cards)) return null;
    return {
      table,
      match: typeof match === "string" ? match : null,
      hand,
      cards: cards.filter((card) => typeof card === "string"),
    };
  } catch {
    // A browser that keeps nothing, or something that is not ours.
    return null;
  }
}

/** The cards as the player has laid them; none for another hand. One of the same table that is over is forgotten. */
export function laidCards(name: HandName, storage: Keeping = sessionStorage): readonly string[] {
  const kept = read(storage);
  if (kept?.table !== name.table) return [];
  if (kept.match === name.match && kept.hand === name.hand) return kept.cards;
  storage.removeItem(KEY);
  return [];
}

export function keepLaid(name: HandName, cards: readonly string[], storage: Keeping = sessionStorage): void {
  try {
    storage.setItem(KEY, JSON.stringify({ ...name, cards } satisfies Kept));
  } catch {
    // It lasts as long as the page.
  }
}
