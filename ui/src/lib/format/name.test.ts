// What documents are called in lists.
import { describe, expect, it } from "vitest";
import { documentName, extension } from "$lib/format/name";

const others = (count: number) => `+${count}`;
const check = (files: string[], title: string | null, expected: string) =>
  expect(documentName(files, title, others)).toBe(expected);

describe("a document's name", () => {
  it("is the file's where a person gave it one", () => {
    check(["거래명세서_5월.pdf"], "거래명세서", "거래명세서_5월");
    check(["Invoice May.pdf"], "INVOICE", "Invoice May");
  });
  it("is the title where a scanner named the file", () => {
    check(["scan0001.pdf"], "세금계산서", "세금계산서");
    check(["", ""], "합의서", "합의서 +1");
  });
  it("says that there are more files", () => {
    check(["견적서.pdf", "발주서.pdf", "인수증.pdf"], null, "견적서 +2");
  });
  it("keeps a name that begins with its only dot", () => {
    check([".hidden"], null, ".hidden");
    expect([extension("a.tar.gz"), extension("README")]).toEqual(["GZ", ""]);
  });
});
