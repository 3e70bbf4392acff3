import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ErrorCode } from '#core/errors.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { messageApi } from '#features/messages/contract.ts';
import { errorStatuses } from '#server/model.ts';
import { buildMember, type Member } from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { translatorOf } from '../i18n/catalogs.ts';

const app = setUpTestApp();
let member: Member;
beforeAll(async () => {
  member = await buildMember(app);
});

interface Asked {
  method?: string;
  url: string;
  headers?: Record<string, string>;
  payload?: string | Buffer;
}
const ask = ({ method = 'GET', url, headers = {}, payload }: Asked) =>
  app.app.http.inject({ method: method as 'GET', url, headers, ...(payload === undefined ? {} : { payload }) });
const json = { 'content-type': 'application/json' };
const signedIn = () => ({ authorization: member.accessToken });

const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

describe('an invalid request', () => {
  it.each<[string, () => Asked, ErrorCode]>([
    ['an unknown path', () => ({ url: '/api/nothing/here' }), 'unknown_path'],
    [
      'an unknown path by POST',
      () => ({ method: 'POST', url: '/api/nope', headers: json, payload: '{}' }),
      'unknown_path',
    ],
    ['a path with a trailing slash', () => ({ url: '/api/user/info/' }), 'unknown_path'],
    ['a path in capitals', () => ({ url: '/api/User/Info' }), 'unknown_path'],
    [
      'another method',
      () => ({ method: 'PUT', url: '/api/user/login', headers: json, payload: '{}' }),
      'method_not_allowed',
    ],
    ['GET for a call that changes something', () => ({ url: '/api/user/logout?token=x' }), 'method_not_allowed'],
    [
      'POST for a read',
      () => ({ method: 'POST', url: '/api/user/info', headers: json, payload: '{}' }),
      'method_not_allowed',
    ],
    ['DELETE', () => ({ method: 'DELETE', url: '/api/user/info' }), 'method_not_allowed'],
    ['a malformed URL', () => ({ url: '/api/%E0%A4%A' }), 'malformed_body'],
    ['a URL with a part that is too long', () => ({ url: `/images/${'x'.repeat(400)}` }), 'malformed_body'],
    [
      'invalid JSON',
      () => ({ method: 'POST', url: '/api/user/login', headers: json, payload: '{"email":' }),
      'malformed_body',
    ],
    [
      'an empty body with the type of JSON',
      () => ({ method: 'POST', url: '/api/user/login', headers: json, payload: '' }),
      'malformed_body',
    ],
    [
      '__proto__ in JSON',
      () => ({ method: 'POST', url: '/api/user/login', headers: json, payload: '{"__proto__":{"a":1}}' }),
      'malformed_body',
    ],
    [
      'constructor.prototype in JSON',
      () => ({ method: 'POST', url: '/api/user/login', headers: json, payload: '{"constructor":{"prototype":{}}}' }),
      'malformed_body',
    ],
    [
      'JSON 1,000 deep',
      () => ({ method: 'POST', url: '/api/user/login', headers: json, payload: deep(1000) }),
      'malformed_body',
    ],
    [
      'JSON 10,000 deep',
      () => ({ method: 'POST', url: '/api/user/login', headers: json, payload: deep(10_000) }),
      'malformed_body',
    ],
    ['an array', () => ({ method: 'POST', url: '/api/user/login', headers: json, payload: '[]' }), 'invalid_input'],
    ['a number', () => ({ method: 'POST', url: '/api/user/login', headers: json, payload: '5' }), 'invalid_input'],
    ['null', () => ({ method: 'POST', url: '/api/user/login', headers: json, payload: 'null' }), 'invalid_input'],
    [
      '64 KB and one byte',
      () => ({ method: 'POST', url: '/api/user/login', headers: json, payload: `"${'x'.repeat(65_535)}"` }),
      'body_too_large',
    ],
    [
      'text',
      () => ({
        method: 'POST',
        url: '/api/user/login',
        headers: { 'content-type': 'text/plain' },
        payload: '{"email":"a@b.c","password":"x"}',
      }),
      'unsupported_body',
    ],
    [
      'a form',
      () => ({
        method: 'POST',
        url: '/api/user/login',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'email=a%40b.c&password=x',
      }),
      'unsupported_body',
    ],
    [
      'XML',
      () => ({
        method: 'POST',
        url: '/api/user/login',
        headers: { 'content-type': 'application/xml' },
        payload: '<x/>',
      }),
      'unsupported_body',
    ],
    [
      'a body without a type',
      () => ({ method: 'POST', url: '/api/user/login', payload: Buffer.from('{}') }),
      'unsupported_body',
    ],
    [
      'multipart instead of JSON',
      () => ({
        method: 'POST',
        url: '/api/message/mark_all_read',
        headers: { 'content-type': 'multipart/form-data; boundary=x', ...signedIn() },
        payload: '--x--\r\n',
      }),
      'unsupported_body',
    ],
    [
      'JSON instead of a file',
      () => ({ method: 'POST', url: '/api/user/upload_avatar', headers: { ...json, ...signedIn() }, payload: '{}' }),
      'unsupported_body',
    ],
    [
      'truncated multipart',
      () => ({
        method: 'POST',
        url: '/api/user/upload_avatar',
        headers: { 'content-type': 'multipart/form-data; boundary=x', ...signedIn() },
        payload: '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
      }),
      'malformed_body',
    ],
    [
      'multipart without a boundary',
      () => ({
        method: 'POST',
        url: '/api/user/upload_avatar',
        headers: { 'content-type': 'multipart/form-data', ...signedIn() },
        payload: 'x',
      }),
      'malformed_body',
    ],
    ['a parameter given twice', () => ({ url: '/api/user/slug_user?slug=abc&slug=def' }), 'invalid_input'],
    ['a parameter __proto__', () => ({ url: '/api/user/slug_user?slug=abc&__proto__=x' }), 'invalid_input'],
    ['a parameter with a NUL', () => ({ url: '/api/user/slug_user?slug=%00' }), 'user_not_found'],
    ['a parameter that is not UTF-8', () => ({ url: '/api/user/slug_user?slug=%FF%FE' }), 'user_not_found'],
    [
      'an invalid token',
      () => ({ url: '/api/user/info', headers: { authorization: 'Bearer nonsense' } }),
      'login_required',
    ],
    [
      'a cookie instead of a token',
      () => ({ url: '/api/user/info', headers: { cookie: `accessToken=${member.accessToken}` } }),
      'login_required',
    ],
  ])('%s is answered in the envelope', async (_what, asked, code) => {
    const response = await ask(asked());
    const body = response.json();
    expect({ code: body.code, status: response.statusCode }).toEqual({ code, status: errorStatuses[code] });
    expect(body.error).toMatch(/^[A-Z]/);
    expect(Object.keys(body).filter((key) => !['error', 'code', 'fields', 'details'].includes(key))).toEqual([]);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.headers['content-type']).toMatch(/^application\/json/);
    expect(response.headers).toMatchObject(app.app.http.securityHeaders.values);
  });

  it('lists the allowed methods', async () => {
    expect((await ask({ method: 'PUT', url: '/api/user/login' })).headers.allow).toBe('POST');
    expect((await ask({ url: '/api/user/logout' })).headers.allow).toBe('POST');
  });
  it('names every unknown field', async () => {
    const response = await app.send(accountApi.logout, { token: 'x', toString: 1, constructor: 2, admin: true });
    expect(response.body.fields).toEqual({
      toString: 'This field doesn’t exist.',
      constructor: 'This field doesn’t exist.',
      admin: 'This field doesn’t exist.',
    });
  });
  it('distinguishes missing fields from invalid ones', async () => {
    expect((await app.send(messageApi.markRead, {}, member)).body.fields).toEqual({
      messageId: 'This field is required.',
    });
    expect((await app.send(messageApi.markRead, { messageId: 5 }, member)).body.fields).toEqual({
      messageId: 'This value isn’t valid.',
    });
  });
  it('is not too large at 64 KB', async () => {
    const response = await ask({
      method: 'POST',
      url: '/api/user/logout',
      headers: json,
      payload: `"${'x'.repeat(65_534)}"`,
    });
    expect(response.json().code).toBe('invalid_input');
  });
  it('can be nested as deeply as a text, but no deeper', async () => {
    const at = async (depth: number) =>
      (await ask({ method: 'POST', url: '/api/user/logout', headers: json, payload: deep(depth) })).json().code;
    expect(await at(20)).toBe('invalid_input');
    expect(await at(21)).toBe('malformed_body');
  });
});

