import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import type { Provider } from '#core/providers.ts';
import type { OpenidProvider } from '#testing/openid-provider.ts';
import { type BroughtBack, visitProvider } from './provider.test-kit.ts';
import { codeOf, setUpProviderLogins } from './provider-logins.test-kit.ts';

const { app, openid, there: THERE, finish, login } = await setUpProviderLogins();

const accounts = async () => Number((await app.database.pool.query('select count(*) as n from accounts')).rows[0].n);

describe.each(['google', 'openid'] as const)('a login with %s is refused for', (provider) => {
  const other: Provider = provider === 'google' ? 'openid' : 'google';
  const there = THERE[provider];

  const returned: [string, string, (back: BroughtBack) => Promise<BroughtBack> | BroughtBack][] = [
    ['another state', 'state_lost', (back) => ({ ...back, answer: { ...back.answer, state: 'x'.repeat(43) } })],
    ['no cookie', 'state_lost', (back) => ({ ...back, cookie: '' })],
    [
      'what the other provider returned',
      'state_lost',
      async (back) => ({ ...(await visitProvider(app, other)), cookie: back.cookie }),
    ],
    [
      'the issuer of the other provider',
      'refused',
      (back) => ({ ...back, answer: { ...back.answer, iss: THERE[other].issuer } }),
    ],
    [
      'no issuer, which it has promised',
      'refused',
      ({ answer: { iss: _, ...answer }, ...back }) => ({ ...back, answer }),
    ],
    ['another code', 'refused', (back) => ({ ...back, answer: { ...back.answer, code: 'x'.repeat(43) } })],
    ['no code', 'cancelled', ({ answer: { state }, ...back }) => ({ ...back, answer: { state } })],
  ];
  it.each(returned)('%s', async (_name, failure, change) => {
    const before = await accounts();
    const refused = await finish(provider, await change(await visitProvider(app, provider)));
    expect(refused).toMatchObject({ status: 400, body: { code: codeOf(provider, failure) } });
    expect(await accounts()).toBe(before);
  });

  const tampered: [string, (claims: Record<string, unknown>) => Record<string, unknown>][] = [
    ['nonce', (claims) => ({ ...claims, nonce: 'another' })],
    ['no nonce', ({ nonce: _, ...claims }) => claims],
    ['aud', (claims) => ({ ...claims, aud: 'another-client' })],
    ['azp', (claims) => ({ ...claims, aud: [claims.aud, 'another'], azp: 'another' })],
    ['iss', (claims) => ({ ...claims, iss: THERE[other].issuer })],
    ['expired', (claims) => ({ ...claims, iat: 1_700_000_000, exp: 1_700_003_600 })],
    ['no iat', ({ iat: _, ...claims }) => claims],
    ['no sub', ({ sub: _, ...claims }) => claims],
    ['a sub that is too long', (claims) => ({ ...claims, sub: 'x'.repeat(256) })],
    ['a sub that can’t be stored', (claims) => ({ ...claims, sub: 'a\0b' })],
    ['a sub that would be stored as another', (claims) => ({ ...claims, sub: 'a\ud800' })],
  ];
  it.each(tampered)('an invalid identity token: %s', async (_name, tamper) => {
    const before = await accounts();
    there.tamper = tamper;
    const refused = await login(provider);
    expect([refused.status, refused.body.code]).toEqual([
      expect.any(Number),
      expect.stringMatching(/_(refused|unavailable)$/),
    ]);
    expect([400, 503]).toContain(refused.status);
    expect(await accounts()).toBe(before);
  });

  it('a token that is signed by someone else, with the secret of the client, or not at all', async () => {
    const before = await accounts();
    there.forges = true;
    expect(await login(provider)).toMatchObject({ body: { code: codeOf(provider, 'refused') } });
    there.forges = false;
    const secret = new TextEncoder().encode(there.env.OIDC_CLIENT_SECRET ?? there.env.GOOGLE_CLIENT_SECRET);
    const resigned: ((claims: Record<string, unknown>) => Promise<string>)[] = [
      (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(secret),
      async (claims) => new UnsecuredJWT(claims).encode(),
    ];
    for (const sign of resigned) {
      there.resigns = (token) => sign(decodeJwt(token));
      expect(await login(provider)).toMatchObject({ body: { code: codeOf(provider, 'refused') } });
    }
    there.resigns = null;
    expect(await accounts()).toBe(before);
  });

  const outages: [string, NonNullable<OpenidProvider['misbehaves']>][] = [
    [
      'HTML',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello</p>');
        return true;
      },
    ],
    [
      'a redirect',
      (_request, response) => {
        response.writeHead(302, { location: `${THERE[other].issuer}/token` }).end();
        return true;
      },
    ],
    [
      'cut off',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).write('{"access_token":"');
        response.destroy();
        return true;
      },
    ],
    [
      'a closed connection',
      (request) => {
        request.socket.destroy();
        return true;
      },
    ],
  ];
  it.each(outages)(
    'an answer to the code that is %s, which says nothing about the login',
    async (_name, misbehaves) => {
      const back = await visitProvider(app, provider);
      there.misbehaves = (request, response) => request.url === '/token' && misbehaves(request, response);
      expect(await finish(provider, back)).toMatchObject({
        status: 503,
        body: { code: codeOf(provider, 'unavailable') },
      });
    },
  );
});

it('a provider that doesn’t answer holds up no call for more than ten seconds, and no start', async () => {
  const back = await visitProvider(app, 'openid');
  const held: { end: () => void }[] = [];
  openid.misbehaves = (_request, response) => held.push(response) > 0;
  const begun = performance.now();
  expect(await finish('openid', back)).toMatchObject({ status: 503, body: { code: 'provider_unavailable' } });
  expect(performance.now() - begun).toBeLessThan(10_000);
  for (const response of held) response.end();
});

it('an endless answer is cut off long before its time is over', async () => {
  const back = await visitProvider(app, 'openid');
  let sent = 0;
  openid.misbehaves = (request, response) => {
    if (request.url !== '/token') return false;
    response.writeHead(200, { 'content-type': 'application/json' });
    const more = () => {
      do sent += 65_536;
      while (!response.destroyed && response.write(' '.repeat(65_536)));
    };
    response.on('drain', more);
    more();
    return true;
  };
  expect((await finish('openid', back)).status).toBe(503);
  expect(sent).toBeLessThan(20_000_000);
});
