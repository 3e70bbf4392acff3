import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { ReviewState, SubjectKind } from '../model/review-status.ts';
import type { Mark } from '../model/screening/marks.ts';

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
  'marks',
  'submitted_at',
] as const;

export type ReviewRow = NonNullable<Awaited<ReturnType<typeof findReview>>>;

export function findReview(db: Db, id: string) {
  return db.selectFrom('reviews').select(REVIEW_COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** The review, locked: whoever decides first wins, the others find it decided. */
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
    language: string;
    title: string;
  },
): Promise<string> {
  const { id } = await db
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
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Moves the review on if it is still where it was; false when somebody was faster. */
export async function moveReview(
  db: Db,
  id: string,
  from: ReviewState,
  to: ReviewState,
  outcome: { marks?: Mark[]; decidedBy?: string | null; reason?: string } = {},
): Promise<boolean> {
  const row = await db
    .updateTable('reviews')
    .set({
      state: to,
      ...(to === 'manual' ? {} : { decided_at: sql<Date>`db_clock()` }),
      ...(outcome.marks ? { marks: JSON.stringify(outcome.marks) } : {}),
      ...(outcome.decidedBy ? { decided_by: outcome.decidedBy } : {}),
      ...(outcome.reason ? { reason: outcome.reason } : {}),
    })
    .where('id', '=', id)
    .where('state', '=', from)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** One row of the append-only log: who moved what from where to where, and why. */
export async function logStatus(
  db: Db,
  change: {
    kind: string;
    id: string;
    action: string;
    from: string;
    to: string;
    actorId: string | null;
    reason?: string | null;
  },
): Promise<void> {
  await db
    .insertInto('status_log')
    .values({
      subject_kind: change.kind,
      subject_id: change.id,
      action: change.action,
      from_status: change.from,
      to_status: change.to,
      actor_id: change.actorId,
      reason: change.reason ?? null,
    })
    .execute();
}
