import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { createLog } from '../log/log.ts';
import { allowInlineScripts, requireHttps, SECURITY_HEADERS } from './security-headers.ts';
import { createHttpServer } from './server.ts';

const answered = async () => {
  const app = await createHttpServer(readConfig({}, '/'), createLog('silent'));
  app.get('/page', async () => 'x');
  const { headers } = await app.inject({ url: '/page' });
  await app.close();
  return headers;
};

it('the policy names the scripts that stand inside pages, and no others', async () => {
  const script = "document.documentElement.dataset.theme='dark'";
  const scriptsOf = (headers: Record<string, unknown>) =>
    String(headers['content-security-policy'])
      .split('; ')
      .find((part) => part.startsWith('script-src'));
  expect(scriptsOf(await answered())).toBe("script-src 'self'");
  allowInlineScripts([script]);
  const hash = createHash('sha256').update(script).digest('base64');
  expect(scriptsOf(await answered())).toBe(`script-src 'self' 'sha256-${hash}'`);
});

it('browsers are kept on HTTPS where the site is on it, for two years', async () => {
  expect(await answered()).not.toHaveProperty('strict-transport-security');
  requireHttps();
  expect(await answered()).toMatchObject({ 'strict-transport-security': 'max-age=63072000; includeSubDomains' });
  expect(SECURITY_HEADERS).toHaveProperty('strict-transport-security');
});
