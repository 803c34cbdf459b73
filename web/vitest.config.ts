import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig, mergeConfig } from "vitest/config";

import page from "./vite.config.ts";

export default mergeConfig(
  page,
  defineConfig({
    plugins: [svelteTesting({ autoCleanup: false })],
    test: {
      environment: "jsdom",
      include: ["src/**/*.test.ts"],
      setupFiles: ["src/testing.ts"],
      restoreMocks: true,
      isolate: false, // one stand-in for a browser, swept by src/testing.ts: one for each file took ten times as long
    },
  }),
);
