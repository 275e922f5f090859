// Prompts and providers in the settings: nothing typed is lost, no key stays.
import { describe, expect, it } from "vitest";
import type { PromptText, ProvidersView } from "$lib/backend/bindings";
import { ApiProblem } from "$lib/backend/problem";
import { Memory } from "$lib/controllers/memory";
import { PromptsController } from "$lib/controllers/prompts.svelte";
import { ProvidersController } from "$lib/controllers/providers.svelte";
import { storage } from "$lib/controllers/storage.fake";

const path = "fixer/default/v1/user.txt";

/** A program with one prompt; it refuses what says `refuse`. */
function program() {
  let own: string | null = null;
  const shown = (): PromptText => ({
    path,
    agent: "fixer",
    variant: "default",
    version: "v1",
    asked_version: "v1",
    piece: "user",
    language: null,
    shipped: true,
    own: own !== null,
    differs: own !== null,
    shipped_text: "as shipped",
    own_text: own,
  });
  return {
    async call(name: string, request: { text?: string }) {
      if (name === "prompts.list") return [shown()];
      if (name === "prompts.reset") own = null;
      if (name === "prompts.save") {
        if (request.text === "refuse")
          throw new ApiProblem({ code: "bad_request", message: "refused" });
        own = request.text ?? "";
      }
      return shown();
    },
  } as never;
}

describe("a prompt", () => {
  it("is kept while it is typed, saved, and given back", async () => {
    const kept = storage();
    const first = new PromptsController(program(), new Memory(kept));
    await first.open(path);
    first.type("mine");
    expect([first.dirty, kept.kept.size]).toEqual([true, 1]);
    const again = new PromptsController(program(), new Memory(kept));
    await again.open(path);
    expect([again.text, again.dirty]).toEqual(["mine", true]);
    expect(await again.save()).toBe(true);
    expect([again.dirty, again.rows[0]?.differs, kept.kept.size]).toEqual([false, true, 0]);
    expect(await again.reset()).toBe(true);
    expect([again.text, again.rows[0]?.own]).toEqual(["as shipped", false]);
  });

  it("of another version than is asked for lies in a group of its own, after those in use", async () => {
    const row = { variant: "default", piece: "user", language: null };
    const of = (agent: string, version: string, asked_version: string | null) => ({
      ...row,
      ...{ agent, version, asked_version },
      path: `${agent}/${version}/user.txt`,
    });
    const rows = [
      of("author", "v1", "v2"),
      of("author", "v2", "v2"),
      of("nobody", "v1", null),
      of("shared", "v1", null),
    ];
    const backend = { call: async () => rows } as never;
    const prompts = new PromptsController(backend, new Memory(storage()));
    await prompts.load();
    expect(prompts.groups.map((it) => [it.agent, it.version, it.unused])).toEqual([
      ["author", "v2", false],
      ["shared", "v1", false],
      ["author", "v1", true],
      ["nobody", "v1", true],
    ]);
  });

  it("that is refused stays as it was typed", async () => {
    const prompts = new PromptsController(program(), new Memory(storage()));
    await prompts.open(path);
    prompts.type("refuse");
    expect(await prompts.save()).toBe(false);
    expect([prompts.text, prompts.refused?.message]).toEqual(["refuse", "refused"]);
    prompts.discard();
    expect([prompts.text, prompts.dirty, prompts.refused]).toEqual(["as shipped", false, null]);
  });
});

describe("a key", () => {
  const view: ProvidersView = { providers: [], keyring: true, engine_fixed: null };

  it("is forgotten here once it is kept, and stays typed where it is refused", async () => {
    const asked: object[] = [];
    const changes: number[] = [];
    let refuses = true;
    const backend = {
      async call(_: string, request: object) {
        asked.push(request);
        if (refuses) throw new ApiProblem({ code: "no_keyring", message: "no keyring" });
        return view;
      },
    } as never;
    const providers = new ProvidersController(backend, () => changes.push(asked.length));
    providers.typed = " sk-1\n";
    await providers.keep("openai");
    expect([providers.typed, providers.problem?.code]).toEqual([" sk-1\n", "no_keyring"]);
    refuses = false;
    await providers.keep("openai");
    expect(asked.at(-1)).toEqual({ provider: "openai", key: "sk-1" });
    expect([providers.typed, providers.problem, changes]).toEqual(["", null, [2]]);
    await providers.keep("openai");
    expect(asked.length, "nothing typed, nothing asked").toBe(2);
  });
});
