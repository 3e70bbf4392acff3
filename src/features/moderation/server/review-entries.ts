import type { Db } from '#platform/db/database.ts';

/** Selects reviews with their authors, for the moderation queue. */
export function reviewsWithAuthors(db: Db) {
  return db
    .selectFrom('reviews as r')
    .innerJoin('accounts as a', 'a.id', 'r.author_id')
    .select([
      'r.id',
      'r.subject_kind',
      'r.subject_id',
      'r.story_id',
      'r.language',
      'r.is_edit',
      'r.submitted_at',
      'r.findings',
      'r.version',
      'r.state',
      'r.title',
    ])
    .select(['a.id as author_id', 'a.username', 'a.slug', 'a.joined_at']);
}

type ReviewRow = Awaited<ReturnType<ReturnType<typeof reviewsWithAuthors>['executeTakeFirstOrThrow']>>;

export function toSubmission(row: ReviewRow, viewerId: string) {
  return {
    id: row.id,
    kind: row.subject_kind,
    storyId: row.story_id,
    subjectId: row.subject_id,
    title: row.title,
    language: row.language,
    author: { id: row.author_id, username: row.username, slug: row.slug },
    isEdit: row.is_edit,
    submittedAt: row.submitted_at.toISOString(),
    findings: row.findings,
    blocker: row.author_id === viewerId ? ('own_work' as const) : null,
  };
}
