// What the whole window shares: the host, the stream, the settings, the language, where one is.
import { getContext, setContext } from "svelte";
import type { Backend } from "$lib/backend/backend";
import type { AppState, ProposalView, Settings, SettingsPatch } from "$lib/backend/bindings";
import { ApiProblem } from "$lib/backend/problem";
import { BatchesController } from "$lib/controllers/batches.svelte";
import { DocumentsController } from "$lib/controllers/documents.svelte";
import { EventHub } from "$lib/controllers/events.svelte";
import { InboxController } from "$lib/controllers/inbox.svelte";
import type { Memory } from "$lib/controllers/memory";
import type { Router } from "$lib/controllers/router.svelte";
import { Thumbnails } from "$lib/controllers/thumbnails.svelte";
import { Toasts } from "$lib/controllers/toasts.svelte";
import { Undo } from "$lib/controllers/undo.svelte";
import { type I18n, isLanguage } from "$lib/i18n/i18n.svelte";

export type Theme = "light" | "dark";

/** Factors of everything's size; the least leaves words legible, the most a window usable. */
const ZOOMS = [0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2] as const;

const isTheme = (it: string | null): it is Theme => it === "light" || it === "dark";

export class Session {
  /** The program's state; none until it has answered once. */
  app = $state.raw<AppState | null>(null);
  problem = $state.raw<ApiProblem | null>(null);
  /** The theme of the screen: what was chosen, else the system's. */
  theme = $state<Theme>("light");
  /** Which overlay is open, if one is. */
  overlay = $state<"palette" | "keys" | null>(null);
  /** Who waits for a name, where one is being asked for. */
  naming = $state.raw<((name: string | null) => void) | null>(null);
  /** What the workspace asks for, answered later: not asked again before the next start. */
  #later = $state.raw<readonly string[]>([]);
  /** Which change was the last, and the end of those on their way: an answer from before is not shown. */
  #turn = 0;
  #saving: Promise<unknown> = Promise.resolve();
  readonly events: EventHub;
  readonly toasts = new Toasts();
  readonly undo = new Undo(this.toasts);
  readonly inbox: InboxController;
  readonly batches: BatchesController;
  /** The list of documents: what was searched and chosen is there again when one comes back to it. */
  readonly documents: DocumentsController;
  readonly thumbnails: Thumbnails;

  constructor(
    readonly backend: Backend,
    readonly i18n: I18n,
    readonly router: Router,
    readonly memory: Memory,
  ) {
    this.events = new EventHub(backend);
    this.inbox = new InboxController(backend, this.events, this.toasts);
    this.batches = new BatchesController(backend, this.events, this.inbox, this.toasts);
    this.documents = new DocumentsController(backend, this.events);
    this.thumbnails = new Thumbnails(backend);
  }

  /** Who sits here: the name that a person gave, else the system's; empty where neither is known. */
  get author(): string {
    return this.memory.read("author") || this.app?.author || "";
  }

  /** Remembers the name that a person gave where none was known. */
  sign(name: string): void {
    if (name.trim() !== "" && name.trim() !== this.author) this.memory.write("author", name.trim());
  }

  /** Who sits here, asked where it is not known; none where the person would not say. */
  async named(): Promise<string | null> {
    if (this.author !== "") return this.author;
    this.naming?.(null);
    return new Promise((answer) => (this.naming = answer));
  }

  /** Takes the name that was asked for, and remembers it; none where the person would not say. */
  answer(name: string | null): void {
    const said = name?.trim() || null;
    if (said !== null) this.sign(said);
    this.naming?.(said);
    this.naming = null;
  }

  /** Who gets the text of documents: the name of the engine that is asked, where that is a provider. */
  receiver(engine: string | null = null): string | null {
    const name = engine ?? this.app?.engine ?? "builtin";
    return name === "builtin" ? null : (this.i18n.t.engineName[name] ?? name);
  }

