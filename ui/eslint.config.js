// What the compiler cannot see: layering, unused names, habits that hide errors.
import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

const layering = (extra = []) => ({
  "no-restricted-imports": [
    "error",
    { patterns: [{ group: ["../*"], message: "say $lib, $components or $views" }, ...extra] },
  ],
});

const tauri = {
  group: ["@tauri-apps/*"],
  message: "only lib/backend/tauri.ts knows the desktop shell",
};

export default ts.config(
  { ignores: ["dist/", "node_modules/", "test-results/", "src/lib/backend/bindings.ts"] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    rules: {
      ...layering([tauri]),
      eqeqeq: "error",
      "no-console": "error",
      "no-undef": "off",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "@typescript-eslint/consistent-type-imports": "error",
      // Everything shown is text; documents are hostile.
      "svelte/no-at-html-tags": "error",
      // A style attribute would need leave of the content policy; style directives set properties.
      "no-restricted-syntax": [
        "error",
        { selector: 'SvelteAttribute[key.name="style"]', message: "use style: directives" },
      ],
      // Sets and maps are replaced, not changed, where anything looks at them.
      "svelte/prefer-svelte-reactivity": "off",
      "svelte/require-each-key": "error",
      // The router is our own, by fragments; there is no SvelteKit here.
      "svelte/no-navigation-without-resolve": "off",
    },
  },
  { files: ["src/lib/backend/tauri.ts"], rules: layering() },
  { files: ["e2e/**", "*.config.*"], rules: { "no-restricted-imports": "off" } },
);
