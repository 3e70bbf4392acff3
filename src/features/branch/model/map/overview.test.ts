import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyStory, chaptersOf, grown } from '../tree.test-kit.ts';
import { buildTree, pathTo } from '../tree.ts';
import { OVERVIEW_KNOTS, overviewOf } from './overview.ts';

it('draws all of a small story, in depth-first order', () => {
  // 1 ─┬─ 2 ─┬─ 4
  //    │     └─ 5
  //    └─ 3
  const map = overviewOf(buildTree(chaptersOf([0, 0, 1, 1])))!;
  expect(map.knots.map(({ node, more, isEnd }) => [node.chapter.id, more, isEnd])).toEqual([
    ['1', 0, false],
    ['2', 0, false],
    ['4', 0, true],
    ['5', 0, true],
    ['3', 0, true],
  ]);
  expect(map.columns).toBe(2);
  expect(map.knots.map(({ length }) => length)).toEqual([6, 3, 0, 0, 0]);
});

it('draws nothing of a story with one or two chapters', () => {
  expect(overviewOf(buildTree([]))).toBeNull();
  expect(overviewOf(buildTree(chaptersOf([0])))).toBeNull();
  expect(overviewOf(buildTree(chaptersOf([0, 1])))).not.toBeNull();
});

it('draws the nearest chapters of a large story, and counts every other one', () => {
  fc.assert(
    fc.property(anyStory, ({ chapters }) => {
      const tree = buildTree(chapters);
      const map = overviewOf(tree);
      if (!map) return;
      const drawn = new Set(map.knots.map(({ node }) => node));
      expect(drawn.size).toBe(map.knots.length);
      expect(drawn.size).toBeLessThanOrEqual(OVERVIEW_KNOTS);
      expect(map.knots.reduce((sum, { more }) => sum + 1 + more, 0)).toBe(chapters.length);
      for (const node of drawn) for (const before of pathTo(node)) expect(drawn).toContain(before);
    }),
    { numRuns: 60 },
  );
});

it('keeps all knots inside the drawing, and apart from each other', () => {
  for (const lean of [0, 0.5, 1]) {
    const map = overviewOf(buildTree(grown(2000, lean)))!;
    for (const { x, y, length } of map.knots) {
      expect(x).toBeLessThanOrEqual(520);
      expect(y - length / 2).toBeGreaterThanOrEqual(0);
      expect(y + length / 2).toBeLessThanOrEqual(map.height);
    }
    expect(map.height).toBeLessThanOrEqual(360);
    for (const [i, one] of map.knots.entries())
      for (const other of map.knots.slice(i + 1))
        expect(one.x !== other.x || Math.abs(one.y - other.y) - (one.length + other.length) / 2 >= 11).toBe(true);
  }
});
