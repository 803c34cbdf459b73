// The connection that was made before the page was there (`early.ts`).

interface Early {
  readonly address: string;
  readonly socket: WebSocket;
}

/** That connection, once, if there is one to this address and it has not been lost again. */
export function takeEarly(address: string): WebSocket | null {
  const place = window as { early?: Early };
  const { early } = place;
  delete place.early;
  if (early?.address !== address) return null;
  return early.socket.readyState <= WebSocket.OPEN ? early.socket : null;
}
