import { describe, expect, it } from 'vitest';
import { createSecrets } from '#platform/secrets.ts';
import { ACCESS_TOKEN_LASTS, ACCESS_TOKEN_LEEWAY } from '../model/account-limits.ts';
import { createKnownTokens } from './known-tokens.ts';
import { readAccessToken, signAccessToken } from './tokens.ts';

const at = (time: number) => new Date(time);

describe('known tokens', () => {
  it('are found until they expire', () => {
    const tokens = createKnownTokens<string>();
    expect(tokens.find('a', at(0))).toBeNull();
    tokens.keep('a', 'anna', at(100));
    expect(tokens.find('a', at(99))).toBe('anna');
    expect(tokens.find('b', at(99))).toBeNull();
    expect(tokens.find('a', at(100))).toBeNull();
    expect(tokens.find('a', at(99)), 'an expired token is dropped').toBeNull();
  });

  it('are limited in number', () => {
    const tokens = createKnownTokens<number>(2);
    for (const [n, name] of ['a', 'b', 'c'].entries()) tokens.keep(name, n, at(100));
    expect(['a', 'b', 'c'].map((name) => tokens.find(name, at(1)))).toEqual([null, 1, 2]);
  });
});

describe('access token', () => {
  const secrets = createSecrets({ secretKey: 'a secret of tests that is long enough' });
  let now = Date.parse('2026-03-01T12:00:00Z');
  const ctx = { secrets, clock: { now: () => new Date(now) } };
  const claims = { accountId: '7', sessionId: '9' };

  it('expires at the same time when it is known', async () => {
    const token = await signAccessToken(ctx, claims);
    const fresh = { ...ctx, secrets: createSecrets({ secretKey: 'a secret of tests that is long enough' }) };
    now += ACCESS_TOKEN_LASTS + ACCESS_TOKEN_LEEWAY - 1;
    expect(await readAccessToken(fresh, token)).toEqual(claims);
    expect(await readAccessToken(ctx, token)).toEqual(claims);
    expect(await readAccessToken(ctx, token)).toEqual(claims);
    now += 1;
    expect(await readAccessToken(ctx, token)).toBeNull();
    expect(await readAccessToken(ctx, token)).toBeNull();
  });

  it('is only valid with the keys of its own site', async () => {
    const token = await signAccessToken(ctx, claims);
    expect(await readAccessToken(ctx, token)).toEqual(claims);
    const other = { ...ctx, secrets: createSecrets({ secretKey: 'another secret of tests, long enough' }) };
    expect(await readAccessToken(other, token)).toBeNull();
    expect(await readAccessToken(ctx, `${token.slice(0, -2)}AA`)).toBeNull();
  });
});
