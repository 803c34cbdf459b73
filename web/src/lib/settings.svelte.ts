// What a reader chose for this page, kept in this browser only.
import type { Digits } from "./i18n/digits.ts";
import type { OrderBy } from "./cards/tokens.ts";
import { AVATARS } from "./me/avatars.ts";
import type { Speed } from "./table/feed.ts";
import type { RestBy } from "./table/rest.ts";

export type Theme = "auto" | "light" | "dark";

interface Kept {
  lang: string;
  digits: Digits;
  theme: Theme;
  fourSuits: boolean;
  speed: Speed;
  twice: boolean;
  /** Cards fly to where they go. */
  motion: boolean;
  sounds: boolean;
  /** How the hand is sorted, and whether low cards come first. */
  order: OrderBy;
  rising: boolean;
  /** A card may be chosen before one's turn comes. */
  ahead: boolean;
  /** The only card that may be played is played. */
  only: boolean;
  /** The rest of a hand is played when it is certain. */
  rest: RestBy;
  /** Large figures on the cards. */
  large: boolean;
  leftHand: boolean;
  /** A copy of what the server keeps in the cookie, so that the page need not wait for it. */
  name: string;
  avatar: number;
  /** Has been asked for a name. */
  met: boolean;
  level: string;
}

const KEY = "diwaniya";
const DEFAULTS: Kept = {
  lang: "",
  digits: "",
  theme: "auto",
  fourSuits: false,
  speed: "normal",
  twice: false,
  motion: true,
  sounds: true,
  order: "suit",
  rising: false,
  ahead: false,
  only: false,
  rest: "ask",
  large: false,
  leftHand: false,
  name: "",
  avatar: -1,
  met: false,
  level: "",
};

function read(): Kept {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    const kept = { ...DEFAULTS };
    for (const [name, value] of Object.entries(stored as object)) {
      if (name in kept && typeof value === typeof kept[name as keyof Kept])
        Object.assign(kept, { [name]: value });
    }
    return kept;
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings: Kept = $state(read());
if (settings.name) settings.met = true;
// Whoever has not chosen a face gets any.
if (settings.avatar < 0) settings.avatar = Math.floor(Math.random() * AVATARS);

/** Write the choices down and let the page's root show those that are drawn in CSS. To be run in an effect. */
export function keepSettings(): void {
  const kept = JSON.stringify(settings);
  try {
    localStorage.setItem(KEY, kept);
  } catch {
    // A browser that keeps nothing: the choices last as long as the page.
  }
  const root = document.documentElement;
  root.dataset.suits = settings.fourSuits ? "four" : "two";
  root.dataset.hand = settings.leftHand ? "left" : "right";
  if (settings.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
}
