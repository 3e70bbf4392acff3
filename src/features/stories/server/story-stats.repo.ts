import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';

/** Writes to the counters of a story. All features change the counters only through this module. */

/** Inserts the counters of a new story. */
export async function insertStats(db: Db, storyId: string): Promise<void> {
  await db.insertInto('story_stats').values({ story_id: storyId }).execute();
}

/** Lists the story on the home page and in search, or removes it. */
export async function setListed(db: Db, storyId: string, listed: boolean): Promise<void> {
  await db.updateTable('story_stats').set({ listed }).where('story_id', '=', storyId).execute();
}

interface PublishedCounts {
  chapters: number;
  units: number;
  listed?: true;
}

/** An update that adds published chapters and units. Negative numbers remove them. */
export function publishedCounted(db: Pick<Db, 'updateTable'>, storyId: string, by: PublishedCounts) {
  return db
    .updateTable('story_stats')
    .set((eb) => ({
      units: eb('units', '+', String(by.units)),
      chapters: eb('chapters', '+', by.chapters),
      ...(by.listed ? { listed: true } : {}),
    }))
    .where('story_id', '=', storyId);
}

/** Adds published chapters and units. Negative numbers remove them. */
export async function countPublished(db: Db, storyId: string, by: PublishedCounts): Promise<void> {
  await publishedCounted(db, storyId, by).execute();
}

/** Adds one participant, or removes one. */
export async function countParticipants(db: Db, storyId: string, by: 1 | -1): Promise<void> {
  await db
    .updateTable('story_stats')
    .set((eb) => ({ participants: eb('participants', '+', by) }))
    .where('story_id', '=', storyId)
    .execute();
}

/** An update that adds readers. `reads` is a query with the columns `story_id` and `readers`. */
export function addReadersSql(reads: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`update story_stats st set readers = st.readers + n.readers
    from (${reads}) n where n.story_id = st.story_id`;
}

/** Stores changed trends. `trends` is a query with the columns `story_id` and `trend`. All other stories get 0. */
export async function setTrends(db: Db, trends: RawBuilder<unknown>): Promise<void> {
  await sql`update story_stats st set trend = coalesce(n.trend, 0)
    from story_stats old left join (${trends}) n on n.story_id = old.story_id
    where st.story_id = old.story_id and st.trend is distinct from coalesce(n.trend, 0)
      and (old.trend > 0 or n.trend is not null)`.execute(db);
}
