import { mailedToken, PASSWORD } from '#testing/factories.ts';
import type { TestApp, WireAnswer } from '#testing/test-app.ts';
import { accountApi } from '../contract.ts';
import { emailKey } from './registration.service.ts';

/** Creates an unconfirmed account. Returns the token of its link. */
export async function buildUnverified(app: TestApp, email: string, password = PASSWORD): Promise<string> {
  await app.call(accountApi.register, { email, password, terms: true });
  await app.work();
  return mailedToken(app, email);
}

/** Requests a password reset. Returns the token of the emailed link. */
export async function requestReset(app: TestApp, email: string): Promise<string> {
  await app.call(accountApi.requestReset, { email });
  await app.work();
  return mailedToken(app, email);
}

/** Returns the events of an account in the security log, oldest first. */
export async function securityEvents(app: TestApp, email: string) {
  return app.database.db
    .selectFrom('security_log as l')
    .innerJoin('accounts as a', 'a.id', 'l.account_id')
    .leftJoin('login_addresses as f', 'f.event_id', 'l.id')
    .where('a.email', '=', email)
    .select(['l.event', 'l.facts', 'f.address', 'f.succeeded'])
    .orderBy('l.id')
    .execute();
}

/** Counts the failed logins of an account in the security log. */
export async function failedLogins(app: TestApp, email: string): Promise<number> {
  return (await securityEvents(app, email)).filter(({ event }) => event === 'login_failed').length;
}

/** Sets how many failed logins an account has had today. It must have had one. */
export async function setFailuresToday(app: TestApp, email: string, count: number): Promise<void> {
  const key = `failures:account ${emailKey(app.deps, email)}`;
  await app.database.db.updateTable('rate_limits').set({ points: count }).where('key', '=', key).execute();
}

/** Returns the headers with which a device that has logged in makes its next calls. Empty if it got no cookie. */
export function deviceHeaders({ headers }: WireAnswer): Record<string, string> {
  const cookies = [headers['set-cookie'] ?? []].flat() as string[];
  const device = cookies.find((cookie) => cookie.startsWith('skein_device='));
  return device ? { cookie: device.split(';', 1)[0]! } : {};
}
