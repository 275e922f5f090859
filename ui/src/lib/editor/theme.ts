// CodeMirror in the design's colors. Tokens come in as custom properties, which reach into the
// shadow root that keeps the editor's own style sheets within the content policy.
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const look = EditorView.theme({
  "&": {
    height: "100%",
    fontSize: "12.5px",
    color: "var(--text)",
    backgroundColor: "var(--surface)",
  },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6", overflow: "auto" },
  ".cm-content": { padding: "8px 0", caretColor: "var(--accent-text)" },
  ".cm-line": { padding: "0 12px 0 6px" },
  ".cm-gutters": {
    backgroundColor: "var(--surface)",
    color: "var(--text-3)",
    border: "none",
    borderRight: "1px solid var(--line)",
  },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 8px 0 10px", minWidth: "36px" },
  ".cm-activeLine": { backgroundColor: "var(--code-line)" },
  ".cm-activeLineGutter": { backgroundColor: "var(--code-line)", color: "var(--text)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground":
    { backgroundColor: "var(--code-selection)" },
  ".cm-cursor": { borderLeftColor: "var(--accent-text)", borderLeftWidth: "2px" },
  ".cm-selectionMatch": { backgroundColor: "var(--accent-soft)" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": {
    backgroundColor: "var(--accent-soft)",
    outline: "1px solid var(--accent-line)",
  },
  ".cm-foldPlaceholder": {
    backgroundColor: "var(--surface-3)",
    border: "none",
    color: "var(--text-2)",
    padding: "0 6px",
  },
  ".cm-tooltip": {
    backgroundColor: "var(--raised)",
    color: "var(--text)",
    border: "1px solid var(--line)",
    borderRadius: "8px",
    boxShadow: "var(--shadow-3)",
    overflow: "hidden",
  },
  ".cm-diagnostic": {
    padding: "8px 12px",
    maxWidth: "620px",
    maxHeight: "280px",
    overflow: "auto",
    whiteSpace: "pre-wrap",
    fontFamily: "var(--mono)",
    fontSize: "12px",
    lineHeight: "1.5",
  },
  ".cm-diagnostic-error": { borderLeft: "3px solid var(--bad)" },
  ".cm-diagnostic-warning": { borderLeft: "3px solid var(--warn)" },
  ".cm-diagnosticSource": { color: "var(--text-3)", opacity: "1" },
  ".cm-lintRange-error": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--bad) 1px",
    textUnderlineOffset: "3px",
  },
  ".cm-lintRange-warning": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--warn) 1px",
    textUnderlineOffset: "3px",
  },
  ".cm-gutter-lint": { width: "14px" },
  ".cm-gutter-lint .cm-gutterElement": { padding: "0 1px" },
  ".cm-lint-marker": { width: "9px", height: "9px", marginTop: "5px", borderRadius: "50%" },
  ".cm-lint-marker-error": { content: "''", backgroundColor: "var(--bad)" },
  ".cm-lint-marker-warning": { content: "''", backgroundColor: "var(--warn)", borderRadius: "2px" },
  ".cm-lint-marker-info": { content: "''", backgroundColor: "var(--accent)" },
  ".cm-panels": {
    backgroundColor: "var(--surface-2)",
    color: "var(--text)",
    fontFamily: "var(--sans)",
  },
  ".cm-panels-top": { borderBottom: "1px solid var(--line)" },
  ".cm-panels-bottom": { borderTop: "1px solid var(--line)" },
  ".cm-search": { padding: "8px 12px" },
  ".cm-search label": { fontSize: "12px" },
  ".cm-textfield": {
    backgroundColor: "var(--surface)",
    border: "1px solid var(--line-strong)",
    borderRadius: "6px",
    padding: "3px 8px",
    color: "var(--text)",
  },
  ".cm-button": {
    backgroundImage: "none",
    backgroundColor: "var(--surface)",
    border: "1px solid var(--line-strong)",
    borderRadius: "6px",
    padding: "3px 10px",
    color: "var(--text)",
  },
  ".cm-searchMatch": { backgroundColor: "var(--warn-soft)", outline: "1px solid var(--warn-line)" },
  ".cm-searchMatch-selected": { backgroundColor: "var(--warn-line)" },
  // Two texts beside or within one another.
  ".cm-changedLine, &.cm-merge-b .cm-changedLine": {
    backgroundColor: "var(--code-added) !important",
  },
  "&.cm-merge-a .cm-changedLine, .cm-deletedChunk": {
    backgroundColor: "var(--code-removed) !important",
  },
  "&.cm-merge-b .cm-changedText, .cm-changedText": {
    background: "var(--code-added-loud) !important",
  },
  "&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText": {
    background: "var(--code-removed-loud) !important",
  },
  ".cm-deletedChunk": { padding: "0 12px 0 6px" },
  ".cm-insertedLine": { textDecoration: "none" },
  ".cm-changeGutter": { width: "3px", padding: "0" },
  "&.cm-merge-b .cm-changedLineGutter, .cm-changedLineGutter": { background: "var(--good)" },
  "&.cm-merge-a .cm-changedLineGutter, .cm-deletedLineGutter": { background: "var(--bad)" },
  ".cm-collapsedLines": {
    background: "var(--surface-3)",
    color: "var(--text-2)",
    padding: "3px 12px",
    fontFamily: "var(--sans)",
    fontSize: "12px",
  },
  ".cm-collapsedLines:before, .cm-collapsedLines:after": { content: "''" },
});

const colors = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--code-keyword)" },
  { tag: tags.meta, color: "var(--code-keyword)" },
  { tag: tags.typeName, color: "var(--code-type)" },
  { tag: tags.string, color: "var(--code-string)" },
  { tag: tags.number, color: "var(--code-number)" },
  { tag: tags.comment, color: "var(--code-comment)", fontStyle: "normal" },
  { tag: tags.docComment, color: "var(--code-doc)" },
  { tag: tags.operator, color: "var(--code-operator)" },
  { tag: tags.invalid, color: "var(--code-hole)", fontWeight: "600" },
]);

export const theme = [look, syntaxHighlighting(colors)];
