import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { userTag } from '#features/accounts/server/index.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { storyTag } from '#features/stories/server/index.ts';
import { createCtx } from '#platform/context.ts';
import {
  buildBranchStory,
  buildChapterDraft,
  buildMember,
  buildPublishedStory,
  buildWay,
  doubtfulProse,
  type Member,
  outcome,
} from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { branchApi } from '../contract.ts';
import { DEPTH_MAX, TREE_SHOWN, WAYS_MAX } from '../model/branch-limits.ts';
import { getContinuations, getTree } from './branch.queries.ts';
import { growTree, hide, takeIn } from './branch.test-kit.ts';

/*
 * first ─┬─ left ─┬─ bridge ── tower
 *        │        └─ shore
 *        └─ right
 */
const app = setUpTestApp();
let creator: Member;
let writer: Member;
let storyId: string;
let ids: Record<'first' | 'left' | 'bridge' | 'tower' | 'shore' | 'right', string>;

beforeAll(async () => {
  app.app.cache.setListening(false);
  creator = await buildMember(app);
  writer = await buildMember(app);
});
async function begun(): Promise<void> {
  const story = await buildBranchStory(app, creator, { left: { bridge: { tower: {} }, shore: {} }, right: {} });
  storyId = story.storyId;
  ids = story.ids as typeof ids;
}

const treeOf = () => app.call(branchApi.tree, { storyId });
const continuationsOf = (chapterId: string) => app.call(branchApi.continuations, { chapterId });
const creatorShown = () => ({ id: creator.id, username: creator.username, slug: creator.slug });

describe('a small branch', () => {
  beforeAll(begun);

  it('returns its chapters in the order of writing', async () => {
    const chapter = (id: string, parentId: string | null, number: number, choice: string | null) => ({
      id,
      parentId,
      number,
      status: 'approved',
      title: choice ?? 'The left boot',
      choice,
      author: 0,
    });
    expect(await treeOf()).toEqual({
      chapters: [
        chapter(ids.first, null, 1, null),
        chapter(ids.left, ids.first, 2, 'left'),
        chapter(ids.bridge, ids.left, 3, 'bridge'),
        chapter(ids.tower, ids.bridge, 4, 'tower'),
        chapter(ids.shore, ids.left, 3, 'shore'),
        chapter(ids.right, ids.first, 2, 'right'),
      ],
      authors: [creatorShown()],
      reservations: [],
      whole: true,
    });
  });

  it('returns the continuations of each chapter, and the path to it', async () => {
    const way = (id: string, choice: string, number: number, chaptersBeyond: number, openEnds: number) => ({
      id,
      number,
      title: choice,
      choice,
      hiddenBy: null,
      author: creatorShown(),
      chaptersBeyond,
      openEnds,
    });
    const step = (id: string, number: number, choice: string | null, otherWays: number) => ({
      id,
      number,
      title: choice ?? 'The left boot',
      choice,
      hiddenBy: null,
      otherWays,
    });
    expect(await continuationsOf(ids.first)).toEqual({
      ways: [way(ids.left, 'left', 2, 3, 2), way(ids.right, 'right', 2, 0, 1)],
      reservations: [],
      taken: 2,
      maxContinuations: WAYS_MAX,
      path: [step(ids.first, 1, null, 0)],
      siblings: [],
      lastFork: null,
      joinPolicy: 'open',
    });
    expect(await continuationsOf(ids.tower)).toEqual({
      ways: [],
      reservations: [],
      taken: 0,
      maxContinuations: WAYS_MAX,
      path: [
        step(ids.first, 1, null, 0),
        step(ids.left, 2, 'left', 1),
        step(ids.bridge, 3, 'bridge', 1),
        step(ids.tower, 4, 'tower', 0),
      ],
      siblings: [],
      lastFork: { id: ids.left, number: 2, title: 'left', hiddenBy: null },
      joinPolicy: 'open',
    });
    expect(await continuationsOf(ids.shore)).toMatchObject({
      siblings: [{ id: ids.bridge, place: 1, title: 'bridge', choice: 'bridge' }],
      lastFork: { id: ids.left },
    });
    expect(await continuationsOf(ids.left)).toMatchObject({
      ways: [way(ids.bridge, 'bridge', 3, 1, 1), way(ids.shore, 'shore', 3, 0, 1)],
      siblings: [{ id: ids.right }],
      lastFork: { id: ids.first, title: 'The left boot' },
    });
  });

  it('returns the path from the start to a chapter, in pages', async () => {
    const { items, next } = await app.call(branchApi.path, { chapterId: ids.tower, limit: 50 });
    expect(items.map(({ id, number, choice }) => [id, number, choice])).toEqual([
      [ids.first, 1, null],
      [ids.left, 2, 'left'],
      [ids.bridge, 3, 'bridge'],
      [ids.tower, 4, 'tower'],
    ]);
    expect(next).toBeNull();
    for (const { id, content, author, language } of items) {
      expect(content).toEqual((await app.call(chapterApi.detail, { chapterId: id })).content);
      expect([author, language]).toEqual([creatorShown(), 'en']);
    }
    const pages: number[][] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await app.call(branchApi.path, {
        chapterId: ids.tower,
        limit: 3,
        ...(cursor ? { cursor } : {}),
      });
      pages.push(page.items.map(({ number }) => number));
      cursor = page.next;
    }
    expect(pages).toEqual([[1, 2, 3], [4]]);
    expect(await app.call(branchApi.path, { chapterId: ids.first, limit: 5, cursor: '1' })).toEqual({
      items: [],
      next: null,
    });
    for (const cursor of ['x', '-1', '1.5', '9999', '1; drop table', '\u0000'])
      expect(outcome(await app.send(branchApi.path, { chapterId: ids.tower, cursor })), cursor).toBe(
        '400 invalid_input',
      );
  });

  it('has previous but no next chapters, and lists chapters in the order of writing in both directions', async () => {
    expect(await app.call(chapterApi.detail, { chapterId: ids.first })).toMatchObject({ previous: null, next: null });
    expect(await app.call(chapterApi.detail, { chapterId: ids.shore })).toMatchObject({
      previous: { id: ids.left, number: 2, title: 'left' },
      next: null,
      choice: 'shore',
    });
    const written = [ids.first, ids.left, ids.bridge, ids.tower, ids.shore, ids.right];
    const listed = async (order: 'first' | 'newest') => {
      const found: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await app.call(chapterApi.list, { storyId, order, limit: 4, ...(cursor ? { cursor } : {}) });
        found.push(...page.items.map(({ id }) => id));
        cursor = page.next;
      }
      return found;
    };
    expect(await listed('first')).toEqual(written);
    expect(await listed('newest')).toEqual(written.toReversed());
  });

  it('does not reveal chapters and stories that are not public', async () => {
    const solo = await buildPublishedStory(app, creator);
    const draft = await buildChapterDraft(app, creator, storyId, { parentChapterId: ids.first });
    for (const chapterId of [solo.chapterId, draft.id, '999999999'])
      for (const read of [branchApi.continuations, branchApi.path])
        expect(outcome(await app.send(read, { chapterId }))).toBe('404 chapter_not_found');
    for (const story of [solo.story.id, '999999999'])
      expect(outcome(await app.send(branchApi.tree, { storyId: story }))).toBe('404 story_not_found');
    const { id } = await app.call(
      storyApi.create,
      { title: 'x', description: 'x', mode: 'branch', categories: ['drama'], language: 'en' },
      creator,
    );
    expect(outcome(await app.send(branchApi.tree, { storyId: id }, creator))).toBe('404 story_not_found');
    const gone = await buildBranchStory(app, creator, {});
    await app.call(storyApi.delete, { storyId: gone.storyId }, creator);
    expect(outcome(await app.send(branchApi.tree, { storyId: gone.storyId }))).toBe('404 story_not_found');
    expect(outcome(await app.send(branchApi.continuations, { chapterId: gone.ids.first }))).toBe(
      '404 chapter_not_found',
    );
  });
});

