import { describe, expect, it } from "vitest";
import type { BuiltRule, RuleTried } from "$lib/backend/bindings";
import { Building } from "$lib/controllers/building.svelte";

function built(answer: Partial<RuleTried> = {}) {
  const asked: BuiltRule[] = [];
  const call = (_: string, rule: unknown) => {
    asked.push(rule as BuiltRule);
    const tried: RuleTried = {
      statement: "",
      equation: "",
      parts: [],
      status: "holds",
      difference: null,
      known: null,
      ...answer,
    };
    return Promise.resolve(tried);
  };
  return { asked, building: new Building("7", { call } as never) };
}

describe("a rule that is built by pointing", () => {
  it("has what was pointed at last for its result, and is asked about at every step", async () => {
    const { asked, building } = built();
    building.point(3);
    expect([building.rule, building.missing]).toEqual([null, 1]);
    building.point(4);
    building.point(9);
    await building.try();
    expect(asked.at(-1)).toEqual({
      run: "7",
      kind: "sum",
      parts: [
        { field: 3, negative: false },
        { field: 4, negative: false },
      ],
      result: 9,
    });
    expect(building.ready).toBe(true);
  });

  it("takes out what is pointed at again, and the last one by a key", async () => {
    const { building } = built();
    for (const it of [3, 4, 9, 4]) building.point(it);
    expect(building.values).toEqual([3, 9]);
    expect([building.back(), building.back(), building.back()]).toEqual([true, true, false]);
    await building.try();
    expect([building.tried, building.ready]).toEqual([null, false]);
  });

  it("takes parts of a sum away, and of nothing else", async () => {
    const { asked, building } = built();
    for (const it of [3, 4, 9]) building.point(it);
    building.turn(4);
    await building.try();
    expect(asked.at(-1)?.parts[1]).toEqual({ field: 4, negative: true });
    building.choose("product");
    await building.try();
    expect(asked.at(-1)?.parts[1]).toEqual({ field: 4, negative: false });
  });

  it("keeps as many values as its kind takes; another result takes the place of the last", () => {
    const { building } = built();
    for (const it of [1, 2, 3, 4]) building.point(it);
    building.choose("rate");
    expect(building.values).toEqual([1, 2, 3]);
    building.point(8);
    expect(building.values).toEqual([1, 2, 8]);
  });

  it("is not ready where it cannot be computed or is known already", async () => {
    for (const answer of [{ status: "unknown" as const }, { known: 4 }]) {
      const { building } = built(answer);
      for (const it of [1, 2]) building.point(it);
      await building.try();
      expect(building.ready).toBe(false);
    }
  });
});
