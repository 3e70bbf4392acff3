import { sql } from 'kysely';
import type { Language } from '#core/languages.ts';
import { next } from '#core/machine.ts';
import type { Db } from '#platform/db/database.ts';
import { toJson } from '#platform/db/json.ts';
import { moveStatus } from '#platform/db/status-log.ts';
import type { Rule } from '../model/restriction.ts';
import { type ReviewAction, reviewMachine, type SubjectKind } from '../model/review-status.ts';
import type { Finding } from '../model/screening/findings.ts';

const REVIEW_COLUMNS = [
  'id',
  'subject_kind',
  'subject_id',
  'story_id',
  'author_id',
  'version',
  'is_edit',
  'language',
  'state',
  'findings',
  'submitted_at',
] as const;

export type ReviewRecord = NonNullable<Awaited<ReturnType<typeof findReview>>>;

/** Deletes the reviews of a deleted subject. */
export async function deleteReviews(db: Db, kind: SubjectKind, subjectId: string): Promise<void> {
  await db.deleteFrom('reviews').where('subject_kind', '=', kind).where('subject_id', '=', subjectId).execute();
}

export function findReview(db: Db, id: string) {
  return db.selectFrom('reviews').select(REVIEW_COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** Locks the review, so that only one moderator can decide it. */
export function lockReview(db: Db, id: string) {
  return db.selectFrom('reviews').select(REVIEW_COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function insertReview(
  db: Db,
  review: {
    kind: SubjectKind;
    subjectId: string;
    storyId: string;
    authorId: string;
    version: number;
    isEdit: boolean;
    language: Language;
    title: string;
  },
): Promise<{ id: string; submittedAt: Date }> {
  return db
    .insertInto('reviews')
    .values({
      subject_kind: review.kind,
      subject_id: review.subjectId,
      story_id: review.storyId,
      author_id: review.authorId,
      version: review.version,
      is_edit: review.isEdit,
      language: review.language,
      title: review.title,
    })
    .returning(['id', 'submitted_at as submittedAt'])
    .executeTakeFirstOrThrow();
}

/**
 * Moves a locked review by an action of the machine. A decision also stores its reason and the moderator, which is null
 * for automatic approvals.
 */
export async function moveReview(
  db: Db,
  review: Pick<ReviewRecord, 'id' | 'state'>,
  action: ReviewAction,
  by: { actorId: string | null; findings?: Finding[]; reason?: string | undefined; rule?: Rule | undefined },
): Promise<void> {
  const from = review.state;
  const isDecision = action === 'approve' || action === 'reject';
  await moveStatus(
    db,
    { kind: 'review', id: review.id, table: 'reviews', column: 'state', story: 'story_id' },
    { action, from, to: next(reviewMachine, from, action), actorId: by.actorId, reason: by.reason },
    {
      ...(action === 'escalate' ? {} : { decided_at: sql<Date>`db_clock()` }),
      ...(by.findings ? { findings: toJson(by.findings) } : {}),
      ...(isDecision ? { decided_by: by.actorId, reason: by.reason ?? null, rule: by.rule ?? null } : {}),
    },
  );
}
