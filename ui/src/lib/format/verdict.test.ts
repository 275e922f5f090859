// A verdict's name never leaves out what it must not be without.
import { expect, it } from "vitest";
import { verdictName } from "$lib/format/verdict";
import { ko } from "$lib/i18n/ko";

it("is what the program calls it, else its bare name", () => {
  const name = { en: "verified, 1 value corrected by Kim", ko: "검증됨, 값 1개 정정(Kim)" };
  expect(verdictName("verified", name, "ko", ko)).toBe("검증됨, 값 1개 정정(Kim)");
  expect(verdictName("verified", null, "ko", ko)).toBe("검증됨");
  expect(verdictName("failed", undefined, "ko", ko)).toBe("실패");
});
