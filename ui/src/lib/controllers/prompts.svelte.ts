// Prompts in the settings: the list, and the one that a person edits.
//
// Invariant: what was typed is kept until it is saved or thrown away; what the program refuses stays.
import type { Backend } from "$lib/backend/backend";
import type { PromptRow, PromptText } from "$lib/backend/bindings";
import { ApiProblem } from "$lib/backend/problem";
import type { Memory } from "$lib/controllers/memory";

/** All files of one agent, variant and version. */
export interface PromptGroup {
  agent: string;
  variant: string;
  version: string;
  /** The version that the agent asks for; none where there is no such agent. */
  asked: string | null;
  /** Whether nobody asks for these texts. */
  unused: boolean;
  rows: PromptRow[];
}

/** What others include is asked for by none of its own. */
const SHARED = "shared";

const PIECES = ["system", "user", "repair"];

export class PromptsController {
  rows = $state.raw<PromptRow[]>([]);
  problem = $state.raw<ApiProblem | null>(null);
  opened = $state.raw<PromptText | null>(null);
  text = $state("");
  /** What went wrong with the one that is open. */
  refused = $state.raw<ApiProblem | null>(null);
  working = $state(false);

  constructor(
    private readonly backend: Pick<Backend, "call">,
    private readonly memory: Memory,
  ) {}

  /** The text that counts now. */
  readonly current: string = $derived(this.opened?.own_text ?? this.opened?.shipped_text ?? "");
  readonly dirty: boolean = $derived(this.opened !== null && this.text !== this.current);
  readonly groups: PromptGroup[] = $derived(grouped(this.rows));
  /** Whether nobody asks for the one that is open. */
  readonly unused: boolean = $derived(this.opened !== null && isUnused(this.opened));

  async load(): Promise<void> {
    try {
      this.rows = await this.backend.call("prompts.list", {});
      this.problem = null;
    } catch (thrown) {
      this.problem = ApiProblem.from(thrown);
    }
  }

  async open(path: string): Promise<void> {
    try {
      this.opened = await this.backend.call("prompts.show", { path });
      this.text = this.memory.read(this.#key(path)) ?? this.current;
      this.refused = null;
      this.problem = null;
    } catch (thrown) {
      this.problem = ApiProblem.from(thrown);
    }
  }

  type(text: string): void {
    this.text = text;
    if (this.opened) this.memory.write(this.#key(this.opened.path), this.dirty ? text : "");
  }

  close(): void {
    this.opened = null;
  }

  discard(): void {
    this.type(this.current);
    this.refused = null;
  }

  /** Whether it was taken. */
  async save(): Promise<boolean> {
    const { text, opened } = this;
    if (!opened) return false;
    return this.#do(() => this.backend.call("prompts.save", { path: opened.path, text }));
  }

  /** Back to the shipped text. */
  async reset(): Promise<boolean> {
    const { opened } = this;
    if (!opened) return false;
    return this.#do(() => this.backend.call("prompts.reset", { path: opened.path }));
  }

  async #do(ask: () => Promise<PromptText>): Promise<boolean> {
    this.working = true;
    try {
      const it = await ask();
      this.memory.write(this.#key(it.path), "");
      this.refused = null;
      // Closed meanwhile: then it stays closed.
      if (this.opened) {
        this.opened = it;
        this.text = this.current;
      }
      await this.load();
      return true;
    } catch (thrown) {
      this.refused = ApiProblem.from(thrown);
      return false;
    } finally {
      this.working = false;
    }
  }

  #key(path: string): string {
    return `prompt.${path}`;
  }
}

function isUnused({ agent, version, asked_version: asked }: PromptRow): boolean {
  return agent !== SHARED && asked !== version;
}

function grouped(rows: PromptRow[]): PromptGroup[] {
  const groups = new Map<string, PromptGroup>();
  for (const row of rows) {
    const key = `${row.agent}/${row.variant}/${row.version}`;
    const { agent, variant, version, asked_version: asked } = row;
    const unused = isUnused(row);
    const group = groups.get(key) ?? { agent, variant, version, asked, unused, rows: [] };
    group.rows.push(row);
    groups.set(key, group);
  }
  const rank = (it: PromptRow) => {
    const at = PIECES.indexOf(it.piece);
    return at < 0 ? PIECES.length : at;
  };
  for (const it of groups.values())
    it.rows.sort((a, b) => rank(a) - rank(b) || a.path.localeCompare(b.path));
  // What is asked for comes before what was once.
  return [...groups.values()].sort((a, b) => Number(a.unused) - Number(b.unused));
}
