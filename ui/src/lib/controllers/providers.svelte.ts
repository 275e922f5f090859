// Providers of language models in the settings: what is set of each, and whether it can be asked.
//
// Invariant: what was not asked is not said to answer, and what was asked before something was changed
// was not asked. A key that was typed is handed over once and forgotten here as soon as it is kept; what
// the program refuses stays typed.
import type { Backend } from "$lib/backend/backend";
import type {
  ProviderPatch,
  ProvidersView,
  ProviderTested,
  ProviderView,
} from "$lib/backend/bindings";
import { ApiProblem } from "$lib/backend/problem";

export class ProvidersController {
  view = $state.raw<ProvidersView | null>(null);
  problem = $state.raw<ApiProblem | null>(null);
  /** What was saved last, and whose it is. */
  saved = $state<string | null>(null);
  /** The key that is being typed. */
  typed = $state("");
  keeping = $state(false);
  /** What came of asking, by provider. */
  tested = $state.raw<Record<string, ProviderTested | undefined>>({});
  testing = $state<string | null>(null);
  /** How many answers of models are kept; not known until it was asked. */
  kept = $state<number | null>(null);
  /** Whether they were forgotten just now. */
  forgotten = $state(false);

  constructor(
    private readonly backend: Pick<Backend, "call">,
    /** Called when an engine may have come or gone. */
    private readonly changed: () => void,
  ) {}

  of(name: string): ProviderView | undefined {
    return this.view?.providers.find((it) => it.name === name);
  }

  async load(): Promise<void> {
    await this.#take(() => this.backend.call("providers.list", {}));
    await this.#count("answers.count");
  }

  /** Forgets what models answered. */
  async forgetAnswers(): Promise<void> {
    this.forgotten = await this.#count("answers.forget");
  }

  async #count(command: "answers.count" | "answers.forget"): Promise<boolean> {
    try {
      this.kept = (await this.backend.call(command, {})).n_answers;
      return true;
    } catch (thrown) {
      this.problem = ApiProblem.from(thrown);
      return false;
    }
  }

  /** Sets what is named; what is left out stays as it is. */
  async set(
    what: string,
    patch: Pick<ProviderPatch, "provider"> & Partial<ProviderPatch>,
  ): Promise<void> {
    const request = patch as ProviderPatch;
    const done = await this.#take(() => this.backend.call("providers.set", request));
    if (!done) return;
    // Another model of the same server needs no other question.
    const before = this.tested[patch.provider];
    if (what === "address" || !before) this.#forgetTest(patch.provider);
    else {
      const model = this.of(patch.provider)?.model.set ?? null;
      const has_model = model && before.models.length > 0 ? before.models.includes(model) : null;
      this.tested = { ...this.tested, [patch.provider]: { ...before, has_model } };
    }
    this.saved = `${patch.provider}.${what}`;
    this.changed();
  }

  async keep(provider: string): Promise<void> {
    const key = this.typed.trim();
    if (key === "" || this.keeping) return;
    this.keeping = true;
    const done = await this.#take(() => this.backend.call("keys.keep", { provider, key }));
    this.keeping = false;
    if (!done) return;
    this.typed = "";
    this.#forgetTest(provider);
    this.saved = `${provider}.key`;
    this.changed();
  }

  /** Asks a provider which models it has. */
  async test(provider: string): Promise<void> {
    if (this.testing !== null) return;
    this.testing = provider;
    this.#forgetTest(provider);
    try {
      const tested = await this.backend.call("providers.test", { provider });
      this.tested = { ...this.tested, [provider]: tested };
      this.problem = null;
    } catch (thrown) {
      this.problem = ApiProblem.from(thrown);
    } finally {
      this.testing = null;
    }
  }

  #forgetTest(provider: string): void {
    this.tested = { ...this.tested, [provider]: undefined };
  }

  async forget(provider: string): Promise<void> {
    const done = await this.#take(() => this.backend.call("keys.forget", { provider }));
    if (!done) return;
    this.#forgetTest(provider);
    this.saved = null;
    this.changed();
  }

  async #take(ask: () => Promise<ProvidersView>): Promise<boolean> {
    try {
      this.view = await ask();
      this.problem = null;
      return true;
    } catch (thrown) {
      this.problem = ApiProblem.from(thrown);
      return false;
    }
  }
}
