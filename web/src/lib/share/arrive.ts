// Links that are given to others have addresses that a server sees, so that it can tell messengers what they lead to. Inside the
// page, places are what follows the #.

import { withoutPreview } from "./preview.ts";

const SHARED = /^\/(?:join|match)\/[^/]/;

/** Turn from the address of a link to the place that it means. */
export function arrive(
  { pathname, search, hash }: Pick<Location, "pathname" | "search" | "hash">,
  past: Pick<History, "replaceState">,
): void {
  if (SHARED.test(pathname))
    past.replaceState(null, "", `/${withoutPreview(search)}${hash || `#${pathname}`}`);
}
