import type { Db } from '#platform/db/database.ts';
import type { OwnEntry } from '../contract.ts';

/** Query for a member’s entries with their drafts. A winning entry has no draft any more. */
export function selectOwnEntries(db: Db, authorId: string) {
  return db
    .selectFrom('submissions as e')
    .leftJoin('chapter_drafts as d', 'd.chapter_id', 'e.chapter_id')
    .where('e.author_id', '=', authorId)
    .select(['e.id', 'e.status', 'e.version', 'e.submitted_at', 'e.reason', 'e.created_at'])
    .select(['e.title as entered_title', 'e.units as entered_units'])
    .select(['d.title', 'd.units', 'd.saved_at', 'd.version as draft_version']);
}

type OwnEntryRow = Awaited<ReturnType<ReturnType<typeof selectOwnEntries>['executeTakeFirstOrThrow']>>;

export function toOwnEntry(row: OwnEntryRow): OwnEntry {
  const isEntered = row.status !== 'draft';
  return {
    id: row.id,
    status: row.status as OwnEntry['status'],
    title: (isEntered ? row.entered_title : row.title) ?? row.title ?? row.entered_title ?? '',
    units: row.units ?? row.entered_units ?? 0,
    savedAt: (row.saved_at ?? row.submitted_at ?? row.created_at).toISOString(),
    submittedAt: isEntered ? row.submitted_at!.toISOString() : null,
    hasUnsentChanges: isEntered && row.draft_version !== null && row.draft_version !== row.version,
    reason: row.status === 'rejected' ? row.reason : null,
  };
}
