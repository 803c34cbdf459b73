import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { constants, brotliCompressSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { build, defineConfig } from "vite";
import type { Plugin, Rolldown } from "vite";

import { compile } from "./src/lib/i18n/compile.ts";
import { isWhole } from "./src/lib/i18n/whole.ts";
import { DATA } from "./src/lib/i18n/words.ts";

// `npm run dev` serves the page with live reload and passes everything else on to a running `diwaniya serve`.
const server = process.env.DIWANIYA_SERVER ?? "http://127.0.0.1:8000";

/** The language that fills the gaps of others. */
const FALLBACK = "en";

/**
 * The language that a file of words is for; its `meta.json` belongs to the page, which lists the languages,
 * and what lessons and rules say comes by itself.
 */
const language = (id: string): string | undefined =>
  /[\\/]words[\\/]([\w-]+)[\\/](?!(?:meta|learn)\.json)[^\\/]+\.json$/.exec(id)?.[1];

/** All that a language's folder says, a tree for each file. */
const trees = (folder: string): unknown[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".json") && name !== "meta.json")
    .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as unknown);

/** A tree with what stands with the English words and is none: it is the same in every language. */
function withData(tree: unknown, english: unknown, path = ""): unknown {
  if (typeof english !== "object" || english === null) return tree ?? (DATA.test(path) ? english : undefined);
  if (typeof tree !== "object" || tree === null || Array.isArray(tree)) return tree;
  const added = Object.entries(english).map(([key, value]) => [
    key,
    withData((tree as Record<string, unknown>)[key], value, path ? `${path}.${key}` : key),
  ]);
  return { ...tree, ...Object.fromEntries(added.filter(([, value]) => value !== undefined)) };
}

/**
 * Reads the messages while the page is built (`compile.ts`): neither has a phone to do it, nor does a parser come along. And
 * notes with each language whether it has words for everything, so that English need not come behind it.
 */
function spoken(): Plugin {
  /** By language and name of file. */
  const read: Record<string, Record<string, string>> = {};
  /** The languages that English need not come behind. */
  const whole = new Set<string>();
  const WORDS = /^(.*[\\/]words[\\/])([\w-]+)[\\/]([^\\/]+\.json)$/;
  return {
    name: "diwaniya-spoken",
    apply: "build",
    enforce: "pre",
    config: () => ({
      // What formatjs has for those who read their messages beforehand.
      resolve: {
        alias: [
          {
            find: /^@formatjs\/icu-messageformat-parser$/,
            replacement: "@formatjs/icu-messageformat-parser/no-parser.js",
          },
        ],
      },
    }),
    transform(code, id) {
      const [, place = "", lang = "", file = ""] = WORDS.exec(id) ?? [];
      if (!lang) return null;
      const tree = JSON.parse(code) as object;
      if (file === "meta.json") {
        if (isWhole(trees(join(place, lang)), trees(join(place, FALLBACK)))) whole.add(lang);
        return { code: JSON.stringify({ ...tree, whole: whole.has(lang) }), map: null };
      }
      const english = join(place, FALLBACK, file);
      const behind: unknown = existsSync(english) ? JSON.parse(readFileSync(english, "utf8")) : {};
      const made = JSON.stringify(compile(withData(tree, behind), lang));
      if (language(id)) (read[lang] ??= {})[file] = made;
      return { code: made, map: null };
    },
    // Once more for the server, which writes the words of its reader into the page itself; and knows by it which languages are whole.
    generateBundle() {
      for (const lang of whole) {
        const files = read[lang] ?? {};
        const made = Object.keys(files)
          .sort()
          .map((file) => files[file]);
        this.emitFile({ type: "asset", fileName: `words/${lang}.json`, source: `[${made.join(",")}]` });
      }
    },
  };
}

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
        // The style of what every visit needs stands in the page itself.
        for (const style of chunk.name === "more" ? (chunk.viteMetadata?.importedCss ?? []) : [])
          found.add(style);
        for (const other of chunk.imports) add(named(other));
      };
      add(chunks.find(({ isEntry, name }) => isEntry && name === "index"));
      add(chunks.find(({ name }) => name === "more"));
      for (const file of Object.keys(bundle)) if (file.startsWith("assets/early-")) found.add(file);
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
/** And those that a table is seen without (`lib/more.ts`). */
const more = new Set<string>();

