import fc from 'fast-check';

fc.configureGlobal({ endOnFailure: true });

import { describe, expect, it } from 'vitest';
import { type OutlineRun, type OutlineWay, outlineOf } from './outline.ts';
import { anyStory, chaptersOf } from './tree.test-kit.ts';
import { buildTree } from './tree.ts';

const idsOfWay = (way: OutlineWay): string[] =>
  way.folded ? [way.first.chapter.id, ...way.rest.flatMap(idsOfWay)] : idsOf(way.run);
const idsOf = (run: OutlineRun): string[] =>
  run.flatMap(({ node, ways }) => [node.chapter.id, ...ways.flatMap(idsOfWay)]);
const straight = (run: OutlineRun) => run.map(({ node }) => node.chapter.id);

/** 1 → 2, 3 · 2 → 4, 5 · 4 → 6 · 3 → 7 → 8 → 9 → 10 */
const tree = buildTree(chaptersOf([0, 0, 1, 1, 3, 2, 6, 7, 8]));

describe('the outline', () => {
  it('runs straight down the reader’s path, with other continuations below it', () => {
    const run = outlineOf(tree, new Set(['1', '2', '4']), '4');
    expect(straight(run)).toEqual(['1', '2', '4', '6']);
    expect(run[1]!.ways).toMatchObject([{ folded: false, run: [{ node: { chapter: { id: '5' } } }] }]);
    expect(run[1]!.goesOn).toBe(true);
  });
  it('folds unread branches from four chapters on', () => {
    const [start] = outlineOf(tree, new Set(['1', '2']), '2');
    expect(start!.ways).toMatchObject([{ folded: true, first: { chapter: { id: '3' }, beyond: 4 } }]);
    const [read] = outlineOf(tree, new Set(['1', '2', '3']), '2');
    expect(read!.ways).toMatchObject([{ folded: false }]);
  });
  it('lists all continuations of a fork if nothing was read', () => {
    const run = outlineOf(tree, new Set(), null);
    expect(straight(run)).toEqual(['1']);
    expect(run[0]!.ways).toHaveLength(2);
    expect(run[0]!.goesOn).toBe(false);
  });
  it('has every chapter exactly once, whatever was read', () => {
    fc.assert(
      fc.property(anyStory, ({ chapters, read, hereId }) => {
        const ids = idsOf(outlineOf(buildTree(chapters), read, hereId));
        expect(ids.toSorted()).toEqual(chapters.map(({ id }) => id).toSorted());
      }),
    );
  });
});
