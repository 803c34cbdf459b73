// Messengers show a link in no language of their own, so a link says in which one it was handed on: then its title and its
// picture are in the language of the page that it comes from. Whoever follows it reads the page in his own.
import { FALLBACK } from "../i18n/languages.ts";

/** What the server looks for in the address. */
export const PREVIEW = "preview";

export const inLanguage = (link: string, lang: string): string =>
  lang === FALLBACK ? link : `${link}?${new URLSearchParams({ [PREVIEW]: lang })}`;

/** What an address asks for, without the language of its preview. */
export function withoutPreview(search: string): string {
  const asked = new URLSearchParams(search);
  if (!asked.has(PREVIEW)) return search;
  asked.delete(PREVIEW);
  return asked.size ? `?${asked}` : "";
}
