import { type Expression, sql } from 'kysely';
import { byName } from '#core/records.ts';
import { compiledOnce, type Param } from '#platform/db/compiled.ts';
import type { Db } from '#platform/db/database.ts';
import { type JsonText, toJson } from '#platform/db/json.ts';
import { prepared } from '#platform/db/prepared.ts';
import { withBlockIds } from '../model/block-ids.ts';
import { unitsOf } from '../model/chapter-fields.ts';
import type { ChapterFacts } from '../model/chapter-policy.ts';
import type { ChapterDocument } from '../model/document.ts';
import { COPY_COLUMNS, type CopyFields } from './chapter-columns.ts';
import { FACTS, type LastRevision, randomIds, toFacts } from './chapters.repo.ts';

/** The chapter to save, as read before any lock is taken. */
export interface ChapterToSave {
  id: string;
  parentId: string | null;
  facts: ChapterFacts;
  /** Null without a working copy. */
  version: number | null;
  units: number;
  /** Null if it wasn’t requested. */
  document: ChapterDocument | null;
  lastRevision: LastRevision | null;
}

const facts = (db: Db, id: Expression<string>) =>
  db
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
    .$call(prepared);

const readFacts = compiledOnce<{ id: string }>()((db, param) => facts(db, param('id')).compile());
const readFactsAndText = compiledOnce<{ id: string }>()((db, param) =>
  facts(db, param('id')).select('d.document').compile(),
);

/** Loads what a save depends on, in one statement. The text is long, so it is read only on request. */
export async function findToSave(
  db: Db,
  id: string,
  { withDocument }: { withDocument: boolean },
): Promise<ChapterToSave | null> {
  const found = withDocument ? (await readFactsAndText(db, { id }))[0] : (await readFacts(db, { id }))[0];
  if (!found) return null;
  const row = { document: null, ...found };
  return {
    id: row.id,
    parentId: row.parent_id,
    facts: toFacts(row),
    version: row.version,
    units: row.units ?? 0,
    document: row.document,
    lastRevision: row.last_at && { units: row.last_units!, createdAt: row.last_at, now: row.now },
  };
}

/** Fields to overwrite; the others keep their values. */
export interface CopyChange {
  fields: Partial<CopyFields>;
  document?: ChapterDocument | undefined;
}

/** The working copy after a save. */
export interface SavedCopy {
  version: number;
  savedAt: Date;
  units: number;
  /** As stored; null if it wasn’t changed. */
  document: ChapterDocument | null;
}

interface Found {
  id: string;
  status: ChapterFacts['status'];
  editStatus: ChapterFacts['editStatus'];
  version: number;
}
type GivenFields = { [Column in keyof CopyFields]: CopyFields[Column] | null };
type Lines = Found & GivenFields;
interface Text {
  document: JsonText<ChapterDocument>;
  units: number;
}

/** Fields keep their values where the parameter is null. Their columns can’t be null. */
const unmoved = (db: Db, param: Param<Lines>) =>
  db
    .with('held', (eb) =>
      eb
        .selectFrom('chapters')
        .select('id')
        .where('id', '=', param('id'))
        .where('status', '=', param('status'))
        .where('edit_status', 'is not distinct from', param('editStatus'))
        .where('deleted_at', 'is', null)
        .forUpdate(),
    )
    .updateTable('chapter_drafts as d')
    .from('held')
    .whereRef('d.chapter_id', '=', 'held.id')
    .where('d.version', '=', param('version'))
    .set((eb) => ({
      ...Object.fromEntries(
        COPY_COLUMNS.map((column) => [column, eb.fn.coalesce(param(column), `d.${column}` as const)]),
      ),
      version: eb('d.version', '+', 1),
      saved_at: sql<Date>`db_clock()`,
    }))
    .returning(['d.version', 'd.saved_at', 'd.units'])
    .$call(prepared);

const writeLines = compiledOnce<Lines>()((db, param) => unmoved(db, param).compile());
const writeAll = compiledOnce<Lines & Text>()((db, param) =>
  unmoved(db, param)
    .set({ document: param('document'), units: param('units') })
    .compile(),
);

/**
 * Saves the change if the chapter’s status and the version of its working copy are still as found, and locks both until
 * the transaction ends. Returns null if another transaction was faster. Status changes lock the chapter, so this waits
 * for them and then checks the new state.
 */
export async function saveIfUnmoved(
  db: Db,
  { id, facts: { status, editStatus }, version }: ChapterToSave & { version: number },
  change: CopyChange,
): Promise<SavedCopy | null> {
  const given = byName<GivenFields>(COPY_COLUMNS, (column) => change.fields[column] ?? null);
  const lines = { id, status, editStatus, version, ...given };
  const document = change.document ? withBlockIds(change.document, randomIds) : null;
  const [row] = document
    ? await writeAll(db, { ...lines, document: toJson(document), units: unitsOf(document) })
    : await writeLines(db, lines);
  return row ? { version: row.version, savedAt: row.saved_at, units: row.units, document } : null;
}
