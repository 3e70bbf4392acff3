import { randomBytes, randomInt } from 'node:crypto';
import { type Expression, type RawBuilder, sql } from 'kysely';
import { next } from '#core/machine.ts';
import { byName } from '#core/records.ts';
import type { StoryFacts } from '#features/stories/model/story-policy.ts';
import { type EditAction, type EditStatus, editStep } from '#features/stories/model/story-status.ts';
import { type NamedStory, STATE_COLUMNS, toStoryState } from '#features/stories/server/index.ts';
import type { Db } from '#platform/db/database.ts';
import { toJson } from '#platform/db/json.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { Row } from '#platform/db/rows.ts';
import { type ColumnChanges, moveStatus } from '#platform/db/status-log.ts';
import { withBlockIds } from '../model/block-ids.ts';
import { unitsOf } from '../model/chapter-fields.ts';
import { REVISION_PAUSE, REVISION_UNITS, REVISIONS_KEPT } from '../model/chapter-limits.ts';
import type { ChapterFacts } from '../model/chapter-policy.ts';
import { type ChapterAction, chapterMachine, type RevisionKind } from '../model/chapter-status.ts';
import type { ChapterDocument } from '../model/document.ts';
import { COPY_COLUMNS, type CopyFields, copyFields, KEPT_COLUMNS } from './chapter-columns.ts';

/** The version that the author is working on. */
export interface WorkingCopy extends CopyFields {
  document: ChapterDocument;
  units: number;
  /** 0 for the published text of a chapter without an edit. */
  version: number;
  savedAt: Date;
}

/** A chapter with its story’s facts and its working copy, as the services use it. */
export interface ChapterRecord {
  id: string;
  storyId: string;
  /** The preceding chapter in a tree. Always null in linear stories. */
  parentId: string | null;
  number: number | null;
  facts: ChapterFacts;
  /** With the published title and language, or those of its working copy while it isn’t published. */
  story: NamedStory;
  copy: WorkingCopy;
  /** The author’s answer when the edit was submitted. */
  isMinorEdit: boolean;
}

export function randomIds(count: number): Uint8Array {
  return randomBytes(count);
}

/** The columns that policies depend on. */
export const FACTS = [
  'c.author_id',
  'c.status',
  'c.edit_status',
  'c.deleted_at',
  'c.is_submission',
  'c.taken_down_at',
  's.creator_id',
  's.status as story_status',
  's.edit_status as story_edit',
  's.deleted_at as story_deleted',
] as const;

type FactsRow = Pick<
  Row<'chapters'>,
  'author_id' | 'status' | 'edit_status' | 'deleted_at' | 'is_submission' | 'taken_down_at'
> & {
  creator_id: string;
  story_status: Row<'stories'>['status'];
  story_edit: Row<'stories'>['edit_status'];
  story_deleted: Date | null;
};

export function toFacts(row: FactsRow): ChapterFacts {
  const story: StoryFacts = {
    creatorId: row.creator_id,
    status: row.story_status,
    editStatus: row.story_edit,
    deleted: row.story_deleted !== null,
  };
  return {
    authorId: row.author_id,
    status: row.status,
    editStatus: row.edit_status,
    deleted: row.deleted_at !== null,
    isSubmission: row.is_submission,
    takenDown: row.taken_down_at !== null,
    story,
  };
}

function chapterQuery(db: Db, id: string | Expression<string | null>) {
  return (
    db
      .selectFrom('chapters as c')
      .innerJoin('stories as s', 's.id', 'c.story_id')
      .innerJoin('story_drafts as sd', 'sd.story_id', 's.id')
      .leftJoin('chapter_drafts as d', 'd.chapter_id', 'c.id')
      .where('c.id', '=', id)
      .select(FACTS)
      .select(['c.id', 'c.story_id', 'c.parent_id', 'c.number'])
      .select(COPY_COLUMNS.map((column) => `c.${column} as public_${column}` as const))
      .select(['c.units as public_units', 'c.published_at'])
      .select(STATE_COLUMNS)
      // Unpublished edits of the story must not be visible in its chapters or in messages about them.
      .select((eb) => eb.fn.coalesce('s.title', 'sd.title').as('story_title'))
      .select((eb) => eb.fn.coalesce('s.language', 'sd.language').as('language'))
      .select(COPY_COLUMNS.map((column) => `d.${column}` as const))
      .select(['d.document', 'd.units', 'd.version', 'd.saved_at'])
      .select('d.is_minor_edit')
  );
}

