// Editing a model: checked while typing, kept until it is saved, never overtaken by an old answer.
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { TextChecked } from "$lib/backend/bindings";
import { ApiProblem } from "$lib/backend/problem";
import { DraftController } from "$lib/controllers/draft.svelte";
import { Memory } from "$lib/controllers/memory";
import { storage } from "$lib/controllers/storage.fake";

const accepted = (text: string): TextChecked => ({
  accepted: true,
  typechecked: true,
  audited: true,
  diagnostics: [],
  compiler: text,
  took_ms: 1,
});

function program(check: (text: string) => Promise<TextChecked>) {
  const asked: string[] = [];
  const glanced: string[] = [];
  const backend = {
    async call(name: string, request: { text: string; attempt: number; glance: boolean }) {
      if (name === "runs.attempt")
        return {
          number: request.attempt,
          module: "Domains.A",
          text: "as written",
          diagnostics: [],
        };
      if (request.glance) {
        glanced.push(request.text);
        return accepted("kernel");
      }
      asked.push(request.text);
      return check(request.text);
    },
  } as never;
  return { backend, asked, glanced };
}

beforeEach(() => void vi.useFakeTimers());

describe("typing", () => {
  it("asks the compiler once after a pause, and sooner who answers at once", async () => {
    const { backend, asked, glanced } = program(async (text) => accepted(text));
    const draft = new DraftController("1", backend, new Memory(storage()));
    await draft.open(1);
    for (const text of ["a", "ab", "abc"]) draft.type(text);
    expect([draft.check, asked]).toEqual(["waiting", []]);
    await vi.advanceTimersByTimeAsync(400);
    expect([draft.check, asked, glanced]).toEqual(["waiting", [], ["abc"]]);
    expect(draft.glance?.compiler).toBe("kernel");
    await vi.advanceTimersByTimeAsync(2000);
    expect([draft.check, asked]).toEqual(["checked", ["abc"]]);
    expect([draft.checked?.compiler, draft.glance]).toEqual(["abc", null]);
  });

  it("looks at nothing that was typed over", async () => {
    const { backend, glanced } = program(async (text) => accepted(text));
    const draft = new DraftController("1", backend, new Memory(storage()));
    await draft.open(1);
    draft.type("a");
    await vi.advanceTimersByTimeAsync(400);
    draft.type("ab");
    expect(draft.glance, "it was about another text").toBeNull();
    draft.stop();
    await vi.advanceTimersByTimeAsync(2000);
    expect(glanced).toEqual(["a"]);
  });

  it("does not let an old answer overtake a newer one", async () => {
    const answers = new Map<string, (it: TextChecked) => void>();
    const { backend } = program((text) => new Promise((resolve) => answers.set(text, resolve)));
    const draft = new DraftController("1", backend, new Memory(storage()), 10);
    await draft.open(1);
    draft.type("old");
    await vi.advanceTimersByTimeAsync(20);
    draft.type("new");
    await vi.advanceTimersByTimeAsync(20);
    answers.get("new")?.(accepted("new"));
    answers.get("old")?.(accepted("old"));
    await vi.advanceTimersByTimeAsync(1);
    expect(draft.checked?.compiler).toBe("new");
  });

  it("is silent where a newer check took its place, and says where nobody answers", async () => {
    const problem = (code: "superseded" | "offline") =>
      program(async () => {
        throw new ApiProblem({ code, message: code });
      }).backend;
    for (const [code, state] of [
      ["superseded", "checking"],
      ["offline", "failed"],
    ] as const) {
      const draft = new DraftController("1", problem(code), new Memory(storage()));
      await draft.open(1);
      draft.type("x");
      await draft.checkNow();
      expect([draft.check, draft.problem?.code]).toEqual([
        state,
        code === "offline" ? code : undefined,
      ]);
      draft.stop();
    }
  });
});

describe("an edit", () => {
  it("survives a crash right after the last key and is told of when it comes back", async () => {
    const kept = storage();
    const { backend } = program(async (text) => accepted(text));
    const first = new DraftController("1", backend, new Memory(kept));
    await first.open(1);
    first.type("mine");
    const second = new DraftController("1", backend, new Memory(kept));
    await second.open(1);
    expect([second.text, second.restored, second.dirty]).toEqual(["mine", true, true]);
    const other = new DraftController("2", backend, new Memory(kept));
    await other.open(1);
    expect(other.dirty, "another run's text is its own").toBe(false);
  });

  it("is forgotten when it is saved or thrown away", async () => {
    const kept = storage();
    const { backend } = program(async (text) => accepted(text));
    for (const deed of ["saved", "discard"] as const) {
      const draft = new DraftController("1", backend, new Memory(kept));
      await draft.open(1);
      draft.type("mine");
      expect(kept.kept.size).toBe(1);
      draft[deed]();
      await vi.advanceTimersByTimeAsync(2000);
      expect([draft.dirty, kept.kept.size]).toEqual([false, 0]);
    }
  });

  it("works where nothing can be kept", async () => {
    const { backend } = program(async (text) => accepted(text));
    const full = {
      ...storage(),
      setItem: () => {
        throw new Error("full");
      },
    };
    const draft = new DraftController("1", backend, new Memory(full));
    await draft.open(1);
    draft.type("mine");
    draft.stop();
    expect(draft.text).toBe("mine");
  });
});

describe("opening", () => {
  it("shows the text that was asked for last, and none over what is being typed", async () => {
    const answers = new Map<number, () => void>();
    const backend = {
      call: (_: string, { attempt }: { attempt: number }) =>
        new Promise((answer) => {
          const text = `text ${attempt}`;
          answers.set(attempt, () => answer({ number: attempt, text, diagnostics: [] }));
        }),
    } as never;
    const draft = new DraftController("1", backend, new Memory(storage()));
    const opened = [draft.open(1), draft.open(2)];
    answers.get(2)?.();
    answers.get(1)?.();
    await Promise.all(opened);
    expect([draft.attempt, draft.text]).toEqual([2, "text 2"]);

    const third = draft.open(3);
    draft.type("mine");
    answers.get(3)?.();
    await third;
    expect([draft.attempt, draft.text]).toEqual([2, "mine"]);
    draft.stop();
  });
});
