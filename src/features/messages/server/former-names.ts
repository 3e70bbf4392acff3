import { sql } from 'kysely';
import { formerName } from '#core/former-member.ts';
import type { Ctx } from '#platform/context.ts';
import { NAMES } from './message-text.ts';

const AT_ONCE = 1000;

/**
 * Takes the name of who is gone out of the messages of others; what they wrote to ask for something is theirs, and goes. A
 * message says by `<name>_id` whose name it holds: another may be called so by now. In pieces, each found by its index.
 */
export async function forgetName(ctx: Pick<Ctx, 'db'>, accountId: string): Promise<void> {
  const gone = formerName(accountId);
  for (const name of NAMES) {
    const known = name === 'user' ? { user: gone, slug: gone, note: '' } : { [name]: gone };
    // As literals, or the partial index of the key is not seen to fit.
    const key = sql.lit(`${name}_id`);
    for (let changed = AT_ONCE; changed === AT_ONCE; ) {
      const { numAffectedRows = 0n } = await sql`update messages set params = params || ${JSON.stringify(known)}::jsonb
        where id in (select id from messages where params ? ${key} and params->>${key} = ${accountId}
          and params->>${sql.lit(name)} <> ${gone} limit ${AT_ONCE})`.execute(ctx.db);
      changed = Number(numAffectedRows);
    }
  }
}
