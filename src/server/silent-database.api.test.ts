import { afterAll, beforeAll, expect, it } from 'vitest';
import { accountApi } from '#features/accounts/contract.ts';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { openGate } from '#platform/db/gate.test-kit.ts';
import { createLog } from '#platform/log/log.ts';
import { buildMember, type Member } from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { type App, createApp } from './app.ts';

// A site whose database stops answering without closing its connections, as after a lost network.
const app = setUpTestApp();
let gate: Awaited<ReturnType<typeof openGate>>;
let database: Database;
let site: App;
let member: Member;
beforeAll(async () => {
  const { host, port, user, database: name } = app.database.pool.options;
  gate = await openGate({ host: host!, port: port!, user: user!, database: name! });
  // Shorter than on a site, so that the test needn’t wait as long. The limit of the response itself is 8 s.
  database = openDatabase(gate.settings, () => {}, { max: 10, statementTimeout: 2000 });
  site = await createApp({ ...app.deps, db: database.db }, database, createLog('silent'), {
    maxEventLoopDelay: Number.POSITIVE_INFINITY,
  });
  member = await buildMember(app);
});
afterAll(async () => {
  await site.http.close();
  await database.close();
  await gate.close();
});

const ask = async (url: string) => {
  const { statusCode, headers } = await site.http.inject({ url, headers: { authorization: member.accessToken } });
  return { status: statusCode, type: headers['content-type'] };
};
/** A different search each time, because responses to the same one are cached. */
const urls = (round: number) => [
  `/api/${accountApi.info.path}`,
  `/api/story/search?q=word${round}`,
  '/sitemap-stories-0.xml',
  '/api/ready',
];

it('answers 503 while its database is silent, and works again afterwards', { timeout: 30_000 }, async () => {
  for (const url of urls(1)) expect(await ask(url), url).toMatchObject({ status: 200 });
  gate.freeze();
  gate.hold();
  const type = 'application/json; charset=utf-8';
  for (const url of urls(2)) expect(await ask(url), url).toMatchObject({ status: 503, type });
  gate.release();
  for (const url of urls(3)) expect(await ask(url), url).toMatchObject({ status: 200 });
});