describe('a request that is not HTTP', () => {
  const send = async (bytes: string) => {
    const { address, port } = await new Promise<{ address: string; port: number }>((resolve) => {
      const server = app.app.http.server;
      const known = () => resolve(server.address() as { address: string; port: number });
      if (server.listening) known();
      else app.app.http.listen({ port: 0, host: '127.0.0.1' }).then(known);
    });
    const socket = connect(port, address);
    socket.write(bytes);
    const answer = await text(socket);
    const [head, body] = answer.split('\r\n\r\n', 2) as [string, string];
    return { head: head.toLowerCase(), body };
  };
  it.each([
    ['nonsense', 'nonsense\r\n\r\n'],
    ['headers of 17 KB', `GET /api/health HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(17_000)}\r\n\r\n`],
    ['two hosts', 'GET /api/health HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n'],
    ['two lengths', 'POST /api/user/login HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}'],
    [
      'a length and chunks',
      'POST /api/user/login HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}',
    ],
  ])('%s is refused in the envelope, and the connection is closed', async (_what, bytes) => {
    const { head, body } = await send(bytes);
    expect(head).toMatch(/^http\/1\.1 400 /);
    for (const [name, value] of Object.entries(app.app.http.securityHeaders.values))
      expect(head).toContain(`${name}: ${value.toLowerCase()}`);
    expect(JSON.parse(body)).toEqual({
      code: 'malformed_body',
      error: 'We couldn’t read this request. Reload the page and try again.',
    });
  });
});

