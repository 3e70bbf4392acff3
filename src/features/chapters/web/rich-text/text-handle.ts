import { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Mapping } from '@tiptap/pm/transform';
import { type ChapterDocument, textBlocks } from '../../model/document.ts';
import { chapterExtensions, type EditorActions } from './extensions.ts';
import type { FindStyles } from './find-text.ts';

/** A snapshot of the text, and how positions have changed since. */
interface TextMark {
  document: Node;
  since: Mapping;
}

/** Access to the text in the editor, for saving. */
export interface TextHandle {
  readonly editor: Editor;
  document: () => ChapterDocument;
  mark: () => unknown;
  /** Sets the ids that the server assigned to the paragraphs that were sent at `mark`. */
  adoptIds: (mark: unknown, answered: ChapterDocument) => void;
  /** Replaces the text, as a single undo step. */
  replace: (document: ChapterDocument) => void;
}

export interface TextOptions {
  element: HTMLElement;
  document: ChapterDocument;
  /** Attributes of the text field: name, language, description. */
  attributes: Record<string, string>;
  hint: (alone: boolean) => string;
  flagged: readonly string[];
  /** Class names of search results. */
  finding: FindStyles;
  actions: () => EditorActions;
  changed: () => void;
}

/** Space in px that bars at the edges of the window cover. The caret is kept out of it. */
const UNDER_BARS = { top: 80, bottom: 110, left: 0, right: 0 };
/** The browser keeps writing the composed text for a moment after a composition ends. */
const AFTER_COMPOSITION = 100;
const MARKS_KEPT = 8;
const NOT_TYPED = 'idsAdopted';

export function createText(options: TextOptions): TextHandle & { destroy: () => void } {
  const editor = new Editor({
    element: options.element,
    // Always a document: anything else would be parsed as HTML, which the policy refuses (anchors: csp §1).
    content: options.document,
    extensions: chapterExtensions(options),
    injectCSS: false,
    editorProps: { attributes: options.attributes, scrollMargin: UNDER_BARS, scrollThreshold: UNDER_BARS },
  });
  const marks: TextMark[] = [];
  let waiting: { mark: TextMark; answered: ChapterDocument }[] = [];
  let shown: { node: Node; document: ChapterDocument } | null = null;

  editor.on('transaction', ({ transaction }) => {
    if (!transaction.docChanged) return;
    for (const { since } of marks) since.appendMapping(transaction.mapping);
    if (!transaction.getMeta(NOT_TYPED)) options.changed();
  });

  const adopt = ({ document, since }: TextMark, answered: ChapterDocument) => {
    const ids = textBlocks(answered).map((part) => part.attrs?.id ?? null);
    const sent: { pos: number; id: string | null }[] = [];
    document.descendants((node, pos) => {
      if (!node.isTextblock) return true;
      sent.push({ pos, id: node.attrs.id });
      return false;
    });
    if (sent.length !== ids.length) return;
    const { tr } = editor.state;
    for (const [i, { pos, id }] of sent.entries()) {
      const { pos: now, deleted } = since.mapResult(pos);
      const node = deleted || ids[i] === id ? null : tr.doc.nodeAt(now);
      if (node?.isTextblock && node.attrs.id === id) tr.setNodeAttribute(now, 'id', ids[i]);
    }
    if (tr.docChanged) editor.view.dispatch(tr.setMeta('addToHistory', false).setMeta(NOT_TYPED, true));
  };

  // Setting an id re-renders its paragraph, which would end a composition in it.
  const adoptWaiting = () => {
    if (editor.isDestroyed || editor.view.composing) return;
    const due = waiting;
    waiting = [];
    for (const { mark, answered } of due) {
      adopt(mark, answered);
      marks.splice(marks.indexOf(mark), 1);
    }
  };
  const afterComposition = () => setTimeout(adoptWaiting, AFTER_COMPOSITION);
  editor.view.dom.addEventListener('compositionend', afterComposition);
  editor.on('blur', adoptWaiting);

  return {
    editor,
    document() {
      const node = editor.state.doc;
      // The extensions allow nothing else. The server validates it; a check that failed here would save nothing at all.
      if (shown?.node !== node) shown = { node, document: node.toJSON() };
      return shown.document;
    },
    mark() {
      const mark = { document: editor.state.doc, since: new Mapping() };
      marks.push(mark);
      if (marks.length > MARKS_KEPT) marks.shift();
      return mark;
    },
    adoptIds(mark, answered) {
      const at = marks.indexOf(mark as TextMark);
      if (at < 0) return;
      waiting.push({ mark: mark as TextMark, answered });
      adoptWaiting();
    },
    replace(document) {
      const { state, view, schema } = editor;
      const next = schema.nodeFromJSON(document);
      view.dispatch(state.tr.replaceWith(0, state.doc.content.size, next.content));
    },
    destroy() {
      editor.destroy();
    },
  };
}
