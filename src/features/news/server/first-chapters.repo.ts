import { sql } from 'kysely';
import { SECOND } from '#core/time.ts';
import { type Db, runAtEnd } from '#platform/db/database.ts';
import { FIRST_READERS, FIRSTS_KEPT, OUT_TOLD_WITHIN, READERS_TOLD_WITHIN } from '../model/news-limits.ts';

const within = (milliseconds: number) =>
  sql`f.published_at > db_clock() - make_interval(secs => ${milliseconds / SECOND})`;

/** Remembers the first published chapter of a member, at the end of the transaction that publishes it. */
export function rememberFirst(
  db: Db,
  { authorId, storyId, chapterId }: { authorId: string; storyId: string; chapterId: string },
): Promise<void> {
  return runAtEnd(
    db,
    sql`select 1 from remember_first_chapter(${authorId}::bigint, ${storyId}::bigint, ${chapterId}::bigint)`,
  );
}

export interface FirstChapter {
  readonly account_id: string;
  readonly story_id: string;
  readonly chapter_id: string;
  readonly published_at: Date;
  readonly time_zone: string;
  readonly story: string;
  readonly chapter: string;
}

/** Returns first chapters that are still public, of active authors. */
const findFirsts = (db: Db, what: ReturnType<typeof within>) =>
  sql<FirstChapter>`select f.account_id::text as account_id, f.story_id::text as story_id, f.chapter_id::text as chapter_id,
      f.published_at, a.time_zone, s.title as story, c.title as chapter
    from first_chapters f join accounts a on a.id = f.account_id and a.status = 'active'
      join stories s on s.id = f.story_id and s.is_public
      join chapters c on c.id = f.chapter_id and c.is_readable
    where ${what} order by f.published_at limit 500`.execute(db);

/** Returns the chapters without a notice that they are out. For some, the next morning may not have come yet. */
export async function findOut(db: Db): Promise<FirstChapter[]> {
  return (await findFirsts(db, sql`f.day_told_at is null and ${within(OUT_TOLD_WITHIN)}`)).rows;
}

/** Returns the chapters that have their first readers, without a notice about them. */
export async function findRead(db: Db): Promise<FirstChapter[]> {
  const isRead = sql`exists (select from chapter_sums r where r.story_id = f.story_id and r.chapter_id = f.chapter_id
    and r.opened >= ${FIRST_READERS})`;
  return (await findFirsts(db, sql`f.readers_told_at is null and ${within(READERS_TOLD_WITHIN)} and ${isRead}`)).rows;
}

/** Records a notice, before it is sent. Returns false if another worker has sent it. */
export async function noteTold(db: Db, accountId: string, what: 'day_told_at' | 'readers_told_at'): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('first_chapters')
    .set({ [what]: sql`db_clock()` })
    .where('account_id', '=', accountId)
    .where(what, 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function dropOldFirsts(db: Db): Promise<void> {
  await sql`delete from first_chapters f where not (${within(FIRSTS_KEPT)})`.execute(db);
}
