import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { toJson } from '#platform/db/json.ts';
import { EXAMINATION_LASTS, type SiteFinding } from '../model/examination.ts';

const lasts = sql`make_interval(secs => ${EXAMINATION_LASTS / 1000})`;

export interface AskedExamination {
  askedBy: string;
  sendsMail: boolean;
  triesRestore: boolean;
}

/** Begins an examination in place of the last one. Returns false if one is running. */
export async function beginExamination(
  db: Db,
  { askedBy, sendsMail, triesRestore }: AskedExamination,
): Promise<boolean> {
  const begun = {
    asked_by: askedBy,
    // It names the examination, and Node has no shorter units.
    asked_at: sql<Date>`date_trunc('milliseconds', db_clock())`,
    sends_mail: sendsMail,
    tries_restore: triesRestore,
    finished_at: null,
    findings: toJson<SiteFinding[]>([]),
  };
  const row = await db
    .insertInto('examinations')
    .values(begun)
    .onConflict((conflict) =>
      conflict
        .column('is_only')
        .doUpdateSet(begun)
        .where((last) =>
          last.or([
            last('examinations.finished_at', 'is not', null),
            last('examinations.asked_at', '<', sql<Date>`db_clock() - ${lasts}`),
          ]),
        ),
    )
    .returning('is_only')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the last examination that was asked for. */
export function findExamination(db: Db) {
  return db
    .selectFrom('examinations')
    .select(['asked_by', 'asked_at', 'sends_mail', 'tries_restore', 'finished_at', 'findings'])
    .select(sql<boolean>`finished_at is null and asked_at >= db_clock() - ${lasts}`.as('is_running'))
    .executeTakeFirst();
}

/** Stores what was found, unless another examination has begun. */
export async function finishExamination(db: Db, askedAt: Date, findings: SiteFinding[]): Promise<void> {
  await db
    .updateTable('examinations')
    .set({ finished_at: sql<Date>`db_clock()`, findings: toJson(findings) })
    .where('asked_at', '=', askedAt)
    .where('finished_at', 'is', null)
    .execute();
}
