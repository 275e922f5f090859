// Who sits here: known, asked for once, or not said; and settings that follow the person, not the network.
import { describe, expect, it, vi } from "vitest";
import { ApiProblem } from "$lib/backend/problem";
import { Memory } from "$lib/controllers/memory";
import { Session } from "$lib/controllers/session.svelte";
import { I18n } from "$lib/i18n/i18n.svelte";

function session(backend: unknown = {}): Session {
  const kept = new Map<string, string>();
  const memory = new Memory({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  });
  return new Session(backend as never, new I18n(["ko"]), {} as never, memory);
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

/** Answers that come when the test says so, in any order. */
function slow() {
  const open: { name: string; answer: (value: unknown) => void; fail: (why: Error) => void }[] = [];
  return {
    call: (name: string) =>
      new Promise((answer, fail) => {
        open.push({ name, answer, fail });
      }),
    /** The request that has waited longest of those with this name. */
    next: (name: string) => {
      const at = open.findIndex((it) => it.name === name);
      expect(at, `${name} was asked`).toBeGreaterThanOrEqual(0);
      return open.splice(at, 1)[0]!;
    },
    waiting: () => open.map((it) => it.name),
  };
}

const settled = async () => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};
const state = (engine: string) => ({ engine, settings: { engine, language: null, theme: null } });

describe("an engine that is chosen", () => {
  it("stays chosen though an answer from before it comes later", async () => {
    const wire = slow();
    const it = session(wire);
    it.app = state("builtin") as unknown as Session["app"];
    const first = it.change({ engine: "anthropic" });
    wire.next("settings.set").answer(state("anthropic").settings);
    await first;
    // The state is asked for again, and its answer is slow.
    const late = wire.next("app.state");
    const second = it.change({ engine: "ollama" });
    expect(it.app?.settings.engine).toBe("ollama");
    late.answer(state("anthropic"));
    await settled();
    expect(it.app?.settings.engine, "what was chosen last").toBe("ollama");
    wire.next("settings.set").answer(state("ollama").settings);
    await second;
    await settled();
    while (wire.waiting().length > 0) {
      wire.next("app.state").answer(state("ollama"));
      await settled();
    }
    expect(it.app?.engine).toBe("ollama");
    expect(it.app?.settings.engine).toBe("ollama");
  });

  it("goes back to what the program holds where it could not be kept", async () => {
    const wire = slow();
    const it = session(wire);
    it.app = state("builtin") as unknown as Session["app"];
    vi.spyOn(it.toasts, "fail").mockImplementation(ApiProblem.from);
    const done = it.change({ engine: "anthropic" });
    wire.next("settings.set").fail(new Error("the disk is full"));
    expect(await done).toBe(false);
    expect(it.app?.settings.engine).toBe("builtin");
  });
});
