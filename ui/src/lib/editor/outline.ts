// The outline of a module: its layers, and what each declares.
//
// Layers are comments of the form `-- Layer 3 · entities`; a module without them has one nameless
// layer. Declarations are told by their first line at column 0, which is where Idris has them.

export interface Declaration {
  name: string;
  what: "record" | "data" | "interface" | "function" | "proof";
  /** From 1. */
  line: number;
}

export interface Layer {
  /** 1 to 5; none before the first layer. */
  number: number | null;
  title: string;
  line: number;
  declarations: Declaration[];
}

const LAYER = /^\s*--+\s*Layer\s+([1-5])\s*(?:[·:.–-]\s*(.*?))?\s*$/i;
const TYPE =
  /^(?:(?:public\s+)?export\s+)?(record|data|interface)\s+(?:\(.*?\)\s*)?([\p{L}_][\p{L}\p{N}_']*)/u;
const SIGNATURE =
  /^(?:(?:public\s+)?export\s+)?(?:total\s+|partial\s+|covering\s+)?(0\s+)?([\p{Ll}_][\p{L}\p{N}_']*(?:\s*,\s*[\p{L}_][\p{L}\p{N}_']*)*)\s*:(?![:=])/u;

export function outline(text: string): Layer[] {
  const layers: Layer[] = [];
  let current: Layer = { number: null, title: "", line: 1, declarations: [] };
  let blockDepth = 0;
  text.split("\n").forEach((line, index) => {
    if (blockDepth === 0) {
      const layer = LAYER.exec(line);
      if (layer) {
        push(layers, current);
        current = {
          number: Number(layer[1]),
          title: layer[2] ?? "",
          line: index + 1,
          declarations: [],
        };
      }
      const found = declaration(line, index + 1);
      if (found) current.declarations.push(found);
    }
    blockDepth += count(line, "{-") - count(line, "-}");
    if (blockDepth < 0) blockDepth = 0;
  });
  push(layers, current);
  return layers;
}

function push(layers: Layer[], it: Layer): void {
  if (it.number !== null || it.declarations.length > 0) layers.push(it);
}

function declaration(line: string, number: number): Declaration | null {
  if (line === "" || /^[\s|-]/.test(line)) return null;
  const type = TYPE.exec(line);
  if (type)
    return { name: type[2]!, what: type[1] as "record" | "data" | "interface", line: number };
  const signature = SIGNATURE.exec(line);
  if (!signature) return null;
  const erased = signature[1] !== undefined;
  return { name: signature[2]!, what: erased ? "proof" : "function", line: number };
}

function count(line: string, of: string): number {
  return line.split(of).length - 1;
}
