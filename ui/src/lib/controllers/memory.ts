// Small things that this window remembers between starts: widths, drafts, the last tab.
// Storage may be forbidden or full; then they are forgotten and nothing else happens.
export class Memory {
  constructor(
    private readonly storage: Pick<Storage, "getItem" | "setItem" | "removeItem"> | null,
  ) {}

  static ofWindow(): Memory {
    try {
      return new Memory(window.localStorage);
    } catch {
      return new Memory(null);
    }
  }

  read(key: string): string | null {
    try {
      return this.storage?.getItem(`proviso.${key}`) ?? null;
    } catch {
      return null;
    }
  }

  /** Keeps a text; an empty one is forgotten. */
  write(key: string, value: string): void {
    try {
      if (value === "") this.storage?.removeItem(`proviso.${key}`);
      else this.storage?.setItem(`proviso.${key}`, value);
    } catch {
      // Full or forbidden: the next start begins from the default.
    }
  }

  readNumber(key: string, otherwise: number): number {
    const value = Number(this.read(key) ?? Number.NaN);
    return Number.isFinite(value) ? value : otherwise;
  }
}
