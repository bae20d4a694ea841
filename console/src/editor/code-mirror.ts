import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  startCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { FieldSpecs } from '../../../core/fields/spec.ts';
import { choicesAt, type Choice } from './choices.ts';
import type { Finding } from './check.ts';
import type { Span } from './json-text.ts';

/* The editor: the only module that uses CodeMirror. It is loaded when a page has a text to edit. */

export interface Editor {
  text(): string;
  setText(text: string): void;
  show(findings: readonly Finding[]): void;
  /** Selects the span and puts the cursor there. */
  goTo(span: Span): void;
  destroy(): void;
}

interface Options {
  readonly root: ShadowRoot;
  readonly text: string;
  readonly label: string;
  readonly onText: (text: string) => void;
  readonly onCursor: (at: number) => void;
  readonly onSave: () => void;
  /** Returns the account's declared fields, as known at the time of completion. */
  readonly declared: () => FieldSpecs;
}

/**
 * In a ShadowRoot the editor's styles are constructed style sheets: the page's security policy allows no style element.
 */
export function createEditor({ root, text, label, onText, onCursor, onSave, declared }: Options): Editor {
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        foldGutter(),
        highlightSpecialChars(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        json(),
        syntaxHighlighting(COLOURS),
        lintGutter(),
        autocompletion({
          override: [(context) => complete(context, declared())],
          icons: false,
          maxRenderedOptions: 200,
        }),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label }),
        EditorState.tabSize.of(2),
        THEME,
        // Tab leaves the editor, as everywhere on the page.
        keymap.of([
          {
            key: 'Mod-s',
            preventDefault: true,
            run: () => {
              onSave();
              return true;
            },
          },
          ...closeBracketsKeymap,
          ...completionKeymap,
          ...lintKeymap,
          ...searchKeymap,
          ...historyKeymap,
          ...foldKeymap,
          ...defaultKeymap,
        ]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onText(update.state.doc.toString());
          if (update.selectionSet || update.docChanged) onCursor(update.state.selection.main.head);
        }),
      ],
    }),
  });
  return {
    text: () => view.state.doc.toString(),
    setText: (next) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } }),
    show(findings) {
      const most = view.state.doc.length;
      const diagnostics = findings.map(({ at, severity, message }) => ({
        from: Math.min(at.from, most),
        to: Math.min(at.to, most),
        severity,
        message,
      }));
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    goTo({ from, to }) {
      const most = view.state.doc.length;
      const selection = { anchor: Math.min(from, most), head: Math.min(to, most) };
      view.dispatch({ selection, effects: EditorView.scrollIntoView(selection.anchor, { y: 'center' }) });
      view.focus();
    },
    destroy: () => view.destroy(),
  };
}

function complete({ state, pos, explicit }: CompletionContext, declared: FieldSpecs): CompletionResult | null {
  const found = choicesAt(state.doc.toString(), pos, declared);
  if (found === null) return null;
  const { token, typed, expects } = found.cursor;
  // Without an explicit request only where a token has begun: offering after each comma would be too often.
  if (!explicit && token.from === token.to) return null;
  if (!explicit && expects === 'value' && typed === '' && state.sliceDoc(token.from, token.from + 1) !== '"')
    return null;
  return {
    from: pos - typed.length,
    options: found.all.map(optionOf),
    // Other characters may move the cursor to another place.
    validFor: /^[\w.-]*$/,
  };
}

function optionOf(choice: Choice): Completion {
  const { label, detail, info, insert, caret, goesOn } = choice;
  return {
    label,
    ...(detail === '' ? {} : { detail }),
    ...(info === '' ? {} : { info }),
    apply: (view, _completion, from, to) => {
      // The token may have grown since the completion was offered, and its quotes belong to it.
      const now = choicesAt(view.state.doc.toString(), view.state.selection.main.head)?.cursor.token;
      const token = now ?? { from, to };
      view.dispatch({
        changes: { ...token, insert },
        selection: { anchor: token.from + caret },
        userEvent: 'input.complete',
        scrollIntoView: true,
      });
      if (goesOn) startCompletion(view);
    },
  };
}

const COLOURS = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--review)' },
  { tag: [tags.separator, tags.punctuation, tags.bracket], color: 'var(--soft)' },
]);

const THEME = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--ground)', fontSize: '0.88rem' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: "ui-monospace, 'SF Mono', Menlo, Consolas, monospace", lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--ground)', color: 'var(--soft)', borderRight: '1px solid var(--line)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--accent) 8%, transparent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 25%, transparent)',
  },
  '.cm-selectionMatch, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'color-mix(in srgb, var(--review) 25%, transparent)',
  },
  '.cm-tooltip, .cm-panels': {
    color: 'var(--text)',
    backgroundColor: 'var(--ground)',
    border: '1px solid var(--soft)',
    borderRadius: '0.3rem',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { color: 'var(--ground)', backgroundColor: 'var(--accent)' },
  '.cm-tooltip .cm-completionDetail': { fontStyle: 'normal', opacity: '0.85' },
  '.cm-completionInfo': { maxWidth: '22rem', fontFamily: 'system-ui, sans-serif' },
  '.cm-diagnostic': { fontFamily: 'system-ui, sans-serif', maxWidth: '34rem', overflowWrap: 'anywhere' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--fail)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--review)' },
  // The library's underline is a data: image, which the page's security policy refuses.
  '.cm-lintRange-error, .cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy',
    textDecorationSkipInk: 'none',
  },
  '.cm-lintRange-error': { textDecorationColor: 'var(--fail)' },
  '.cm-lintRange-warning': { textDecorationColor: 'var(--review)' },
  '.cm-lint-marker-error, .cm-lint-marker-warning': { content: 'normal' },
  '.cm-lint-marker-error::before': { content: '"✗"', color: 'var(--fail)' },
  '.cm-lint-marker-warning::before': { content: '"⚠"', color: 'var(--review)' },
  '.cm-foldPlaceholder': { color: 'var(--soft)', backgroundColor: 'var(--raised)', border: '1px solid var(--line)' },
  '.cm-textfield': { color: 'var(--text)', backgroundColor: 'var(--ground)', borderColor: 'var(--soft)' },
  '.cm-button': { color: 'var(--text)', backgroundColor: 'var(--raised)', backgroundImage: 'none' },
});
