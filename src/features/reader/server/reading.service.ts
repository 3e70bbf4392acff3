import { sql } from 'kysely';
import { DONE } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import type { Language } from '#core/languages.ts';
import { DAY, dayOf } from '#core/time.ts';
import { neighbourOf } from '#features/chapters/server/index.ts';
import { selectCards, toStoryCard } from '#features/stories/server/index.ts';
import { cardsInLanguage, findTitles } from '#features/translation/server/index.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { type Db, inTransaction } from '#platform/db/database.ts';
import type { ReadingPosition } from '../contract.ts';

interface ReadChapter {
  id: string;
  storyId: string;
  authorId: string;
  original: Language;
}

async function publicChapter(ctx: Ctx, chapterId: string): Promise<ReadChapter> {
  const row = await ctx.db
    .selectFrom('chapters as c')
    .innerJoin('stories as s', 's.id', 'c.story_id')
    .where('c.id', '=', chapterId)
    .where((eb) => eb.ref('c.is_readable'))
    .where((eb) => eb.ref('s.is_public'))
    .select(['c.story_id', 'c.author_id', 's.language'])
    .executeTakeFirst();
  if (!row) throw new AppError('chapter_not_found');
  return { id: chapterId, storyId: row.story_id, authorId: row.author_id, original: row.language! };
}

interface Read {
  language?: Language | undefined;
  toEnd?: boolean | undefined;
}

/**
 * A reader counts once per chapter and day; who it was cannot be read back from the digest. `daysSince`: how many days
 * before they had been in the story; null when that is not known.
 */
async function countReader(
  ctx: Pick<Ctx, 'db' | 'clock' | 'secrets'>,
  chapter: ReadChapter,
  who: string,
  { language = chapter.original, toEnd = false, daysSince }: Read & { daysSince: number | null },
): Promise<void> {
  const day = dayOf(ctx.clock.now());
  const reader = ctx.secrets.sign('reader', day, who).subarray(0, 12);
  const row = {
    day,
    chapter_id: chapter.id,
    story_id: chapter.storyId,
    reader,
    language,
    to_end: false,
    days_since: daysSince,
  };
  await ctx.db
    .insertInto('daily_reads')
    .values(toEnd ? [row, { ...row, to_end: true }] : [row])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** How many days before today somebody was here last: 0 for who never was, null for who was here today. */
function daysSinceVisit(ctx: Ctx, last: Date | null): number | null {
  if (last === null) return 0;
  const days = (Date.parse(dayOf(ctx.clock.now())) - Date.parse(dayOf(last))) / DAY;
  return days > 0 ? days : null;
}

/** Notes the caller's place. Authors keep their place too, but are no readers of their own text. */
export async function savePosition(
  ctx: Ctx,
  { chapterId, language, toEnd = false }: { chapterId: string } & Read,
): Promise<typeof DONE> {
  const { id } = memberOf(ctx);
  const chapter = await publicChapter(ctx, chapterId);
  const { storyId, authorId } = chapter;
  return inTransaction(ctx, async (inner) => {
    const { db } = inner;
    const { rows } = await sql<{ last: Date | null }>`
      with before as (select read_at from reading_places where account_id = ${id} and story_id = ${storyId})
      insert into reading_places (account_id, story_id, chapter_id) values (${id}, ${storyId}, ${chapterId})
      on conflict (account_id, story_id) do update set chapter_id = excluded.chapter_id, read_at = db_clock()
      returning (select read_at from before) as last`.execute(db);
    // Who comes to the end of the same chapter again has not read it twice.
    const isNewEnd = toEnd && (await noteEnd(db, id, chapter));
    if (authorId !== id)
      await countReader(inner, chapter, `member ${id}`, {
        language,
        toEnd: isNewEnd,
        daysSince: daysSinceVisit(ctx, rows[0]!.last),
      });
    return DONE;
  });
}

/** Notes that a member has read a chapter to its end; false when they had before. */
async function noteEnd(db: Db, accountId: string, { id, storyId }: ReadChapter): Promise<boolean> {
  const ended = await db
    .insertInto('read_chapters')
    .values({ account_id: accountId, story_id: storyId, chapter_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return ended.numInsertedOrUpdatedRows === 1n;
}

/** Counts a visitor who chose "accept all", by their address and for this day only. */
export async function countRead(ctx: Ctx, { chapterId, ...read }: { chapterId: string } & Read): Promise<typeof DONE> {
  const chapter = await publicChapter(ctx, chapterId);
  await countReader(ctx, chapter, `visitor ${ctx.address}`, { ...read, daysSince: 0 });
  return DONE;
}

const PLACES_SHOWN = 10;

export async function listPositions(ctx: Ctx): Promise<ReadingPosition[]> {
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
    .where((eb) => eb.ref('pc.is_readable'))
    .select(['p.chapter_id', 'p.read_at', 'pc.number as place_number', 'pc.title as place_title'])
    .select(['here.chapter_id as read_here', neighbourOf('next', 'pc')])
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
  return positionsInLanguage(ctx, places);
}

/** Places with the names that the reader knows the stories and chapters by. */
async function positionsInLanguage(ctx: Ctx, places: readonly ReadingPosition[]): Promise<ReadingPosition[]> {
  const cards = places.map(({ story }) => story);
  const chapterOf = ({ story, chapter }: ReadingPosition) => ({
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
