import { sql } from 'kysely';
import { DONE } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { neighbour } from '#features/chapters/server/index.ts';
import { selectCards, toStoryCard } from '#features/stories/server/index.ts';
import { cardsInLanguage, findTitles } from '#features/translation/server/index.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import type { Place } from '../contract.ts';

async function publicChapter(ctx: Ctx, chapterId: string): Promise<{ storyId: string; authorId: string }> {
  const row = await ctx.db
    .selectFrom('chapters as c')
    .innerJoin('stories as s', 's.id', 'c.story_id')
    .where('c.id', '=', chapterId)
    .where('c.status', '=', 'approved')
    .where('c.deleted_at', 'is', null)
    .where('s.status', '=', 'published')
    .where('s.deleted_at', 'is', null)
    .select(['c.story_id', 'c.author_id'])
    .executeTakeFirst();
  if (!row) throw new AppError('chapter_not_found');
  return { storyId: row.story_id, authorId: row.author_id };
}

/** A reader counts once per chapter and day; who it was cannot be read back from the digest. */
async function countReader(ctx: Ctx, chapter: { id: string; storyId: string }, who: string): Promise<void> {
  const day = ctx.clock.now().toISOString().slice(0, 10);
  const reader = ctx.secrets.sign('reader', day, who).subarray(0, 12);
  await ctx.db
    .insertInto('daily_reads')
    .values({ day, chapter_id: chapter.id, story_id: chapter.storyId, reader })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Notes the caller's place. Authors keep their place too, but are no readers of their own text. */
export async function savePlace(
  ctx: Ctx,
  { chapterId, toEnd = false }: { chapterId: string; toEnd?: boolean | undefined },
): Promise<typeof DONE> {
  const { id } = memberOf(ctx);
  const { storyId, authorId } = await publicChapter(ctx, chapterId);
  await inTransaction(ctx, async ({ db }) => {
    await sql`insert into reading_places (account_id, story_id, chapter_id) values (${id}, ${storyId}, ${chapterId})
      on conflict (account_id, story_id) do update set chapter_id = excluded.chapter_id, read_at = db_clock()`.execute(
      db,
    );
    if (!toEnd) return;
    await db
      .insertInto('read_chapters')
      .values({ account_id: id, story_id: storyId, chapter_id: chapterId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
  if (authorId !== id) await countReader(ctx, { id: chapterId, storyId }, `member ${id}`);
  return DONE;
}

/** Counts a visitor who chose "accept all", by their address and for this day only. */
export async function countRead(ctx: Ctx, { chapterId }: { chapterId: string }): Promise<typeof DONE> {
  const { storyId } = await publicChapter(ctx, chapterId);
  await countReader(ctx, { id: chapterId, storyId }, `visitor ${ctx.address}`);
  return DONE;
}

const PLACES_SHOWN = 10;

export async function listPlaces(ctx: Ctx): Promise<Place[]> {
  const accountId = memberOf(ctx).id;
  const rows = await selectCards(ctx.db)
    .innerJoin('reading_places as p', 'p.story_id', 's.id')
    .innerJoin('chapters as pc', 'pc.id', 'p.chapter_id')
    .leftJoin('read_chapters as here', (join) =>
      join
        .onRef('here.chapter_id', '=', 'pc.id')
        .onRef('here.story_id', '=', 'pc.story_id')
        .on('here.account_id', '=', accountId),
    )
    .where('p.account_id', '=', accountId)
    .where('pc.status', '=', 'approved')
    .select(['p.chapter_id', 'p.read_at', 'pc.number as place_number', 'pc.title as place_title'])
    .select(['here.chapter_id as read_here', neighbour('next', 'pc')])
    .select((eb) =>
      eb
        .selectFrom('read_chapters as r')
        .whereRef('r.story_id', '=', 's.id')
        .where('r.account_id', '=', accountId)
        .select((count) => count.fn.countAll<string>().as('count'))
        .as('read_count'),
    )
    .orderBy('p.read_at', 'desc')
    .limit(PLACES_SHOWN)
    .execute();
  const places = rows.map((row) => {
    const story = toStoryCard(ctx, row);
    const chapter = (row.read_here !== null && row.next) || {
      id: row.chapter_id,
      number: row.place_number!,
      title: row.place_title!,
    };
    return {
      story,
      chapter: { ...chapter, titleLanguage: story.language },
      atEnd: row.read_here !== null && !row.next,
      readCount: Number(row.read_count),
      readAt: row.read_at.toISOString(),
    };
  });
  return placesInLanguage(ctx, places);
}

/** Places with the names that the reader knows the stories and chapters by. */
async function placesInLanguage(ctx: Ctx, places: readonly Place[]): Promise<Place[]> {
  const cards = places.map(({ story }) => story);
  const chapterOf = ({ story, chapter }: Place) => ({
    storyId: story.id,
    chapterId: chapter.id,
    original: story.language,
  });
  const [inLanguage, titleOf] = await Promise.all([
    cardsInLanguage(ctx, cards, ctx.language),
    findTitles(ctx, places.map(chapterOf), ctx.language),
  ]);
  return places.map((place) => {
    const chapter = titleOf(chapterOf(place));
    return {
      ...place,
      story: inLanguage(place.story),
      chapter: chapter ? { ...place.chapter, title: chapter.title, titleLanguage: chapter.language } : place.chapter,
    };
  });
}

export async function getStoryProgress(
  ctx: Ctx,
  { storyId }: { storyId: string },
): Promise<{ readChapterIds: string[]; lastChapterId: string | null }> {
  const accountId = memberOf(ctx).id;
  const read = await ctx.db
    .selectFrom('read_chapters')
    .select('chapter_id')
    .where('account_id', '=', accountId)
    .where('story_id', '=', storyId)
    .execute();
  const place = await ctx.db
    .selectFrom('reading_places')
    .select('chapter_id')
    .where('account_id', '=', accountId)
    .where('story_id', '=', storyId)
    .executeTakeFirst();
  return { readChapterIds: read.map((row) => row.chapter_id), lastChapterId: place?.chapter_id ?? null };
}
