import { afterAll, beforeEach } from 'vitest';
import type { Provider } from '#core/providers.ts';
import { type OpenidProvider, type PersonThere, startOpenidProvider } from '#testing/openid-provider.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { providerApi } from '../contract-providers.ts';
import { type BroughtBack, visitProvider } from './provider.test-kit.ts';

export const LOGIN = { google: providerApi.loginWithGoogle, openid: providerApi.loginWithOpenid } as const;

/** The code of a failure, as the calls of the provider name it. */
export const codeOf = (provider: Provider, failure: string) =>
  `${provider === 'google' ? 'google' : 'provider'}_${failure}`;

/** Starts both providers and a site for the tests of a file. Each test begins with a person who is new at both. */
export async function setUpProviderLogins() {
  const google = await startOpenidProvider('http://localhost:3000', 'google');
  const openid = await startOpenidProvider('http://localhost:3000', 'openid');
  const there: Record<Provider, OpenidProvider> = { google, openid };
  afterAll(() => Promise.all([google.stop(), openid.stop()]));
  const app = setUpTestApp({
    ...google.env,
    ...openid.env,
    RATE_LIMITS: 'on',
    LIMIT_ADDRESS: '5000',
    LIMIT_LOGIN_ADDRESS: '1000',
    LIMIT_REGISTER: '100',
  });

  let count = 0;
  const newPerson = (of: Partial<PersonThere> = {}): PersonThere => {
    count += 1;
    return { subject: `there-${count}`, email: `person${count}@there.test`, verified: true, ...of };
  };
  beforeEach(() => {
    for (const each of Object.values(there)) {
      each.visitor = newPerson();
      each.tamper = null;
      each.forges = false;
      each.fails = false;
      each.misbehaves = null;
    }
    app.mails.length = 0;
  });

  const finish = (provider: Provider, { answer, cookie }: Pick<BroughtBack, 'answer' | 'cookie'>) =>
    app.send(LOGIN[provider], answer, {}, { headers: { cookie } });
  const login = async (provider: Provider, person = there[provider].visitor!) => {
    there[provider].visitor = person;
    return finish(provider, await visitProvider(app, provider));
  };
  return {
    app,
    openid,
    there,
    newPerson,
    finish,
    login,
    /** How many people there have been, for names of a test’s own. */
    visitors: () => count,
  };
}
