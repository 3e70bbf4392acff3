import { AppError, fieldError } from '#core/errors.ts';
import { type Language, languagesIn } from '#core/languages.ts';
import { after } from '#core/time.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import { cacheTag, cacheUntil } from '#platform/cache/tag-cache.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { inTransaction, isUniqueViolation } from '#platform/db/database.ts';
import { emit } from '#platform/features/events.ts';
import type { UploadedFile } from '#platform/http/pipeline.ts';
import { imageUrl, storeImage } from '#platform/images/images.repo.ts';
import { AVATAR_SHAPE, reencode } from '#platform/images/reencode.ts';
import type { Me, PublicUser } from '../contract.ts';
import { FORMER_SLUG_LASTS, SLUG_CHANGE_PAUSE } from '../model/account-limits.ts';
import { type AccountStatus, effectiveStatus } from '../model/account-status.ts';
import { mixesScripts } from '../model/name-likeness.ts';

import { firstRest } from '../model/second-factor.ts';
import {
  type AccountRow,
  changeAccount,
  deleteFormerSlug,
  findAccount,
  insertFormerSlug,
  lockAccount,
  rolesOf,
} from './accounts.repo.ts';
import { knownIdentities } from './connections.ts';
import { deviceKeysOf } from './device-keys.ts';
import { grantsOf, waysOf } from './factors/factors.queries.ts';
import { fillNameSkeletons, nameColumns, refuseImpersonation } from './member-names.ts';
import { proofKindsOf } from './proof-kinds.ts';
import { userTag } from './user-tag.ts';

/** Cache tag for the lists of what a member has published. Each listed text has its own tags. */
export function profileTag(accountId: string): string {
  return `profile:${accountId}`;
}

function slugFreeAt(account: AccountRow, now: Date): Date | null {
  const free = account.slug_changed_at ? after(account.slug_changed_at, SLUG_CHANGE_PAUSE) : null;
  return free && free > now ? free : null;
}

async function toMe(ctx: Ctx, account: AccountRow): Promise<Me> {
  const grants = await grantsOf(ctx.db, account.id);
  const connected = new Set((await knownIdentities(ctx, account.id)).map(({ provider }) => provider));
  const hasFactor = grants.length > 0 && (await waysOf(ctx, account.id)) !== null;
  return {
    id: account.id,
    email: account.email,
    username: account.username,
    slug: account.slug,
    bio: account.bio,
    avatar: imageUrl(account.avatar_key),
    preferred_language: account.preferred_language,
    languagesRead: account.languages_read && languagesIn(account.languages_read),
    joinedAt: account.joined_at.toISOString(),
    slugFreeAt: slugFreeAt(account, ctx.clock.now())?.toISOString() ?? null,
    hasPassword: account.password_hash !== null,
    passwordChangedAt: account.password_changed_at?.toISOString() ?? null,
    google: connected.has('google'),
    openid: connected.has('openid'),
    roles: grants.map(({ role }) => role),
    rightsRestAt: firstRest(grants, hasFactor)?.toISOString() ?? null,
    proofs: await proofKindsOf(ctx, account),
    deviceKeys: deviceKeysOf(ctx.secrets, account.id),
  };
}

/** Returns the caller’s own account. */
export async function getMe(ctx: Ctx): Promise<Me> {
  const account = await findAccount(ctx.db, { id: memberOf(ctx).id });
  if (!account) throw new AppError('login_required');
  return toMe(ctx, account);
}

interface InfoChanges {
  username?: string | undefined;
  slug?: string | undefined;
  bio?: string | undefined;
  preferred_language?: Language | undefined;
  languagesRead?: readonly Language[] | undefined;
  time_zone?: string | undefined;
}

/** Changes the given fields. A slug can be changed once in 7 days. The old one redirects to the new one for 90 days. */
export async function updateInfo(ctx: Ctx, input: InfoChanges): Promise<Me> {
  const { id } = memberOf(ctx);
  // So that the name is compared with all others, also right after an upgrade.
  if (input.username !== undefined && mixesScripts(input.username)) await fillNameSkeletons(ctx);
  try {
    return await inTransaction(ctx, async (inner) => {
      const account = await lockAccount(inner.db, id);
      if (!account) throw new AppError('login_required');
      const newSlug = input.slug !== undefined && input.slug !== account.slug ? input.slug : null;
      const newName = input.username !== undefined && input.username !== account.username ? input.username : null;
      if (newName) await refuseImpersonation(inner, id, newName);
      if (newSlug) await freeSlug(inner, account, newSlug);
      const now = ctx.clock.now();
      const changes = {
        ...(newName ? nameColumns(newName) : {}),
        ...(newSlug ? { slug: newSlug, slug_changed_at: now } : {}),
        ...(input.bio !== undefined ? { bio: input.bio } : {}),
        ...(input.preferred_language ? { preferred_language: input.preferred_language } : {}),
        ...(input.languagesRead ? { languages_read: languagesIn(input.languagesRead) } : {}),
        ...(input.time_zone ? { time_zone: input.time_zone } : {}),
      };
      if (Object.keys(changes).length > 0) await changeAccount(inner.db, id, changes);
      if (newName) await emit(inner, 'account.renamed', { accountId: id });
      await invalidateCacheTags(inner, userTag(id));
      return getMe(inner);
    });
  } catch (error) {
    if (isUniqueViolation(error, 'accounts_username_key')) throw fieldError('username', 'username_taken');
    if (isUniqueViolation(error, 'accounts_mixed_username')) throw fieldError('username', 'username_lookalike');
    if (isUniqueViolation(error, 'accounts_slug')) throw fieldError('slug', 'slug_taken');
    throw error;
  }
}

