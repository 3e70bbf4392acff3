import { randomBytes } from 'node:crypto';
import type { Language } from '#core/languages.ts';
import { usernameKey } from '#features/accounts/model/identity.ts';
import { logSecurity } from '#features/accounts/server/accounts.repo.ts';
import { type AccountCtx, lockCaller } from '#features/accounts/server/index.ts';
import { hashPassword } from '#features/accounts/server/password-hash.ts';
import { openSession, type SessionTokens } from '#features/accounts/server/sessions.service.ts';
import { type Ctx, createCtx, type Deps } from '#platform/context.ts';
import { logStatus } from '#platform/db/status-log.ts';

export const PASSWORD = 'Quiet7Harbour';

/** A member, signed in. */
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
}

/** The same for everybody: hashing takes most of the time that a sign-up takes. */
let passwordHash: Promise<string> | undefined;

/**
 * A member with an open session, written straight into the database: what signing up by mail would leave. Their password is
 * `PASSWORD`. For tests in which signing up is not what is tested.
 */
export async function insertMember(deps: Deps, options: MemberOptions = {}): Promise<Member> {
  // A name as newcomers are given one.
  const suffix = randomBytes(3).toString('hex');
  const { email = `member-${suffix}@skein.test`, username = `writer_${suffix}`, language = 'en', role } = options;
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
    { kind: 'account', id },
    { action: 'verify', from: 'unverified', to: 'active', actorId: null },
  );
  await logSecurity(ctx.db, id, 'verified');
  if (role) await ctx.db.insertInto('account_roles').values({ account_id: id, role }).execute();
  const { accessToken, refreshToken } = await openSession(ctx, id);
  return { id, email, username, slug, accessToken, refreshToken };
}

/** A new session of a member whose old one is over. */
export function newSession(deps: Deps, { id }: Pick<Member, 'id'>): Promise<SessionTokens> {
  return openSession(createCtx(deps, { language: 'en' }), id);
}

/** The context of a member's own call. `ahead` is how many milliseconds the clock of its process is fast. */
export function memberCtx<D extends Deps & Pick<AccountCtx, 'accountEffects'>>(
  deps: D,
  { id }: Pick<Member, 'id'>,
  ahead = 0,
): D & Ctx {
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
