import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '#platform/context.ts';
import type { Db } from '#platform/db/database.ts';

/** Deletes or redacts reports and decisions when an account is erased or a story is deleted. */

/** Deletes the reports of former members, except those of an open case that are less than 90 days old. */
export async function dropOldReports({ db }: Pick<Ctx, 'db'>, reporterId: string | null = null): Promise<void> {
  for (const table of ['reports', 'public_reports'] as const)
    await sql`delete from ${sql.table(table)} r using report_cases c, accounts a
      where c.id = r.case_id and a.id = r.reporter_id and a.status = 'erased'
        and (${reporterId}::bigint is null or a.id = ${reporterId}::bigint)
        and (c.state <> 'open' or r.created_at < db_clock() - interval '90 days')`.execute(db);
}

/**
 * Deletes what moderators wrote about a member, and replaces the details of reports: `detail` is an expression of
 * `r.detail`. What was decided stays.
 */
export async function dropWordsAbout(db: Db, accountId: string, detail: RawBuilder<unknown>): Promise<void> {
  await sql`update restrictions set reason = '', excerpt = '' where account_id = ${accountId}`.execute(db);
  await sql`update report_cases set answer = null where account_id = ${accountId}`.execute(db);
  await sql`update reports r set detail = ${detail} from report_cases c
    where c.id = r.case_id and c.account_id = ${accountId}`.execute(db);
}

/** Deletes the reviews of an author that are over. Those in progress have been withdrawn before. */
export async function dropReviewsOf(db: Db, authorId: string): Promise<void> {
  await sql`delete from reviews where author_id = ${authorId} and state not in ('automatic', 'manual')`.execute(db);
}

/** Deletes the reviews of stories. `stories` is a query of story ids; part of a larger statement. */
export const deleteReviewsSql = (stories: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`delete from reviews where story_id in (${stories})`;
