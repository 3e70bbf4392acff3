import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { notify } from '#features/messages/server/index.ts';
import { type KillableSite, killableSite } from '#server/kill.test-kit.ts';
import { buildMember, type Member } from '#testing/factories.ts';
import { type MailServer, startMailServer } from '#testing/mail-server.ts';
import { seededRandom } from '#testing/race.ts';
import { FULL } from '#testing/rounds.ts';
import { setUpTestApp } from '#testing/test-app.ts';

/** A worker that is killed while it sends emails. Each one arrives at least once, always with the same Message-ID. */
const app = setUpTestApp();
const KILLS = FULL ? 30 : 3;
const AT_ONCE = 12;
let server: MailServer;
let worker: KillableSite;

beforeAll(async () => {
  app.app.cache.setListening(false);
  server = await startMailServer();
  worker = await killableSite(app, { ROLE: 'worker', SMTP_URL: server.url });
}, 120_000);
afterAll(async () => {
  await worker.end();
  await server.stop();
});

async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from graphile_worker.jobs where task_identifier = 'news.mail'`.execute(
    app.database.db,
  );
  return rows[0]!.count;
}
async function untilArrived(count: number): Promise<void> {
  while (server.mails.length < count && (await waiting()) > 0);
}

it(`a worker killed at ${KILLS} moments has sent every email`, { timeout: 30_000 + KILLS * 20_000 }, async () => {
  const random = seededRandom(31);
  const members: Member[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const fresh = await Promise.all(Array.from({ length: AT_ONCE }, () => buildMember(app)));
    members.push(...fresh);
    for (const { id: to } of fresh)
      await notify(app.deps, 'chapter_rejected', { to, params: { story: 'Salt', chapter: 'One' } });
    const before = server.mails.length;
    await worker.start();
    await untilArrived(before + 1 + random(AT_ONCE));
    await worker.kill();
    await worker.freeJobs();
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.database.db);
  }
  await worker.start();
  while ((await waiting()) > 0);
  const ids = new Map<string, Set<string>>();
  for (const { to, messageId } of server.mails) {
    const address = to![0]!.address!;
    ids.set(address, (ids.get(address) ?? new Set()).add(messageId!));
  }
  expect([...ids.keys()].toSorted()).toEqual(members.map(({ email }) => email).toSorted());
  for (const [address, each] of ids) expect([address, each.size]).toEqual([address, 1]);
  // Nothing but the emails in flight at a kill was sent twice: two lanes.
  expect(server.mails.length).toBeLessThanOrEqual(members.length + 2 * KILLS);
});