type ChapterQueryRow = Awaited<ReturnType<ReturnType<typeof chapterQuery>['executeTakeFirstOrThrow']>>;

async function workingCopy(db: Db, row: ChapterQueryRow): Promise<WorkingCopy> {
  if (row.version !== null) {
    return {
      ...byName<CopyFields>(COPY_COLUMNS, (column) => row[column]),
      document: row.document!,
      units: row.units!,
      version: row.version,
      savedAt: row.saved_at!,
    };
  }
  const text = await db
    .selectFrom('chapter_texts')
    .select('document')
    .where('chapter_id', '=', row.id)
    .executeTakeFirstOrThrow();
  return {
    ...byName<CopyFields>(COPY_COLUMNS, (column) => row[`public_${column}`]),
    choice: row.public_choice ?? '',
    document: text.document,
    units: row.public_units!,
    version: 0,
    savedAt: row.published_at!,
  };
}

async function toRecord(db: Db, row: ChapterQueryRow | undefined): Promise<ChapterRecord | null> {
  if (!row) return null;
  const facts = toFacts(row);
  return {
    id: row.id,
    storyId: row.story_id,
    parentId: row.parent_id,
    number: row.number,
    facts,
    story: {
      ...toStoryState(row.story_id, facts.story, row),
      published: { title: row.story_title, language: row.language },
    },
    copy: await workingCopy(db, row),
    isMinorEdit: row.is_minor_edit ?? false,
  };
}

export async function findChapter(db: Db, id: string | Expression<string | null>): Promise<ChapterRecord | null> {
  return toRecord(db, await chapterQuery(db, id).$call(prepared).executeTakeFirst());
}

/**
 * Locks the row. Read only afterwards: a single statement that waits for the lock would return the working copy from
 * before the wait.
 */
async function lockRow(db: Db, id: string): Promise<void> {
  await db.selectFrom('chapters').select('id').where('id', '=', id).forUpdate().$call(prepared).execute();
}

/** Locks the chapter against other writers until the transaction ends. */
export async function lockChapter(db: Db, id: string): Promise<ChapterRecord | null> {
  await lockRow(db, id);
  return findChapter(db, id);
}

/**
 * Locks a chapter with its working copy, in one statement. Requires the lock of its story: after a wait, the database
 * only reads locked rows again. `id` can be a query. Returns null if there is no such chapter or no working copy.
 */
export async function lockCopy(db: Db, id: string | Expression<string | null>): Promise<ChapterRecord | null> {
  // Rows of an outer join can’t be locked. With this condition, it is an inner join.
  const query = chapterQuery(db, id).where('d.chapter_id', 'is not', null);
  return toRecord(db, await query.forUpdate(['c', 'd']).$call(prepared).executeTakeFirst());
}

/** Locks a chapter, with its working copy if there is one. Requires the lock of its story. */
export async function lockInStory(db: Db, id: string): Promise<ChapterRecord | null> {
  return (await lockCopy(db, id)) ?? lockChapter(db, id);
}

type ChapterChanges = Omit<ColumnChanges<'chapters'>, 'status' | 'edit_status'>;

/**
 * Changes the status by an action of the machine, and other columns in the same statement. Returns when the chapter was
 * first published. Throws `conflict` if the status has changed.
 */
export async function moveChapter(
  db: Db,
  chapter: ChapterRecord,
  action: ChapterAction,
  by: { actorId: string | null; reason?: string },
  also?: ChapterChanges,
): Promise<Date | null> {
  const from = chapter.facts.status;
  const holder = { kind: 'chapter', id: chapter.id, table: 'chapters', column: 'status', story: 'story_id' } as const;
  const step = { action, from, to: next(chapterMachine, from, action), ...by };
  return (await moveStatus(db, holder, step, also, ['published_at'])).published_at;
}

