// The code of a room: eight letters and digits that are hard to mix up, shown in two halves and easily read aloud.

const CODE = /^[0-9A-HJKMNP-TV-Z]{8}$/;

/** `K7M29QXR` as people read it: `K7M2-9QXR`. */
export const showCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/**
 * The code in whatever somebody has typed or pasted: small letters, blanks and dashes, O for 0, I and L for 1, or the
 * whole link. Null if there is none.
 */
export function readCode(text: string): string | null {
  const link = /#\/?join\/([^/?#\s]+)/.exec(text);
  const plain = (link?.[1] ?? text)
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[\s\p{Pd}\p{Cf}_.]/gu, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
  return CODE.test(plain) ? plain : null;
}

/** The link that leads to a place of this page. */
export const linkTo = (page: Pick<Location, "origin" | "pathname">, hash: string): string =>
  `${page.origin}${page.pathname}${hash}`;

/** The link that leads into a room. */
export const roomLink = (page: Pick<Location, "origin" | "pathname">, code: string): string =>
  linkTo(page, `#/join/${code}`);
