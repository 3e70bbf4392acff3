import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type Actor, NO_SESSION } from '#core/actor.ts';
import { DONE } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import type { Language } from '#core/languages.ts';
import { type Ctx, databaseNow } from '#platform/context.ts';
import { compiledOnce } from '#platform/db/compiled.ts';
import { inTransaction } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { Row } from '#platform/db/rows.ts';
import { enqueue } from '#platform/jobs/jobs.ts';
import { checkStreams } from '#platform/live/session-ends.ts';
import { LAST_ACTIVE_STEP, REFRESH_GRACE, SESSION_ABSOLUTE, SESSION_IDLE } from '../model/account-limits.ts';
import { type AccountStatus, isRestriction } from '../model/account-status.ts';
import { rolesInForce } from '../model/second-factor.ts';
import { isTimeZone } from '../model/time-zone.ts';
import { accountMail } from './account-mail.ts';
import { type AccountRow, changeAccount, findAccount, logSecurity, saveTimeZone, statusAt } from './accounts.repo.ts';
import { describeDevice } from './device.ts';
import { endSession } from './end-sessions.ts';
import { HAS_FACTOR } from './factors/factors.queries.ts';
import { keepAccount } from './keep-account.ts';
import { type LoginFacts, recordLogin } from './known-devices.ts';
import { findSessionSeed, insertSession, lockSession, noteUse } from './sessions.repo.ts';
import {
  makeToken,
  parseToken,
  passwordMark,
  provesToken,
  readAccessToken,
  readAppealToken,
  signAccessToken,
  signAppealToken,
} from './tokens.ts';

const REFRESH = 'refresh-token';

export interface SessionTokens {
  accessToken: string;
  refreshToken: string;
  /** Language that the member prefers. */
  language: Language;
  /** A planned deletion was canceled by this login. */
  accountKept?: true;
}

/**
 * Opens a session and returns its two tokens. Ends the oldest session beyond the limit. Also cancels a pending account
 * deletion, and reports that in the result. `login`: how the member has logged in, which is logged, and emailed to them
 * if their device is new. Null if no one has.
 */
export async function openSession(ctx: Ctx, accountId: string, login: LoginFacts | null): Promise<SessionTokens> {
  const isKept = await keepAccount(ctx, accountId);
  const seed = randomBytes(32);
  const device = describeDevice(ctx.userAgent);
  const { id, language, hasEnded } = await insertSession(ctx.db, { accountId, seed, device });
  if (hasEnded) await checkStreams(ctx.db, accountId);
  if (login) await recordLogin(ctx, { accountId, sessionId: id, language }, login);
  return {
    accessToken: await signAccessToken(ctx, { accountId, sessionId: id }),
    refreshToken: makeToken(ctx.secrets, REFRESH, { id, seed }),
    language,
    ...(isKept ? { accountKept: true } : {}),
  };
}

/** What the session functions need of the context. */
export type SessionCtx = Pick<Ctx, 'db' | 'secrets' | 'clock' | 'restrictionRecord'>;

/**
 * Creates the error that a restricted member gets at login and for every call: the reason, and a token for the appeal.
 */
async function bannedError(
  ctx: SessionCtx,
  account: Pick<AccountRow, 'id' | 'suspended_until' | 'status_reason' | 'password_changed_at'> & {
    status: AccountStatus;
  },
): Promise<AppError> {
  return new AppError('banned', {
    details: {
      rule: null,
      restrictionId: null,
      ...(await ctx.restrictionRecord.why(ctx, account.id)),
      reason: account.status_reason,
      until: account.status === 'banned' ? null : (account.suspended_until?.toISOString() ?? null),
      appealToken: await signAppealToken(ctx, {
        accountId: account.id,
        passwordChangedAt: account.password_changed_at,
      }),
    },
  });
}

/** Throws banned if the account is currently suspended or banned. */
export async function checkRestriction(ctx: SessionCtx, account: AccountRow): Promise<void> {
  const status = statusAt(account, ctx.clock.now());
  if (isRestriction(status)) throw await bannedError(ctx, { ...account, status });
}

/**
 * Returns the member of an access token, if the session hasn’t ended, with their current roles. Throws login_required,
 * banned.
 */
export async function identify(ctx: SessionCtx, token: string): Promise<Actor> {
  const claims = await readAccessToken(ctx, token);
  if (!claims) throw new AppError('login_required');
  return findActor(ctx, claims);
}

/**
 * Like `identify`, but also accepts the appeal token of a member who is restricted or has a pending deletion, without a
 * session or roles. It is valid for a day, or until the password changes.
 */
export async function identifyRestricted(ctx: SessionCtx, token: string): Promise<Actor> {
  const claims = await readAppealToken(ctx, token);
  if (!claims) return identify(ctx, token);
  const account = await findAccount(ctx.db, { id: claims.accountId });
  const status = account && statusAt(account, ctx.clock.now());
  const isOut = status !== undefined && (isRestriction(status) || status === 'pending_deletion');
  if (!account || !isOut || passwordMark(account.password_changed_at) !== claims.passwordMark)
    throw new AppError('login_required');
  const { id, username } = account;
  return { id, username, sessionId: NO_SESSION, roles: [] };
}

