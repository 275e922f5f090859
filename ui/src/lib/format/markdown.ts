// The markdown that analyses are written in, parsed into blocks and spans. No HTML passes: what
// looks like a tag is text.
export type Span = { type: "text" | "strong" | "emphasis" | "code"; text: string };
export interface ListItem {
  depth: number;
  number: number;
  spans: Span[];
}
export type Block =
  | { type: "heading"; level: number; spans: Span[] }
  | { type: "paragraph"; spans: Span[] }
  | { type: "list"; ordered: boolean; items: ListItem[] }
  | { type: "table"; head: Span[][]; align: ("left" | "right")[]; rows: Span[][][] }
  | { type: "code"; text: string }
  | { type: "rule" };

const HEADING = /^(#{1,6})\s+(.*)$/;
const ITEM = /^(\s*)(?:[-*+]|(\d+)[.)])\s+(.*)$/;
const DIVIDER = /^\s*\|?\s*:?-{2,}:?\s*(\|\s*:?-{2,}:?\s*)*\|?\s*$/;

export function parse(text: string): Block[] {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at]!;
    const heading = HEADING.exec(line);
    if (line.trim() === "") at += 1;
    else if (heading) {
      blocks.push({ type: "heading", level: heading[1]!.length, spans: spans(heading[2]!) });
      at += 1;
    } else if (/^\s*(```|~~~)/.test(line)) at = code(lines, at, blocks);
    else if (/^\s*([-*_])(\s*\1){2,}\s*$/.test(line)) {
      blocks.push({ type: "rule" });
      at += 1;
    } else if (line.includes("|") && DIVIDER.test(lines[at + 1] ?? ""))
      at = table(lines, at, blocks);
    else if (ITEM.test(line)) at = list(lines, at, blocks);
    else at = paragraph(lines, at, blocks);
  }
  return blocks;
}

function code(lines: string[], start: number, blocks: Block[]): number {
  const fence = lines[start]!.trim().slice(0, 3);
  let end = start + 1;
  while (end < lines.length && !lines[end]!.trim().startsWith(fence)) end += 1;
  blocks.push({ type: "code", text: lines.slice(start + 1, end).join("\n") });
  return end + 1;
}

function table(lines: string[], start: number, blocks: Block[]): number {
  const align = cells(lines[start + 1]!).map((it) => (it.endsWith(":") ? "right" : "left"));
  const rows: Span[][][] = [];
  let at = start + 2;
  while (at < lines.length && lines[at]!.includes("|")) {
    rows.push(cells(lines[at]!).map(spans));
    at += 1;
  }
  blocks.push({ type: "table", head: cells(lines[start]!).map(spans), align, rows });
  return at;
}

/** Cells between bars that are not escaped. */
function cells(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return inner.split(/(?<!\\)\|/).map((it) => it.trim());
}

function list(lines: string[], start: number, blocks: Block[]): number {
  const items: ListItem[] = [];
  let ordered = false;
  let at = start;
  while (at < lines.length) {
    const item = ITEM.exec(lines[at]!);
    if (!item) break;
    if (at === start) ordered = item[2] !== undefined;
    const depth = Math.floor(item[1]!.length / 2);
    items.push({ depth, number: Number(item[2] ?? 0), spans: spans(item[3]!) });
    at += 1;
  }
  blocks.push({ type: "list", ordered, items });
  return at;
}

function paragraph(lines: string[], start: number, blocks: Block[]): number {
  const own: string[] = [];
  let at = start;
  while (at < lines.length && lines[at]!.trim() !== "") {
    if (at > start && (HEADING.test(lines[at]!) || ITEM.test(lines[at]!))) break;
    own.push(lines[at]!.trim());
    at += 1;
  }
  blocks.push({ type: "paragraph", spans: spans(own.join(" ")) });
  return at;
}

/** Emphasis and code; a backslash before punctuation takes its meaning away. */
export function spans(text: string): Span[] {
  const found: Span[] = [];
  let plain = "";
  const flush = () => {
    if (plain) found.push({ type: "text", text: plain });
    plain = "";
  };
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at);
    const escaped = /^\\([!-/:-@[-`{-~])/.exec(rest);
    const marked =
      /^`([^`]+)`/.exec(rest) ??
      /^\*\*(?=\S)(.+?)\*\*/.exec(rest) ??
      /^\*(?=\S)([^*]+?)\*/.exec(rest);
    if (escaped) {
      plain += escaped[1];
      at += 2;
    } else if (marked) {
      flush();
      const type = rest.startsWith("`") ? "code" : rest.startsWith("**") ? "strong" : "emphasis";
      const inner = marked[1]!;
      found.push({ type, text: type === "code" ? inner : unescape(inner) });
      at += marked[0].length;
    } else {
      plain += text[at];
      at += 1;
    }
  }
  flush();
  return found;
}

function unescape(text: string): string {
  return text.replaceAll(/\\([!-/:-@[-`{-~])/g, "$1");
}
