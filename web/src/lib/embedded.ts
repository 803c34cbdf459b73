// What the server has written into the page itself, so that nobody has to wait until it is asked for: JSON, in a script that is none.

/** What stands there under a name and in a language; null if there is none. */
export function embedded(id: string, lang: string): unknown {
  const place = document.querySelector(`script[type="application/json"]#${id}`);
  if (!place || place.getAttribute("lang") !== lang) return null;
  return JSON.parse(place.textContent ?? "null") as unknown;
}
