import { expect, it } from 'vitest';
import { DEPTH_MAX } from './branch-limits.ts';
import { OUTLINE_SHOWN, pageOfTree } from './story-page.ts';
import { chaptersOf, grown } from './tree.test-kit.ts';

// 1 ─┬─ 2 ─┬─ 4
//    │     └─ 5
//    └─ 3
const SMALL = chaptersOf([0, 0, 1, 1]);

it('shows all of a small tree, with its open branches in the order of writing', () =>
  expect(pageOfTree(SMALL, new Set())).toEqual({
    chapters: SMALL,
    cuts: {},
    endCount: 3,
    endIds: ['3', '4', '5'],
  }));

it('lists open branches without a writer first', () =>
  expect(pageOfTree(SMALL, new Set(['3'])).endIds).toEqual(['4', '5', '3']));

it('counts neither hidden ends nor those at the maximum depth as open branches, but those that were taken down', () => {
  const hidden = SMALL.map((chapter) => (chapter.id === '4' ? { ...chapter, title: null } : chapter));
  expect(pageOfTree(hidden, new Set()).endIds).toEqual(['3', '5']);
  const takenDown = hidden.map((chapter) =>
    chapter.id === '4' ? { ...chapter, hiddenBy: 'author' as const } : chapter,
  );
  expect(pageOfTree(takenDown, new Set()).endIds).toEqual(['3', '4', '5']);
  const deep = chaptersOf(Array.from({ length: DEPTH_MAX - 1 }, (_, i) => i));
  expect(pageOfTree(deep, new Set())).toMatchObject({ endCount: 0, endIds: [] });
});

it('lists the first levels of a large tree, and counts all of its open branches', () => {
  const large = grown(2000);
  const { chapters, cuts, endCount, endIds } = pageOfTree(large, new Set());
  expect(chapters.length).toBeLessThanOrEqual(OUTLINE_SHOWN);
  const left = Object.values(cuts).reduce((sum, cut) => sum + cut.chapters, 0);
  expect(chapters.length + left).toBe(2000);
  expect(endCount).toBeGreaterThan(100);
  expect(endIds).toHaveLength(5);
});

it('returns nothing before the first chapter', () =>
  expect(pageOfTree([], new Set())).toEqual({ chapters: [], cuts: {}, endCount: 0, endIds: [] }));