describe('a connection', () => {
  const answersTo = async (requests: string) => {
    const server = app.app.http.server;
    if (!server.listening) await app.app.http.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.address() as { port: number };
    const socket = connect(port, '127.0.0.1');
    socket.write(requests);
    const answer = await text(socket).catch(() => '');
    return answer.match(/HTTP\/1\.1 200 /g)?.length ?? 0;
  };
  const ask = 'GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n';
  const last = 'GET /api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
  it('may pipeline a few requests', async () => {
    expect(await answersTo(ask.repeat(4) + last)).toBe(5);
  });
  it('with too many pipelined requests is closed before their responses fill the memory', async () => {
    expect(await answersTo(ask.repeat(500) + last)).toBeLessThan(10);
  });
  it('without activity is closed, whether a request or a response is due', () => {
    const { timeout, keepAliveTimeout, requestTimeout, headersTimeout } = app.app.http.server;
    for (const limit of [timeout, keepAliveTimeout, requestTimeout, headersTimeout]) expect(limit).toBeGreaterThan(0);
    expect(timeout).toBeGreaterThan(keepAliveTimeout);
    expect(requestTimeout, 'with the time until Node looks, 15 s').toBeLessThan(15_000);
  });
  it('serves many requests one after another', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    await app.app.http.listen({ port: 0, host: '127.0.0.1' }).catch(() => {});
    const { port } = app.app.http.server.address() as { port: number };
    const sockets = new Set<unknown>();
    for (let i = 0; i < 100; i += 1) {
      const status = await new Promise((resolve, reject) => {
        const asked = get({ port, host: '127.0.0.1', path: '/api/openapi.json', agent }, (response) => {
          response.resume().on('end', () => resolve(response.statusCode));
        });
        asked.on('socket', (socket) => sockets.add(socket)).on('error', reject);
      });
      expect(status).toBe(200);
    }
    expect(sockets.size).toBe(1);
    agent.destroy();
  });
});