async function freeSlug(ctx: Ctx, account: AccountRow, wanted: string): Promise<void> {
  const now = ctx.clock.now();
  const free = slugFreeAt(account, now);
  if (free) throw fieldError('slug', 'slug_too_soon', { date: free.toISOString() });
  const former = await ctx.db
    .selectFrom('former_slugs')
    .select(['account_id', 'released_at'])
    .where('slug', '=', wanted)
    .forUpdate()
    .executeTakeFirst();
  const stillTheirs = former && former.account_id !== account.id && after(former.released_at, FORMER_SLUG_LASTS) > now;
  if (stillTheirs) throw fieldError('slug', 'slug_taken');
  if (former) await deleteFormerSlug(ctx.db, wanted);
  await insertFormerSlug(ctx.db, account, now);
}

/** Sets the profile picture. Throws image_too_large, image_type_refused, image_unreadable, image_too_many_pixels. */
export async function uploadAvatar(ctx: Ctx, file: UploadedFile): Promise<Me> {
  if (file.tooLarge) throw new AppError('image_too_large');
  const { id } = memberOf(ctx);
  const image = await reencode(file.bytes, AVATAR_SHAPE);
  return inTransaction(ctx, async (inner) => {
    await storeImage(inner, { ...image, kind: 'avatar', ownerId: id });
    await changeAccount(inner.db, id, { avatar_key: image.key });
    await invalidateCacheTags(inner, userTag(id));
    return getMe(inner);
  });
}

/** Returns the public profile with this slug, current or given up less than 90 days ago. Throws user_not_found. */
export async function getUserBySlug(ctx: Ctx, slug: string): Promise<PublicUser> {
  const wanted = slug.toLowerCase();
  if (!/^[a-z0-9-]+$/.test(wanted)) throw new AppError('user_not_found');
  const account = (await findAccount(ctx.db, { slug: wanted })) ?? (await findByFormerSlug(ctx, wanted));
  if (!account || account.status === 'unverified' || account.deletion_due_at || account.status === 'erased')
    throw new AppError('user_not_found');
  const status = shownStatus(ctx, account);
  if (status !== 'active') {
    return {
      id: account.id,
      suspended: true,
      suspendedUntil: status === 'suspended' ? (account.suspended_until?.toISOString() ?? null) : null,
      username: null,
      isModerator: false,
      slug: account.slug,
      bio: null,
      avatar: null,
      joinedAt: null,
      lastActiveOn: null,
    };
  }
  return {
    id: account.id,
    suspended: false,
    suspendedUntil: null,
    username: account.username,
    isModerator: (await rolesOf(ctx.db, account.id)).length > 0,
    slug: account.slug,
    bio: account.bio,
    avatar: imageUrl(account.avatar_key),
    joinedAt: account.joined_at.toISOString(),
    lastActiveOn: account.last_active_at.toISOString().slice(0, 10),
  };
}

/** Returns the current status of an account, and adds it to the response’s cache policy. */
function shownStatus(ctx: Ctx, account: AccountRow): AccountStatus {
  cacheTag(ctx, userTag(account.id));
  const status = account.status;
  const now = ctx.clock.now();
  if (account.suspended_until && account.suspended_until > now) cacheUntil(ctx, account.suspended_until);
  return effectiveStatus({ status, suspendedUntil: account.suspended_until }, now);
}

/** Checks that the profile of a member is visible. Throws user_not_found, also for suspended or banned members. */
export async function requireShownMember(ctx: Ctx, accountId: string): Promise<void> {
  const account = await findAccount(ctx.db, { id: accountId });
  if (!account || shownStatus(ctx, account) !== 'active') throw new AppError('user_not_found');
}

async function findByFormerSlug(ctx: Ctx, slug: string): Promise<AccountRow | undefined> {
  const former = await ctx.db
    .selectFrom('former_slugs')
    .select(['account_id', 'released_at'])
    .where('slug', '=', slug)
    .executeTakeFirst();
  const lasts = former && after(former.released_at, FORMER_SLUG_LASTS) > ctx.clock.now();
  return lasts ? findAccount(ctx.db, { id: former.account_id }) : undefined;
}
