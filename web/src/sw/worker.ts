// Keeps what the page is made of, so that it opens without a network too. It never answers with a kept page while the server
// can be reached, so no old page ever meets a new server; and it touches nothing that is said to the server (/api, /ws).

/** What the types of the page do not know: those of a service worker. */
interface Waiting extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface Fetching extends Waiting {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}
interface Worker {
  /** Written in when the page is built: the files that every visit needs, by names that change with what is in them. */
  readonly __SHELL__: readonly string[];
  readonly location: Location;
  readonly registration: { readonly navigationPreload?: { enable(): Promise<void> } };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(name: "install" | "activate", hear: (event: Waiting) => void): void;
  addEventListener(name: "fetch", hear: (event: Fetching) => void): void;
  addEventListener(name: "message", hear: (event: Waiting & { data: unknown }) => void): void;
}
const worker = self as unknown as Worker;

const SHELL = worker.__SHELL__;
const PAGE = "/";
/** A build has a store of its own: another build is another set of names. */
const STORE = `diwaniya ${SHELL.join(" ")}`;

const isPart = (url: URL): boolean =>
  url.origin === worker.location.origin && url.pathname.startsWith("/assets/");

/** Addresses without a dot, but for those of programs, are views of the one page. */
const isView = (url: URL): boolean =>
  url.origin === worker.location.origin &&
  !url.pathname.startsWith("/api/") &&
  !url.pathname.split("/").at(-1)?.includes(".");

async function install(): Promise<void> {
  const store = await caches.open(STORE);
  // The page and its files have to be of one build: between two questions the server may have got a new one.
  const page = await fetch(PAGE, { cache: "no-store" });
  const text = page.ok ? await page.clone().text() : "";
  if (!SHELL.every((part) => text.includes(part))) throw new Error("the page is of another build");
  await store.addAll(SHELL);
  await store.put(PAGE, page);
  await worker.skipWaiting();
}

async function activate(): Promise<void> {
  await worker.registration.navigationPreload?.enable();
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith("diwaniya ") && name !== STORE).map((name) => caches.delete(name)),
  );
  await worker.clients.claim();
}

/** The page as the server has it now; without a server, the one that was kept. */
async function view(event: Fetching): Promise<Response> {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (problem) {
    const kept = await caches.match(PAGE);
    if (kept) return kept;
    throw problem;
  }
}

/** A file of that name never changes, so the kept one is as good. */
async function part(request: Request): Promise<Response> {
  const kept = await caches.match(request.url);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    const store = await caches.open(STORE);
    await store.put(request.url, answer.clone());
  }
  return answer;
}

/** Keep what an open page has loaded before this worker was there: the words of its language, its letters. */
async function keep(addresses: readonly string[]): Promise<void> {
  const store = await caches.open(STORE);
  for (const address of addresses) {
    if (!isPart(new URL(address)) || (await caches.match(address))) continue;
    const answer = await fetch(address);
    if (answer.ok) await store.put(address, answer);
  }
}

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("message", (event) => {
  const { data } = event;
  if (Array.isArray(data)) event.waitUntil(keep(data.filter((one) => typeof one === "string")));
});
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET") return;
  if (request.mode === "navigate") {
    if (isView(url)) event.respondWith(view(event));
  } else if (isPart(url)) event.respondWith(part(request));
});
