import { sql } from 'kysely';
import { next } from '#core/machine.ts';
import type { ChapterDocument } from '#features/chapters/model/document.ts';
import type { Db } from '#platform/db/database.ts';
import { type ColumnChanges, moveStatus } from '#platform/db/status-log.ts';
import { type SubmissionAction, type SubmissionStatus, submissionMachine } from '../model/submission-status.ts';

/** A submission as it stands in its round. */
export interface SubmissionRecord {
  id: string;
  roundId: string;
  storyId: string;
  authorId: string;
  /** Where it is written. */
  chapterId: string;
  status: SubmissionStatus;
  /** The version last submitted, with its texts; null until there is one. */
  version: number | null;
  title: string | null;
  summary: string | null;
  units: number | null;
  submittedAt: Date | null;
  /** Since when it has been on the ballot. */
  ballotAt: Date | null;
  votes: number | null;
  disqualified: boolean;
  reason: string | null;
}

const COLUMNS = [
  'id',
  'round_id as roundId',
  'story_id as storyId',
  'author_id as authorId',
  'chapter_id as chapterId',
  'status',
  'version',
  'title',
  'summary',
  'units',
  'submitted_at as submittedAt',
  'ballot_at as ballotAt',
  'votes',
  'disqualified',
  'reason',
] as const;

function submissions(db: Db) {
  return db.selectFrom('submissions').select(COLUMNS);
}

export async function findSubmission(db: Db, id: string): Promise<SubmissionRecord | null> {
  const row = await submissions(db).where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** The submission, locked against its author's other windows. Its round is held before. */
export async function lockSubmission(db: Db, id: string): Promise<SubmissionRecord | null> {
  const row = await submissions(db).where('id', '=', id).forUpdate().executeTakeFirst();
  return row ?? null;
}

/** A member's submission in a round. */
export async function findOwnSubmission(db: Db, roundId: string, authorId: string): Promise<SubmissionRecord | null> {
  const row = await submissions(db)
    .where('round_id', '=', roundId)
    .where('author_id', '=', authorId)
    .executeTakeFirst();
  return row ?? null;
}

/** All submissions of a round. */
export async function listSubmissions(db: Db, roundId: string): Promise<SubmissionRecord[]> {
  return submissions(db).where('round_id', '=', roundId).orderBy('id').execute();
}

export async function insertSubmission(
  db: Db,
  submission: { roundId: string; storyId: string; authorId: string; chapterId: string },
): Promise<string> {
  const { id } = await db
    .insertInto('submissions')
    .values({
      round_id: submission.roundId,
      story_id: submission.storyId,
      author_id: submission.authorId,
      chapter_id: submission.chapterId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Moves a submission by an action of the machine, with its round locked. `also` is set in the same update. Throws
 * `wrong_state`, or `conflict` when somebody was faster.
 */
export async function moveSubmission(
  db: Db,
  { id, status: from }: Pick<SubmissionRecord, 'id' | 'status'>,
  action: SubmissionAction,
  by: { actorId: string | null; reason?: string },
  also: ColumnChanges<'submissions'> = {},
): Promise<void> {
  const holder = { kind: 'submission', id, table: 'submissions', column: 'status' } as const;
  await moveStatus(db, holder, { action, from, to: next(submissionMachine, from, action), ...by }, also);
}

/** Keeps the text that stands in the round. */
export async function keepEnteredText(db: Db, submissionId: string, document: ChapterDocument): Promise<void> {
  await sql`insert into submission_texts (submission_id, document) values (${submissionId}, ${JSON.stringify(document)}::jsonb)
    on conflict (submission_id) do update set document = excluded.document`.execute(db);
}

/** The text that stands in the round. */
export async function enteredText(db: Db, submissionId: string): Promise<ChapterDocument> {
  const row = await db
    .selectFrom('submission_texts')
    .select('document')
    .where('submission_id', '=', submissionId)
    .executeTakeFirstOrThrow();
  return row.document;
}
