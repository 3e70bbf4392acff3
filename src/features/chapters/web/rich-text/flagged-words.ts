import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

/** Finds all occurrences of these words in a document, block by block. */
function find(document: Node, words: readonly string[]): Decoration[] {
  const found: Decoration[] = [];
  document.descendants((node, pos) => {
    if (!node.isTextblock) return true;
    // Each hard break counts as one position, like the line feeds of the plain text.
    const text = node.textBetween(0, node.content.size, undefined, '\n');
    for (const word of words) {
      for (let at = text.indexOf(word); at >= 0 && word !== ''; at = text.indexOf(word, at + word.length))
        found.push(Decoration.inline(pos + 1 + at, pos + 1 + at + word.length, { nodeName: 'mark' }));
    }
    return false;
  });
  return found;
}

/** Marks the words that a review was about. A mark disappears when its words are changed. */
export const FlaggedWords = Extension.create<{ words: readonly string[] }>({
  name: 'flaggedWords',
  addOptions() {
    return { words: [] };
  },
  addProseMirrorPlugins() {
    const { words } = this.options;
    if (words.length === 0) return [];
    return [
      new Plugin<DecorationSet>({
        state: {
          init: (_, { doc }) => DecorationSet.create(doc, find(doc, words)),
          apply: (tr, set) => (tr.docChanged ? DecorationSet.create(tr.doc, find(tr.doc, words)) : set),
        },
        props: {
          decorations(state) {
            return this.getState(state);
          },
        },
      }),
    ];
  },
});
