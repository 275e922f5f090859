// Models that are checked anew: some at a time, so that it can be seen how far it has come.
import type { Backend } from "$lib/backend/backend";
import type { ModelChecked } from "$lib/backend/bindings";

/** Checks at a time; the compiler's own processes are bounded by the program. */
const AT_ONCE = 4;

export class Rechecks {
  /** Names that are still to be answered. */
  left = $state.raw<ReadonlySet<string>>(new Set());
  #total = $state(0);

  constructor(private readonly backend: Backend) {}

  get under(): boolean {
    return this.left.size > 0;
  }
  get total(): number {
    return this.#total;
  }
  get done(): number {
    return this.#total - this.left.size;
  }

  /** Checks all of them. Throws the first failure, and then begins no further check. */
  async check(names: string[]): Promise<ModelChecked[]> {
    const waiting = names.filter((it) => !this.left.has(it));
    this.#total = (this.under ? this.#total : 0) + waiting.length;
    this.left = new Set([...this.left, ...waiting]);
    const checked: ModelChecked[] = [];
    const worker = async () => {
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
        try {
          checked.push(await this.backend.call("models.check", { name }));
        } catch (thrown) {
          this.#forget([name, ...waiting.splice(0)]);
          throw thrown;
        }
        this.#forget([name]);
      }
    };
    const workers = Array.from({ length: AT_ONCE }, worker);
    const failed = (await Promise.allSettled(workers)).find((it) => it.status === "rejected");
    if (failed) throw failed.reason;
    return checked;
  }

  #forget(names: string[]) {
    this.left = new Set([...this.left].filter((it) => !names.includes(it)));
  }
}