describe('changes', () => {
  beforeEach(begun);

  it('does not show a chapter in review, but counts its continuation as taken', async () => {
    await takeIn(app, storyId, writer);
    const { id } = await buildChapterDraft(app, writer, storyId, {
      parentChapterId: ids.right,
      choice: 'Secret',
      content: doubtfulProse(120, 1),
    });
    await app.call(chapterApi.submit, { chapterId: id }, writer);
    await app.work();
    expect(await continuationsOf(ids.right)).toMatchObject({ ways: [], taken: 1 });
    expect(JSON.stringify([await treeOf(), await continuationsOf(ids.first)])).not.toMatch(/Secret/);
    expect((await continuationsOf(ids.first)).ways.at(-1)).toMatchObject({ chaptersBeyond: 0, openEnds: 1 });
  });

  it('keeps a hidden chapter in the tree without its texts, and the chapters after it', async () => {
    await takeIn(app, storyId, writer);
    await buildWay(app, writer, storyId, ids.right, 'By the other');
    await hide(app, ids.left);
    await hide(app, ids.right);
    const tree = await treeOf();
    expect(tree.chapters[1]).toEqual({
      id: ids.left,
      parentId: ids.first,
      number: 2,
      status: 'hidden',
      title: null,
      choice: null,
      author: null,
      hiddenBy: 'moderator',
    });
    expect(tree.authors).toHaveLength(2);
    expect((await continuationsOf(ids.first)).ways[0]).toEqual({
      id: ids.left,
      number: 2,
      title: null,
      choice: null,
      hiddenBy: 'moderator',
      author: null,
      chaptersBeyond: 3,
      openEnds: 2,
    });
    expect(await continuationsOf(ids.bridge)).toMatchObject({
      path: [{ id: ids.first }, { id: ids.left, title: null, choice: null }, { id: ids.bridge }],
      lastFork: { id: ids.left, title: null },
    });
    const { items } = await app.call(branchApi.path, { chapterId: ids.bridge, limit: 25 });
    expect(items[1]).toMatchObject({ id: ids.left, status: 'hidden', title: null, content: null, author: null });
    expect(await app.call(chapterApi.detail, { chapterId: ids.bridge })).toMatchObject({ previous: { id: ids.first } });
    await hide(app, ids.tower);
    expect((await continuationsOf(ids.left)).ways[0]).toMatchObject({ chaptersBeyond: 1, openEnds: 0 });
  });

  it('counts no open branches in an ended story', async () => {
    await app.call(storyApi.update, { storyId, progress: 'ended' }, creator);
    expect((await continuationsOf(ids.first)).ways.map(({ openEnds }) => openEnds)).toEqual([0, 0]);
  });

  it('caches a response by story and authors, until the first reservation expires', async () => {
    await takeIn(app, storyId, writer);
    const { until } = await app.call(branchApi.reserve, { chapterId: ids.right }, writer);
    await app.call(branchApi.reserve, { chapterId: ids.shore }, creator);
    const [map, page] = [createCtx(app.deps, { language: 'en' }), createCtx(app.deps, { language: 'en' })];
    await getTree(map, { storyId });
    await getContinuations(page, { chapterId: ids.shore });
    expect(map.cachePolicy.until).toEqual(new Date(until));
    expect(page.cachePolicy.until?.getTime()).toBeGreaterThan(Date.parse(until));
    expect([...map.cachePolicy.tags].sort()).toEqual(
      [storyTag(storyId), userTag(creator.id), userTag(writer.id)].sort(),
    );
  });
});

