import { mailedToken, PASSWORD } from '#testing/factories.ts';
import type { TestApp } from '#testing/test-app.ts';
import { accountApi } from '../contract.ts';

/** An account that waits for its link; answers the token of the link. */
export async function buildUnverified(app: TestApp, email: string, password = PASSWORD): Promise<string> {
  await app.call(accountApi.register, { email, password, terms: true });
  await app.work();
  return mailedToken(app, email);
}

/** Mails a reset link and answers its token. */
export async function requestReset(app: TestApp, email: string): Promise<string> {
  await app.call(accountApi.requestReset, { email });
  await app.work();
  return mailedToken(app, email);
}
