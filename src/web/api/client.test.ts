import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call } from './client.ts';
import { OUTLIVING_MAX } from './outlive.ts';
import { accessToken, keepTokens } from './session.ts';

const endpoint = { method: 'POST', path: 'texts/save', access: 'member' } as unknown as Parameters<typeof call>[0];
const tokenOf = (memberId: string) =>
  `head.${Buffer.from(JSON.stringify({ sub: memberId })).toString('base64url')}.mark`;
const signIn = (memberId: string) => keepTokens({ accessToken: tokenOf(memberId), refreshToken: 'refresh' });
const answer = (status: number, body: object) => new Response(JSON.stringify(body), { status });
const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  vi.stubGlobal('dispatchEvent', () => true);
  vi.stubGlobal('document', { documentElement: { lang: 'en', dataset: {}, style: { setProperty() {} } } });
  vi.stubGlobal('dispatchEvent', () => true);
  vi.stubGlobal('fetch', fetched.mockReset());
  fetched.mockImplementation(async () => answer(200, { data: 'saved' }));
});
afterEach(() => void vi.unstubAllGlobals());

it('makes a call as the logged-in member', async () => {
  signIn('1');
  expect(await call(endpoint, {}, { as: '1' })).toBe('saved');
});

it('sends the site’s cookies with reads, too, so that a response is never older than the member’s last change', async () => {
  for (const method of ['POST', 'GET']) {
    await call({ ...endpoint, method } as typeof endpoint, {});
    expect(fetched.mock.lastCall![1]!.credentials ?? 'same-origin').toBe('same-origin');
  }
});

it('never makes a call of one member in the name of another', async () => {
  signIn('2');
  await expect(call(endpoint, {}, { as: '1' })).rejects.toMatchObject({ code: 'login_required' });
  expect(fetched).not.toHaveBeenCalled();
});

it('never does so if another member logs in during the call', async () => {
  signIn('1');
  fetched.mockImplementationOnce(async () => {
    signIn('2');
    return answer(401, { code: 'login_required', error: 'Log in' });
  });
  await expect(call(endpoint, {}, { as: '1' })).rejects.toMatchObject({ code: 'login_required' });
  expect(fetched).toHaveBeenCalledOnce();
});

it('ends the session of a banned member, but not that of another one who has logged in during the call', async () => {
  const ban = () => answer(403, { code: 'banned', error: 'Banned', details: {} });
  signIn('1');
  fetched.mockImplementationOnce(async () => {
    signIn('2');
    return ban();
  });
  await expect(call(endpoint, {})).rejects.toMatchObject({ code: 'banned' });
  expect(accessToken()).toBe(tokenOf('2'));
  fetched.mockImplementationOnce(async () => ban());
  await expect(call(endpoint, {})).rejects.toMatchObject({ code: 'banned' });
  expect(accessToken()).toBeNull();
});

it.each([401, 403])('on %d renews the session once, and repeats every call that was refused', async (status) => {
  signIn('1');
  const used = accessToken();
  fetched.mockImplementation(async (address, options) => {
    if (`${address}`.startsWith('/api/user/refresh_token'))
      return answer(200, { data: { accessToken: `${tokenOf('1')}2`, refreshToken: 'next' } });
    const isOld = new Headers(options?.headers).get('authorization') === `Bearer ${used}`;
    return isOld ? answer(status, { code: 'login_required', error: 'Log in' }) : answer(200, { data: 'saved' });
  });
  const calls = [call(endpoint, {}), call(endpoint, {}), call(endpoint, {})];
  expect(await Promise.allSettled(calls)).toEqual(Array(3).fill({ status: 'fulfilled', value: 'saved' }));
  const renewals = fetched.mock.calls.filter(([address]) => `${address}`.startsWith('/api/user/refresh_token'));
  expect(renewals).toHaveLength(1);
});

it('gives up after ten seconds', async () => {
  const given = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(given.signal);
  fetched.mockImplementationOnce((_, options) => {
    given.abort(new DOMException('too late', 'TimeoutError'));
    return Promise.reject(options!.signal!.reason);
  });
  await expect(call(endpoint, {})).rejects.toMatchObject({ code: 'timeout', status: 0 });
  expect(timeout).toHaveBeenCalledExactlyOnceWith(10_000);
  timeout.mockRestore();
});

it('knows of a failed call whether it only reads', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  for (const [method, isRead] of [
    ['POST', false],
    ['GET', true],
  ] as const)
    for (const error of [new TypeError('Failed to fetch'), new DOMException('', 'TimeoutError')]) {
      fetched.mockRejectedValueOnce(error);
      await expect(call({ ...endpoint, method } as typeof endpoint, {})).rejects.toMatchObject({ status: 0, isRead });
    }
  warn.mockRestore();
});

it('logs that there was no response, and distinguishes network, timeout, cancelled and a bad answer', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const failing = (error: Error) => {
    fetched.mockRejectedValueOnce(error);
    return call(endpoint, {}).catch(({ code }) => code);
  };
  expect(await failing(new DOMException('', 'TimeoutError'))).toBe('timeout');
  expect(await failing(new DOMException('', 'AbortError'))).toBe('cancelled');
  expect(await failing(new SyntaxError('no JSON'))).toBe('bad_answer');
  expect(warn).not.toHaveBeenCalled();
  expect(await failing(new TypeError('Failed to fetch'))).toBe('network');
  expect(warn).toHaveBeenCalledExactlyOnceWith('Network Error');
  warn.mockRestore();
});

