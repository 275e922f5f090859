// The list of screens: each has an address, a key of its own and a view.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { address, parse } from "$lib/controllers/router.svelte";
import { PLACES, to, viewOf } from "$lib/screens";

describe("a screen that one goes to by name", () => {
  it.each(PLACES.map((it) => it.name))("%s has an address that leads there, and a view", (name) => {
    expect(parse(address(to(name)))).toEqual(to(name));
    const view = fileURLToPath(new URL(`../${viewOf(name)}`, import.meta.url));
    expect(existsSync(view), viewOf(name)).toBe(true);
  });

  it("has a key that no other one has", () => {
    const keys = PLACES.map((it) => it.key);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
