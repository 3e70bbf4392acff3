import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { errorStatuses } from '#server/model.ts';
import { createLog } from '../log/log.ts';
import { createHttpServer } from './server.ts';

const part = (headers: Record<string, unknown>, name: string) =>
  String(headers['content-security-policy'])
    .split('; ')
    .find((line) => line.startsWith(`${name} `));

/** Returns the headers of a page of a site with these settings. */
async function answered(settings: Record<string, string> = {}, inline?: { scripts: string[]; styles: string[] }) {
  const app = await createHttpServer(readConfig(settings, '/'), createLog('silent'), errorStatuses);
  if (inline) app.securityHeaders.allowInline(inline);
  app.get('/page', async () => 'x');
  const { headers } = await app.inject({ url: '/page' });
  await app.close();
  return headers;
}

it('the policy allows inlined scripts and styles by their hashes, and others only from its own server', async () => {
  const script = "document.documentElement.dataset.theme='dark'";
  const style = 'p{color:red}';
  const hash = (text: string) => createHash('sha256').update(text).digest('base64');
  const named = await answered({}, { scripts: [script], styles: [style] });
  expect(part(named, 'script-src')).toBe(`script-src 'self' 'sha256-${hash(script)}'`);
  expect(part(named, 'style-src')).toBe(`style-src 'self' 'sha256-${hash(style)}'`);
  const plain = await answered();
  expect(part(plain, 'script-src')).toBe("script-src 'self'");
  expect(part(plain, 'style-src')).toBe("style-src 'self'");
});

it('the policy allows Cloudflare only if Turnstile is used', async () => {
  const TURNSTILE = 'https://challenges.cloudflare.com';
  expect(String((await answered())['content-security-policy'])).not.toContain('cloudflare');
  const used = await answered({ TURNSTILE_SITE_KEY: 'site', TURNSTILE_SECRET: 'secret' });
  expect(part(used, 'script-src')).toBe(`script-src 'self' ${TURNSTILE}`);
  expect(part(used, 'frame-src')).toBe(`frame-src ${TURNSTILE}`);
  expect(String(used['content-security-policy']).split(TURNSTILE)).toHaveLength(3);
});

it('the policy allows the analytics script and its requests', async () => {
  expect(part(await answered(), 'connect-src')).toBe("connect-src 'self'");
  const used = await answered({ ANALYTICS_SCRIPT_URL: 'https://count.example/a/b.js?site=1' });
  expect(part(used, 'script-src')).toBe("script-src 'self' https://count.example");
  expect(part(used, 'connect-src')).toBe("connect-src 'self' https://count.example");
});

it('browsers are kept on HTTPS for two years if the site uses it', async () => {
  const kept = { 'strict-transport-security': 'max-age=63072000; includeSubDomains' };
  expect(await answered({ PUBLIC_URL: 'https://skein.example' })).toMatchObject(kept);
  for (const url of ['http://skein.example', 'https://localhost:8443'])
    expect(await answered({ PUBLIC_URL: url }), url).not.toHaveProperty('strict-transport-security');
});