/**
 * Finds what every visit needs, and what it needs a moment later. Each comes in one file: on a slow line each more costs a way
 * to the server and back.
 */
function together(): Plugin {
  return {
    name: "diwaniya-together",
    apply: "build",
    buildEnd() {
      const add = (to: Set<string>, id: string): void => {
        if (always.has(id) || more.has(id)) return;
        to.add(id);
        for (const other of this.getModuleInfo(id)?.importedIds ?? []) add(to, other);
      };
      for (const [to, name] of [
        [always, "/src/main.ts"],
        [more, "/src/lib/more.ts"],
      ] as const) {
        to.clear();
        for (const id of this.getModuleIds()) if (id.endsWith(name)) add(to, id);
      }
    },
  };
}

/** The script that runs before all others, in one piece. */
async function early(words: Readonly<Record<string, string>>): Promise<string> {
  const made = await build({
    configFile: false,
    define: { __WORDS__: JSON.stringify(words) },
    logLevel: "silent",
    build: {
      write: false,
      target: "es2022",
      modulePreload: false,
      rolldownOptions: { input: "src/early.ts", output: { format: "iife" } },
    },
  });
  const [bundle] = [made].flat() as Rolldown.RolldownOutput[];
  const [script, ...others] = bundle?.output ?? [];
  if (!script || others.length)
    throw new Error("there is no script that runs before all others, or it is not one");
  return script.code.trim();
}

/** The page with its style in itself, which has room on the line before any file that is asked for can come. */
function styled(html: string, bundle: Rolldown.OutputBundle): string {
  return html.replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/g, (_, file: string) => {
    const style = bundle[file];
    if (style?.type !== "asset") throw new Error(`there is no style ${file}`);
    Reflect.deleteProperty(bundle, file);
    return `<style>${style.source.toString()}</style>`;
  });
}

/**
 * What is wanted at once, in the page's head: the script that runs before all others, and what the words need besides
 * themselves. The server names the words, for it knows the language.
 */
function head(): Plugin {
  let first = "";
  let later = "";
  let preloads: string[] = [];
  return {
    name: "diwaniya-head",
    apply: "build",
    generateBundle: {
      order: "pre",
      async handler(_, bundle) {
        const chunks = Object.values(bundle).filter(
          (one): one is Rolldown.OutputChunk => one.type === "chunk",
        );
        const spoken = chunks.filter(({ name }) => name.startsWith("words-"));
        const words = Object.fromEntries(
          spoken.map(({ name, fileName }) => [name.slice("words-".length), `/${fileName}`]),
        );
        const parts = chunks.find(({ name }) => name === "more");
        if (!parts) throw new Error("there is nothing that comes after a table has been painted");
        later = [parts.fileName, ...(parts.viteMetadata?.importedCss ?? [])]
          .map((file) => `/${file}`)
          .join(" ");
        const source = await early(words);
        first = this.getFileName(this.emitFile({ type: "asset", name: "early.js", source }));
        preloads = [...new Set(spoken.flatMap(({ imports }) => imports))];
      },
    },
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle = {} }) => ({
        html: styled(html, bundle),
        tags: [
          {
            tag: "script",
            attrs: { async: true, src: `/${first}`, "data-more": later },
            injectTo: "head-prepend",
          },
          ...preloads
            .filter((file) => !html.includes(file))
            .map((file) => ({
              tag: "link",
              attrs: { rel: "modulepreload", crossorigin: true, href: `/${file}` },
              injectTo: "head" as const,
            })),
        ],
      }),
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
  plugins: [spoken(), svelte(), together(), shell(), head(), pack()],
  build: {
    // The Python package carries the built page.
    outDir: "../src/diwaniya/page",
    emptyOutDir: true,
    target: "es2022",
    rolldownOptions: {
      input: { index: "index.html", sw: "src/sw/worker.ts" },
      output: {
        entryFileNames: ({ name }) => (name === "sw" ? WORKER : "assets/[name]-[hash].js"),
        codeSplitting: {
          groups: [
            // All words of a language in one file, fetched when somebody reads that language.
            { name: (id) => `words-${language(id)}`, test: (id) => language(id) !== undefined },
            { name: "page", test: (id) => always.has(id) || id.includes("rolldown/runtime") },
            { name: "more", test: (id) => more.has(id) },
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
