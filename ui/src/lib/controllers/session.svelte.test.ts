// Who sits here: known, asked for once, or not said.
import { describe, expect, it } from "vitest";
import { Memory } from "$lib/controllers/memory";
import { Session } from "$lib/controllers/session.svelte";
import { I18n } from "$lib/i18n/i18n.svelte";

function session(): Session {
  const kept = new Map<string, string>();
  const memory = new Memory({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  });
  return new Session({} as never, new I18n(["ko"]), {} as never, memory);
}

describe("a name that a deed is kept with", () => {
  it("is asked for where none is known, and only once", async () => {
    const it = session();
    const asked = it.named();
    expect(it.naming).not.toBeNull();
    it.answer("  하늘 ");
    expect(await asked).toBe("하늘");
    expect(it.naming).toBeNull();
    expect(await it.named()).toBe("하늘");
    expect(it.naming).toBeNull();
  });

  it("is none where the person would not say, and is asked for again", async () => {
    const it = session();
    const asked = it.named();
    it.answer(null);
    expect(await asked).toBeNull();
    const first = it.named();
    const second = it.named();
    expect(await first, "what nobody waits for any more").toBeNull();
    it.answer("하늘");
    expect(await second).toBe("하늘");
  });
});
