// Checking models anew: how far it has come, never too many at once, and what a failure leaves.
import { describe, expect, it } from "vitest";
import { ApiProblem } from "$lib/backend/problem";
import { Rechecks } from "$lib/controllers/rechecks.svelte";

/** A program whose checks are answered by the test. */
function program() {
  const asked: { name: string; answer: (accepted: boolean) => void; fail: () => void }[] = [];
  const backend = {
    call: (_: string, { name }: { name: string }) =>
      new Promise((answered, failed) =>
        asked.push({
          name,
          answer: (accepted) => answered({ module: name, accepted }),
          fail: () => failed(new ApiProblem({ code: "compiler_missing", message: "none" })),
        }),
      ),
  } as never;
  return { asked, rechecks: new Rechecks(backend) };
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
const names = ["A", "B", "C", "D", "E", "F"];

describe("models that are checked anew", () => {
  it("are asked some at a time and counted as they are answered", async () => {
    const { asked, rechecks } = program();
    const all = rechecks.check(names);
    expect([asked.length, rechecks.done, rechecks.total]).toEqual([4, 0, 6]);
    asked[1]?.answer(false);
    await settle();
    expect([asked.length, rechecks.done, [...rechecks.left]]).toEqual([
      5,
      1,
      ["A", "C", "D", "E", "F"],
    ]);
    // One that is being checked is not checked twice, another one joins.
    const more = rechecks.check(["A", "G"]);
    expect([rechecks.done, rechecks.total]).toEqual([1, 7]);
    for (let i = 0; i < asked.length; i++) {
      asked[i]?.answer(i !== 1);
      await settle();
    }
    expect((await all).filter((it) => it.accepted).length).toBe(5);
    expect((await more).map((it) => it.module)).toEqual(["G"]);
    expect([rechecks.under, rechecks.done]).toEqual([false, 7]);
    expect(asked.map((it) => it.name).sort()).toEqual([...names, "G"]);
  });

  it("stop at the first failure, which is told, and nothing turns for ever", async () => {
    const { asked, rechecks } = program();
    const all = rechecks.check(names);
    asked[0]?.fail();
    asked.slice(1).forEach((it) => it.answer(true));
    await expect(all).rejects.toMatchObject({ code: "compiler_missing" });
    expect([rechecks.under, asked.length]).toEqual([false, 4]);
  });
});
