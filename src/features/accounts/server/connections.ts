import { after, SECOND } from '#core/time.ts';
import type { Ctx } from '#platform/context.ts';
import type { Db } from '#platform/db/database.ts';
import { readOnce } from '#platform/memo.ts';
import type { Connection } from '../contract.ts';
import { isCutByReset, type Provider } from '../model/connections.ts';
import { type AccountRow, logSecurity } from './accounts.repo.ts';
import { deleteIdentities, identitiesOf } from './identities.repo.ts';
import { wayOfSession } from './login-log.repo.ts';

/** The identities of an account, read once for each call. */
export const knownIdentities = readOnce(({ db }: Pick<Ctx, 'db' | 'memo'>, accountId: string) =>
  identitiesOf(db, accountId),
);

/** Returns the identities with which an account can log in: the operator may have chosen another issuer since. */
export async function waysIn(ctx: Pick<Ctx, 'db' | 'signIn' | 'memo'>, accountId: string) {
  const identities = await knownIdentities(ctx, accountId);
  return identities.filter(({ provider, issuer }) => ctx.signIn[provider]?.isIssuer(issuer) === true);
}

/** Returns what an account is connected to, and what happens to it if the password is reset. */
export async function connectionsOf({ db }: Pick<Ctx, 'db'>, account: AccountRow): Promise<Connection[]> {
  const hasPassword = account.password_hash !== null;
  const facts = { hasPassword, passwordChangedAt: account.password_changed_at, joinedAt: account.joined_at };
  return (await identitiesOf(db, account.id)).map(({ provider, connected_at: connectedAt }) => ({
    provider,
    connectedAt: connectedAt?.toISOString() ?? null,
    isCut: isCutByReset(facts, connectedAt),
  }));
}

/** Disconnects providers, and logs why. */
async function cut(db: Db, accountId: string, providers: readonly Provider[], by: 'reset' | 'disown'): Promise<void> {
  await deleteIdentities(db, accountId, providers);
  for (const provider of providers) await logSecurity(db, accountId, `${provider}_disconnected`, { by });
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
  const connections = await connectionsOf(ctx, account);
  const isKept = ({ provider, isCut }: Connection) => !isCut && keep.includes(provider);
  const gone = connections.filter((connection) => !isKept(connection)).map(({ provider }) => provider);
  await cut(ctx.db, account.id, gone, 'reset');
  return { cut: gone, kept: connections.filter(isKept).map(({ provider }) => provider) };
}

/** A login that connects an account does so just before its session begins. */
const LOGIN_TAKES = 10 * SECOND;

/**
 * Disconnects what was connected by a disowned login or since, and the provider that it came in with: its user isn’t
 * the owner, however long ago it was connected. Returns whether something was. Requires the lock of the
 * account.
 */
export async function cutDisowned(
  db: Db,
  accountId: string,
  session: { id: string; created_at: Date },
): Promise<boolean> {
  const way = await wayOfSession(db, accountId, session.id);
  const gone = (await identitiesOf(db, accountId)).filter(
    ({ provider, connected_at: at }) =>
      provider === way || (at !== null && after(at, LOGIN_TAKES) >= session.created_at),
  );
  const providers = gone.map(({ provider }) => provider);
  await cut(db, accountId, providers, 'disown');
  return providers.length > 0;
}
