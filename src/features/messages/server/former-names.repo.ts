import { type RawBuilder, sql } from 'kysely';
import { formerName } from '#core/former-member.ts';
import type { Ctx } from '#platform/context.ts';
import { NAMES } from '../model/message-types.ts';

const AT_ONCE = 1000;

/**
 * Removes an erased member’s name from the messages of others, and deletes what they wrote with an application.
 * `<name>_id` in a message says whose name it contains, because another member may have that name by now. Runs in
 * batches, each found by an index.
 */
export async function forgetName(ctx: Pick<Ctx, 'db'>, accountId: string): Promise<void> {
  const gone = formerName(accountId);
  for (const name of NAMES) {
    const known = name === 'user' ? { user: gone, slug: gone, note: '' } : { [name]: gone };
    // Literals, because with parameters the partial index of the key isn’t used.
    const key = sql.lit(`${name}_id`);
    for (let changed = AT_ONCE; changed === AT_ONCE; ) {
      const { numAffectedRows = 0n } = await sql`update messages set params = params || ${JSON.stringify(known)}::jsonb
        where (account_id, id) in (select account_id, id from messages where params ? ${key} and params->>${key} = ${accountId}
          and params->>${sql.lit(name)} <> ${gone} limit ${AT_ONCE})`.execute(ctx.db);
      changed = Number(numAffectedRows);
    }
  }
}

/**
 * Replaces the parameter `reason` of messages. `keys` is a query of their `account_id` and `id`, `reason` an expression
 * of `m.params`.
 */
export async function rewriteReason(
  { db }: Pick<Ctx, 'db'>,
  keys: RawBuilder<unknown>,
  reason: RawBuilder<unknown>,
): Promise<void> {
  await sql`update messages m set params = jsonb_set(m.params, '{reason}', to_jsonb(${reason}))
    where (m.account_id, m.id) in (${keys}) and m.params ? 'reason'`.execute(db);
}