describe('a large branch', () => {
  let root: string;
  let grown: string[];
  /** A tree of 2,000 chapters in which chapter `i` follows chapter `(i - 1) / 3`. */
  const parents = Array.from({ length: 1999 }, (_, i) => Math.floor(i / 3));

  beforeAll(async () => {
    const story = await buildBranchStory(app, creator, {});
    storyId = story.storyId;
    root = story.ids.first!;
    grown = await growTree(app, creator.id, root, parents);
    await sql`analyze chapters`.execute(app.owner.db);
  });

  it('returns all chapters with correct counts', async () => {
    const { chapters, whole } = await treeOf();
    expect([chapters.length, whole]).toEqual([2000, true]);
    expect(chapters.map(({ id, parentId }) => [id, parentId])).toEqual(
      grown.map((id, i) => [id, i === 0 ? null : grown[parents[i - 1]!]]),
    );
    const beyond = Array<number>(grown.length).fill(0);
    const ends = grown.map((_, i) => (parents.includes(i) ? 0 : 1));
    for (let i = grown.length - 1; i > 0; i -= 1) {
      const parent = parents[i - 1]!;
      beyond[parent]! += beyond[i]! + 1;
      ends[parent]! += ends[i]!;
    }
    for (const at of [0, 1, 5, 40, 1999]) {
      const { ways } = await continuationsOf(grown[at]!);
      const children = grown.map((_, i) => i).filter((i) => i > 0 && parents[i - 1] === at);
      expect(ways.map(({ id, chaptersBeyond, openEnds }) => [id, chaptersBeyond, openEnds])).toEqual(
        children.map((i) => [grown[i], beyond[i], ends[i]]),
      );
    }
  });

  it('sends a limited number of chapters of an even larger one, each with its parent', async () => {
    const { storyId: larger, ids } = await buildBranchStory(app, creator, {});
    await growTree(
      app,
      creator.id,
      ids.first!,
      Array.from({ length: TREE_SHOWN }, (_, i) => Math.floor(i / 5)),
    );
    const { chapters, whole } = await app.call(branchApi.tree, { storyId: larger });
    expect([chapters.length, whole]).toEqual([TREE_SHOWN, false]);
    const seen = new Set<string>();
    for (const { id, parentId } of chapters) {
      expect(parentId === null || seen.has(parentId)).toBe(true);
      seen.add(id);
    }
  });

  it('returns its longest path, of 250 chapters, in pages of 25', async () => {
    const line = await growTree(
      app,
      creator.id,
      root,
      Array.from({ length: DEPTH_MAX - 1 }, (_, i) => i),
    );
    const numbers: number[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await app.call(branchApi.path, {
        chapterId: line.at(-1)!,
        limit: 25,
        ...(cursor ? { cursor } : {}),
      });
      expect(page.items).toHaveLength(25);
      numbers.push(...page.items.map(({ number }) => number));
      cursor = page.next;
    }
    expect(numbers).toEqual(Array.from({ length: DEPTH_MAX }, (_, i) => i + 1));
  });
});
