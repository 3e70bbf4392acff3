import fc from 'fast-check';

fc.configureGlobal({ endOnFailure: true });

import { describe, expect, it } from 'vitest';
import { anyStory, chaptersOf, grown } from '../tree.test-kit.ts';
import { buildTree, pathTo } from '../tree.ts';
import { arrangeTall, arrangeWide, CLOSEST, DEPTHS, type Shown } from './arrange.ts';
import { collapseTree, expand } from './collapse.ts';
import { hitAreaFinder, nearestHitArea, type Scene } from './scene.ts';
import { leastScale } from './view.ts';

const PHONE = 358;
const DESKTOP = { width: 1344, height: 650 };
const NOBODY = { read: new Set<string>(), hereId: null };
const shown = (rest: Partial<Shown> & Pick<Shown, 'tree'>): Shown => ({
  reading: NOBODY,
  expandedIds: [],
  writers: new Map(),
  ...rest,
});

/** All drawings of a story, with the minimum scale at which each is shown. */
function drawings(of: Shown): { scene: Scene; scale: number }[] {
  const tall = arrangeTall(of, PHONE);
  return [
    ...DEPTHS.map((depth) => ({ scene: arrangeWide(of, depth, DESKTOP), scale: leastScale(depth) })),
    { scene: tall, scale: Math.min(1, PHONE / (tall.right - tall.left)) },
  ];
}

function closest({ hitAreas }: Scene): number {
  let least = Number.POSITIVE_INFINITY;
  for (const [i, one] of hitAreas.entries())
    for (const other of hitAreas.slice(i + 1)) least = Math.min(least, Math.hypot(one.x - other.x, one.y - other.y));
  return least;
}

const story = anyStory.map(({ chapters, read, hereId }) => {
  const tree = buildTree(chapters);
  return shown({ tree, reading: { read, hereId } });
});

describe('the drawings', () => {
  it('contain every chapter once, as a knot or in the count of a group', () => {
    fc.assert(
      fc.property(story, (of) => {
        for (const { scene } of drawings(of))
          expect(scene.hitAreas.reduce((sum, { item }) => sum + item.count, 0)).toBe(of.tree.nodes.length);
      }),
    );
  });
  it('never put two knots closer than 8 pixels', () => {
    fc.assert(
      fc.property(story, (of) => {
        for (const { scene, scale } of drawings(of)) expect(closest(scene) * scale).toBeGreaterThanOrEqual(CLOSEST);
      }),
    );
  });
  it('keep the order of continuations when the reader reads on', () => {
    fc.assert(
      fc.property(story, anyStory, (of, { read, hereId }) => {
        const places = new Map(of.tree.nodes.map((node, i) => [node, i]));
        for (const reading of [of.reading, { read, hereId }])
          for (const { scene } of drawings({ ...of, reading }))
            for (const { item } of scene.hitAreas) {
              const order = item.items.map(({ node }) => places.get(node)!);
              expect(order).toEqual(order.toSorted((a, b) => a - b));
              const across = item.items.map((way) => scene.hitAreas.find((hitArea) => hitArea.item === way)!);
              const at = across.map(({ x, y }) => (scene.tall ? x : y));
              expect(at).toEqual(at.toSorted((a, b) => a - b));
            }
      }),
      { numRuns: 40 },
    );
  });
  it('find every chapter, as a knot or in its group', () => {
    fc.assert(
      fc.property(story, (of) => {
        for (const { scene } of drawings(of)) {
          const find = hitAreaFinder(scene.hitAreas);
          const counts = new Map<unknown, number>();
          for (const node of of.tree.nodes) {
            const hitArea = find(node);
            counts.set(hitArea, (counts.get(hitArea) ?? 0) + 1);
          }
          for (const hitArea of scene.hitAreas) expect(counts.get(hitArea)).toBe(hitArea.item.count);
        }
      }),
    );
  });
});

describe('what is laid out', () => {
  const tree = buildTree(grown(2000));
  const here = tree.nodes.findLast(({ chapter }) => chapter.number === 6)!;
  const way = pathTo(here);
  const reading = { read: new Set(way.map(({ chapter }) => chapter.id)), hereId: here.chapter.id };
  it('includes the reader’s path, however little room there is', () => {
    const items = collapseTree(tree, reading, { maxVisible: 0, unread: 0, firstChapters: false, expandedIds: [] });
    const knots = new Set(items.filter(({ kind }) => kind === 'knot').map(({ node }) => node));
    for (const node of way) expect(knots).toContain(node);
    expect(items.filter(({ kind }) => kind === 'group').length).toBeGreaterThan(0);
  });
  it('stays within the limit', () => {
    const items = collapseTree(tree, reading, { maxVisible: 300, unread: 300, firstChapters: false, expandedIds: [] });
    expect(items.length).toBeLessThan(400);
    expect(items.length).toBeGreaterThan(250);
  });
  it('includes all of a small story', () => {
    const small = buildTree(grown(112));
    const items = collapseTree(small, NOBODY, { maxVisible: 300, unread: 300, firstChapters: false, expandedIds: [] });
    expect(items.every(({ kind }) => kind === 'knot')).toBe(true);
    expect(items[0]!.weight).toBe(small.root!.ends);
  });
  it('expands a group in place and collapses what was expanded elsewhere', () => {
    const far = arrangeWide(shown({ tree, reading }), 'far', DESKTOP);
    const [one, other] = far.hitAreas
      .filter(({ item }) => item.kind === 'group' && item.count > 40)
      .map(({ item }) => item.node);
    const once = expand(tree, [], one!.chapter.id);
    const first = arrangeWide(shown({ tree, reading, expandedIds: once }), 'far', DESKTOP);
    expect(hitAreaFinder(first.hitAreas)(one)!.item).toMatchObject({ kind: 'knot', node: one });
    const inside = first.hitAreas.find(({ item }) => item.kind === 'group' && pathTo(item.node).includes(one!))!.item
      .node;
    expect(expand(tree, once, inside.chapter.id)).toEqual([one!.chapter.id, inside.chapter.id]);
    expect(expand(tree, once, other!.chapter.id)).toEqual([other!.chapter.id]);
  });
  it('fits a narrow screen, however much was read', () => {
    expect(drawings(shown({ tree, reading })).at(-1)!.scale).toBe(1);
  });
});

describe('pressing', () => {
  const scene = arrangeWide(shown({ tree: buildTree(chaptersOf([0, 0])) }), 'whole', DESKTOP);
  const knot = scene.hitAreas[1]!;
  it('selects the nearest knot within reach', () => {
    expect(nearestHitArea(scene.hitAreas, knot.x + 3, knot.y - 2, 22)).toBe(knot);
    expect(nearestHitArea(scene.hitAreas, knot.x + 20, knot.y, 22)).toBe(knot);
  });
  it('selects nothing out of reach', () => {
    expect(nearestHitArea(scene.hitAreas, knot.x + 40, knot.y, 22)).toBeNull();
  });
});