/** Records that a chapter is no longer taken down, although it stays hidden. */
export async function forgetTakenDown(db: Db, id: string): Promise<void> {
  await db.updateTable('chapters').set({ taken_down_at: null }).where('id', '=', id).execute();
}

/** Inserts a chapter without a text. Returns its id. */
export async function insertChapter(
  db: Db,
  chapter: { storyId: string; authorId: string; parentId?: string | null; isSubmission?: boolean },
): Promise<string> {
  const { storyId, authorId, parentId = null, isSubmission = false } = chapter;
  const { id } = await db
    .insertInto('chapters')
    .values({ story_id: storyId, author_id: authorId, parent_id: parentId, is_submission: isSubmission })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Sets the number of a chapter in its story. */
export async function setNumber(db: Db, id: string, number: number): Promise<void> {
  await db.updateTable('chapters').set({ number }).where('id', '=', id).execute();
}

/** Moves an unpublished chapter after another one. It has no number until it is submitted. */
export async function moveAfter(db: Db, id: string, parentId: string): Promise<void> {
  await db.updateTable('chapters').set({ parent_id: parentId, number: null }).where('id', '=', id).execute();
}

/** Takes away the numbers of chapters. Their positions become free. */
export async function clearNumbers(db: Db, ids: readonly string[]): Promise<void> {
  await db.updateTable('chapters').set({ number: null }).where('id', 'in', ids).execute();
}

/** Marks an unpublished chapter as deleted. Its position becomes free. */
export async function markDeleted(db: Db, id: string, at: RawBuilder<Date> = sql<Date>`db_clock()`): Promise<void> {
  await db.updateTable('chapters').set({ deleted_at: at, number: null }).where('id', '=', id).execute();
}

/** Undoes a deletion after `since`. Returns false if there is none. */
export async function restoreChapter(db: Db, id: string, since: Date): Promise<boolean> {
  const row = await db
    .updateTable('chapters')
    .set({ deleted_at: null })
    .where('id', '=', id)
    .where('deleted_at', '>', since)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export type CopyChanges = CopyFields & Pick<WorkingCopy, 'document'>;

/**
 * The first version of a working copy. For an edit it is random, so that a page still open from an earlier edit never
 * has a version number that is used again.
 */
function firstVersion(isEdit: boolean): number {
  return isEdit ? randomInt(1, 2 ** 30) : 1;
}

/** SQL expression: the story of a chapter, which never changes. */
export const storyOf = (chapterId: string) => sql<string>`(select story_id from chapters where id = ${chapterId})`;

/**
 * Saves the working copy as the version after `version` (0 for the first one). Returns null if the stored version has
 * changed.
 */
export async function saveCopy(
  db: Db,
  chapterId: string,
  version: number,
  copy: CopyChanges,
  { isEdit = false }: { isEdit?: boolean } = {},
): Promise<WorkingCopy | null> {
  const document = withBlockIds(copy.document, randomIds);
  const units = unitsOf(document);
  const fields = copyFields(copy);
  const values = { ...fields, document: toJson(document), units };
  const row =
    version === 0
      ? await db
          .insertInto('chapter_drafts')
          .values({ chapter_id: chapterId, story_id: storyOf(chapterId), version: firstVersion(isEdit), ...values })
          .onConflict((conflict) => conflict.doNothing())
          .returning(['version', 'saved_at'])
          .executeTakeFirst()
      : await db
          .updateTable('chapter_drafts')
          .set({ ...values, version: version + 1, saved_at: sql<Date>`db_clock()` })
          .where('chapter_id', '=', chapterId)
          .where('version', '=', version)
          .returning(['version', 'saved_at'])
          .$call(prepared)
          .executeTakeFirst();
  return row ? { ...fields, document, units, version: row.version, savedAt: row.saved_at } : null;
}

/** Deletes the working copy. */
export async function deleteCopy(db: Db, chapterId: string): Promise<void> {
  await db.deleteFrom('chapter_drafts').where('chapter_id', '=', chapterId).execute();
}

/** Stores whether the submitted edit is minor (spelling and the like). If so, translations don’t become out of date. */
export async function setMinorEdit(db: Db, chapterId: string, isMinorEdit: boolean): Promise<void> {
  await db
    .updateTable('chapter_drafts')
    .set({ is_minor_edit: isMinorEdit })
    .where('chapter_id', '=', chapterId)
    .execute();
}

/**
 * Saves the stored working copy, or the published text if there is none, as a revision that the author can restore.
 * Deletes the one that is no longer among the newest `REVISIONS_KEPT`, unless it was submitted or is the last of its
 * day. The one after it always exists.
 */
export async function insertRevision(db: Db, chapterId: string, kind: RevisionKind): Promise<void> {
  const kept = KEPT_COLUMNS.map((column) => sql.ref(column));
  const latest = KEPT_COLUMNS.map((column) => sql`coalesce(${sql.ref(`d.${column}`)}, ${sql.ref(`c.${column}`)})`);
  await sql`with kept as (
      insert into chapter_revisions (chapter_id, story_id, revision, kind, ${sql.join(kept)}, document, units)
      select c.id, c.story_id, coalesce((select max(revision) from chapter_revisions where chapter_id = c.id), 0) + 1, ${kind},
        ${sql.join(latest)}, coalesce(d.document, t.document), coalesce(d.units, c.units)
      from chapters c
      left join chapter_drafts d on d.chapter_id = c.id
      left join chapter_texts t on t.chapter_id = c.id and d.chapter_id is null
      where c.id = ${chapterId}
      returning revision)
    delete from chapter_revisions r using kept, chapter_revisions following
    where r.chapter_id = ${chapterId} and r.revision = kept.revision - ${REVISIONS_KEPT}::integer and r.kind <> 'submitted'
      and following.chapter_id = r.chapter_id and following.revision = r.revision + 1
      and date_trunc('day', following.created_at, 'UTC') = date_trunc('day', r.created_at, 'UTC')`.execute(db);
}

/** What `isWorthRevision` needs to know about the last revision. */
export interface LastRevision {
  units: number;
  createdAt: Date;
  now: Date;
}

/**
 * True if the last revision is old enough, or its length differs enough from `units`. The first revision needs a text
 * that is not empty.
 */
export function isWorthRevision(units: number, last: LastRevision | null): boolean {
  if (!last) return units > 0;
  const isLater = last.now.getTime() - last.createdAt.getTime() >= REVISION_PAUSE;
  return isLater || Math.abs(units - last.units) >= REVISION_UNITS;
}

/** Saves the working copy, whose length is `units`, as a revision if `isWorthRevision`. */
export async function insertRevisionIfWorth(db: Db, chapterId: string, units: number): Promise<void> {
  const last = await db
    .selectFrom('chapter_revisions')
    .select(['units', 'created_at as createdAt', sql<Date>`db_clock()`.as('now')])
    .where('chapter_id', '=', chapterId)
    .orderBy('revision', 'desc')
    .limit(1)
    .$call(prepared)
    .executeTakeFirst();
  if (isWorthRevision(units, last ?? null)) await insertRevision(db, chapterId, 'autosave');
}

/**
 * Changes the status of the edit of a published chapter, and other columns in the same statement. Returns when the
 * chapter was first published. Throws `conflict` if the status has changed.
 */
export async function moveChapterEdit(
  db: Db,
  { id, facts }: { id: string; facts: { editStatus: EditStatus | null } },
  action: EditAction | 'begin' | 'end',
  actorId: string | null,
  also?: ChapterChanges,
): Promise<Date | null> {
  const holder = { kind: 'chapter', id, table: 'chapters', column: 'edit_status', story: 'story_id' } as const;
  return (await moveStatus(db, holder, editStep(facts.editStatus, action, actorId), also, ['published_at']))
    .published_at;
}
