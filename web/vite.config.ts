import { constants, brotliCompressSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import type { Plugin, Rolldown } from "vite";

// `npm run dev` serves the page with live reload and passes everything else on to a running `diwaniya serve`.
const server = process.env.DIWANIYA_SERVER ?? "http://127.0.0.1:8000";

/**
 * The language that a file of words is for; its `meta.json` belongs to the page, which lists the languages,
 * and what lessons and rules say comes by itself.
 */
const language = (id: string): string | undefined =>
  /[\\/]words[\\/]([\w-]+)[\\/](?!(?:meta|learn)\.json)[^\\/]+\.json$/.exec(id)?.[1];

/** Tells the service worker the names of the files that every visit needs. */
function shell(): Plugin {
  return {
    name: "diwaniya-shell",
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((one): one is Rolldown.OutputChunk => one.type === "chunk");
      const named = (file: string): Rolldown.OutputChunk | undefined =>
        chunks.find(({ fileName }) => fileName === file);
      const found = new Set<string>();
      const add = (chunk: Rolldown.OutputChunk | undefined): void => {
        if (!chunk || found.has(chunk.fileName)) return;
        found.add(chunk.fileName);
        for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
        for (const other of chunk.imports) add(named(other));
      };
      for (const entry of ["index", "early"])
        add(chunks.find(({ isEntry, name }) => isEntry && name === entry));
      const worker = named(WORKER);
      if (!worker) this.error("there is no service worker");
      const list = JSON.stringify([...found].sort().map((file) => `/${file}`));
      const filled = worker.code.replace(/\w+\.__SHELL__/, () => list);
      if (filled === worker.code) this.error("the service worker has no place for the names of the files");
      worker.code = filled;
    },
  };
}

/** Modules that every visit needs, as they were found while the page was built. */
const always = new Set<string>();

/** Finds what every visit needs. It comes in one file: on a slow line each more costs a way to the server and back. */
function together(): Plugin {
  return {
    name: "diwaniya-together",
    apply: "build",
    buildEnd() {
      always.clear();
      const add = (id: string): void => {
        if (always.has(id)) return;
        always.add(id);
        for (const other of this.getModuleInfo(id)?.importedIds ?? []) add(other);
      };
      for (const id of this.getModuleIds()) if (id.endsWith("/src/main.ts")) add(id);
    },
  };
}

/**
 * What is wanted at once, in the page's head: the script that runs before all others, and what the words need besides
 * themselves. The server names the words, for it knows the language.
 */
function head(): Plugin {
  return {
    name: "diwaniya-head",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter(
          (one): one is Rolldown.OutputChunk => one.type === "chunk",
        );
        const early = chunks.find(({ isEntry, name }) => isEntry && name === "early");
        if (!early) throw new Error("there is no script that runs before all others");
        const needed = chunks
          .filter(({ name }) => name.startsWith("words-"))
          .flatMap(({ imports }) => imports);
        const preloads = [...new Set(needed)].filter((file) => !html.includes(file));
        return [
          {
            tag: "script",
            attrs: { type: "module", async: true, src: `/${early.fileName}` },
            injectTo: "head-prepend",
          },
          ...preloads.map((file) => ({
            tag: "link",
            attrs: { rel: "modulepreload", crossorigin: true, href: `/${file}` },
            injectTo: "head" as const,
          })),
        ];
      },
    },
  };
}

/** Packs what browsers fetch as tightly as it goes, beside the files themselves; the server packs by itself for older ones. */
function pack(): Plugin {
  return {
    name: "diwaniya-pack",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (!/^assets\/.*\.(?:js|css|svg)$/.test(file.fileName)) continue;
          const source = Buffer.from(file.type === "chunk" ? file.code : file.source);
          if (source.length < 1000) continue;
          const packed = brotliCompressSync(source, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: 11,
              [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
            },
          });
          this.emitFile({ type: "asset", fileName: `${file.fileName}.br`, source: packed });
        }
      },
    },
  };
}

/** Its name stays: browsers ask for a new one under the same name. */
const WORKER = "sw.js";

export default defineConfig({
  plugins: [svelte(), together(), shell(), head(), pack()],
  build: {
    // The Python package carries the built page.
    outDir: "../src/diwaniya/page",
    emptyOutDir: true,
    target: "es2022",
    rolldownOptions: {
      input: { index: "index.html", early: "src/early.ts", sw: "src/sw/worker.ts" },
      output: {
        entryFileNames: ({ name }) => (name === "sw" ? WORKER : "assets/[name]-[hash].js"),
        codeSplitting: {
          groups: [
            // All words of a language in one file, fetched when somebody reads that language.
            { name: (id) => `words-${language(id)}`, test: (id) => language(id) !== undefined },
            { name: "page", test: (id) => always.has(id) || id.includes("rolldown/runtime") },
          ],
        },
      },
    },
  },
  server: {
    // The words lie beside the Python sources.
    fs: { allow: [".."] },
    proxy: {
      "/api": { target: server },
      "/ws": { target: server, ws: true },
    },
  },
});
