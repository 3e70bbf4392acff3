import { sql } from 'kysely';
import type { Page } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { byName, keysOf } from '#core/records.ts';
import { userTag } from '#features/accounts/server/index.ts';
import { restrictedSince } from '#features/moderation/server/index.ts';
import { publicStory, socialImageKey, storyTag } from '#features/stories/server/index.ts';
import { cacheTag } from '#platform/cache/tag-cache.ts';
import type { Ctx } from '#platform/context.ts';
import type { Db } from '#platform/db/database.ts';
import { idCursor, keysetPageOf } from '#platform/db/keyset.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { Row } from '#platform/db/rows.ts';
import { imageUrl } from '#platform/images/images.repo.ts';
import type { ChapterEntry, ChapterView } from '../contract.ts';
import type { PublishedValues } from '../contract-fields.ts';
import type { HiddenBy } from '../model/chapter-status.ts';
import { type Paragraph, plainText } from '../model/document.ts';
import { OPENING_PATH, openingOf } from '../model/opening.ts';
import { COPY_COLUMNS } from './chapter-columns.ts';

/** Public reads of chapters. All responses have the story’s cache tag, so one change invalidates all of its pages. */

type NeighbourJson = { id: string; number: number; title: string } | null;

/**
 * Selects the nearest readable chapter in one direction, starting from the chapter that the query calls `of`. In a
 * tree, the previous one is the nearest ancestor, and there is no next one because the reader chooses. Only chapters in
 * trees have parents, so linear stories are searched by number alone. The conditions match those of the index on the
 * numbers.
 */
export function neighbourOf<Direction extends 'previous' | 'next'>(direction: Direction, of = 'c') {
  return neighbourJson<NeighbourJson>(direction, of).as<Direction>(direction);
}

/** The same for the next chapter of `c`, with the paragraph that it opens with. */
const nextWithOpening = neighbourJson<(NonNullable<NeighbourJson> & { opening: Paragraph | null }) | null>(
  'next',
  'c',
  sql`, 'opening', (select jsonb_path_query_first(nt.document, ${sql.lit(OPENING_PATH)}::jsonpath)
      from chapter_texts nt where nt.chapter_id = n.id)`,
).as('next');

/** `more`: SQL of further fields of the chapter `n`, if it is in a line. */
function neighbourJson<Json>(direction: 'previous' | 'next', of: string, more = sql``) {
  const [sign, order] = direction === 'previous' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  const inLine = sql`(select json_build_object('id', n.id::text, 'number', n.number, 'title', n.title${more})
    from chapters n where n.story_id = ${sql.ref(`${of}.story_id`)} and n.number is not null and n.deleted_at is null
      and n.number ${sign} ${sql.ref(`${of}.number`)} and (case when n.parent_id is null then 0 else n.id end) = 0 and n.is_readable
    order by n.number ${order} limit 1)`;
  const above = sql`(with recursive up as (
      select p.id, p.parent_id, p.number, p.title, p.is_readable from chapters p where p.id = ${sql.ref(`${of}.parent_id`)}
      union all select p.id, p.parent_id, p.number, p.title, p.is_readable from up join chapters p on p.id = up.parent_id where not up.is_readable)
    select json_build_object('id', up.id::text, 'number', up.number, 'title', up.title) from up where up.is_readable)`;
  return sql<Json>`(case when ${sql.ref(`${of}.parent_id`)} is null then ${inLine} ${direction === 'previous' ? sql`else ${above}` : sql``} end)`;
}

