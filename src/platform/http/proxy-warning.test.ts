import { expect, it } from 'vitest';
import { testConfig } from '#testing/test-app.ts';
import { createLog } from '../log/log.ts';
import { createHttpServer } from './server.ts';

/** Returns the warnings of a site after requests with these headers. */
async function warnings(env: Record<string, string>, requests: Record<string, string>[]): Promise<string[]> {
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(line) });
  const http = await createHttpServer(testConfig(env), log, {} as never);
  http.get('/', () => 'here');
  for (const headers of requests) await http.inject({ url: '/', headers });
  await http.close();
  return lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
}

it('a proxy that the settings don’t name is reported once', async () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.9' };
  expect(await warnings({}, [{}, forwarded, forwarded])).toEqual([
    'A proxy forwards requests, but TRUST_PROXY isn’t set: all visitors count as one address. Set it to the number of proxies.',
  ]);
  expect(await warnings({}, [{}, {}])).toEqual([]);
  expect(await warnings({ TRUST_PROXY: '1' }, [forwarded])).toEqual([]);
});
