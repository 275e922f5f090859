import { expect, it } from "vitest";
import { inOrder } from "$lib/format/types";

it("document types stand by their names, each language by its own, with the rest at the end", () => {
  const types = [
    { name: "approval", ko: "품의서", en: "Approval form" },
    { name: "contract", ko: "계약서", en: "Contract" },
    { name: "other", ko: "기타", en: "Another document" },
    { name: "quotation", ko: "견적서", en: "Quotation" },
  ];
  const names = (language: "ko" | "en") => inOrder(types, language).map((it) => it[language]);
  expect(names("ko")).toEqual(["견적서", "계약서", "품의서", "기타"]);
  expect(names("en")).toEqual(["Approval form", "Contract", "Quotation", "Another document"]);
});
