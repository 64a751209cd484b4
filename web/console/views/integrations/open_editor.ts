import { autocompletion, closeBrackets, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, HighlightStyle, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { NONCE } from '../../../api/page_settings.ts';
import { completeManifest } from './complete_manifest.ts';

/** A message at a place of the text; `line` and `column` count from 1. */
export type Marker = { line: number; column: number; severity: 'error' | 'warning'; message: string };
export type EditorHandle = { mark(markers: readonly Marker[]): void; close(): void };
type Options = { text: string; label: string; onText(text: string): void };

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.number, tags.bool], color: 'var(--warn)' },
  { tag: tags.comment, color: 'var(--soft)' },
]);

const theme = EditorView.theme({
  '&': { backgroundColor: 'var(--card)', color: 'var(--text)', fontSize: '13.5px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', maxHeight: '32rem', minHeight: '12rem' },
  '.cm-gutters': { backgroundColor: 'var(--bg)', color: 'var(--soft)', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--accent) 8%, transparent)' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-tooltip': { backgroundColor: 'var(--card)', color: 'var(--text)', border: '1px solid var(--line)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
});

/** Opens an editor in an element. Its styles have the nonce of the page's Content-Security-Policy. */
export function openEditor(parent: HTMLElement, { text, label, onText }: Options): EditorHandle {
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorView.cspNonce.of(NONCE),
        lineNumbers(),
        lintGutter(),
        history(),
        highlightActiveLine(),
        bracketMatching(),
        closeBrackets(),
        indentUnit.of('  '),
        yaml(),
        syntaxHighlighting(colours),
        theme,
        autocompletion({ override: [completeManifest] }),
        keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
        EditorView.contentAttributes.of({ 'aria-label': label }),
        EditorView.updateListener.of((update) => update.docChanged && onText(update.state.doc.toString())),
      ],
    }),
  });
  return {
    mark: (markers) =>
      view.dispatch(
        setDiagnostics(
          view.state,
          markers.map((marker) => placed(view, marker)),
        ),
      ),
    close: () => view.destroy(),
  };
}

function placed({ state: { doc } }: EditorView, { line, column, severity, message }: Marker): Diagnostic {
  const found = doc.line(Math.min(Math.max(line, 1), doc.lines));
  const from = Math.min(found.from + Math.max(column - 1, 0), found.to);
  return { from, to: found.to, severity, message };
}
