import { describe, expect, it } from 'vitest';
import { chaptersOf, grown } from './tree.test-kit.ts';
import { buildTree, firstLevels, isEnd, pathTo, stepsBetween } from './tree.ts';
import { fromColumns, toColumns } from './tree-columns.ts';

/** 1 → 2, 3 · 2 → 4, 5 · 4 → 6 */
const chapters = chaptersOf([0, 0, 1, 1, 3]);

describe('the tree', () => {
  const { root, nodes, byId } = buildTree(chapters);
  it('counts the chapters and ends after each chapter', () => {
    expect(nodes.map(({ beyond }) => beyond)).toEqual([5, 3, 0, 1, 0, 0]);
    expect(nodes.map(({ ends }) => ends)).toEqual([3, 2, 1, 1, 1, 1]);
  });
  it('keeps continuations in the order of writing', () => {
    expect(root!.ways.map(({ chapter }) => chapter.id)).toEqual(['2', '3']);
  });
  it('returns the path to a chapter', () => {
    expect(pathTo(byId.get('6')).map(({ chapter }) => chapter.id)).toEqual(['1', '2', '4', '6']);
    expect(pathTo(byId.get('gone'))).toEqual([]);
  });
  it('counts the steps from one chapter to another', () => {
    expect(stepsBetween(byId.get('6')!, byId.get('3')!)).toBe(4);
    expect(stepsBetween(byId.get('2')!, byId.get('6')!)).toBe(2);
    expect(stepsBetween(byId.get('2')!, byId.get('2')!)).toBe(0);
  });
  it('is empty if nothing is published', () => {
    expect(buildTree([]).root).toBeNull();
  });
  it('leaves out a chapter whose parent is missing', () => {
    expect(buildTree(chapters.filter(({ id }) => id !== '2')).nodes).toHaveLength(2);
  });
});

describe('the first levels of a large tree', () => {
  it('are whole levels, and count what they leave out', () => {
    const { chapters: kept, cuts } = firstLevels(chapters, 4);
    expect(kept.map(({ id }) => id)).toEqual(['1', '2', '3']);
    expect(cuts).toEqual({ 2: { chapters: 3, ends: 2 } });
  });
  it('keep the counts of the whole tree', () => {
    const all = grown(2000);
    const whole = buildTree(all);
    const { chapters: kept, cuts } = firstLevels(all, 300);
    const cut = buildTree(kept, cuts);
    expect(kept.length).toBeLessThanOrEqual(300);
    expect(cut.root!.beyond).toBe(whole.root!.beyond);
    expect(cut.root!.ends).toBe(whole.root!.ends);
    expect(cut.nodes.filter(isEnd).every(({ chapter }) => isEnd(whole.byId.get(chapter.id)!))).toBe(true);
  });
  it('include all of a small tree', () => {
    expect(firstLevels(chapters, 300)).toEqual({ chapters, cuts: {} });
  });
});

describe('the columns of a tree', () => {
  it('convert back to the same chapters', () => {
    const all = grown(300);
    expect(fromColumns(toColumns(all))).toEqual(all);
    const hidden = all.map((chapter, i) => (i % 7 === 0 ? { ...chapter, hiddenBy: 'author' as const } : chapter));
    expect(fromColumns(toColumns(hidden))).toEqual(hidden);
    expect(fromColumns(toColumns([]))).toEqual([]);
  });
});
