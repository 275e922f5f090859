// Svelte's compiler: runes everywhere, TypeScript in components.
import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

export default {
  preprocess: vitePreprocess(),
  compilerOptions: { runes: true },
  // A dependency may still be written without runes.
  vitePlugin: {
    dynamicCompileOptions({ filename }) {
      if (filename.includes("node_modules")) return { runes: undefined };
    },
  },
};
