import { type Editor, Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, TextSelection } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { occurrencesOf, type Span } from './find-words.ts';

/** The words of a search in the text, and their occurrences. */
export interface Found {
  readonly words: string;
  readonly spans: readonly Span[];
  /** Index of the current occurrence, or -1 if there is none. */
  readonly at: number;
}

const NOTHING: Found = { words: '', spans: [], at: -1 };
const key = new PluginKey<Found>('findText');

/** Class names of the editor’s styles. */
export interface FindStyles {
  readonly found: string;
  readonly current: string;
}

function spansIn(document: Node, words: string): Span[] {
  const spans: Span[] = [];
  document.descendants((node, pos) => {
    if (!node.isTextblock) return true;
    // Each hard break counts as one position, like the line feeds of the plain text.
    const text = node.textBetween(0, node.content.size, undefined, '\n');
    for (const { from, to } of occurrencesOf(words, text)) spans.push({ from: pos + 1 + from, to: pos + 1 + to });
    return false;
  });
  return spans;
}

/** Highlights the occurrences of a search. The text doesn’t change. */
export const FindText = Extension.create<FindStyles>({
  name: 'findText',
  addOptions() {
    return { found: '', current: '' };
  },
  addProseMirrorPlugins() {
    const { found, current } = this.options;
    return [
      new Plugin<Found>({
        key,
        state: {
          init: () => NOTHING,
          apply(tr, before) {
            const asked = tr.getMeta(key) as Found | undefined;
            if (asked) return asked;
            if (!tr.docChanged || before.words === '') return before;
            const spans = spansIn(tr.doc, before.words);
            return { ...before, spans, at: Math.min(Math.max(before.at, 0), spans.length - 1) };
          },
        },
        props: {
          decorations(state) {
            const { spans, at } = key.getState(state) ?? NOTHING;
            return DecorationSet.create(
              state.doc,
              spans.map(({ from, to }, i) => Decoration.inline(from, to, { class: i === at ? current : found })),
            );
          },
        },
      }),
    ];
  },
});

/** Returns the result of the current search. */
export function foundIn(editor: Editor): Found {
  return key.getState(editor.state) ?? NOTHING;
}

function show({ state, view }: Editor, next: Found): void {
  const tr = state.tr.setMeta(key, next).setMeta('addToHistory', false);
  view.dispatch(tr);
  const span = next.spans[next.at];
  if (!span) return;
  const { node } = view.domAtPos(span.from);
  (node instanceof Element ? node : node.parentElement)?.scrollIntoView({ block: 'center' });
}

/** Searches for words, and shows the first occurrence after the caret. */
export function find(editor: Editor, words: string): void {
  const { state } = editor;
  const spans = spansIn(state.doc, words);
  const next = spans.findIndex(({ from }) => from >= state.selection.from);
  show(editor, { words, spans, at: spans.length === 0 ? -1 : Math.max(0, next) });
}

/** Shows the next (1) or previous (-1) occurrence. Wraps around at the ends of the text. */
export function step(editor: Editor, by: 1 | -1): void {
  const found = foundIn(editor);
  const { length } = found.spans;
  if (length > 0) show(editor, { ...found, at: (found.at + by + length) % length });
}

/** Ends the search, and selects the current occurrence, so that the author continues there. */
export function endFind(editor: Editor): void {
  const { spans, at } = foundIn(editor);
  const span = spans[at];
  const { tr } = editor.state;
  if (span) tr.setSelection(TextSelection.create(tr.doc, span.from, span.to));
  editor.view.dispatch(tr.setMeta(key, NOTHING).setMeta('addToHistory', false));
  editor.view.focus();
}
