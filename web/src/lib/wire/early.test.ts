import { afterEach, expect, test } from "vitest";
import { browserSocket } from "./client.ts";
import { takeEarly } from "./early.ts";

const ADDRESS = "ws://localhost/ws";
const place = window as unknown as { early?: unknown };
const lay = (address: string, readyState: number): object => {
  const early = { address, socket: { readyState }, heard: [], asked: null };
  place.early = early;
  return early;
};
afterEach(() => delete place.early);

test("a connection that was made before the page was there is taken over, once", () => {
  const early = lay(ADDRESS, WebSocket.OPEN);
  expect(takeEarly(ADDRESS)).toBe(early);
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

test("what one has said before it was lost is told, and then that it was", async () => {
  const socket = { readyState: WebSocket.CLOSED, onopen: null, onmessage: null };
  place.early = { address: ADDRESS, socket, heard: ["bad_protocol"], asked: null };
  const told: string[] = [];
  browserSocket(ADDRESS, {
    open: () => told.push("open"),
    message: (text) => told.push(text),
    close: () => told.push("close"),
  });
  await Promise.resolve();
  expect(told).toEqual(["bad_protocol", "close"]);
});

test("what such a connection has heard is told before anything new", async () => {
  const socket = { readyState: WebSocket.OPEN, onopen: null, onmessage: null as unknown };
  const asked = { type: "sit", table: "t", ref: 0 };
  place.early = { address: ADDRESS, socket, heard: ["one", "two"], asked };
  const told: string[] = [];
  const events = {
    open: () => told.push("open"),
    message: (text: string) => told.push(text),
    close: () => told.push("close"),
  };
  expect(browserSocket(ADDRESS, events).asked).toEqual(asked);
  await Promise.resolve();
  (socket.onmessage as (event: { data: string }) => void)({ data: "three" });
  expect(told).toEqual(["one", "two", "three"]);
});
