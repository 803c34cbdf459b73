// The connection that was made before the page was there (`early.ts`).
import type { Request } from "./client.ts";

export interface Early {
  readonly address: string;
  /** It says hello by itself, and then asks for a table. */
  readonly socket: WebSocket;
  /** What the server has said so far. */
  readonly heard: readonly unknown[];
  readonly asked: Request | null;
}

/** That connection, once, if there is one to this address and it has not been lost again without a word. */
export function takeEarly(address: string): Early | null {
  const place = window as { early?: Early };
  const { early } = place;
  delete place.early;
  if (early?.address !== address) return null;
  return early.socket.readyState <= WebSocket.OPEN || early.heard.length ? early : null;
}
