// Makes editors: one text, or two beside or within one another. No component code here.
import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { MergeView, unifiedMergeView } from "@codemirror/merge";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorSelection, EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  tooltips,
} from "@codemirror/view";
import type { Diagnostic } from "$lib/backend/bindings";
import { idris } from "$lib/editor/idris";
import { lint } from "$lib/editor/lint";
import { theme } from "$lib/editor/theme";
import { invisible } from "$lib/format/invisible";
import type { Language } from "$lib/i18n/i18n.svelte";

/** The editor's own words in Korean; in English they are its own. */
const korean = EditorState.phrases.of({
  "$ unchanged lines": "바뀌지 않은 $줄",
  Find: "찾기",
  Replace: "바꾸기",
  next: "다음",
  previous: "이전",
  all: "모두",
  "match case": "대소문자 구분",
  "by word": "단어 단위",
  regexp: "정규식",
  replace: "바꾸기",
  "replace all": "모두 바꾸기",
  close: "닫기",
  "current match": "현재 위치",
  "on line": "줄",
  "Go to line": "줄로 가기",
  go: "가기",
  "Fold line": "접기",
  "Unfold line": "펼치기",
  "folded code": "접힌 코드",
  unfold: "펼치기",
});

export interface EditorOptions {
  language: Language;
  text: string;
  label: string;
  editable: boolean;
  changed?: (text: string) => void;
  cursor?: (line: number, column: number) => void;
  save?: () => void;
}

/** Every editor lives in a shadow root, where its style sheets need no leave of the policy. */
export function shadow(host: HTMLElement): ShadowRoot {
  return host.shadowRoot ?? host.attachShadow({ mode: "open" });
}

const looks: Extension = [
  lineNumbers(),
  highlightSpecialChars({ addSpecialChars: invisible }),
  drawSelection(),
  bracketMatching(),
  highlightSelectionMatches(),
  search({ top: true }),
  keymap.of([...searchKeymap, ...foldKeymap]),
  // Tooltips stay within the root that holds their style.
  tooltips({ position: "absolute" }),
  theme,
];
const reading: Extension = [looks, idris];
/** Prose has lines as long as paragraphs, and words that are no keywords. */
const proseReading: Extension = [looks, EditorView.lineWrapping];

function can(editable: boolean, label: string): Extension {
  return [
    EditorState.readOnly.of(!editable),
    EditorView.editable.of(true),
    EditorView.contentAttributes.of({
      "aria-label": label,
      "aria-readonly": String(!editable),
      tabindex: "0",
      spellcheck: "false",
      autocorrect: "off",
      autocapitalize: "off",
      translate: "no",
    }),
  ];
}

export class TextEditor {
  readonly view: EditorView;
  #mode = new Compartment();
  #quiet = false;

  constructor(host: HTMLElement, options: EditorOptions) {
    const root = shadow(host);
    root.replaceChildren();
    this.view = new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        doc: options.text,
        extensions: [
          keymap.of([{ key: "Mod-s", preventDefault: true, run: () => (options.save?.(), true) }]),
          this.#mode.of(can(options.editable, options.label)),
          lintGutter(),
          foldGutter(),
          history(),
          indentOnInput(),
          closeBrackets(),
          highlightActiveLine(),
          highlightActiveLineGutter(),
          keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
          reading,
          words(options.language),
          EditorView.updateListener.of((update) => {
            if (update.docChanged && !this.#quiet) options.changed?.(update.state.doc.toString());
            if (update.selectionSet || update.docChanged) {
              const head = update.state.selection.main.head;
              const line = update.state.doc.lineAt(head);
              options.cursor?.(line.number, head - line.from + 1);
            }
          }),
        ],
      }),
    });
  }

  /** Another text, as from outside: no change is reported, the place is kept where it can be. */
  set(text: string): void {
    const state = this.view.state;
    if (state.doc.toString() === text) return;
    this.#quiet = true;
    const head = Math.min(state.selection.main.head, text.length);
    this.view.dispatch({
      changes: { from: 0, to: state.doc.length, insert: text },
      selection: EditorSelection.cursor(head),
    });
    this.#quiet = false;
  }

  mode(editable: boolean, label: string): void {
    this.view.dispatch({ effects: this.#mode.reconfigure(can(editable, label)) });
  }

  diagnose(diagnostics: Diagnostic[], module: string | null): void {
    const messages = lint(diagnostics, module, this.view.state.doc);
    this.view.dispatch(setDiagnostics(this.view.state, messages));
  }

  /** Shows a line in the middle and puts the cursor there. */
  goto(line: number, focus: boolean): void {
    const doc = this.view.state.doc;
    const at = doc.line(Math.min(Math.max(line, 1), doc.lines));
    this.view.dispatch({
      selection: EditorSelection.cursor(at.from),
      effects: EditorView.scrollIntoView(at.from, { y: "center" }),
    });
    if (focus) this.view.focus();
  }

  destroy(): void {
    this.view.destroy();
  }
}

export interface Differ {
  goto(line: number): void;
  destroy(): void;
}

export interface DiffOptions {
  language: Language;
  old: string;
  new: string;
  oldLabel: string;
  newLabel: string;
  /** Whether it is no Idris. */
  prose?: boolean;
}

const words = (language: Language): Extension => (language === "ko" ? korean : []);

const collapse = { margin: 3, minSize: 6 };

/** The older text left, the newer right. */
export function sideBySide(host: HTMLElement, options: DiffOptions): Differ {
  const root = shadow(host);
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = "/merge.css";
  root.replaceChildren(style);
  const view = new MergeView({
    parent: root,
    root,
    a: {
      doc: options.old,
      extensions: [can(false, options.oldLabel), reading, words(options.language)],
    },
    b: {
      doc: options.new,
      extensions: [can(false, options.newLabel), reading, words(options.language)],
    },
    collapseUnchanged: collapse,
    gutter: true,
  });
  return { goto: (line) => scroll(view.b, line), destroy: () => view.destroy() };
}

/** The newer text, with what it replaced within it. */
export function inline(host: HTMLElement, options: DiffOptions): Differ {
  const root = shadow(host);
  root.replaceChildren();
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: options.new,
      extensions: [
        can(false, options.newLabel),
        options.prose ? proseReading : reading,
        words(options.language),
        unifiedMergeView({
          original: options.old,
          mergeControls: false,
          gutter: true,
          collapseUnchanged: collapse,
        }),
      ],
    }),
  });
  return { goto: (line) => scroll(view, line), destroy: () => view.destroy() };
}

function scroll(view: EditorView, line: number): void {
  const doc = view.state.doc;
  const at = doc.line(Math.min(Math.max(line, 1), doc.lines)).from;
  view.dispatch({ effects: EditorView.scrollIntoView(at, { y: "center" }) });
}
