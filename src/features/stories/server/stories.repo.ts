import { type Expression, type RawBuilder, sql, type Updateable } from 'kysely';
import { AppError } from '#core/errors.ts';
import type { Language } from '#core/languages.ts';
import { next } from '#core/machine.ts';
import { byName } from '#core/records.ts';
import type { Db } from '#platform/db/database.ts';
import { toJson } from '#platform/db/json.ts';
import type { Row } from '#platform/db/rows.ts';
import { COLUMNS, type DB } from '#platform/db/schema.ts';
import { type ColumnChanges, moveStatus } from '#platform/db/status-log.ts';
import { DELETED_KEPT } from '../model/story-limits.ts';
import { type EditAction, type EditStatus, editStep, type StoryAction, storyMachine } from '../model/story-status.ts';
import type { NewDraft } from './drafts.repo.ts';
import { insertStats, publishedCounted } from './story-stats.repo.ts';
import { type NamedStory, toStoryFacts, toStoryState } from './story-summary.ts';

/** A story with its working copy, as the services use it. */
export interface StoryRecord extends NamedStory {
  /** The creator’s name as shown on a drawn cover. */
  creatorName: string;
  /** The published texts, or those of the working copy while the story is not published. */
  published: { title: string; language: Language };
  draft: Row<'story_drafts'>;
  /** The published values, and the rules of later features. */
  row: Row<'stories'>;
}

function storyQuery(db: Db, id: string | Expression<string>) {
  return db
    .selectFrom('stories as s')
    .innerJoin('accounts as a', 'a.id', 's.creator_id')
    .innerJoin('story_drafts as d', 'd.story_id', 's.id')
    .where('s.id', '=', id)
    .select(COLUMNS.stories.map((column) => `s.${column}` as const))
    .select(COLUMNS.story_drafts.map((column) => `d.${column} as draft_${column}` as const))
    .select('a.username');
}

function toRecord(row: Awaited<ReturnType<ReturnType<typeof storyQuery>['executeTakeFirst']>>): StoryRecord | null {
  if (!row) return null;
  const draft = byName<Row<'story_drafts'>>(COLUMNS.story_drafts, (column) => row[`draft_${column}`]);
  return {
    ...toStoryState(row.id, toStoryFacts(row), row),
    row,
    creatorName: row.username,
    published: { title: row.title ?? draft.title, language: row.language ?? draft.language },
    draft,
  };
}

export async function findStory(db: Db, id: string): Promise<StoryRecord | null> {
  return toRecord(await storyQuery(db, id).executeTakeFirst());
}

/**
 * Locks the story against other writers until the transaction ends. Its working copy is locked too: after a wait, the
 * database only reads locked rows again. `id` can be an SQL expression of something that never changes, such as the
 * story of a chapter.
 */
export async function lockStory(db: Db, id: string | Expression<string>): Promise<StoryRecord | null> {
  return toRecord(await storyQuery(db, id).forUpdate(['s', 'd']).executeTakeFirst());
}

/** Locks the story. Throws story_not_found if there is none. */
export async function lockStoryOrThrow(db: Db, id: string): Promise<StoryRecord> {
  const story = await lockStory(db, id);
  if (!story) throw new AppError('story_not_found');
  return story;
}

/** Columns of a story to change. Its status is changed by `moveStory` and `moveStoryEdit`. */
export type StoryChanges = Omit<ColumnChanges<'stories'>, 'status' | 'edit_status' | 'mode_settings'>;

/**
 * Changes the status by an action of the machine, and other columns in the same statement. Throws `conflict` if the
 * status has changed.
 */
export async function moveStory(
  db: Db,
  story: StoryRecord,
  action: StoryAction,
  by: { actorId: string | null; reason?: string },
  also?: StoryChanges,
): Promise<void> {
  const from = story.facts.status;
  const holder = { kind: 'story', id: story.id, table: 'stories', column: 'status', story: 'id' } as const;
  await moveStatus(db, holder, { action, from, to: next(storyMachine, from, action), ...by }, also);
}

