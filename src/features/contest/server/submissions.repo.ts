import { sql } from 'kysely';
import { next } from '#core/machine.ts';
import type { ChapterDocument } from '#features/chapters/model/document.ts';
import type { Db } from '#platform/db/database.ts';
import { type ColumnChanges, moveStatus } from '#platform/db/status-log.ts';
import { type SubmissionAction, type SubmissionStatus, submissionMachine } from '../model/submission-status.ts';

/** A submission in its round. */
export interface SubmissionRecord {
  id: string;
  roundId: string;
  storyId: string;
  authorId: string;
  /** The chapter that its draft belongs to. */
  chapterId: string;
  status: SubmissionStatus;
  /** The version last submitted, with its texts. Null until one was submitted. */
  version: number | null;
  title: string | null;
  summary: string | null;
  units: number | null;
  submittedAt: Date | null;
  /** When it was put on the ballot. */
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

/** Locks the submission against concurrent changes by its author. Requires a lock on its round. */
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
 * Applies an action of the state machine to a submission. Requires a lock on its round. Sets `also` in the same update.
 * Throws `wrong_state`, or `conflict` if it was changed concurrently.
 */
export async function moveSubmission(
  db: Db,
  { id, status: from }: Pick<SubmissionRecord, 'id' | 'status'>,
  action: SubmissionAction,
  by: { actorId: string | null; reason?: string },
  also: ColumnChanges<'submissions'> = {},
): Promise<void> {
  const holder = { kind: 'submission', id, table: 'submissions', column: 'status', story: 'story_id' } as const;
  await moveStatus(db, holder, { action, from, to: next(submissionMachine, from, action), ...by }, also);
}

/** Saves the submitted text. */
export async function keepEnteredText(db: Db, submissionId: string, document: ChapterDocument): Promise<void> {
  await sql`insert into submission_texts (submission_id, story_id, document)
    select id, story_id, ${JSON.stringify(document)}::jsonb from submissions where id = ${submissionId}
    on conflict (submission_id) do update set document = excluded.document`.execute(db);
}

/** Returns the submitted text. */
export async function enteredText(db: Db, submissionId: string): Promise<ChapterDocument> {
  const row = await db
    .selectFrom('submission_texts')
    .select('document')
    .where('submission_id', '=', submissionId)
    .executeTakeFirstOrThrow();
  return row.document;
}

/** Puts the approved entries of a round on the ballot. */
export async function putOnBallot(db: Db, roundId: string, at: Date): Promise<void> {
  await db
    .updateTable('submissions')
    .set({ ballot_at: at })
    .where('round_id', '=', roundId)
    .where('status', '=', 'approved')
    .where('ballot_at', 'is', null)
    .execute();
}

/** Stores the number of votes of each entry on the ballot. */
export async function storeVoteCounts(db: Db, roundId: string): Promise<void> {
  await sql`update submissions s set votes = (select count(*) from votes v where v.submission_id = s.id)
    where s.round_id = ${roundId} and s.status = 'approved' and s.ballot_at is not null`.execute(db);
}