  /** What the workspace asks for beside itself and nobody has answered. */
  get proposal(): ProposalView | null {
    const open = this.app?.proposals.find(
      (it) => !it.refused && !this.#later.includes(this.#proposed(it)),
    );
    return open ?? null;
  }

  /** Answers later: until then it is as if it were refused. */
  putOff(it: ProposalView): void {
    this.#later = [...this.#later, this.#proposed(it)];
  }

  /** Lets the workspace have what it asks for, or not; either is remembered. */
  async decide(it: ProposalView, allow: boolean): Promise<void> {
    const { what, value } = it;
    try {
      await this.backend.call("workspace.answer", { what, value, allow });
    } catch (thrown) {
      this.toasts.fail(thrown);
    }
    await this.reload();
  }

  /** Workspaces ask each for themselves. */
  #proposed(it: ProposalView): string {
    return JSON.stringify([this.app?.workspace, it.what, it.value]);
  }

  /** Everything larger or smaller, or as it is drawn; remembered for the next start. */
  zoomBy(by: 1 | -1 | 0): void {
    const now = this.memory.readNumber("zoom", 1);
    const larger = ZOOMS.find((it) => it > now + 0.01) ?? now;
    const smaller = ZOOMS.findLast((it) => it < now - 0.01) ?? now;
    const factor = by === 0 ? 1 : by === 1 ? larger : smaller;
    this.memory.write("zoom", factor === 1 ? "" : String(factor));
    this.toasts.say(this.i18n.t.app.zoomed(Math.round(factor * 100)), null, "plain");
    this.#zoom(factor);
  }

  #zoom(factor: number): void {
    this.backend.zoom?.(factor).catch((thrown: unknown) => this.toasts.fail(thrown));
  }

  async start(): Promise<void> {
    const zoom = this.memory.readNumber("zoom", 1);
    if (zoom !== 1) this.#zoom(zoom);
    this.events.start();
    await this.reload();
    this.events.onReturn(() => void this.reload());
  }

  async reload(): Promise<void> {
    try {
      let before: number;
      let app: AppState;
      do {
        await this.#saving;
        before = this.#turn;
        app = await this.backend.call("app.state", {});
      } while (before !== this.#turn);
      this.#take(app);
      this.problem = null;
    } catch (thrown) {
      this.problem = ApiProblem.from(thrown);
    }
  }

  /** Saves what was changed; the screen follows at once and goes back where saving fails. */
  async change(patch: Partial<Settings>): Promise<boolean> {
    const before = this.app;
    if (before) this.#take({ ...before, settings: { ...before.settings, ...patch } });
    const turn = ++this.#turn;
    const asked = this.backend.call("settings.set", patch as SettingsPatch);
    this.#saving = Promise.allSettled([this.#saving, asked]);
    try {
      const settings = await asked;
      if (this.app && turn === this.#turn) this.#take({ ...this.app, settings });
      if ("engine" in patch || "idris2_path" in patch) void this.reload();
      return true;
    } catch (thrown) {
      if (before && turn === this.#turn) this.#take(before);
      else void this.reload();
      this.toasts.fail(thrown);
      return false;
    }
  }

  #take(app: AppState): void {
    this.app = app;
    this.#wear(app.settings);
  }

  #wear(settings: Settings): void {
    this.i18n.chosen = isLanguage(settings.language) ? settings.language : null;
    this.theme = isTheme(settings.theme) ? settings.theme : this.systemTheme();
    // `theme.js` reads it before the first paint of the next start.
    this.memory.write("theme", settings.theme ?? "");
    this.memory.write("language", settings.language ?? "");
  }

  /** The system's theme; replaced in tests. */
  systemTheme: () => Theme = () => "light";
}

const KEY = Symbol("session");

export function provideSession(session: Session): void {
  setContext(KEY, session);
}

export function useSession(): Session {
  return getContext<Session>(KEY);
}
