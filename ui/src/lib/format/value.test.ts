// Values as people of each language write them.
import { describe, expect, it } from "vitest";
import { shownValue } from "$lib/format/value";

const check = (canonical: string, ko: string, en: string) =>
  expect([shownValue(canonical, "ko"), shownValue(canonical, "en")]).toEqual([ko, en]);

describe("a canonical value", () => {
  it("is an amount with its currency", () => {
    check("KRW 252000", "252,000원", "KRW 252,000");
    check("USD -1234.50", "USD -1,234.50", "USD -1,234.50");
  });
  it("is a length of time in the language's units", () => {
    check("30 days", "30일", "30 days");
    check("24 months", "24개월", "24 months");
    check("2 hours", "2시간", "2 hours");
  });
  it("stays as it is where it has no such form", () => {
    check("2025-03-01", "2025-03-01", "2025-03-01");
    check("30 daysteps", "30 daysteps", "30 daysteps");
  });
});
