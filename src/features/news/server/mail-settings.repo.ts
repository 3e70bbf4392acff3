import { sql } from 'kysely';
import type { MailChoice, MailKind, MailKindRules } from '#core/mail-kinds.ts';
import type { Db } from '#platform/db/database.ts';

/** Returns what a member has chosen for each kind of email, or what the kind is set to initially. */
export async function readChoices(
  db: Db,
  rules: MailKindRules,
  accountId: string,
): Promise<ReadonlyMap<string, MailChoice>> {
  const rows = await db
    .selectFrom('mail_settings')
    .select(['kind', 'choice'])
    .where('account_id', '=', accountId)
    .execute();
  const chosen = new Map(rows.map(({ kind, choice }) => [kind, choice]));
  return new Map(Object.entries(rules).map(([kind, { initial }]) => [kind, chosen.get(kind) ?? initial]));
}

export async function saveChoice(db: Db, accountId: string, kind: MailKind, choice: MailChoice): Promise<void> {
  const row = { choice, changed_at: sql<Date>`db_clock()` };
  await db
    .insertInto('mail_settings')
    .values({ account_id: accountId, kind, ...row })
    .onConflict((conflict) => conflict.columns(['account_id', 'kind']).doUpdateSet(row))
    .execute();
}
