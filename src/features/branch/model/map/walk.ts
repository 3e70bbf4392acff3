import type { ChapterTree, TreeNode } from '../tree.ts';
import type { Item } from './collapse.ts';

export type MapStep = 'parent' | 'child' | 'before' | 'after';

/**
 * Returns the item that an arrow key leads to: back, forward, or the neighbor in the same column. Returns `from` if
 * there is none.
 */
export function walk(items: readonly Item[], from: Item, step: MapStep): Item {
  if (step === 'parent') return from.parent ?? from;
  if (step === 'child') return from.items[0] ?? from;
  const column = items.filter((item) => item.column === from.column);
  const next = column.indexOf(from) + (step === 'after' ? 1 : -1);
  return column[next] ?? from;
}

/** Returns the chapters whose choice, title or author contains all of these words, in the order of writing. */
export function findChapters(
  tree: ChapterTree,
  authors: readonly { readonly username: string }[],
  words: string,
): TreeNode[] {
  const wanted = fold(words).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [];
  const names = authors.map(({ username }) => fold(username));
  return tree.nodes.filter(({ chapter: { choice, title, author } }) => {
    const text = `${fold(choice ?? '')}\n${fold(title ?? '')}\n${author === null ? '' : names[author]}`;
    return wanted.every((word) => text.includes(word));
  });
}

/** Removes case and accents, so that texts are found however they are typed. */
function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
