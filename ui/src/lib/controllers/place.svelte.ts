// Where work is kept: proposed at the first start, said by a person, made when it is first needed.
import { ApiProblem } from "$lib/backend/problem";
import type { Session } from "$lib/controllers/session.svelte";

export class Place {
  /** Why the folder could not be opened. */
  problem = $state.raw<ApiProblem | null>(null);
  opening = $state(false);
  #chosen = $state<string | null>(null);
  readonly folder: string = $derived.by(() => {
    const app = this.session.app;
    return this.#chosen ?? app?.workspace ?? app?.proposed ?? "";
  });

  constructor(private readonly session: Session) {}

  async pick(title: string): Promise<void> {
    try {
      this.#chosen = (await this.session.backend.pickFolder(title)) ?? this.#chosen;
    } catch (thrown) {
      this.session.toasts.fail(thrown);
    }
  }

  /** Makes the workspace where there is none, or opens the chosen one; says whether there is one. */
  async settle(): Promise<boolean> {
    const open = this.session.app?.workspace;
    if (open && (this.#chosen === null || this.#chosen === open)) return true;
    this.opening = true;
    try {
      const request = this.#chosen ? { path: this.#chosen } : {};
      this.session.app = await this.session.backend.call("workspace.open", request);
      this.problem = null;
      return true;
    } catch (thrown) {
      this.problem = ApiProblem.from(thrown);
      return false;
    } finally {
      this.opening = false;
    }
  }
}
