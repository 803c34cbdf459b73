import { afterEach, expect, test } from "vitest";
import { takeEarly } from "./early.ts";

const ADDRESS = "ws://localhost/ws";
const place = window as unknown as { early?: unknown };
const lay = (address: string, readyState: number): object => {
  const socket = { readyState };
  place.early = { address, socket };
  return socket;
};
afterEach(() => delete place.early);

test("a connection that was made before the page was there is taken over, once", () => {
  const socket = lay(ADDRESS, WebSocket.OPEN);
  expect(takeEarly(ADDRESS)).toBe(socket);
  expect(takeEarly(ADDRESS)).toBeNull();
  const opening = lay(ADDRESS, WebSocket.CONNECTING);
  expect(takeEarly(ADDRESS)).toBe(opening);
});

test("one that was lost meanwhile, or leads elsewhere, is not", () => {
  lay(ADDRESS, WebSocket.CLOSED);
  expect(takeEarly(ADDRESS)).toBeNull();
  lay("ws://elsewhere/ws", WebSocket.OPEN);
  expect(takeEarly(ADDRESS)).toBeNull();
});
