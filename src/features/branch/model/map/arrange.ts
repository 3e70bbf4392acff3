import { type ChapterTree, pathTo, type TreeNode } from '../tree.ts';
import { collapseTree, type Item, type Reading } from './collapse.ts';
import { type Metrics, placeBySlots, placeTight } from './place.ts';
import { drawScene, GROUP_WORDS, type Scene, type Writer } from './scene.ts';

/** Far: unread branches are collapsed into groups. Whole: as much as possible is laid out. Near: knots have labels. */
export const DEPTHS = ['far', 'whole', 'near'] as const;
export type Depth = (typeof DEPTHS)[number];

/** Minimum distance between two knots on the screen, in pixels. */
export const CLOSEST = 8;

interface DepthRule {
  readonly metrics: Metrics;
  /** Zoom of the drawing at a scale of 1, in percent. */
  readonly percent: number;
  /** Maximum number of chapters that are laid out, besides the reader’s path. */
  readonly maxVisible: number;
  /** How many of them may be unread. */
  readonly unread: number;
}

const COILS = { ball: 1.6, ballMost: 40 };

/**
 * Sizes as in the design. At most 300 unread chapters are laid out: more would be slow to move and too small to see.
 */
export const DEPTH_RULES: Record<Depth, DepthRule> = {
  far: {
    metrics: { slot: 26, air: 1, family: 0, column: 142, pitch: 3, stroke: 1.8, knot: 9, fringe: 22, ...COILS },
    percent: 25,
    maxVisible: 40,
    unread: 14,
  },
  whole: {
    metrics: { slot: 8.6, air: 2.4, family: 0, column: 121, pitch: 2.5, stroke: 1.5, knot: 8, fringe: 22, ...COILS },
    percent: 40,
    maxVisible: 300,
    unread: 300,
  },
  near: {
    metrics: { slot: 76, air: 0, family: 30, column: 268, pitch: 3.4, stroke: 2.1, knot: 11, fringe: 40, ...COILS },
    percent: 100,
    maxVisible: 150,
    unread: 150,
  },
};

const TALL: Metrics = {
  slot: 21,
  air: 0,
  family: 0,
  column: 76,
  pitch: 2.3,
  stroke: 1.4,
  knot: 8,
  fringe: 18,
  ball: 2.05,
  ballMost: 12,
};
const TALL_GAP = 10;
/** Some unread chapters are laid out, so that new readers see more than one group. */
const TALL_UNREAD = 12;
/** Limits for a narrow screen, besides the reader’s path. Tried in this order until the drawing fits. */
const TALL_LIMITS = [120, 40, 12, 0];
/** Strands that would take more of a narrow screen’s width move closer together. */
const STRANDS_SHARE = 0.5;

/** Number of lines that a screen can move smoothly. Deep stories with more lines are collapsed further. */
const STRANDS_DRAWN = 4000;

/** Minimum width of a column: room for a knot, a bend of the thread, and the next knot. */
const COLUMN_LEAST = 44;

/** In a short story, ends are at most this far apart, and use this share of the height. */
const SLOT_MOST = 24;
const HEIGHT_SHARE = 0.7;
/** Margins on the left and right, including the last fringe. */
const MARGINS = 100;

/** Size of the available space, in pixels. */
export interface Space {
  readonly width: number;
  readonly height: number;
}

export interface Shown {
  readonly tree: ChapterTree;
  readonly reading: Reading;
  readonly expandedIds: readonly string[];
  readonly writers: ReadonlyMap<string, Writer>;
}

function strandsOf(items: readonly Item[]): number {
  return items.reduce((sum, { weight }) => sum + weight, 0);
}

/**
 * Lays out the drawing for wide screens: the story runs to the right. Short stories spread over the available height,
 * and deep ones move together to fit the width.
 */
export function arrangeWide({ tree, reading, expandedIds, writers }: Shown, depth: Depth, space: Space): Scene {
  const { metrics, maxVisible, unread } = DEPTH_RULES[depth];
  const laidOut = (most: number) =>
    collapseTree(tree, reading, { maxVisible: most, unread, firstChapters: false, expandedIds });
  let items = laidOut(maxVisible);
  for (let most = maxVisible / 2; most > 1 && strandsOf(items) > STRANDS_DRAWN; most /= 2)
    items = laidOut(Math.floor(most));
  const own = depth === 'near' ? metrics : { ...metrics, ...spread(items, metrics, space) };
  const places = placeBySlots(items, own);
  return drawScene({ items, places, metrics: own, tall: false, read: reading.read, writers });
}

function spread(items: readonly Item[], { slot, column, ballMost }: Metrics, { width, height }: Space) {
  const columns = items.reduce((most, item) => Math.max(most, item.column), 1);
  const ends = items.filter((item) => item.items.length === 0).length;
  const room = width - (items.some(({ kind }) => kind === 'group') ? GROUP_WORDS + 2 * ballMost : 0) - MARGINS;
  return {
    column: Math.max(COLUMN_LEAST, Math.min(column, room / columns)),
    slot: Math.max(slot, Math.min(SLOT_MOST, (height * HEIGHT_SHARE) / ends)),
  };
}

/**
 * Lays out the drawing for narrow screens: the story runs down and fits the width. Branches off the reader’s path are
 * collapsed after one chapter.
 */
export function arrangeTall({ tree, reading, expandedIds, writers }: Shown, width: number): Scene {
  const way = new Set<TreeNode>(pathTo(reading.hereId === null ? null : tree.byId.get(reading.hereId)));
  const onTheWay = ({ node, kind }: Item) => kind === 'knot' && way.has(node);
  const draw = (maxVisible: number, straight: (item: Item) => boolean): Scene => {
    const items = collapseTree(tree, reading, { maxVisible, unread: TALL_UNREAD, firstChapters: true, expandedIds });
    const weight = items[0]?.weight ?? 1;
    const metrics = { ...TALL, pitch: Math.min(TALL.pitch, (width * STRANDS_SHARE) / weight) };
    const places = placeTight(items, metrics, TALL_GAP, straight);
    return drawScene({ items, places, metrics, tall: true, read: reading.read, writers });
  };
  const tries = TALL_LIMITS.flatMap((maxVisible) => [
    () => draw(maxVisible, () => false),
    () => draw(maxVisible, onTheWay),
  ]);
  let scene: Scene | null = null;
  for (const attempt of tries) {
    const next = attempt();
    if (!scene || next.right - next.left < scene.right - scene.left) scene = next;
    if (scene.right - scene.left <= width) break;
  }
  return scene!;
}
