// Starts the window: chooses the host, then hands everything to the shell.
import { mount } from "svelte";
// Before the components: where a component says otherwise, it has the last word.
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/controls.css";
import "./styles/layout.css";
import App from "./App.svelte";
import { chooseBackend } from "$lib/backend/choose";
import { Memory } from "$lib/controllers/memory";
import { Router } from "$lib/controllers/router.svelte";
import { Session } from "$lib/controllers/session.svelte";
import { I18n, isLanguage } from "$lib/i18n/i18n.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no #app");

const memory = Memory.ofWindow();
const i18n = new I18n(navigator.languages);
// What was chosen last, until the program's settings are there.
const remembered = memory.read("language");
if (isLanguage(remembered)) i18n.chosen = remembered;

const session = new Session(await chooseBackend(), i18n, new Router(window), memory);
const dark = window.matchMedia("(prefers-color-scheme: dark)");
session.systemTheme = () => (dark.matches ? "dark" : "light");
session.theme = document.documentElement.dataset.theme === "dark" ? "dark" : "light";
dark.addEventListener("change", () => {
  if (!session.app?.settings.theme) session.theme = session.systemTheme();
});

mount(App, { target, props: { session } });
