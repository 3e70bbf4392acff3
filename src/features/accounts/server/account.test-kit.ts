import { mailedToken, PASSWORD } from '#testing/factories.ts';
import type { TestApp } from '#testing/test-app.ts';
import { accountApi } from '../contract.ts';

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