const read = { ...endpoint, method: 'GET', path: 'chapter/editor' } as typeof endpoint;
/** Stores a response that the page has requested before its scripts were loaded. */
const haveAhead = (token: string | null) =>
  vi.stubGlobal(
    'askedAhead',
    new Map([
      [
        '/api/chapter/editor?t=en&storyId=11',
        {
          token,
          at: performance.now(),
          answer: Promise.resolve({ response: answer(200, {}), body: { data: 'asked ahead' } }),
        },
      ],
    ]),
  );

it('uses the response to a read that the page has requested ahead, once', async () => {
  signIn('1');
  haveAhead(tokenOf('1'));
  expect(await call(read, { storyId: '11' })).toBe('asked ahead');
  expect(fetched).not.toHaveBeenCalled();
  expect(await call(read, { storyId: '11' })).toBe('saved');
});

it.each<[string, params: object, write: (() => Promise<unknown>) | null, as: string]>([
  ['with other parameters', { storyId: '12' }, null, '1'],
  ['of another member', { storyId: '11' }, null, '2'],
  ['after a write', { storyId: '11' }, () => call(endpoint, {}), '1'],
  ['after a picture', { storyId: '11' }, () => call(endpoint, {}, { file: new Blob(['picture']) }), '1'],
])('does not use a response %s', async (_, params, write, as) => {
  signIn('1');
  haveAhead(tokenOf(as));
  await write?.();
  expect(await call(read, params)).toBe('saved');
});

/** Builds a body with this number of bytes in UTF-8. */
const bodyOf = (bytes: number) => {
  const text = 'é'.repeat(Math.floor((bytes - '{"text":""}'.length) / 2));
  return { text: text.padEnd(text.length + ((bytes - '{"text":""}'.length) % 2), 'e') };
};
const outlived = () => fetched.mock.calls.map(([, options]) => options?.keepalive);

it('sets keepalive for writes, but not for reads and files', async () => {
  await call(endpoint, {});
  await call({ ...endpoint, method: 'GET' }, {});
  await call(endpoint, {}, { file: new Blob(['picture']) });
  expect(outlived()).toEqual([true, false, false]);
});

it('counts bytes, and sends bodies above the browsers’ limit without keepalive', async () => {
  await call(endpoint, bodyOf(OUTLIVING_MAX));
  await call(endpoint, bodyOf(OUTLIVING_MAX + 1));
  expect(outlived()).toEqual([true, false]);
});

it('counts all requests that are in flight, until they have been answered or have failed', async () => {
  const answers: ((response: Response) => void)[] = [];
  fetched.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
  const first = call(endpoint, bodyOf(OUTLIVING_MAX - 100));
  const small = call(endpoint, bodyOf(100));
  const tooMuch = call(endpoint, bodyOf(13));
  expect(outlived()).toEqual([true, true, false]);
  answers[1]!(answer(200, { data: 'saved' }));
  await small;
  const next = call(endpoint, bodyOf(100));
  answers[0]!(answer(500, { error: 'It failed', code: 'internal' }));
  await expect(first).rejects.toMatchObject({ code: 'internal' });
  const large = call(endpoint, bodyOf(OUTLIVING_MAX - 100));
  expect(outlived().slice(3)).toEqual([true, true]);
  for (const resolve of answers.slice(2)) resolve(answer(200, { data: 'saved' }));
  await Promise.all([tooMuch, next, large]);
  fetched.mockRejectedValueOnce(new TypeError('no network'));
  vi.spyOn(console, 'warn').mockImplementationOnce(() => {});
  await expect(call(endpoint, bodyOf(OUTLIVING_MAX))).rejects.toMatchObject({ code: 'network' });
  fetched.mockImplementation(async () => answer(200, { data: 'saved' }));
  await call(endpoint, bodyOf(OUTLIVING_MAX));
  expect(outlived().slice(5)).toEqual([true, true]);
});

it('sets keepalive for the session renewal, no matter how much else is in flight', async () => {
  signIn('1');
  let answerLarge: (response: Response) => void = () => {};
  fetched.mockImplementation(async (address) =>
    `${address}`.startsWith('/api/user/refresh_token')
      ? answer(200, { data: { accessToken: tokenOf('1'), refreshToken: 'next' } })
      : answer(401, { code: 'login_required', error: 'Log in' }),
  );
  fetched.mockImplementationOnce(() => new Promise((resolve) => (answerLarge = resolve)));
  const large = call(endpoint, bodyOf(OUTLIVING_MAX));
  await expect(call({ ...endpoint, method: 'GET' }, {})).rejects.toMatchObject({ code: 'login_required' });
  const renewal = fetched.mock.calls.find(([address]) => `${address}`.startsWith('/api/user/refresh_token'));
  expect(renewal?.[1]).toMatchObject({ keepalive: true });
  answerLarge(answer(200, { data: 'saved' }));
  await large;
});
