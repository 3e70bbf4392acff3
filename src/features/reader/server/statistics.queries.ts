import { type RawBuilder, sql } from 'kysely';
import { authorize } from '#core/decision.ts';
import { AppError } from '#core/errors.ts';
import { after, DAY, dayOf } from '#core/time.ts';
import { isParticipant } from '#features/participation/server/index.ts';
import { canSeeStatistics } from '#features/stories/model/story-policy.ts';
import type { WritingMode } from '#features/stories/model/writing-mode.ts';
import { findStory } from '#features/stories/server/index.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import type { Row } from '#platform/db/rows.ts';
import type { Statistics, StatisticsSpan } from '../contract.ts';
import { CHAPTERS_LISTED, SPAN_DAYS } from '../model/statistics-limits.ts';

/** Returns the first day of a period of this many days that ends today. */
const daysBack = (ctx: Ctx, days: number) => dayOf(after(ctx.clock.now(), -(days - 1) * DAY));

/**
 * Returns who reads a story, and how far, from the stored sums. Throws story_not_found for members who don’t write in
 * it.
 */
export async function getStatistics(
  ctx: Ctx,
  { storyId, span }: { storyId: string; span: StatisticsSpan },
): Promise<Statistics> {
  const story = await findStory(ctx.db, storyId);
  if (!story) throw new AppError('story_not_found');
  const { title, language } = await ctx.db
    .selectFrom('stories')
    .where('id', '=', storyId)
    .select(['title', 'language'])
    .executeTakeFirstOrThrow();
  const takesPart = await isParticipant(ctx.db, story.id, memberOf(ctx).id);
  authorize(canSeeStatistics(ctx.actor, story.facts, takesPart));
  // A story that was never published has no readers.
  if (title === null || language === null) throw new AppError('story_not_found');
  const length = span === 'always' ? null : SPAN_DAYS[span];
  const [languages, before, days, chapters] = [
    await readersByLanguage(ctx, story.id, length),
    length === null ? null : await readersBefore(ctx, story.id, length),
    await readersByDay(ctx, story.id, length ?? SPAN_DAYS.month),
    await listChapters(ctx, story, length),
  ];
  return {
    story: { id: story.id, title, language: language, mode: story.mode },
    span,
    readers: languages.reduce((sum, { readers }) => sum + readers, 0),
    before,
    languages,
    days,
    chapters,
  };
}

/** Readers on the days from `from` until before `until` who had not read the story between `from` and that day. */
const readersFrom = (from: string, until: RawBuilder<unknown>) =>
  sql`case when day >= ${from}::date and day < ${until} and (days_since = 0 or days_since > day - ${from}::date)
    then readers else 0 end`;

async function readersByLanguage(ctx: Ctx, storyId: string, length: number | null): Promise<Statistics['languages']> {
  const from = length === null ? '-infinity' : daysBack(ctx, length);
  const counted =
    length === null ? sql`case when days_since = 0 then readers else 0 end` : readersFrom(from, sql`'infinity'::date`);
  const { rows } = await sql<{ language: Row<'reader_days'>['language']; readers: string; is_new: boolean }>`
    select language, sum(${counted}) as readers, min(day) >= ${from}::date as is_new
    from reader_days where story_id = ${storyId} group by language order by 2 desc, 1`.execute(ctx.db);
  // A first language is only worth marking as new if others were read before the period.
  const hasBefore = length !== null && rows.some((row) => !row.is_new);
  return rows
    .map((row) => ({ language: row.language, readers: Number(row.readers), isNew: hasBefore && row.is_new }))
    .filter(({ readers }) => readers > 0);
}

/** Returns the number of readers of each story in the last 30 days, as in its statistics. */
export async function readersInMonth(ctx: Ctx, storyIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (storyIds.length === 0) return new Map();
  const from = daysBack(ctx, SPAN_DAYS.month);
  const { rows } = await sql<{ story_id: string; readers: string }>`
    select story_id, sum(${readersFrom(from, sql`'infinity'::date`)}) as readers
    from reader_days where story_id = any(${storyIds}::bigint[]) and day >= ${from}::date group by story_id`.execute(
    ctx.db,
  );
  return new Map(rows.map(({ story_id, readers }) => [story_id, Number(readers)]));
}

/** Returns the readers of the previous period of the same length. Null if the story had none by then. */
async function readersBefore(ctx: Ctx, storyId: string, length: number): Promise<number | null> {
  const until = daysBack(ctx, length);
  const { rows } = await sql<{ readers: string | null; first: string | null }>`
    select sum(${readersFrom(daysBack(ctx, 2 * length), sql`${until}::date`)}) as readers, min(day)::text as first
    from reader_days where story_id = ${storyId}`.execute(ctx.db);
  const { readers, first } = rows[0]!;
  return first !== null && first < until ? Number(readers) : null;
}

async function readersByDay(ctx: Ctx, storyId: string, length: number): Promise<Statistics['days']> {
  const rows = await sql<{ day: string; readers: string }>`
    select d.day::date::text as day, coalesce(sum(r.readers), 0) as readers
    from generate_series(${daysBack(ctx, length)}::date, ${daysBack(ctx, 1)}::date, interval '1 day') as d (day)
    left join reader_days r on r.story_id = ${storyId} and r.day = d.day::date
    group by 1 order by 1`.execute(ctx.db);
  return rows.rows.map(({ day, readers }) => ({ day, readers: Number(readers) }));
}

/** Lists all chapters in order. For a tree, lists only those that were read, most read first. */
async function listChapters(
  ctx: Ctx,
  story: { id: string; mode: WritingMode },
  length: number | null,
): Promise<Statistics['chapters']> {
  const sums =
    length === null
      ? sql`select chapter_id, opened, ended from chapter_sums where story_id = ${story.id}`
      : sql`select chapter_id, sum(opened) as opened, sum(ended) as ended from chapter_days
          where story_id = ${story.id} and day >= ${daysBack(ctx, length)}::date group by 1`;
  const order =
    ctx.modeModels[story.mode].shape === 'tree'
      ? sql`where n.opened > 0 order by n.opened desc, c.id limit ${CHAPTERS_LISTED}`
      : sql`order by c.number`;
  const { rows } = await sql<{
    id: string;
    number: number;
    title: string;
    units: number;
    published_at: Date;
    opened: string;
    ended: string;
  }>`select c.id, c.number, c.title, c.units, c.published_at, coalesce(n.opened, 0) as opened, coalesce(n.ended, 0) as ended
    from (select * from chapters
      where story_id = ${story.id} and is_readable) c
    left join (${sums}) n on n.chapter_id = c.id ${order}`.execute(ctx.db);
  return rows.map(({ published_at, opened, ended, ...chapter }) => ({
    ...chapter,
    publishedAt: published_at.toISOString(),
    opened: Number(opened),
    ended: Number(ended),
  }));
}
