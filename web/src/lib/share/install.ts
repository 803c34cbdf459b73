// What makes the page an app of its own: a worker that keeps it for times without a network, and a name in the reader's language.

/** Hand the worker what this page has loaded before it was there. */
async function tell({ ready }: ServiceWorkerContainer): Promise<void> {
  const { active } = await ready;
  active?.postMessage(performance.getEntriesByType("resource").map(({ name }) => name));
}

/**
 * Keep the page for times without a network, where the browser can: on safe addresses (https, or this computer). It is begun
 * when the page has loaded, so that nothing waits for it.
 */
export function keepPage(): void {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
  const { serviceWorker } = navigator;
  const begin = async (): Promise<void> => {
    try {
      const kept = await serviceWorker.register("/sw.js");
      addEventListener("online", () => void kept.update().catch(() => undefined));
      await tell(serviceWorker);
      // A new build has a new store: what this page uses goes there too.
      serviceWorker.addEventListener("controllerchange", () => void tell(serviceWorker));
    } catch {
      // Without it the page works as well, as long as there is a network.
    }
  };
  if (document.readyState === "complete") void begin();
  else addEventListener("load", () => void begin());
}

/** The app is installed under its name in this language. */
export function nameApp(lang: string): void {
  document
    .querySelector("link[rel=manifest]")
    ?.setAttribute("href", `/manifest.webmanifest?lang=${encodeURIComponent(lang)}`);
}
