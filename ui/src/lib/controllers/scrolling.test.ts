import { describe, expect, it } from "vitest";
import { goal } from "$lib/controllers/scrolling";

const at = (scrollTop: number) => ({ scrollTop, clientHeight: 100, scrollHeight: 1_000 });

describe("keys that turn a screen", () => {
  it("go a screen on and back, with a little of the last one in sight", () => {
    expect(goal("PageDown", at(200))).toBe(288);
    expect(goal("PageUp", at(200))).toBe(112);
  });

  it("go to the ends, and not beyond them", () => {
    expect(goal("End", at(200))).toBe(900);
    expect(goal("Home", at(200))).toBe(0);
    expect(goal("PageDown", at(880))).toBe(900);
    expect(goal("PageUp", at(30))).toBe(0);
  });

  it("are no other keys", () => {
    expect(goal("ArrowDown", at(200))).toBeNull();
  });
});
