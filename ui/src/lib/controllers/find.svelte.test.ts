import { describe, expect, it, vi } from "vitest";
import type { Backend } from "$lib/backend/backend";
import type { FoundView } from "$lib/backend/bindings";
import { Finder } from "$lib/controllers/find.svelte";

const place = (page: number): FoundView => ({
  document: 0,
  page,
  box: { x0: 1, y0: 2, x1: 3, y1: 4 },
});

function finder(answer: (words: string) => FoundView[] | Promise<FoundView[]>) {
  const shown: number[] = [];
  const call = ((_: string, { words }: { words: string }) =>
    Promise.resolve(answer(words))) as unknown as Backend["call"];
  return { shown, it: new Finder("1", { call }, ({ page }) => shown.push(page)) };
}

describe("finding words on the pages", () => {
  it("goes to the first place, then around", async () => {
    const { it: found, shown } = finder(() => [place(1), place(3)]);
    found.words = "합계";
    await found.step(1);
    await found.step(1);
    await found.step(1);
    await found.step(-1);
    expect(shown).toEqual([1, 3, 1, 3]);
    expect(found.onPage(0, 3)).toHaveLength(1);
  });

  it("asks once for what is typed in one go", async () => {
    vi.useFakeTimers();
    const asked: string[] = [];
    const { it: found } = finder((words) => (asked.push(words), []));
    found.type("합");
    found.type("합계");
    await vi.runAllTimersAsync();
    expect(asked).toEqual(["합계"]);
    vi.useRealTimers();
  });

  it("shows nothing of an answer that was overtaken", async () => {
    let late: (it: FoundView[]) => void = () => {};
    const { it: found, shown } = finder((words) =>
      words === "old" ? new Promise((answer) => (late = answer)) : [place(2)],
    );
    found.words = "old";
    const first = found.find();
    found.words = "new";
    await found.find();
    late([place(9)]);
    await first;
    expect(found.places.map((it) => it.page)).toEqual([2]);
    expect(shown).toEqual([2]);
  });

  it("is of no page once it is closed", async () => {
    const { it: found } = finder(() => [place(1)]);
    found.words = "x";
    await found.find();
    found.close();
    expect([found.here, found.places]).toEqual([null, []]);
  });
});
