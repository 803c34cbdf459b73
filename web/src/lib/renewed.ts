// The page's files were replaced on the server while the page was open: parts not fetched yet are there no longer.

/** In this browser's session: the builds of the page that lacked a part, one a line. */
const LACKING = "diwaniya-lacking";

/**
 * Why a part of the page did not come. `reload`: the page was renewed, loading it anew should help. `renewed`: that was
 * tried for this `build` and did not help. `unreachable`: the server does not answer, and a reload would lose the page.
 * A build is reloaded only once, so that pages never reload each other for ever.
 */
export async function whyMissing(
  build: string,
  kept: Pick<Storage, "getItem" | "setItem">,
  look: () => Promise<Pick<Response, "ok">>,
): Promise<"reload" | "renewed" | "unreachable"> {
  const answers = await look().then(
    ({ ok }) => ok,
    () => false,
  );
  if (!answers) return "unreachable";
  const lacking = (kept.getItem(LACKING) ?? "").split("\n");
  if (lacking.includes(build)) return "renewed";
  kept.setItem(LACKING, [...lacking, build].join("\n"));
  return "reload";
}
