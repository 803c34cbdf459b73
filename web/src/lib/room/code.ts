// The code of a room: eight letters and digits that are hard to mix up, shown in two halves and easily read aloud.

const CODE = /^[0-9A-HJKMNP-TV-Z]{8}$/;

/** `K7M29QXR` as people read it: `K7M2-9QXR`. */
export const showCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/**
 * The code in whatever somebody has typed or pasted: small letters, blanks and dashes, O for 0, I and L for 1, or the
 * whole link. Null if there is none.
 */
export function readCode(text: string): string | null {
  const link = /(?:#\/?|\/)join\/([^/?#\s]+)/.exec(text);
  const plain = (link?.[1] ?? text)
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[\s\p{Pd}\p{Cf}_.]/gu, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
  return CODE.test(plain) ? plain : null;
}

/** The host of another server, if that is where the link to a room leads; `own` are the addresses of this one. */
export function otherHost(text: string, own: readonly string[]): string | null {
  const link = /https?:\/\/\S*\/join\/\S+/i.exec(text)?.[0] ?? "";
  // A link of the server's own computer may come from this one: then its code decides.
  if (!URL.canParse(link) || onlyHere(link)) return null;
  const { host } = new URL(link);
  return own.some((address) => URL.canParse(address) && new URL(address).host === host) ? null : host;
}

type Place = Pick<Location, "origin" | "pathname">;

/** Names of a computer that mean something only on itself. */
const HERE = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/** Does the link work only on the computer that shows it? */
export const onlyHere = (link: string): boolean => HERE.test(new URL(link).hostname);

/** Where others find this page: `address`, as the server knows it, if the page was opened on the server's computer. */
export function forOthers(page: Place, address: string): Place {
  return address && URL.canParse(address) && onlyHere(page.origin) ? new URL(address) : page;
}

/** The link that leads to a place of this page. */
export const linkTo = (page: Place, hash: string): string => `${page.origin}${page.pathname}${hash}`;

/** The link that leads into a room. An address of its own, so that messengers can show what it leads to. */
export const roomLink = (page: Place, code: string): string => `${page.origin}/join/${code}`;

/** The link to a finished match; `seed` chooses the names of its computer players. */
export const matchLink = (page: Place, match: string, seed: string): string =>
  `${page.origin}/match/${match}${seed && `/${seed}`}`;
