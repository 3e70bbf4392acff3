import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Language } from '#core/languages.ts';
import { usernameKey } from '#features/accounts/model/identity.ts';
import { logSecurity } from '#features/accounts/server/accounts.repo.ts';
import { lockCaller } from '#features/accounts/server/index.ts';
import { hashPassword } from '#features/accounts/server/password-hash.ts';
import { openSession, type SessionTokens } from '#features/accounts/server/sessions.service.ts';
import { type Ctx, createCtx, type Deps } from '#platform/context.ts';
import { logStatus } from '#platform/db/status-log.ts';

export const PASSWORD = 'Quiet7Harbour';

/** A logged-in member. */
export interface Member {
  readonly id: string;
  readonly email: string;
  readonly username: string;
  readonly slug: string;
  readonly accessToken: string;
  readonly refreshToken: string;
}

export interface MemberOptions {
  email?: string;
  username?: string;
  language?: Language;
  role?: 'moderator' | 'administrator' | undefined;
  /** Years away by default, so that tests that move the clock keep the rights of their moderators. */
  graceBegins?: 'now' | 'later';
}

const SUFFIXES = 2 ** 24;
let latest = randomInt(SUFFIXES);

/**
 * Returns six digits, as the names generated for new members have. They don’t repeat: the step shares no factor with the
 * number of suffixes. Random ones would, with a thousand members, in one run of thirty.
 */
function nextSuffix(): string {
  latest = (latest + 0x9e3779) % SUFFIXES;
  return latest.toString(16).padStart(6, '0');
}

/** Shared by all members, because hashing takes most of the time of a sign-up. */
let passwordHash: Promise<string> | undefined;

/**
 * Inserts a member with an open session directly into the database, as if they had signed up by email. Their password
 * is `PASSWORD`. For tests that don’t test sign-up.
 */
export async function insertMember(deps: Deps, options: MemberOptions = {}): Promise<Member> {
  const suffix = nextSuffix();
  const { email = `member-${suffix}@skein.test`, username = `writer_${suffix}`, language = 'en', role } = options;
  const later = options.graceBegins === 'now' ? '0' : '10 years';
  passwordHash ??= hashPassword(PASSWORD);
  const ctx = createCtx(deps, { language: 'en' });
  const { id, slug } = await ctx.db
    .insertInto('accounts')
    .values({
      email,
      username,
      username_key: usernameKey(username),
      slug: `writer-${suffix}`,
      preferred_language: language,
      status: 'active',
      password_hash: await passwordHash,
    })
    .returning(['id', 'slug'])
    .executeTakeFirstOrThrow();
  await logStatus(
    ctx.db,
    { kind: 'account', id, storyId: null },
    { action: 'verify', from: 'unverified', to: 'active', actorId: null },
  );
  await logSecurity(ctx.db, id, 'verified');
  if (role)
    await ctx.db
      .insertInto('account_roles')
      .values({ account_id: id, role, grace_from: sql`db_clock() + ${later}::interval` })
      .execute();
  const { accessToken, refreshToken } = await openSession(ctx, id, null);
  return { id, email, username, slug, accessToken, refreshToken };
}

/** Opens a new session for a member whose old one has expired. */
export function newSession(deps: Deps, { id }: Pick<Member, 'id'>): Promise<SessionTokens> {
  return openSession(createCtx(deps, { language: 'en' }), id, null);
}

/** Opens new sessions for members of a test that takes longer than their tokens are valid. */
export async function renewSessions(deps: Deps, members: readonly Member[]): Promise<void> {
  for (const member of members) Object.assign(member, await newSession(deps, member));
}

/** Creates the context of a member’s own call. `ahead` is how far the clock of its process is fast, in ms. */
export function memberCtx(deps: Deps, { id }: Pick<Member, 'id'>, ahead = 0): Ctx {
  const clock = { now: () => new Date(deps.clock.now().getTime() + ahead) };
  return createCtx(
    { ...deps, clock },
    {
      language: 'en',
      actor: { id, username: id, sessionId: '1', roles: [] },
      hold: (db) => lockCaller({ ...deps, db }, { id }),
    },
  );
}
