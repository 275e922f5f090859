// Idris 2 for CodeMirror: a stream tokenizer that follows the compiler's lexer closely enough for
// reading. Nested block comments, multi-line and raw strings, interpolation, pragmas, holes.
import { StreamLanguage, type StreamParser } from "@codemirror/language";
import { tags } from "@lezer/highlight";

const KEYWORDS = new Set(
  (
    "module import public export private record data where constructor interface implementation " +
    "let in do case of with if then else rewrite impossible mutual namespace parameters using auto " +
    "default implicit proof open infix infixl infixr prefix total partial covering failing forall " +
    "as hiding"
  ).split(" "),
);

interface State {
  /** How deep in `{- -}`. */
  comment: number;
  /** The end that the open string waits for; none outside of strings. */
  string: string | null;
}

export const idrisParser: StreamParser<State> = {
  name: "idris",
  startState: () => ({ comment: 0, string: null }),
  copyState: (it) => ({ ...it }),
  token(stream, state) {
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
  tokenTable: {
    docComment: tags.docComment,
    pragma: tags.meta,
    hole: tags.invalid,
  },
};

type Stream = Parameters<StreamParser<State>["token"]>[0];

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

export const idris = StreamLanguage.define(idrisParser);
