// The words of Idris 2: a stream tokenizer that follows the compiler's lexer closely enough for
// reading. Nested block comments, raw strings, pragmas, holes. It knows no editor, so that a rule's
// term can be colored without loading one.

const KEYWORDS = new Set(
  (
    "module import public export private record data where constructor interface implementation " +
    "let in do case of with if then else rewrite impossible mutual namespace parameters using auto " +
    "default implicit proof open infix infixl infixr prefix total partial covering failing forall " +
    "as hiding"
  ).split(" "),
);

export interface State {
  /** How deep in `{- -}`. */
  comment: number;
  /** The end that the open string waits for; none outside of strings. */
  string: string | null;
}

/** What the tokenizer asks of a line; CodeMirror's streams have it. */
export interface Stream {
  eol(): boolean;
  next(): string | void;
  eatSpace(): boolean;
  skipToEnd(): void;
  current(): string;
  match(pattern: string | RegExp): boolean | RegExpMatchArray | null;
}

export const idrisParser = {
  name: "idris",
  startState: (): State => ({ comment: 0, string: null }),
  copyState: (it: State): State => ({ ...it }),
  token(stream: Stream, state: State): string | null {
    if (state.comment > 0) return comment(stream, state);
    if (state.string !== null) return string(stream, state);
    if (stream.eatSpace()) return null;
    if (stream.match("{-")) {
      state.comment = 1;
      return comment(stream, state);
    }
    if (stream.match("|||")) {
      stream.skipToEnd();
      return "docComment";
    }
    if (stream.match(/^--(?![!#$%&*+./<=>?@\\^|~:])/)) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match(/^%[a-z_]+/)) return "pragma";
    if (stream.match('"""')) {
      state.string = '"""';
      return string(stream, state);
    }
    if (stream.match('"')) {
      state.string = '"';
      return string(stream, state);
    }
    if (stream.match(/^'(\\.[^']*|[^'\\])'/)) return "string";
    if (stream.match(/^\?[A-Za-z_][\w']*/)) return "hole";
    if (stream.match(/^0[xX][\da-fA-F]+|^0[bB][01]+|^0[oO][0-7]+|^\d+(\.\d+)?([eE][+-]?\d+)?/))
      return "number";
    if (stream.match(/^[\p{L}_][\p{L}\p{N}_']*/u)) {
      const word = stream.current();
      if (KEYWORDS.has(word)) return "keyword";
      if (/^\p{Lu}/u.test(word)) return "typeName";
      return "variableName";
    }
    if (stream.match(/^[:!#$%&*+./<=>?@\\^|~-]+/)) return "operator";
    if (stream.match(/^[()[\]{}]/)) return "bracket";
    stream.next();
    return null;
  },
  languageData: {
    commentTokens: { line: "--", block: { open: "{-", close: "-}" } },
    closeBrackets: { brackets: ["(", "[", "{", '"'] },
  },
};

function comment(stream: Stream, state: State): string {
  while (!stream.eol() && state.comment > 0) {
    if (stream.match("{-")) state.comment += 1;
    else if (stream.match("-}")) state.comment -= 1;
    else stream.next();
  }
  return "comment";
}

function string(stream: Stream, state: State): string {
  const end = state.string ?? '"';
  while (!stream.eol()) {
    if (stream.match(end)) {
      state.string = null;
      return "string";
    }
    if (stream.next() === "\\") stream.next();
  }
  // Only the three-quote form goes on to the next line.
  if (end === '"') state.string = null;
  return "string";
}

/** One line as a stream, for those who have no editor. */
class Line implements Stream {
  at = 0;
  start = 0;
  constructor(readonly text: string) {}
  eol(): boolean {
    return this.at >= this.text.length;
  }
  next(): string | void {
    if (!this.eol()) return this.text[this.at++];
  }
  eatSpace(): boolean {
    return this.match(/^\s+/) !== null;
  }
  skipToEnd(): void {
    this.at = this.text.length;
  }
  current(): string {
    return this.text.slice(this.start, this.at);
  }
  match(pattern: string | RegExp): RegExpMatchArray | null {
    const rest = this.text.slice(this.at);
    const found =
      typeof pattern === "string"
        ? rest.startsWith(pattern)
          ? ([pattern] as RegExpMatchArray)
          : null
        : pattern.exec(rest);
    if (found) this.at += found[0].length;
    return found;
  }
}

/** A text cut into colored pieces; pieces without a color have no kind. */
export function color(text: string): { kind: string | null; text: string }[] {
  const state = idrisParser.startState();
  return text.split("\n").flatMap((line, index) => {
    const stream = new Line(line);
    const pieces = index === 0 ? [] : [{ kind: null as string | null, text: "\n" }];
    while (!stream.eol()) {
      stream.start = stream.at;
      const kind = idrisParser.token(stream, state);
      pieces.push({ kind, text: stream.current() });
    }
    return pieces;
  });
}
