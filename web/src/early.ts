// Runs before the page is there, while its scripts are still on their way: the connection is made meanwhile. Small, and
// needs nothing of the rest, so that it comes first. The page takes it over (`wire/early.ts`).
const address = `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/ws`;
Object.assign(window, { early: { address, socket: new WebSocket(address) } });