/** Inserts a story with its working copy and its counters. Returns its id. */
export async function insertStory(
  db: Db,
  story: Pick<Row<'stories'>, 'creator_id' | 'mode' | 'mode_settings'> & Partial<Row<'stories'>>,
  texts: NewDraft,
): Promise<string> {
  const { id } = await db
    .insertInto('stories')
    .values({ ...story, mode_settings: toJson(story.mode_settings) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('story_drafts')
    .values({ story_id: id, ...texts })
    .execute();
  await insertStats(db, id);
  return id;
}

/** Changes columns of a story. Requires the story lock. Use `moveStory` and `moveStoryEdit` to change its status. */
export async function changeStory(db: Db, id: string, changes: StoryChanges): Promise<void> {
  await db.updateTable('stories').set(changes).where('id', '=', id).execute();
}

/** Changes columns of a story that can also be given unchanged. Returns whether one of them was different. */
export async function changeRules(
  db: Db,
  id: string,
  changes: StoryChanges & Pick<Updateable<DB['stories']>, 'mode_settings'>,
): Promise<boolean> {
  const differences = Object.entries(changes).map(
    ([column, value]) => sql`${sql.ref(column)} is distinct from ${value}`,
  );
  const { numUpdatedRows } = await db
    .updateTable('stories')
    .set(changes)
    .where('id', '=', id)
    .where(sql<boolean>`(${sql.join(differences, sql` or `)})`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Time of the oldest deletion that can still be undone. */
export const deletedLongAgo: RawBuilder<Date> = sql<Date>`db_clock() - make_interval(secs => ${DELETED_KEPT / 1000})`;

/** Undoes a deletion after `since`. Returns whether the story was ever listed, or null if there is no such deletion. */
export async function restoreStory(db: Db, id: string, since: Date): Promise<{ wasListed: boolean } | null> {
  const row = await db
    .updateTable('stories')
    .set({ deleted_at: null })
    .where('id', '=', id)
    .where('deleted_at', '>', since)
    .returning('listed_at')
    .executeTakeFirst();
  return row ? { wasListed: row.listed_at !== null } : null;
}

/**
 * Records that a chapter was published, and counts it. Returns the creator, and whether it is the first chapter of the
 * story.
 */
export async function recordChapter(
  db: Db,
  id: string,
  { publishedAt, units }: { publishedAt: Date; units: number },
): Promise<{ creatorId: string; isFirst: boolean }> {
  const row = await db
    .with('counted', (stats) => publishedCounted(stats, id, { chapters: 1, units, listed: true }))
    .updateTable('stories')
    .set((eb) => ({ listed_at: eb.fn.coalesce('listed_at', eb.val(publishedAt)), continued_at: publishedAt }))
    .where('id', '=', id)
    .returning((eb) => ['creator_id', eb('listed_at', '=', eb.ref('continued_at')).as('is_first')])
    .executeTakeFirstOrThrow();
  return { creatorId: row.creator_id, isFirst: Boolean(row.is_first) };
}

/** Recomputes when the story was last continued, after a published chapter is deleted. */
export async function recomputeContinuedAt(db: Db, id: string): Promise<void> {
  await sql`update stories s set continued_at = (select date_trunc('milliseconds', max(c.published_at)) from chapters c
      where c.story_id = s.id and c.is_public)
    where s.id = ${id} and s.continued_at is not null`.execute(db);
}

/** Backdates the deletions of a creator, so that none can be undone and the next purge deletes the stories. */
export async function expireDeletions(db: Db, creatorId: string): Promise<void> {
  await sql`update stories set deleted_at = deleted_at - interval '30 days'
    where creator_id = ${creatorId} and deleted_at > db_clock() - interval '30 days'`.execute(db);
}

/** A query of up to `limit` stories that can no longer be restored and whose chapters are all by their creator. */
export const purgeableStoriesSql = (limit: number): RawBuilder<unknown> => sql`select s.id from stories s
  where s.deleted_at < ${deletedLongAgo}
    and not exists (select from chapters c where c.story_id = s.id and c.author_id <> s.creator_id) limit ${limit}`;

/** Deletes the stories that can no longer be restored, once their chapters and reviews are deleted. */
export async function purgeDeletedStories(db: Db): Promise<void> {
  await sql`delete from stories s where s.deleted_at < ${deletedLongAgo}
    and not exists (select from chapters c where c.story_id = s.id)
    and not exists (select from reviews r where r.story_id = s.id)`.execute(db);
}

/**
 * Changes the status of the edit of a published story, and other columns in the same statement. Throws `conflict` if the
 * status has changed.
 */
export async function moveStoryEdit(
  db: Db,
  { id, facts }: { id: string; facts: { editStatus: EditStatus | null } },
  action: EditAction | 'begin' | 'end',
  actorId: string | null,
  also?: StoryChanges,
): Promise<void> {
  const holder = { kind: 'story', id, table: 'stories', column: 'edit_status', story: 'id' } as const;
  await moveStatus(db, holder, editStep(facts.editStatus, action, actorId), also);
}
