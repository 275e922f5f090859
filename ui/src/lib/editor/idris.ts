// Idris 2 for CodeMirror: the tokenizer of `tokens.ts` with the editor's own names of colors.
import { StreamLanguage } from "@codemirror/language";
import { tags } from "@lezer/highlight";
import { idrisParser, type State } from "$lib/editor/tokens";

export const idris = StreamLanguage.define<State>({
  ...idrisParser,
  tokenTable: {
    docComment: tags.docComment,
    pragma: tags.meta,
    hole: tags.invalid,
  },
});
