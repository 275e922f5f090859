import { describe, expect, it } from "vitest";

import { visible } from "$lib/format/invisible";

describe("visible", () => {
  it("shows by its number what nothing is drawn for", () => {
    expect(visible("합계\u200B 1\u202E2")).toBe("합계‹U+200B› 1‹U+202E›2");
    expect(visible("\u{E0041}")).toBe("‹U+E0041›");
  });

  it("leaves what is drawn as it is", () => {
    const text = "가나 漢字 Ab1,.-'\"·…‘’“”₩€\u00A0ß🙂";
    expect(visible(text)).toBe(text);
  });
});
