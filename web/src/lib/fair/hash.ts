// SHA-256 and HMAC-SHA-256: the browser's own, or plain TypeScript where the browser keeps its own to itself
// (`crypto.subtle` exists only on https and localhost, and many tables are at http://192.168...).

export type Bytes = Uint8Array<ArrayBuffer>;

export interface Hashing {
  sha256(data: Bytes): Promise<Bytes>;
  /** HMAC-SHA-256 with this key. */
  keyed(key: Bytes): Promise<(message: Bytes) => Promise<Bytes>>;
}

/** What the browser brings along. */
export function native(subtle: SubtleCrypto): Hashing {
  return {
    sha256: async (data) => new Uint8Array(await subtle.digest("SHA-256", data)),
    keyed: async (key) => {
      const imported = await subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
      return async (message) => new Uint8Array(await subtle.sign("HMAC", imported, message));
    },
  };
}

/** What works everywhere; fetched only where it is needed. */
export async function plain(): Promise<Hashing> {
  const [{ hmac }, { sha256 }] = await Promise.all([
    import("@noble/hashes/hmac.js"),
    import("@noble/hashes/sha2.js"),
  ]);
  return {
    sha256: async (data) => Uint8Array.from(sha256(data)),
    keyed: async (key) => async (message) => Uint8Array.from(hmac(sha256, key, message)),
  };
}

/** The browser's own if it may be used. */
export async function hashing(
  from: Partial<Pick<Crypto, "subtle">> | undefined = globalThis.crypto,
): Promise<Hashing> {
  return from?.subtle ? native(from.subtle) : plain();
}

/** Bytes written as hexadecimal digits, two a byte; null if it is anything else. */
export function fromHex(digits: unknown): Bytes | null {
  if (typeof digits !== "string" || !/^(?:[0-9a-fA-F]{2})*$/.test(digits)) return null;
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function joined(...parts: readonly Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** A number as 4 bytes, big end first. */
export function number32(value: number): Bytes {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}
