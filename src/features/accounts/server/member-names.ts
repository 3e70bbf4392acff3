import { sql } from 'kysely';
import { fieldError } from '#core/errors.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { usernameKey } from '../model/identity.ts';
import { mixesScripts, nameSkeleton } from '../model/name-likeness.ts';
import { isOfficialName } from '../model/official-names.ts';
import { fillSomeNameSkeletons } from './names.repo.ts';

/** Returns the columns of an account that a username is stored in. */
export function nameColumns(username: string) {
  return {
    username,
    username_key: usernameKey(username),
    username_skeleton: nameSkeleton(username),
    username_mixes: mixesScripts(username),
  };
}

/**
 * Checks that a new username passes neither for the team of the site nor, by mixing scripts, for another member. Of
 * concurrent calls for names that look the same, each sees the one before it. Throws username_official,
 * username_lookalike. Requires a transaction that holds the lock of the account.
 */
export async function refuseImpersonation(ctx: Ctx, accountId: string, username: string): Promise<void> {
  if (isOfficialName(username, ctx.config.siteName)) throw fieldError('username', 'username_official');
  const { username_skeleton: skeleton, username_mixes: mixes } = nameColumns(username);
  await sql`select pg_advisory_xact_lock(hashtext('username'), hashtext(${skeleton}))`.execute(ctx.db);
  if (!mixes) return;
  const other = await ctx.db
    .selectFrom('accounts')
    .select('id')
    .where('username_skeleton', '=', skeleton)
    .where('id', '<>', accountId)
    .limit(1)
    .executeTakeFirst();
  if (other) throw fieldError('username', 'username_lookalike');
}

/** Adds the skeletons of names that earlier versions have stored, so that new names are compared with them. */
export async function fillNameSkeletons(ctx: Ctx): Promise<void> {
  while (await inTransaction(ctx, ({ db }) => fillSomeNameSkeletons(db)));
}
