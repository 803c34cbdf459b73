// Runs before the page is there, while its scripts are still on their way: the connection is made meanwhile, and the table that the
// address names is asked for. It is small, the first that the page asks for, and takes nothing from the rest but a number.
// The page takes it all over (`lib/wire/early.ts`).
import { PROTOCOL } from "./lib/wire/types.ts";

/** The file of each language's words, written in when the page is built. */
declare const __WORDS__: Readonly<Record<string, string>>;

const address = `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/ws`;
const socket = new WebSocket(address);
const heard: unknown[] = [];
const table = /^#\/?t\/([^/]+)/.exec(location.hash)?.[1];
const asked = table === undefined ? null : { type: "sit", table, ref: 0 };
socket.onopen = () => {
  socket.send(JSON.stringify({ type: "hello", protocol: PROTOCOL }));
  if (asked) socket.send(JSON.stringify(asked));
};
socket.onmessage = ({ data }) => heard.push(data);
Object.assign(window, { early: { address, socket, heard, asked } });

function want(href: string): void {
  const link = document.createElement("link");
  const [rel, as] = href.endsWith(".js") ? ["modulepreload", "script"] : ["preload", "style"];
  document.head.append(Object.assign(link, { rel, as, href, crossOrigin: "" }));
}
// What a table is seen without (`lib/more.ts`), other places want at once.
if (!asked) document.currentScript?.dataset.more?.split(" ").forEach(want);
// The server has written the words of the browser's language into the page; the reader may have chosen another one.
try {
  const { lang } = JSON.parse(localStorage.getItem("diwaniya") ?? "{}") as { lang?: string };
  const words = lang === document.documentElement.lang ? undefined : __WORDS__[lang ?? ""];
  if (words) want(words);
} catch {
  // Nothing is kept here, or nothing that can be read: then the browser's language stands.
}
