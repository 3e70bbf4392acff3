import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { createLog } from '../log/log.ts';
import { allowForeignScripts, allowInlineScripts, requireHttps, SECURITY_HEADERS } from './security-headers.ts';
import { createHttpServer } from './server.ts';

const part = (headers: Record<string, unknown>, name: string) =>
  String(headers['content-security-policy'])
    .split('; ')
    .find((line) => line.startsWith(`${name} `));

const answered = async () => {
  const app = await createHttpServer(readConfig({}, '/'), createLog('silent'));
  app.get('/page', async () => 'x');
  const { headers } = await app.inject({ url: '/page' });
  await app.close();
  return headers;
};

it('the policy names the scripts that stand inside pages, and no others', async () => {
  const script = "document.documentElement.dataset.theme='dark'";
  expect(part(await answered(), 'script-src')).toBe("script-src 'self'");
  allowInlineScripts([script]);
  const hash = createHash('sha256').update(script).digest('base64');
  expect(part(await answered(), 'script-src')).toBe(`script-src 'self' 'sha256-${hash}'`);
});

it('the policy names Cloudflare where its human check is used, and nowhere else', async () => {
  const TURNSTILE = 'https://challenges.cloudflare.com';
  const before = await answered();
  expect(String(before['content-security-policy'])).not.toContain('cloudflare');
  allowForeignScripts({ turnstile: true, analytics: null });
  const after = await answered();
  expect(part(after, 'script-src')).toBe(`${part(before, 'script-src')} ${TURNSTILE}`);
  expect(part(after, 'frame-src')).toBe(`frame-src ${TURNSTILE}`);
  expect(String(after['content-security-policy']).split(TURNSTILE)).toHaveLength(3);
});

it('the policy names where visits are counted, and lets the script send there', async () => {
  allowForeignScripts({ turnstile: false, analytics: null });
  const before = await answered();
  expect(part(before, 'connect-src')).toBe("connect-src 'self'");
  allowForeignScripts({ turnstile: false, analytics: 'https://count.example/a/b.js?site=1' });
  const after = await answered();
  expect(part(after, 'script-src')).toBe(`${part(before, 'script-src')} https://count.example`);
  expect(part(after, 'connect-src')).toBe("connect-src 'self' https://count.example");
});

it('browsers are kept on HTTPS where the site is on it, for two years', async () => {
  expect(await answered()).not.toHaveProperty('strict-transport-security');
  requireHttps();
  expect(await answered()).toMatchObject({ 'strict-transport-security': 'max-age=63072000; includeSubDomains' });
  expect(SECURITY_HEADERS).toHaveProperty('strict-transport-security');
});
