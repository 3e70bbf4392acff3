import { sql } from 'kysely';
import { after, SECOND } from '#core/time.ts';
import type { Ctx } from '#platform/context.ts';
import type { Db } from '#platform/db/database.ts';
import type { Connection } from '../contract.ts';
import { isCutByReset, type Provider } from '../model/connections.ts';
import { type AccountRow, changeAccount, logSecurity } from './accounts.repo.ts';

/** Returns what an account is connected to, and what happens to it if the password is reset. */
export function connectionsOf(account: AccountRow): Connection[] {
  if (account.google_subject === null) return [];
  const connectedAt = account.google_connected_at;
  const isCut = isCutByReset(
    {
      hasPassword: account.password_hash !== null,
      passwordChangedAt: account.password_changed_at,
      joinedAt: account.joined_at,
    },
    connectedAt,
  );
  return [{ provider: 'google', connectedAt: connectedAt?.toISOString() ?? null, isCut }];
}

/**
 * Disconnects what a reset of the password must cut, and everything else except `keep`. Returns what was disconnected
 * and what is left. Requires the lock of the account.
 */
export async function cutConnections(
  ctx: Pick<Ctx, 'db'>,
  account: AccountRow,
  keep: readonly Provider[],
): Promise<{ cut: Provider[]; kept: Provider[] }> {
  const connections = connectionsOf(account);
  const kept = connections.filter(({ provider, isCut }) => !isCut && keep.includes(provider));
  const cut = connections.filter((connection) => !kept.includes(connection));
  if (cut.length > 0) {
    await changeAccount(ctx.db, account.id, { google_subject: null, google_connected_at: null });
    await logSecurity(ctx.db, account.id, 'google_disconnected', { by: 'reset' });
  }
  return { cut: cut.map(({ provider }) => provider), kept: kept.map(({ provider }) => provider) };
}

/** A login that connects an account does so just before its session begins. */
const LOGIN_TAKES = 10 * SECOND;

/** Disconnects what was connected by the login of a time or since. Requires the lock of the account. */
export async function cutConnectionsSince(db: Db, account: AccountRow, loggedInAt: Date): Promise<void> {
  const connectedAt = account.google_connected_at;
  if (connectedAt === null || after(connectedAt, LOGIN_TAKES) < loggedInAt) return;
  await changeAccount(db, account.id, { google_subject: null, google_connected_at: null });
  await logSecurity(db, account.id, 'google_disconnected', { by: 'disown' });
}

/** The columns of an account that connect it to a Google account from now on. */
export function googleColumns(subject: string) {
  return { google_subject: subject, google_connected_at: sql<Date>`db_clock()` };
}