describe('every response', () => {
  it('has the security headers, even if it is not from a call', async () => {
    for (const url of [
      '/api/health',
      '/api/ready',
      '/api/openapi.json',
      '/metrics',
      '/images/x',
      '/nowhere',
      '/api/story/home?t=en',
    ]) {
      const response = await ask({ url });
      const { 'content-security-policy': policy, ...others } = app.app.http.securityHeaders.values;
      expect(response.headers, url).toMatchObject(others);
      expect(response.headers['content-security-policy'], url).toContain("default-src 'none'");
      if (!url.startsWith('/images')) expect(response.headers['content-security-policy'], url).toBe(policy);
    }
  });
  it('has a policy that allows nothing external and nothing inline', () => {
    const policy = app.app.http.securityHeaders.values['content-security-policy']!;
    for (const part of [
      "default-src 'none'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
      "require-trusted-types-for 'script'",
    ])
      expect(policy.split('; ')).toContain(part);
    expect(policy).not.toMatch(/unsafe-|\*|https?:|data:/);
  });
  it('is only for our own pages', async () => {
    const origin = 'https://evil.example';
    const preflight = {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    };
    for (const asked of [
      { url: '/api/story/home', headers: { origin } },
      { url: '/api/user/info', headers: { origin, ...signedIn() } },
      { method: 'OPTIONS', url: '/api/user/login', headers: preflight },
      { method: 'OPTIONS', url: '/api/user/info', headers: preflight },
      { method: 'POST', url: '/api/user/logout', headers: { ...json, origin: 'null' }, payload: '{"token":"x"}' },
    ]) {
      const { headers, statusCode } = await ask(asked);
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      if (asked.method === 'OPTIONS') expect(statusCode).toBe(405);
    }
  });
  it('about a member is never cached', async () => {
    const { headers } = await ask({ url: '/api/user/info', headers: signedIn() });
    expect(headers['cache-control']).toBe('no-store');
  });
  it('to HEAD has no body', async () => {
    for (const url of ['/api/health', '/api/story/home', '/api/user/info']) {
      const response = await ask({ method: 'HEAD', url, headers: signedIn() });
      expect(response.statusCode, url).toBe(200);
      expect(response.body, url).toBe('');
    }
  });
  it('is in the language of the caller', async () => {
    const refused = (headers: Record<string, string>, query = '') =>
      ask({ method: 'POST', url: `/api/user/login${query}`, headers: { ...json, ...headers }, payload: '{}' });
    const english = (await refused({})).json();
    expect(english).toEqual({
      code: 'invalid_input',
      error: 'Please check the highlighted fields.',
      fields: { email: 'Email cannot be empty!', password: 'Password cannot be empty!' },
    });
    // English is used if a translation is missing.
    const inGerman = translatorOf('de').find('error.invalid_input') ?? english.error;
    for (const response of [
      await refused({}, '?t=de-AT'),
      await refused({ 'accept-language': 'de' }),
      await refused({ cookie: 'skein_language=de' }),
    ]) {
      expect(response.json()).toEqual({
        code: 'invalid_input',
        error: inGerman,
        fields: { email: expect.any(String), password: expect.any(String) },
      });
    }
  });
});

describe('the health of the site', () => {
  it('is reported', async () => {
    expect((await ask({ url: '/api/health' })).json()).toEqual({ data: { alive: true } });
    expect((await ask({ url: '/api/ready' })).json()).toEqual({ data: { ready: true } });
  });
  it('is reported as not ready while the site is stopping', async () => {
    app.app.draining = true;
    const response = await ask({ url: '/api/ready' });
    app.app.draining = false;
    expect(response.statusCode).toBe(503);
    expect(response.json()).toEqual({ data: { ready: false } });
  });
  it('is measured for loopback callers only', async () => {
    const { http } = app.app;
    const metrics = (remoteAddress: string) => http.inject({ url: '/metrics', remoteAddress });
    expect((await metrics('127.0.0.1')).body).toContain(
      'skein_request_seconds_count{route="/api/health",status="200"}',
    );
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) {
      const headers = { [name]: '203.0.113.9' };
      expect((await http.inject({ url: '/metrics', remoteAddress: '127.0.0.1', headers })).statusCode).toBe(404);
    }
    for (const address of ['192.0.2.1', '10.0.0.1', '2001:db8::1', '::ffff:10.0.0.1'])
      expect((await metrics(address)).statusCode).toBe(404);
  });
});
