// The text of a model while a person edits it: checked while they type, kept until it is saved.
//
// Proviso's own checker answers at every pause; the compiler, which takes its time, after a longer one.
//
// Invariant: an edit is never lost: it is kept per run and attempt with every key, so that a reload or
// a crash in the next moment finds it, and goes only when it is saved as an attempt or thrown away by
// hand. A check that a newer one
// replaced says nothing.
import type { Backend } from "$lib/backend/backend";
import type { Diagnostic, TextChecked } from "$lib/backend/bindings";
import { ApiProblem } from "$lib/backend/problem";
import type { Memory } from "$lib/controllers/memory";

const PAUSE_MS = 700;
/** Of that pause, after how much of it the checker that answers at once is asked. */
const GLANCE = 0.3;

export type CheckState = "idle" | "waiting" | "checking" | "checked" | "failed";

export class DraftController {
  /** The attempt's own text. */
  original = $state("");
  text = $state("");
  attempt = $state<number | null>(null);
  /** What the attempt's own check said; the edited text's once it is checked. */
  diagnostics = $state.raw<Diagnostic[]>([]);
  checked = $state.raw<TextChecked | null>(null);
  /** What Proviso's own checker says of the text, until the compiler has answered. */
  glance = $state.raw<TextChecked | null>(null);
  check = $state<CheckState>("idle");
  problem = $state.raw<ApiProblem | null>(null);
  /** An edit from before was found and taken up again. */
  restored = $state(false);
  #pause: ReturnType<typeof setTimeout> | undefined;
  #glancing: ReturnType<typeof setTimeout> | undefined;
  #turn = 0;
  #opening = 0;

  constructor(
    readonly run: string,
    private readonly backend: Pick<Backend, "call">,
    private readonly memory: Memory,
    private readonly pause_ms = PAUSE_MS,
  ) {}

  readonly dirty: boolean = $derived(this.text !== this.original);

  /** Opens an attempt's text, with the edit that was left behind on it, if one was. */
  async open(attempt: number): Promise<void> {
    const opening = ++this.#opening;
    try {
      const it = await this.backend.call("runs.attempt", { run: this.run, attempt });
      // Another one was asked for since, or somebody has begun to type.
      if (opening !== this.#opening || this.dirty) return;
      this.attempt = it.number;
      this.original = it.text;
      this.text = it.text;
      this.diagnostics = it.diagnostics;
      this.checked = null;
      this.check = "idle";
      this.problem = null;
      this.restored = false;
      const kept = this.memory.read(this.#key());
      if (kept !== null && kept !== it.text) {
        this.restored = true;
        this.type(kept);
      }
    } catch (thrown) {
      if (opening === this.#opening) this.problem = ApiProblem.from(thrown);
    }
  }

  /** Takes what the person typed. */
  type(text: string): void {
    if (text === this.text) return;
    this.text = text;
    this.#keep();
    this.stop();
    this.glance = null;
    this.check = "waiting";
    this.#glancing = setTimeout(() => void this.#look(), this.pause_ms * GLANCE);
    this.#pause = setTimeout(() => void this.checkNow(), this.pause_ms);
  }

  /** Asks the checker that answers at once. What it does not know, the compiler may. */
  async #look(): Promise<void> {
    const turn = this.#turn;
    try {
      const request = { run: this.run, text: this.text, glance: true };
      const glance = await this.backend.call("runs.check_text", request);
      // Where the whole check has begun, its answer counts.
      if (turn !== this.#turn) return;
      this.glance = glance;
      if (!glance.accepted) this.diagnostics = glance.diagnostics;
    } catch {
      // The check that follows in a moment fails for the same reason, and says it.
      if (turn === this.#turn) this.glance = null;
    }
  }

  /** Asks all who judge about the text as it is. */
  async checkNow(): Promise<void> {
    this.stop();
    const turn = this.#turn;
    this.check = "checking";
    try {
      const request = { run: this.run, text: this.text, glance: false };
      const checked = await this.backend.call("runs.check_text", request);
      if (turn !== this.#turn) return;
      this.checked = checked;
      this.diagnostics = checked.diagnostics;
      this.check = "checked";
      this.glance = null;
      this.problem = null;
    } catch (thrown) {
      if (turn !== this.#turn) return;
      const problem = ApiProblem.from(thrown);
      if (problem.code === "superseded") return;
      this.problem = problem;
      this.check = "failed";
    }
  }

  /** Back to the attempt's own text. */
  discard(): void {
    this.stop();
    this.text = this.original;
    this.checked = null;
    this.glance = null;
    this.check = "idle";
    this.restored = false;
    this.#keep();
    if (this.attempt !== null) void this.open(this.attempt);
  }

  /** The edit has become an attempt. */
  saved(): void {
    this.memory.write(this.#key(), "");
    this.stop();
    this.original = this.text;
    this.restored = false;
    this.check = "idle";
  }

  /** What was asked before says nothing any more, and nothing more is asked. */
  stop(): void {
    clearTimeout(this.#glancing);
    clearTimeout(this.#pause);
    this.#turn += 1;
  }

  #keep(): void {
    this.memory.write(this.#key(), this.dirty ? this.text : "");
  }

  #key(): string {
    return `draft.${this.run}.${this.attempt ?? 0}`;
  }
}
