import { sql } from 'kysely';
import { type DeletingMember, namesRemover } from '#features/accounts/server/index.ts';
import { rewriteReason } from '#features/messages/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { dropOldReports, dropReviewsOf, dropWordsAbout } from './erasure.repo.ts';
import { dropPublicWordsAbout } from './public-reports/public-reports.repo.ts';

/**
 * Removes what was said about a member whose account is being erased from reports, decisions, and the messages to those
 * who reported them. What was decided stays.
 */
export async function forgetWordsAbout(ctx: Ctx, { id }: DeletingMember): Promise<void> {
  const withoutNames = await namesRemover(ctx.db, id);
  await inTransaction(ctx, async ({ db }) => {
    // The members who reported them also got the reason.
    const answers = sql`select m.account_id, m.id from messages m join reports r on m.account_id = r.reporter_id
      join report_cases c on c.id = r.case_id and c.account_id = ${id}
      where m.params->>'about' in ('report_upheld', 'report_dismissed') and m.params->>'number' = c.id::text`;
    await rewriteReason({ db }, answers, withoutNames(sql`m.params->>'reason'`));
    await dropWordsAbout(db, id, withoutNames(sql`r.detail`));
    await dropPublicWordsAbout(db, id, withoutNames(sql`p.detail`));
    await dropOldReports({ db }, id);
  });
}

/** Deletes the reviews of the member’s texts. What was decided is in the log. Pending ones have been withdrawn. */
export function forgetReviewsOf(ctx: Ctx, { id }: DeletingMember): Promise<void> {
  return inTransaction(ctx, ({ db }) => dropReviewsOf(db, id));
}
