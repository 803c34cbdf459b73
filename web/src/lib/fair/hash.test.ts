import { describe, expect, it } from "vitest";
import { type Bytes, fromHex, hashing, joined, native, number32, plain, toHex } from "./hash.ts";

const ascii = (text: string): Bytes => new TextEncoder().encode(text);
const repeated = (byte: number, times: number): Bytes => new Uint8Array(times).fill(byte);

const ways = { "the browser's own": native(crypto.subtle), "plain TypeScript": await plain() };

describe.each(Object.entries(ways))("%s", (_, how) => {
  // FIPS 180-4 and NIST's examples.
  it.each([
    ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
    [
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    ],
  ])("hashes %s", async (text, digest) => {
    expect(toHex(await how.sha256(ascii(text)))).toBe(digest);
  });

  // RFC 4231, test cases 1, 2, 3, 4 and 6.
  it.each([
    [
      repeated(0x0b, 20),
      ascii("Hi There"),
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
    ],
    [
      ascii("Jefe"),
      ascii("what do ya want for nothing?"),
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    ],
    [
      repeated(0xaa, 20),
      repeated(0xdd, 50),
      "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
    ],
    [
      Uint8Array.from({ length: 25 }, (_, at) => at + 1),
      repeated(0xcd, 50),
      "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b",
    ],
    [
      repeated(0xaa, 131),
      ascii("Test Using Larger Than Block-Size Key - Hash Key First"),
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
    ],
  ])("signs", async (key, message, mac) => {
    expect(toHex(await (await how.keyed(key))(message))).toBe(mac);
  });
});

it("is the same both ways, whatever the lengths", async () => {
  const [own, other] = [ways["the browser's own"], ways["plain TypeScript"]];
  const key = Uint8Array.from({ length: 32 }, (_, at) => 7 * at);
  const [signOwn, signOther] = [await own.keyed(key), await other.keyed(key)];
  for (let length = 0; length < 200; length += 1) {
    const data = Uint8Array.from({ length }, (_, at) => (at * 31 + length) & 255);
    expect(await other.sha256(data)).toEqual(await own.sha256(data));
    expect(await signOther(data)).toEqual(await signOwn(data));
  }
});

it("does without the browser's own where there is none, as over plain http", async () => {
  let asked = 0;
  const counted = {
    digest: async (...given: Parameters<SubtleCrypto["digest"]>) => {
      asked += 1;
      return crypto.subtle.digest(...given);
    },
  } as SubtleCrypto;
  const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  for (const from of [undefined, {}, { subtle: counted }])
    expect(toHex(await (await hashing(from)).sha256(new Uint8Array(0)))).toBe(empty);
  expect(asked).toBe(1);
});

it("reads and writes hexadecimal digits", () => {
  expect(toHex(Uint8Array.of(0, 10, 255))).toBe("000aff");
  expect(fromHex("000aFf")).toEqual(Uint8Array.of(0, 10, 255));
  expect(fromHex("")).toEqual(new Uint8Array(0));
  for (const wrong of ["0", "0g", " 00", "00 ", "0x00", "٠٠", 7, null, undefined, ["00"]])
    expect(fromHex(wrong)).toBeNull();
});

it("writes numbers with the big end first", () => {
  expect(joined(number32(1), number32(0xfedcba98), new Uint8Array(0), Uint8Array.of(5))).toEqual(
    Uint8Array.of(0, 0, 0, 1, 0xfe, 0xdc, 0xba, 0x98, 5),
  );
});
