import type { FastifyInstance, FastifyRequest } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { LANGUAGES } from '#core/languages.ts';
import { readConfig } from '#server/config.ts';
import { errorStatuses } from '#server/model.ts';
import { createLog } from '../log/log.ts';
import { cacheControlOf, languageOf, limitKeyOf, tokenOf } from './caller.ts';
import { createHttpServer } from './server.ts';

const request = (query: Record<string, unknown>, headers: Record<string, string> = {}) =>
  ({ query, headers }) as unknown as FastifyRequest;

describe('the language of a response', () => {
  it.each<[Record<string, unknown>, Record<string, string>, string]>([
    [{}, {}, 'en'],
    [{ t: 'de' }, {}, 'de'],
    [{ t: 'zh-TW' }, {}, 'zh'],
    [{ t: 'PT_br' }, {}, 'pt'],
    [{ t: 'ja' }, { cookie: 'skein_language=de', 'accept-language': 'fr' }, 'ja'],
    [{ t: 'xx' }, { cookie: 'skein_language=de', 'accept-language': 'fr' }, 'de'],
    [{ t: ['ja', 'ko'] }, { 'accept-language': 'fr' }, 'fr'],
    [{}, { cookie: 'a=b; skein_language=ko; c=d', 'accept-language': 'fr' }, 'ko'],
    [{}, { cookie: ' skein_language = es ' }, 'es'],
    [{}, { cookie: 'not_skein_language=es' }, 'en'],
    [{}, { cookie: 'skein_language=klingon', 'accept-language': 'fr-CH, en;q=0.9' }, 'fr'],
    [{}, { cookie: 'skein_language' }, 'en'],
    [{}, { 'accept-language': 'ru, pt-PT;q=0.4, de;q=0.3' }, 'pt'],
    [{}, { 'accept-language': '*' }, 'en'],
  ])('%j %j → %s', (query, headers, language) => expect(languageOf(request(query, headers))).toBe(language));
});

describe('a public response', () => {
  it.each(LANGUAGES.map((language) => [language]))('with t=%s can be kept by shared caches', (t) =>
    expect(cacheControlOf(request({ t }))).toContain('s-maxage=60'),
  );
  it.each([[undefined], ['xx'], [''], [['de', 'en']]])('with t=%j can not, because it depends on headers', (t) =>
    expect(cacheControlOf(request({ t }))).toBe('private, no-cache'),
  );
  it.each([
    [-5, 0],
    [0.5, 0],
    [20.5, 20],
    [90, 60],
  ])('that expires in %f s is kept for %i s', (seconds, kept) => {
    const until = new Date(Date.now() + seconds * 1000);
    expect(cacheControlOf(request({ t: 'de' }), until)).toContain(`s-maxage=${kept},`);
    expect(cacheControlOf(request({}), until)).toBe('private, no-cache');
  });
});

describe('the address that limits count', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::9', '2001:db8:1:3::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['2001:db8:0:0:1::9', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
    ['1:2:3:4:5:6:192.0.2.7', '1:2:3:4::/64'],
    ['unknown', 'unknown'],
    ['x'.repeat(5000), 'unknown'],
    ['', 'unknown'],
  ])('%s → %s', (address, key) => expect(limitKeyOf(address)).toBe(key));
});

describe('the token of a request', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['  ', null],
    ['abc', 'abc'],
    ['Bearer abc', 'abc'],
    ['bearer   abc ', 'abc'],
    ['Basic abc', 'Basic abc'],
  ])('%j → %j', (authorization, token) =>
    expect(tokenOf(request({}, authorization === undefined ? {} : { authorization }))).toBe(token),
  );
});

describe('behind proxies', () => {
  let app: FastifyInstance | undefined;
  afterEach(() => app?.close());

  const addressSeen = async (proxies: number, forwarded: string | string[] | undefined) => {
    app = await createHttpServer(readConfig({ TRUST_PROXY: String(proxies) }, '/'), createLog('silent'), errorStatuses);
    app.get('/address', async (seen) => limitKeyOf(seen.ip));
    const { body } = await app.inject({
      url: '/address',
      remoteAddress: '198.51.100.1',
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    });
    return body;
  };
  it.each<[number, string | undefined, string]>([
    [0, undefined, '198.51.100.1'],
    [0, '203.0.113.9', '198.51.100.1'],
    [1, undefined, '198.51.100.1'],
    [1, '203.0.113.9', '203.0.113.9'],
    [1, '10.0.0.1, 203.0.113.9', '203.0.113.9'],
    [1, '127.0.0.1, ::1, 203.0.113.9', '203.0.113.9'],
    [1, '10.0.0.1, 2001:db8:1:2:3::4', '2001:db8:1:2::/64'],
    [2, '203.0.113.9', '203.0.113.9'],
    [2, '203.0.113.9, 192.0.2.5', '203.0.113.9'],
    [2, '10.0.0.1, 203.0.113.9, 192.0.2.5', '203.0.113.9'],
  ])('%i of them, "%s": %s', async (proxies, forwarded, address) =>
    expect(await addressSeen(proxies, forwarded)).toBe(address),
  );
  it('a forged header never changes the address that the nearest proxy saw', async () => {
    for (let i = 0; i < 50; i += 1) {
      const lies = Array.from({ length: i % 5 }, (_, j) => `10.${i}.${j}.1`);
      expect(await addressSeen(0, [...lies, '1.1.1.1'].join(', '))).toBe('198.51.100.1');
      await app?.close();
      expect(await addressSeen(1, [...lies, '203.0.113.9'].join(','))).toBe('203.0.113.9');
      await app?.close();
    }
  });
});
