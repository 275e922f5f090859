import { describe, expect, it, vi } from "vitest";
import { ApiProblem } from "$lib/backend/problem";
import type { Session } from "$lib/controllers/session.svelte";
import { Place } from "$lib/controllers/place.svelte";

/** A session over answers of `workspace.open` and of the dialog that picks folders. */
function session(workspace: string | null, open: (path?: string) => string, picked?: string) {
  const asked = vi.fn((_: string, { path }: { path?: string }) =>
    Promise.resolve({ workspace: open(path), proposed: "/home/me/Proviso" }),
  );
  return {
    asked,
    app: { workspace, proposed: "/home/me/Proviso" },
    backend: { call: asked, pickFolder: () => Promise.resolve(picked ?? null) },
    toasts: { fail: vi.fn() },
  };
}

const place = (it: unknown) => new Place(it as Session);

describe("Place", () => {
  it("makes the proposed folder, once", async () => {
    const it = session(null, () => "/home/me/Proviso");
    const one = place(it);
    expect(one.folder).toBe("/home/me/Proviso");
    expect([await one.settle(), await one.settle()]).toEqual([true, true]);
    expect(it.asked.mock.calls).toEqual([["workspace.open", {}]]);
  });

  it("takes the folder that was picked, also where another one is open", async () => {
    const it = session("/home/me/Proviso", (path) => path ?? "", "/work");
    const one = place(it);
    await one.pick("Where");
    expect(one.folder).toBe("/work");
    expect(await one.settle()).toBe(true);
    expect(it.app.workspace).toBe("/work");
  });

  it("says why a folder cannot be opened, and is still to be settled", async () => {
    const error = { code: "storage", message: "read-only", hints: [], detail: [], run: null };
    const it = session(null, () => {
      throw ApiProblem.from(error);
    });
    const one = place(it);
    expect(await one.settle()).toBe(false);
    expect([one.problem?.code, one.opening]).toEqual(["storage", false]);
  });
});
