import type { Page } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { userTag } from '#features/accounts/server/index.ts';
import { hiddenBy } from '#features/chapters/server/index.ts';
import { publicStory, storyTag } from '#features/stories/server/index.ts';
import { cacheTag, cacheUntil } from '#platform/cache/tag-cache.ts';
import type { Ctx } from '#platform/context.ts';
import { keysetPageOf } from '#platform/db/keyset.ts';
import type { Continuation, Continuations, PathChapter, StoryTree, TreeChapter } from '../contract.ts';
import { TREE_SHOWN, WAYS_MAX } from '../model/branch-limits.ts';
import { findPathTo, type NamedRow, onwardFrom, type PathRow, type PathTo, type WayRow } from './places.queries.ts';
import { activeReservations, type ReservationRow } from './reservations.repo.ts';

/** Public reads of a branch. They are cached under the story’s tag, until the first reservation expires. */

function toReservation(ctx: Ctx, { until, id, username, slug }: ReservationRow): Continuations['reservations'][number] {
  cacheUntil(ctx, until);
  cacheTag(ctx, userTag(id));
  return { user: { id, username, slug }, until: until.toISOString() };
}

/** Returns the chapters of a branch in the order of writing, for its map. Throws story_not_found. */
export async function getTree(ctx: Ctx, { storyId }: { storyId: string }): Promise<StoryTree> {
  const story = await publicStory(ctx, storyId);
  if (story.mode !== 'branch') throw new AppError('story_not_found');
  const rows = await ctx.db
    .selectFrom('chapters as c')
    .innerJoin('accounts as a', 'a.id', 'c.author_id')
    .where('c.story_id', '=', storyId)
    .where((eb) => eb.ref('c.is_public'))
    .select([
      'c.id',
      'c.parent_id',
      'c.number',
      'c.status',
      'c.taken_down_at',
      'c.title',
      'c.choice',
      'c.author_id',
      'a.username',
      'a.slug',
    ])
    .orderBy('c.id')
    .limit(TREE_SHOWN + 1)
    .execute();
  const authors: StoryTree['authors'] = [];
  const places = new Map<string, number>();
  const authorOf = (row: (typeof rows)[number]): number => {
    const known = places.get(row.author_id);
    if (known !== undefined) return known;
    places.set(row.author_id, authors.length);
    cacheTag(ctx, userTag(row.author_id));
    return authors.push({ id: row.author_id, username: row.username, slug: row.slug }) - 1;
  };
  const chapters = rows.slice(0, TREE_SHOWN).map((row): TreeChapter => {
    const isHidden = row.status === 'hidden';
    return {
      id: row.id,
      parentId: row.parent_id,
      number: row.number!,
      status: isHidden ? 'hidden' : 'approved',
      title: isHidden ? null : row.title,
      choice: isHidden ? null : row.choice,
      author: isHidden ? null : authorOf(row),
      hiddenBy: hiddenBy(row) ?? undefined,
    };
  });
  const open = new Set(rows.filter((row) => hiddenBy(row) !== 'moderator').map(({ id }) => id));
  const reservations = (await activeReservations(ctx.db, storyId).execute()).filter((row) => open.has(row.parent_id));
  return {
    chapters,
    authors,
    reservations: reservations.map((row) => ({ parentId: row.parent_id, ...toReservation(ctx, row) })),
    whole: rows.length <= TREE_SHOWN,
  };
}

async function publicPath(ctx: Ctx, chapterId: string): Promise<PathTo> {
  const found = await findPathTo(ctx.db, chapterId);
  if (!found) throw new AppError('chapter_not_found');
  cacheTag(ctx, storyTag(found.place.storyId));
  return found;
}

/** Returns title and choice of a chapter. If it is hidden, returns null for both, and who hid it. */
function named(row: NamedRow) {
  const hidden = hiddenBy(row);
  return { id: row.id, title: hidden ? null : row.title, choice: hidden ? null : row.choice, hiddenBy: hidden };
}

function toWay(ctx: Ctx, row: WayRow, isEnded: boolean): Continuation {
  const isHidden = row.status === 'hidden';
  if (!isHidden) cacheTag(ctx, userTag(row.author_id));
  return {
    ...named(row),
    number: row.number,
    author: isHidden ? null : { id: row.author_id, username: row.username, slug: row.slug },
    chaptersBeyond: row.beyond,
    openEnds: isEnded ? 0 : row.open_ends,
  };
}

/** Returns the nearest earlier chapter on the path with more than one continuation. */
function lastFork(path: PathRow[]): Continuations['lastFork'] {
  const taken = path.findLastIndex((row) => row.other_ways > 0);
  const fork = path[taken - 1];
  if (!fork) return null;
  const { id, title, hiddenBy: hidden } = named(fork);
  return { id, number: fork.number, title, hiddenBy: hidden };
}

/** Returns the continuations of a chapter, and the path that leads to it. Throws chapter_not_found. */
export async function getContinuations(ctx: Ctx, { chapterId }: { chapterId: string }): Promise<Continuations> {
  const { place, path, siblings } = await publicPath(ctx, chapterId);
  const { ways, reservations, taken } = await onwardFrom(ctx.db, place.storyId, chapterId);
  return {
    ways: ways.map((row) => toWay(ctx, row, place.progress === 'ended')),
    reservations: reservations.map((row) => toReservation(ctx, row)),
    taken,
    maxContinuations: WAYS_MAX,
    path: path.map((row) => ({ ...named(row), number: row.number, otherWays: row.other_ways })),
    siblings: siblings.map((row, i) => ({ ...named(row), place: i + 1 })).filter(({ id }) => id !== chapterId),
    lastFork: lastFork(path),
    joinPolicy: place.joinPolicy,
  };
}

/** Returns the texts from chapter 1 to the given chapter, in pages. Throws chapter_not_found. */
export async function listPath(
  ctx: Ctx,
  input: { chapterId: string; cursor?: string | undefined; limit: number },
): Promise<Page<PathChapter>> {
  const { place, path } = await publicPath(ctx, input.chapterId);
  if (input.cursor !== undefined && !/^\d{1,3}$/.test(input.cursor))
    throw new AppError('invalid_input', { fields: { cursor: { code: 'invalid' } } });
  const after = Number(input.cursor ?? 0);
  const ids = path.filter(({ number }) => number > after && number <= after + input.limit + 1).map(({ id }) => id);
  if (ids.length === 0) return { items: [], next: null };
  const rows = await ctx.db
    .selectFrom('chapters as c')
    .innerJoin('stories as s', 's.id', 'c.story_id')
    .innerJoin('accounts as a', 'a.id', 'c.author_id')
    .leftJoin('chapter_texts as t', 't.chapter_id', 'c.id')
    .where('c.story_id', '=', place.storyId)
    .where('c.id', 'in', ids)
    .select(['c.id', 'c.number', 'c.status', 'c.taken_down_at', 'c.title', 'c.choice', 't.document', 's.language'])
    .select(['a.id as author_id', 'a.username', 'a.slug'])
    .orderBy('c.number')
    .execute();
  const toChapter = (row: (typeof rows)[number]): PathChapter => {
    const isHidden = row.status === 'hidden';
    if (!isHidden) cacheTag(ctx, userTag(row.author_id));
    return {
      ...named(row),
      number: row.number!,
      status: isHidden ? 'hidden' : 'approved',
      content: isHidden ? null : row.document,
      language: row.language!,
      author: isHidden ? null : { id: row.author_id, username: row.username, slug: row.slug },
    };
  };
  return keysetPageOf(rows, input.limit, toChapter, (row) => String(row.number));
}
