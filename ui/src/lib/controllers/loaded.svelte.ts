// Something that is fetched: there, on its way, or failed; what was there stays while it is renewed.
//
// Invariant: of several loads the last one that began wins, however late an earlier one answers; what
// an earlier one answers in time is shown meanwhile.
import { ApiProblem } from "$lib/backend/problem";

export class Loaded<T> {
  value = $state.raw<T | null>(null);
  problem = $state.raw<ApiProblem | null>(null);
  loading = $state(false);
  #turn = 0;
  /** Which load is shown. */
  #shown = 0;

  constructor(private readonly fetch: () => Promise<T>) {}

  /** Nothing to show yet, and nothing to say. */
  readonly first: boolean = $derived(this.loading && this.value === null);

  async load(): Promise<T | null> {
    const turn = ++this.#turn;
    this.loading = true;
    try {
      const value = await this.fetch();
      if (turn < this.#shown) return value;
      this.#shown = turn;
      this.value = value;
      this.problem = null;
      return value;
    } catch (thrown) {
      if (turn === this.#turn) this.problem = ApiProblem.from(thrown);
      return null;
    } finally {
      if (turn === this.#turn) this.loading = false;
    }
  }
}
