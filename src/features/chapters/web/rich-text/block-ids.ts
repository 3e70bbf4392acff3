import { Extension } from '@tiptap/core';
import { type EditorState, Plugin, type Transaction } from '@tiptap/pm/state';

const ID = /^[a-z0-9]{1,16}$/;

/** Removes duplicate ids, which come from splitting a paragraph or pasting a copy. */
function withoutDoubles({ doc, tr }: EditorState): Transaction | null {
  const seen = new Set<string>();
  doc.descendants((node, pos) => {
    if (!node.isTextblock) return true;
    const { id } = node.attrs;
    if (id && seen.has(id)) tr.setNodeAttribute(pos, 'id', null);
    else if (id) seen.add(id);
    return false;
  });
  return tr.docChanged ? tr : null;
}

/**
 * Paragraphs and headings keep the ids from the server. The editor assigns none. When a paragraph is split, the first
 * part keeps the id, so it stays unique; with Enter at the start, the text keeps it and the empty line is new. Cut and
 * pasted paragraphs keep their ids.
 */
export const BlockIds = Extension.create({
  name: 'blockIds',
  addGlobalAttributes() {
    return [
      {
        types: ['paragraph', 'heading'],
        attributes: {
          id: {
            default: null,
            keepOnSplit: false,
            parseHTML: (element) => {
              const id = element.getAttribute('data-id') ?? '';
              return ID.test(id) ? id : null;
            },
            renderHTML: ({ id }) => (id ? { 'data-id': id } : {}),
          },
        },
      },
    ];
  },
  addKeyboardShortcuts() {
    return {
      Enter: ({ editor }) => {
        const { empty, $from } = editor.state.selection;
        const isBeforeText = empty && $from.depth === 1 && $from.parentOffset === 0 && $from.parent.content.size > 0;
        if (!isBeforeText) return false;
        const line = editor.schema.nodes.paragraph!.create();
        editor.view.dispatch(editor.state.tr.insert($from.before(), line).scrollIntoView());
        return true;
      },
    };
  },
  addProseMirrorPlugins() {
    return [
      new Plugin({
        appendTransaction: (transactions, _, state) =>
          transactions.some(({ docChanged }) => docChanged) ? withoutDoubles(state) : null,
      }),
    ];
  },
});
