import { describe, expect, it, vi } from "vitest";
import type { Backend } from "$lib/backend/backend";
import { bits, Reasons, said } from "$lib/controllers/reasons.svelte";

const NOTHING = { decisions: [] };

function reasons(answer: () => Promise<unknown>) {
  const call = vi.fn((..._: unknown[]) => answer());
  const backend = { call } as unknown as Pick<Backend, "call">;
  return { call, it: new Reasons(backend, { run: "3", field: 4 }) };
}

describe("Reasons", () => {
  it("asks for nothing before it is opened, and once however often it is", async () => {
    const { call, it: why } = reasons(() => Promise.resolve(NOTHING));
    why.toggle(false);
    expect(call).not.toHaveBeenCalled();
    why.toggle(true);
    why.toggle(false);
    why.toggle(true);
    await vi.waitFor(() => expect(why.answer.value).toEqual(NOTHING));
    why.toggle(true);
    expect(call.mock.calls).toEqual([["runs.why", { run: "3", field: 4 }]]);
  });

  it("asks again where it could not be told", async () => {
    const { call, it: why } = reasons(() => Promise.reject(new Error("gone")));
    why.toggle(true);
    await vi.waitFor(() => expect(why.answer.problem).not.toBeNull());
    why.toggle(false);
    why.toggle(true);
    expect(call).toHaveBeenCalledTimes(2);
  });
});

describe("bits", () => {
  it("have a sign and one place", () => {
    expect([bits(12_000), bits(-640), bits(0)]).toEqual(["+12.0", "−0.6", "+0.0"]);
  });
});

describe("said", () => {
  it("speaks the reader's language and hides nothing", () => {
    // It writes what follows backwards.
    const turned = String.fromCodePoint(0x202e);
    const remark = { en: `“total${turned}”`, ko: "‘합계’" };
    expect(said(remark, "ko")).toBe("‘합계’");
    expect(said(remark, "en")).not.toContain(turned);
  });
});