/** Returns a published chapter. Throws chapter_not_found for any other chapter. */
export async function getChapter(ctx: Ctx, input: { chapterId: string }): Promise<ChapterView> {
  const row = await ctx.db
    .selectFrom('chapters as c')
    .innerJoin('stories as s', 's.id', 'c.story_id')
    .innerJoin('story_stats as st', 'st.story_id', 's.id')
    .innerJoin('accounts as a', 'a.id', 'c.author_id')
    .leftJoin('chapter_texts as t', 't.chapter_id', 'c.id')
    .leftJoin('participants as p', (join) =>
      join.onRef('p.story_id', '=', 'c.story_id').onRef('p.account_id', '=', 'c.author_id'),
    )
    .where('c.id', '=', input.chapterId)
    .where((eb) => eb.ref('c.is_public'))
    .where((eb) => eb.ref('s.is_public'))
    .select(COPY_COLUMNS.map((column) => `c.${column}` as const))
    .select(['c.id', 'c.status', 'c.taken_down_at', 'c.number', 'c.units', 'c.published_at', 't.document'])
    .select([
      's.id as story_id',
      's.title as story_title',
      's.description',
      's.mode',
      's.progress',
      's.language',
      's.cover_key',
      'st.chapters',
    ])
    .select(['a.id as author_id', 'a.username', 'a.slug', 'a.avatar_key', 'p.number as author_number'])
    .select([neighbourOf('previous'), nextWithOpening])
    .$call(prepared)
    .executeTakeFirst();
  if (!row) throw new AppError('chapter_not_found');
  cacheTag(ctx, storyTag(row.story_id), userTag(row.author_id));
  const isHidden = row.status === 'hidden';
  const document = isHidden ? null : row.document;
  return {
    id: row.id,
    status: isHidden ? 'hidden' : 'approved',
    number: row.number!,
    ...byName<PublishedValues>(keysOf(ctx.chapterFields), (name) => (isHidden ? null : row[name])),
    content: document,
    text: document && plainText(document),
    language: row.language!,
    units: isHidden ? 0 : row.units!,
    publishedAt: row.published_at!.toISOString(),
    hiddenAt: isHidden ? ((await hiddenSince(ctx.db, row))?.toISOString() ?? null) : null,
    hiddenBy: hiddenBy(row),
    author: isHidden
      ? null
      : { id: row.author_id, username: row.username, slug: row.slug, avatar: imageUrl(row.avatar_key) },
    authorNumber: isHidden ? null : row.author_number,
    previous: row.previous,
    next: row.next && { ...row.next, opening: openingOf(row.next.opening) },
    story: {
      id: row.story_id,
      title: row.story_title!,
      description: row.description!,
      mode: row.mode,
      progress: row.progress,
      language: row.language!,
      coverUrl: imageUrl(row.cover_key!),
      socialImageUrl: imageUrl(socialImageKey(row.cover_key!)),
      chapterCount: row.chapters,
    },
  };
}

/** Returns who hid a chapter, or null if readers can see it. `taken_down_at` is a string in rows that came as JSON. */
export function hiddenBy(
  row: Pick<Row<'chapters'>, 'status'> & { taken_down_at: Date | string | null },
): HiddenBy | null {
  if (row.status !== 'hidden') return null;
  return row.taken_down_at === null ? 'moderator' : 'author';
}

/**
 * Whether a public chapter can be continued (`canBeContinued`): also if its author took it down, but not if a moderator
 * has hidden it.
 */
export function isContinuable(chapters: string) {
  return sql<boolean>`(${sql.ref(`${chapters}.is_readable`)} or ${sql.ref(`${chapters}.taken_down_at`)} is not null)`;
}

async function hiddenSince(db: Db, row: Pick<Row<'chapters'>, 'id' | 'taken_down_at'>): Promise<Date | null> {
  return row.taken_down_at ?? restrictedSince(db, 'hide_chapter', row.id);
}

function placeCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  if (!/^\d{1,6}$/.test(cursor)) throw new AppError('invalid_input', { fields: { cursor: { code: 'invalid' } } });
  return Number(cursor);
}

/** Lists the published chapters of a story, from the start or from the end. Throws story_not_found. */
export async function listChapters(
  ctx: Ctx,
  input: { storyId: string; order: 'first' | 'newest'; cursor?: string | undefined; limit: number },
): Promise<Page<ChapterEntry>> {
  const story = await publicStory(ctx, input.storyId);
  const { listedBy } = ctx.modes[story.mode].order;
  const ascending = input.order === 'first';
  let query = ctx.db
    .selectFrom('chapters as c')
    .innerJoin('accounts as a', 'a.id', 'c.author_id')
    .where('c.story_id', '=', input.storyId)
    .where((eb) => eb.ref('c.is_public'))
    // Needed to use the index: contest entries have no number.
    .where('c.number', 'is not', null)
    .select(['c.id', 'c.number', 'c.parent_id', 'c.status', 'c.title', 'c.summary', 'c.choice', 'c.units'])
    .select(['c.taken_down_at', 'c.published_at', 'a.id as author_id', 'a.username', 'a.slug']);
  const after = listedBy === 'number' ? placeCursor(input.cursor) : idCursor(input.cursor);
  if (after !== null) query = query.where(`c.${listedBy}`, ascending ? '>' : '<', after);
  const rows = await query
    .orderBy(`c.${listedBy}`, ascending ? 'asc' : 'desc')
    .limit(sql.lit(input.limit + 1))
    .$call(prepared)
    .execute();
  const toEntry = (row: (typeof rows)[number]): ChapterEntry => {
    const isHidden = row.status === 'hidden';
    if (!isHidden) cacheTag(ctx, userTag(row.author_id));
    return {
      id: row.id,
      number: row.number!,
      parentId: row.parent_id,
      status: isHidden ? 'hidden' : 'approved',
      title: isHidden ? null : row.title,
      summary: isHidden ? null : row.summary,
      choice: isHidden ? null : row.choice,
      units: isHidden ? 0 : row.units!,
      publishedAt: row.published_at!.toISOString(),
      author: isHidden ? null : { id: row.author_id, username: row.username, slug: row.slug },
      hiddenBy: hiddenBy(row),
    };
  };
  return keysetPageOf(rows, input.limit, toEntry, (row) => String(row[listedBy]));
}