const readSession = compiledOnce<{ accountId: string; sessionId: string }>()((db, param) =>
  db
    .selectFrom('sessions as s')
    .innerJoin('accounts as a', 'a.id', 's.account_id')
    .leftJoin('account_roles as r', 'r.account_id', 'a.id')
    .where('s.id', '=', param('sessionId'))
    .where('a.id', '=', param('accountId'))
    .groupBy(['a.id', 's.id'])
    .select([
      'a.id',
      'a.username',
      'a.status',
      'a.suspended_until',
      'a.status_reason',
      'a.password_changed_at',
      'a.last_active_at',
      's.ended_at',
      's.end_reason',
    ])
    .select(
      sql<
        Row<'account_roles'>['role'][]
      >`coalesce(array_agg(r.role order by r.role) filter (where r.role is not null), '{}')`.as('roles'),
    )
    .select(
      sql<Date[]>`coalesce(array_agg(r.grace_from order by r.role) filter (where r.role is not null), '{}')`.as(
        'graces',
      ),
    )
    // Only looked up for members who have a role.
    .select(sql<boolean>`case when count(r.role) > 0 then ${HAS_FACTOR} else false end`.as('has_factor'))
    .$call(prepared)
    .compile(),
);

/**
 * Loads the member of a session in their current state. Also used to recheck callers that stay connected after their
 * access token was verified. Throws `login_required` if the session has ended, `banned` if the account is restricted.
 */
export async function findActor(ctx: SessionCtx, claims: { accountId: string; sessionId: string }): Promise<Actor> {
  const [row] = await readSession(ctx.db, claims);
  if (!row) throw new AppError('login_required');
  const now = ctx.clock.now();
  const status = statusAt(row, now);
  // A session that the restriction has ended gets its reason. One that ended before is just logged out.
  const isHeld = row.ended_at === null || row.end_reason === 'restricted';
  if (isRestriction(status) && isHeld) throw await bannedError(ctx, { ...row, status });
  if (status !== 'active' || row.ended_at) throw new AppError('login_required');
  if (now.getTime() - row.last_active_at.getTime() > LAST_ACTIVE_STEP) {
    await changeAccount(ctx.db, row.id, { last_active_at: now });
  }
  const grants = row.roles.map((role, i) => ({ role, graceFrom: row.graces[i]! }));
  const rights = rolesInForce(grants, { hasFactor: row.has_factor, now });
  return { id: row.id, username: row.username, sessionId: claims.sessionId, ...rights };
}

type Refreshed = { accessToken: string; refreshToken?: string };

/**
 * Returns a new access token for a refresh token (product §3). With `rotate` it also replaces the refresh token. The
 * previous one stays valid for 30 s and gets the same successor. Any other old token is a replay, and ends the session.
 */
export async function refreshSession(
  ctx: Ctx,
  input: { token: string; rotate?: boolean | undefined; timeZone?: string | undefined },
): Promise<Refreshed> {
  const parsed = parseToken(input.token);
  if (!parsed) throw new AppError('refresh_refused');
  // The error is thrown after the transaction, because the end of a replayed session must be committed.
  const outcome = await inTransaction(ctx, async (inner) => {
    const session = await lockSession(inner.db, parsed.id);
    if (!session || !provesToken(ctx.secrets, REFRESH, session, input.token)) return new AppError('refresh_refused');
    const now = await databaseNow(inner.db);
    if (session.ended_at || statusAt(session, now) !== 'active') return new AppError('refresh_refused');
    const age = (since: Date) => now.getTime() - since.getTime();
    if (age(session.used_at) > SESSION_IDLE || age(session.created_at) > SESSION_ABSOLUTE) {
      await endSession(inner.db, session.id, 'expired');
      return new AppError('refresh_refused');
    }
    const behind = session.generation - parsed.generation;
    const inGrace = behind === 1 && session.rotated_at !== null && age(session.rotated_at) <= REFRESH_GRACE;
    if (behind !== 0 && !inGrace) {
      await endSession(inner.db, session.id, 'replay');
      await logSecurity(inner.db, session.account_id, 'refresh_replayed', { session: session.id });
      await enqueue(inner, accountMail, {
        kind: 'session_replayed',
        accountId: session.account_id,
        language: session.preferred_language,
      });
      return new AppError('refresh_refused');
    }
    if (session.rotates && !input.rotate) return new AppError('rotation_required');
    const accessToken = await signAccessToken(ctx, { accountId: session.account_id, sessionId: session.id });
    const rotated = input.rotate && behind === 0;
    const generation = session.generation + (rotated ? 1 : 0);
    await noteUse(inner.db, session.id, now, rotated ? generation : undefined);
    const tokens: Refreshed = input.rotate
      ? { accessToken, refreshToken: makeToken(ctx.secrets, REFRESH, session, generation) }
      : { accessToken };
    return { session, tokens };
  });
  if (outcome instanceof AppError) throw outcome;
  // After the transaction of the session, because accounts are locked before sessions.
  await rememberTimeZone(ctx, outcome.session, input.timeZone);
  return outcome.tokens;
}

/** Stores the time zone of the browser if it is another one, and `Intl` knows it. */
async function rememberTimeZone(
  ctx: Ctx,
  { account_id, time_zone }: { account_id: string; time_zone: string },
  timeZone: string | undefined,
): Promise<void> {
  if (timeZone && timeZone !== time_zone && isTimeZone(timeZone)) await saveTimeZone(ctx.db, account_id, timeZone);
}

/** Ends the session of a refresh token. An invalid token ends nothing and gets the same response. */
export async function logout(ctx: Ctx, input: { token: string }): Promise<typeof DONE> {
  const parsed = parseToken(input.token);
  const session = parsed ? await findSessionSeed(ctx.db, parsed.id) : undefined;
  if (session && provesToken(ctx.secrets, REFRESH, session, input.token)) await endSession(ctx.db, session.id, 'exit');
  // Drops what was prefetched for this user, so that the next user of the browser doesn’t get it.
  ctx.cachePolicy.changed.add('session');
  return DONE;
}
