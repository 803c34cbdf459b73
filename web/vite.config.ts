import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// `npm run dev` serves the page with live reload and passes everything else on to a running `diwaniya serve`.
const server = process.env.DIWANIYA_SERVER ?? "http://127.0.0.1:8000";

/** The language that a file of words is for; its `meta.json` belongs to the page, which lists the languages. */
const language = (id: string): string | undefined =>
  /[\\/]words[\\/]([\w-]+)[\\/](?!meta\.json)[^\\/]+\.json$/.exec(id)?.[1];

export default defineConfig({
  plugins: [svelte()],
  build: {
    // The Python package carries the built page.
    outDir: "../src/diwaniya/page",
    emptyOutDir: true,
    target: "es2022",
    rolldownOptions: {
      output: {
        codeSplitting: {
          // All words of a language in one file, fetched when somebody reads that language.
          groups: [{ name: (id) => `words-${language(id)}`, test: (id) => language(id) !== undefined }],
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
