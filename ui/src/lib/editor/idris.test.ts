// Tokens, outline and message places of Idris texts.
import { Text } from "@codemirror/state";
import { StringStream } from "@codemirror/language";
import { describe, expect, it } from "vitest";
import { color, idrisParser } from "$lib/editor/tokens";
import { lint } from "$lib/editor/lint";
import { outline } from "$lib/editor/outline";

function tokens(text: string): string[] {
  const state = idrisParser.startState();
  return text.split("\n").flatMap((line) => {
    const stream = new StringStream(line, 2, 2);
    const found: string[] = [];
    while (!stream.eol()) {
      stream.start = stream.pos;
      const kind = idrisParser.token(stream, state);
      if (kind) found.push(`${kind}:${stream.current()}`);
    }
    return found;
  });
}

describe("tokens", () => {
  it("tells keywords, types, numbers and proofs", () => {
    expect(tokens("0 rule0 : Rule0 12")).toEqual([
      "number:0",
      "variableName:rule0",
      "operator::",
      "typeName:Rule0",
      "number:12",
    ]);
    expect(tokens("%default total")).toEqual(["pragma:%default", "keyword:total"]);
  });

  it("knows nested comments over lines", () => {
    expect(tokens("{- a {- b -} still\n-} x")).toEqual([
      "comment:{- a {- b -} still",
      "comment:-}",
      "variableName:x",
    ]);
  });

  it("ends a plain string with its line, a raw one with its quotes", () => {
    expect(tokens('"금액 \\" 원\nx')).toEqual(['string:"금액 \\" 원', "variableName:x"]);
    expect(tokens('"""a\nb""" y')).toEqual(['string:"""a', 'string:b"""', "variableName:y"]);
  });

  it("marks holes, and does not take an operator for a comment", () => {
    expect(tokens("?todo --> b")).toEqual(["hole:?todo", "operator:-->", "variableName:b"]);
  });
});

it("colors a text without an editor, and loses nothing of it", () => {
  const text = '||| 합계\nR0 f = f.vat = 10 -- "x"';
  const pieces = color(text);
  expect(pieces.map((it) => it.text).join("")).toBe(text);
  expect(pieces.filter((it) => it.kind === "number").map((it) => it.text)).toEqual(["10"]);
});

describe("the outline", () => {
  it("hangs declarations under their layers", () => {
    const text = [
      "module Domains.A",
      "-- Layer 3 · entities",
      "public export",
      "record Company where",
      "  constructor MkCompany",
      "-- Layer 4 · aggregate root",
      "0 keepsR0 : (c : Doc) -> R0 (view c)",
      "keepsR0 c = c.rule0",
      "view : Doc -> Facts",
    ].join("\n");
    expect(outline(text)).toEqual([
      {
        number: 3,
        title: "entities",
        line: 2,
        declarations: [{ name: "Company", what: "record", line: 4 }],
      },
      {
        number: 4,
        title: "aggregate root",
        line: 6,
        declarations: [
          { name: "keepsR0", what: "proof", line: 7 },
          { name: "view", what: "function", line: 9 },
        ],
      },
    ]);
  });

  it("ignores what stands in a block comment", () => {
    expect(outline("{-\nx : Int\n-}\ny : Int")[0]?.declarations.map((it) => it.name)).toEqual([
      "y",
    ]);
  });
});

describe("messages in the text", () => {
  const doc = Text.of(["module A", "금액😀 x", "end"]);
  const at = (line: number, column: number, end: number, module = "A") => ({
    kind: "other" as const,
    severity: "error" as const,
    span: { module, line, column, end_line: line, end_column: end },
    message: "no",
  });

  it("counts characters, not UTF-16 units", () => {
    const [message] = lint([at(2, 5, 5)], "A", doc);
    expect(doc.sliceString(message!.from, message!.to)).toBe("x");
  });

  it("leaves out other modules and clips what lies beyond the end", () => {
    const messages = lint([at(1, 1, 3, "B"), at(9, 1, 4)], "A", doc);
    expect(messages.map((it) => [it.from, it.to])).toEqual([[doc.length, doc.length]]);
  });
});
