import { sql } from 'kysely';
import { AppError } from '#core/errors.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { prepared } from '#platform/db/prepared.ts';

/**
 * Holds the caller's account as it is until what they do is written, so that a suspension comes before it, or finds it and
 * undoes it. Others may hold it likewise. Error: banned.
 */
export async function holdMember(ctx: Ctx): Promise<void> {
  const row = await ctx.db
    .selectFrom('accounts')
    .where('id', '=', memberOf(ctx).id)
    .select(sql<boolean>`status = 'active' or (status = 'suspended' and suspended_until <= db_clock())`.as('may_act'))
    .forShare()
    .$call(prepared)
    .executeTakeFirst();
  if (!row?.may_act) throw new AppError('banned');
}
