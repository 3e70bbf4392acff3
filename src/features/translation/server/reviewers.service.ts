import { DONE } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import type { Language } from '#core/languages.ts';
import { usernameKey } from '#features/accounts/model/identity.ts';
import { profileTag } from '#features/accounts/server/index.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { type Db, inTransaction } from '#platform/db/database.ts';
import { logStatus } from '#platform/db/status-log.ts';
import type { GrantedReviewer } from '../contract-views.ts';
import { releaseReviewsOf } from './leases.ts';
import { deleteGrant, insertGrant } from './reviewers.repo.ts';

function grants(db: Db) {
  return db
    .selectFrom('reviewer_grants as g')
    .innerJoin('accounts as a', 'a.id', 'g.account_id')
    .select(['a.id', 'a.username', 'a.slug', 'g.language', 'g.granted_at']);
}

type GrantRow = Awaited<ReturnType<ReturnType<typeof grants>['executeTakeFirstOrThrow']>>;

function toGrantedReviewer(row: GrantRow): GrantedReviewer {
  const { id, username, slug, language, granted_at } = row;
  return { id, username, slug, language: language, grantedAt: granted_at.toISOString() };
}

/** Returns the reviewers appointed by admins, by language and username. */
export async function listReviewers(ctx: Ctx): Promise<GrantedReviewer[]> {
  const rows = await grants(ctx.db).orderBy('g.language').orderBy('a.username_key').execute();
  return rows.map(toGrantedReviewer);
}

/**
 * Appoints a reviewer by username, in any spelling that normalizes to it. Does nothing if they are one. Throws
 * user_not_found.
 */
export async function grantReviewer(
  ctx: Ctx,
  { username, language }: { username: string; language: Language },
): Promise<GrantedReviewer> {
  return inTransaction(ctx, async (inner) => {
    const { db } = inner;
    const account = await db
      .selectFrom('accounts')
      .where('username_key', '=', usernameKey(username.replace(/^@/, '')))
      .where('status', '<>', 'unverified')
      .select('id')
      .executeTakeFirst();
    if (!account) throw new AppError('user_not_found');
    const granted = await insertGrant(db, { accountId: account.id, language, grantedBy: memberOf(ctx).id });
    if (granted) await logGrant(inner, account.id, { action: 'grant', from: null, to: language });
    const row = await grants(db)
      .where('g.account_id', '=', account.id)
      .where('g.language', '=', language)
      .executeTakeFirstOrThrow();
    return toGrantedReviewer(row);
  });
}

/** Revokes an appointment. Does nothing if there is none. Throws user_not_found. */
export async function revokeReviewer(
  ctx: Ctx,
  { userId, language }: { userId: string; language: Language },
): Promise<typeof DONE> {
  await inTransaction(ctx, async (inner) => {
    const { db } = inner;
    const account = await db.selectFrom('accounts').where('id', '=', userId).select('id').executeTakeFirst();
    if (!account) throw new AppError('user_not_found');
    if (await deleteGrant(db, userId, language))
      await logGrant(inner, userId, { action: 'revoke', from: language, to: null });
  });
  await releaseReviewsOf(ctx, userId, language);
  return DONE;
}

/** Logs the change, and invalidates the profile, which shows what a member reviews. */
async function logGrant(
  ctx: Ctx,
  accountId: string,
  step: { action: 'grant' | 'revoke'; from: Language | null; to: Language | null },
): Promise<void> {
  await logStatus(ctx.db, { kind: 'reviewer', id: accountId, storyId: null }, { ...step, actorId: memberOf(ctx).id });
  await invalidateCacheTags(ctx, profileTag(accountId));
}
