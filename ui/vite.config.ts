// Builds the UI into `dist/`, which `proviso serve` and the desktop shell embed.
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [svelte()],
  resolve: {
    alias: {
      $lib: here("./src/lib"),
      $components: here("./src/components"),
      $views: here("./src/views"),
    },
    // Vitest would otherwise take Svelte's server build, whose runes do not react.
    ...(process.env.VITEST ? { conditions: ["browser"] } : {}),
  },
  build: {
    target: ["es2022", "safari16", "chrome111"],
    // The content policy allows files of our own and nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    chunkSizeWarningLimit: 900,
  },
  server: { port: 5173, strictPort: true },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});
