import { expect, it } from 'vitest';
import type { TreeChapter } from '../contract.ts';
import { treeForPage } from './tree-for-page.ts';

const chapter = (id: number, facts: Partial<TreeChapter> = {}): TreeChapter => ({
  id: String(id),
  parentId: id === 1 ? null : '1',
  number: id === 1 ? 1 : 2,
  status: 'approved',
  title: `Chapter ${id}`,
  choice: null,
  author: null,
  ...facts,
});
const hidden = { status: 'hidden', title: null } as const;

it('lists every open branch that it counts, also after a chapter that its author took down', () => {
  const chapters = [
    chapter(1),
    chapter(2, { ...hidden, hiddenBy: 'author' }),
    chapter(3, { ...hidden, hiddenBy: 'moderator' }),
    chapter(4),
  ];
  const tree = { chapters, authors: [], reservations: [], whole: true };
  for (const show of [undefined, 'open'] as const) {
    const { ends, endCount } = treeForPage(tree, show);
    expect(ends.map(({ id, title, hiddenBy }) => [id, title, hiddenBy])).toEqual([
      ['2', null, 'author'],
      ['4', 'Chapter 4', undefined],
    ]);
    expect(endCount).toBe(ends.length);
  }
});
