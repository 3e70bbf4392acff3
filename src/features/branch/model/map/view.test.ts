import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chaptersOf, grown } from '../tree.test-kit.ts';
import { buildTree } from '../tree.ts';
import { arrangeWide } from './arrange.ts';
import { depthAt, fitted, fittingScale, percentOf, placeAt, pointAt, within, wordSize, zoomAbout } from './view.ts';
import { findChapters, walk } from './walk.ts';

const SPACE = { width: 1344, height: 650 };
const shown = (size: number) => ({
  tree: buildTree(grown(size)),
  reading: { read: new Set<string>(), hereId: null },
  expandedIds: [],
  writers: new Map(),
});

describe('the view', () => {
  it('zooms around the pointer', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), fc.double({ min: 0.2, max: 3, noNaN: true }), (x, y, scale) => {
        const view = { scale: 1, x: 40, y: -10 };
        const before = placeAt(view, { x, y });
        const after = pointAt(zoomAbout(view, { x, y }, scale), before);
        expect(after.x).toBeCloseTo(x, 3);
        expect(after.y).toBeCloseTo(y, 3);
      }),
    );
  });
  it('has three depths', () => {
    expect([5, 25, 40, 94, 95, 100, 900].map((percent) => depthAt(percent).depth)).toEqual([
      'far',
      'far',
      'whole',
      'whole',
      'near',
      'near',
      'near',
    ]);
    expect(percentOf('whole', depthAt(40).scale)).toBeCloseTo(40);
  });
  it('shows all of a story that fits', () => {
    const scene = arrangeWide(shown(40), 'whole', SPACE);
    const scale = fittingScale(scene, SPACE);
    const view = fitted(scene, SPACE, scale, { x: 0, y: 0 });
    for (const hitArea of scene.hitAreas) {
      const { x, y } = pointAt(view, hitArea);
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(SPACE.width);
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(SPACE.height);
    }
  });
  it('never moves the drawing out of sight', () => {
    const scene = arrangeWide(shown(40), 'whole', SPACE);
    const lost = within({ scale: 1, x: 90_000, y: -90_000 }, scene, SPACE);
    expect(lost.x + scene.left).toBeLessThan(SPACE.width);
    expect(lost.y + scene.bottom).toBeGreaterThan(0);
  });
  it('never shrinks labels', () => {
    for (const scale of [0.62, 0.95, 1, 2]) expect(wordSize(scale) * scale).toBeGreaterThanOrEqual(16 - 1e-9);
  });
});

describe('walking and searching', () => {
  /** 1 → 2, 3 · 2 → 4 · 3 → 5 */
  const tree = buildTree(chaptersOf([0, 0, 1, 2]));
  const { hitAreas } = arrangeWide({ ...shown(1), tree }, 'whole', SPACE);
  const items = hitAreas.map(({ item }) => item);
  const at = (id: string) => items.find(({ node }) => node.chapter.id === id)!;
  it.each([
    ['1', 'child', '2'],
    ['2', 'after', '3'],
    ['4', 'after', '5'],
    ['5', 'parent', '3'],
    ['1', 'parent', '1'],
    ['2', 'before', '2'],
  ] as const)('leads from %s by %s to %s', (from, step, to) => {
    expect(walk(items, at(from), step).node.chapter.id).toBe(to);
  });
  it.each([
    ['choice 3', ['3']],
    ['  TITLE ', ['1', '2', '3', '4', '5']],
    ['ines', ['2']],
    ['nowhere', []],
    ['', []],
  ])('finds %j', (words, ids) => {
    const authors = ['Wren', 'Inês_Prado', 'Jonas', '민준', 'Mara'].map((username) => ({ username }));
    expect(findChapters(tree, authors, words).map(({ chapter }) => chapter.id)).toEqual(ids);
  });
});
