import { DONE } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import type { Language } from '#core/languages.ts';
import { dayOf } from '#core/time.ts';
import { neighbourOf } from '#features/chapters/server/index.ts';
import { selectCards, toStoryCard } from '#features/stories/server/index.ts';
import { cardsInLanguage, findTitles } from '#features/translation/server/index.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { compiledOnce } from '#platform/db/compiled.ts';
import { inTransaction } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { ReadingPosition } from '../contract.ts';
import { type BroughtPlace, bringPositions, insertReads, putPosition } from './reading-positions.repo.ts';

interface ReadChapter {
  id: string;
  storyId: string;
  authorId: string;
  original: Language;
}

const readPublicChapter = compiledOnce<{ id: string }>()((db, param) =>
  db
    .selectFrom('chapters as c')
    .innerJoin('stories as s', 's.id', 'c.story_id')
    .where('c.id', '=', param('id'))
    .where((eb) => eb.ref('c.is_readable'))
    .where((eb) => eb.ref('s.is_public'))
    .select(['c.story_id', 'c.author_id', 's.language'])
    .$call(prepared)
    .compile(),
);

async function publicChapter(ctx: Ctx, chapterId: string): Promise<ReadChapter> {
  const [row] = await readPublicChapter(ctx.db, { id: chapterId });
  if (!row) throw new AppError('chapter_not_found');
  return { id: chapterId, storyId: row.story_id, authorId: row.author_id, original: row.language! };
}

interface Read {
  language?: Language | undefined;
  toEnd?: boolean | undefined;
}

/** Returns the reader’s digest for the day, which counts once per chapter. It can’t be traced back to the reader. */
function readerOf(ctx: Pick<Ctx, 'clock' | 'secrets'>, who: string): { day: string; reader: Buffer } {
  const day = dayOf(ctx.clock.now());
  return { day, reader: ctx.secrets.sign('reader', day, who).subarray(0, 12) };
}

/** Saves the caller’s reading position. Authors have one too, but don’t count as readers of their own text. */
export async function savePosition(
  ctx: Ctx,
  { chapterId, language, toEnd = false }: { chapterId: string } & Read,
): Promise<typeof DONE> {
  const { id: accountId } = memberOf(ctx);
  const { storyId, authorId, original } = await publicChapter(ctx, chapterId);
  const counts = authorId !== accountId;
  const place = { accountId, storyId, chapterId, toEnd, counts, language: language ?? original };
  return inTransaction(ctx, async ({ db }) => {
    await putPosition(db, { ...place, ...readerOf(ctx, `member ${accountId}`) });
    return DONE;
  });
}

/** Counts a visitor who chose “Accept all”, identified by their IP address for this day only. */
export async function countRead(
  ctx: Ctx,
  { chapterId, language, toEnd = false }: { chapterId: string } & Read,
): Promise<typeof DONE> {
  const { storyId, original } = await publicChapter(ctx, chapterId);
  const row = {
    ...readerOf(ctx, `visitor ${ctx.address}`),
    chapter_id: chapterId,
    story_id: storyId,
    language: language ?? original,
    to_end: false,
    days_since: 0,
  };
  await insertReads(ctx.db, toEnd ? [row, { ...row, to_end: true }] : [row]);
  return DONE;
}

/** Takes over the reading positions that the caller’s browser kept before they logged in. */
export async function bringPlaces(ctx: Ctx, { places }: { places: BroughtPlace[] }): Promise<{ stories: number }> {
  const { id } = memberOf(ctx);
  return inTransaction(ctx, async ({ db }) => ({ stories: await bringPositions(db, id, places) }));
}

const POSITIONS_SHOWN = 10;

export async function listPositions(ctx: Ctx): Promise<ReadingPosition[]> {
  const accountId = memberOf(ctx).id;
  const rows = await selectCards(ctx)
    .innerJoin('reading_positions as p', 'p.story_id', 's.id')
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
    .limit(POSITIONS_SHOWN)
    .execute();
  const places = rows.map((row) => {
    const story = toStoryCard(ctx, row);
    const next = row.read_here === null ? null : row.next;
    const chapter = next ?? { id: row.chapter_id, number: row.place_number!, title: row.place_title! };
    return {
      story,
      chapter: { ...chapter, titleLanguage: story.language },
      isNext: next !== null,
      atEnd: row.read_here !== null && !row.next,
      readCount: Number(row.read_count),
      readAt: row.read_at.toISOString(),
    };
  });
  return positionsInLanguage(ctx, places);
}

/** Translates the story and chapter titles of reading positions into the caller’s language. */
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
    .selectFrom('reading_positions')
    .select('chapter_id')
    .where('account_id', '=', accountId)
    .where('story_id', '=', storyId)
    .executeTakeFirst();
  return { readChapterIds: read.map((row) => row.chapter_id), lastChapterId: place?.chapter_id ?? null };
}
