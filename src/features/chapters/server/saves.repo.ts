import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { type JsonText, toJson } from '#platform/db/json.ts';
import { prepared } from '#platform/db/prepared.ts';
import { withBlockIds } from '../model/block-ids.ts';
import { unitsOf } from '../model/chapter-fields.ts';
import type { ChapterFacts } from '../model/chapter-policy.ts';
import type { ChapterDocument } from '../model/document.ts';
import { FACTS, type LastRevision, randomIds, toFacts } from './chapters.repo.ts';

/** A chapter that a save was sent for, as it stands before anything of it is locked. */
export interface ChapterToSave {
  id: string;
  parentId: string | null;
  facts: ChapterFacts;
  /** Null without a working copy. */
  version: number | null;
  units: number;
  /** Null where it was not asked for. */
  document: ChapterDocument | null;
  lastRevision: LastRevision | null;
}

/** What a save hangs on, in one statement. The text is long, so it is read only where it is needed. */
export async function findToSave(
  db: Db,
  id: string,
  { withDocument }: { withDocument: boolean },
): Promise<ChapterToSave | null> {
  const row = await db
    .selectFrom('chapters as c')
    .innerJoin('stories as s', 's.id', 'c.story_id')
    .leftJoin('chapter_drafts as d', 'd.chapter_id', 'c.id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('chapter_revisions')
          .select(['units', 'created_at'])
          .whereRef('chapter_id', '=', 'c.id')
          .orderBy('revision', 'desc')
          .limit(1)
          .as('r'),
      (join) => join.onTrue(),
    )
    .where('c.id', '=', id)
    .select(FACTS)
    .select(['c.id', 'c.parent_id', 'd.version', 'd.units'])
    .select(['r.units as last_units', 'r.created_at as last_at', sql<Date>`db_clock()`.as('now')])
    .$if(withDocument, (query) => query.select('d.document'))
    .$call(prepared)
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    parentId: row.parent_id,
    facts: toFacts(row),
    version: row.version,
    units: row.units ?? 0,
    document: row.document ?? null,
    lastRevision: row.last_at && { units: row.last_units!, createdAt: row.last_at, now: row.now },
  };
}

/** What is written anew; the rest stays. */
export interface CopyChange {
  title?: string | undefined;
  summary?: string | undefined;
  choice?: string | undefined;
  document?: ChapterDocument | undefined;
}

/** What was written. */
export interface SavedCopy {
  version: number;
  savedAt: Date;
  units: number;
  /** As it lies there now; null where it was not changed. */
  document: ChapterDocument | null;
}

/**
 * Writes the change if the chapter still stands where it was found and its working copy is of the same version, and holds
 * both until the transaction ends; null when somebody was faster. Whoever moves a chapter holds it, so this waits for them
 * and then looks at what they wrote.
 */
export async function saveIfUnmoved(
  db: Db,
  { id, facts, version, units }: ChapterToSave & { version: number },
  { title, summary, choice, document: given }: CopyChange,
): Promise<SavedCopy | null> {
  const document = given ? withBlockIds(given, randomIds) : null;
  const text: { document?: JsonText<ChapterDocument>; units?: number } = document
    ? { document: toJson(document), units: unitsOf(document) }
    : {};
  const row = await db
    .with('held', (eb) =>
      eb
        .selectFrom('chapters')
        .select('id')
        .where('id', '=', id)
        .where('status', '=', facts.status)
        .where('edit_status', 'is not distinct from', facts.editStatus)
        .where('deleted_at', 'is', null)
        .forUpdate(),
    )
    .updateTable('chapter_drafts as d')
    .from('held')
    .whereRef('d.chapter_id', '=', 'held.id')
    .where('d.version', '=', version)
    .set({
      ...text,
      ...(title === undefined ? {} : { title }),
      ...(summary === undefined ? {} : { summary }),
      ...(choice === undefined ? {} : { choice }),
      version: version + 1,
      saved_at: sql<Date>`db_clock()`,
    })
    .returning(['d.version', 'd.saved_at'])
    .$call(prepared)
    .executeTakeFirst();
  return row ? { version: row.version, savedAt: row.saved_at, units: text.units ?? units, document } : null;
}
