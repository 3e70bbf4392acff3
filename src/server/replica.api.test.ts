import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { LANGUAGES } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { caseApi } from '#features/moderation/contract-cases.ts';
import { type ConnectionSettings, type Database, notifyProcesses, openDatabase } from '#platform/db/database.ts';
import { type Listener, listen } from '#platform/db/listen.ts';
import { notificationsOf } from '#platform/db/notifications.ts';
import { FALLBACKS, type Replica } from '#platform/db/replica/replica.ts';
import { createLog } from '#platform/log/log.ts';
import { buildMember, buildPublishedStory, type Member } from '#testing/factories.ts';
import { WHY } from '#testing/moderation.ts';
import { FULL } from '#testing/rounds.ts';
import { primarySettings, type Standby, startStandby } from '#testing/standby.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { SITE_ROLE, startTestServer, type TestServer, urlOf } from '#testing/test-server.ts';
import { type App, createApp } from './app.ts';
import { examineReplica, REPLICA_TIMES } from './doctor/check-replica.ts';
import { builtPages, servePages } from './pages.ts';
import { openReplica, refuseWrongReplica } from './replica.ts';

// A primary with a streaming replica, and two servers on them. The test app itself serves nothing here.
let server: TestServer;
let standby: Standby;
// The last of all, because the test app drops its database.
afterAll(() => server?.stop());
const app = setUpTestApp(
  {},
  {
    async server() {
      server = await startTestServer(await primarySettings());
      return server.settings;
    },
  },
);
const log = createLog(process.env.TEST_LOG ?? 'silent');

interface Site {
  readonly app: App;
  readonly database: Database;
  readonly replica: Replica;
  readonly listener: Listener;
}
let one: Site;
let two: Site;
let member: Member;

function settingsOf(database: Database): ConnectionSettings {
  const { host, port, user, database: name } = database.pool.options;
  return { host: host!, port: port!, user: user!, database: name! };
}
const replicaUrl = () => urlOf({ ...standby.settings, user: SITE_ROLE, database: app.database.pool.options.database! });
const configWith = (databaseReplicaUrl: string | null) => ({ ...app.deps.config, databaseReplicaUrl });

async function open(): Promise<Site> {
  const settings = settingsOf(app.database);
  const database = openDatabase(settings, () => {}, { max: 8 });
  const replica = openReplica(configWith(replicaUrl()), database, log)!;
  const deps = { ...app.deps, db: database.db };
  const site = await createApp(deps, database, log, { maxEventLoopDelay: Number.POSITIVE_INFINITY, replica });
  await servePages(site, deps, builtPages);
  const listener = await listen(settings, notificationsOf(database.db), log);
  return { app: site, database, replica, listener };
}

beforeAll(async () => {
  standby = await startStandby(server);
  [one, two] = [await open(), await open()];
  member = await buildMember(app);
}, 120_000);
afterAll(async () => {
  for (const { app: site, database, replica, listener } of [one, two]) {
    await listener.stop();
    await site.http.close();
    await replica.stop();
    await database.close();
  }
  await standby.stop();
});

const until = (check: () => unknown, timeout = 20_000) => vi.waitFor(check, { timeout, interval: 20 });
const inUse = () => until(() => expect([one, two].map(({ replica }) => replica.watch.refusal)).toEqual([null, null]));
/** Waits until the replica has all that the second server has heard of. */
const caughtUp = () =>
  until(() => expect(two.replica.watch.replayed >= notificationsOf(two.database.db).position!).toBe(true));
/** Waits until a server has heard of all changes so far. */
const heard = async (site: Site) => {
  const other = site === one ? two : one;
  const position = await notifyProcesses(other.database.db, { kind: 'tags', payload: 'mark' });
  // Only a commit with something for the log is written at once, such as the change of a member. Marks wait up to 200 ms.
  await app.owner.pool.query("select pg_logical_emit_message(true, 'test', '')");
  expect(await notificationsOf(site.database.db).heard.wait(position!, 20_000)).toBe(true);
};
const total = ({ counts }: Replica) =>
  FALLBACKS.reduce((sum, reason) => sum + counts.fallbacks[reason], 0) + counts.reads;
const read = async ({ app: site }: Site, url: string) => {
  const { statusCode, body } = await site.http.inject({ url, headers: { 'accept-encoding': 'identity' } });
  return { status: statusCode, body };
};
const profile = (who: Member, language = 'en') => `/api/${accountApi.bySlug.path}?slug=${who.slug}&t=${language}`;
const change = async ({ app: site }: Site, bio: string) => {
  const { statusCode } = await site.http.inject({
    method: 'POST',
    url: `/api/${accountApi.updateInfo.path}`,
    headers: { authorization: `Bearer ${member.accessToken}` },
    payload: { bio },
  });
  expect(statusCode).toBe(200);
};

it('answers at least 80% of misses while it isn’t delayed, and shows every change', async () => {
  const members = [member, await buildMember(app), await buildMember(app)];
  await inUse();
  await heard(two);
  const begun = { reads: two.replica.counts.reads, all: total(two.replica) };
  let asked = 0;
  for (let i = 0; i < 6; i += 1) {
    await change(i % 2 === 0 ? one : two, `Bio ${i}`);
    await heard(two);
    // Right after the change, the primary may have to answer.
    expect((await read(two, profile(member, LANGUAGES[0]))).body).toContain(`Bio ${i}`);
    // A busy machine can take longer than a read waits.
    if (!FULL) await caughtUp();
    for (const who of members)
      for (const language of LANGUAGES) {
        const { status, body } = await read(two, profile(who, language));
        expect([status, who !== member || body.includes(`Bio ${i}`)]).toEqual([200, true]);
      }
    asked += LANGUAGES.length * (i === 0 ? members.length : 1);
  }
  expect(total(two.replica) - begun.all).toBe(asked);
  const { counts } = two.replica;
  expect(counts.reads - begun.reads, JSON.stringify(counts)).toBeGreaterThanOrEqual(asked * 0.8);
  expect(counts.fallbacks.failed).toBe(0);
});

it('reads again from the primary what the replica doesn’t find', async () => {
  await inUse();
  await caughtUp();
  const { missing } = two.replica.counts.fallbacks;
  expect((await read(two, profile({ ...member, slug: 'no-one-has-this' }))).status).toBe(404);
  expect(two.replica.counts.fallbacks.missing).toBe(missing + 1);
});

describe('delayed by 5 seconds', () => {
  const READS = FULL ? 1000 : 130;
  beforeAll(async () => {
    await standby.query("alter system set recovery_min_apply_delay = '5s'");
    await standby.query('select pg_reload_conf()');
  });
  afterAll(async () => {
    await standby.query('alter system reset recovery_min_apply_delay');
    await standby.query('select pg_reload_conf()');
    await inUse();
  });

  it('never shows what was before a change, and counts what the primary answered', { timeout: 120_000 }, async () => {
    const before = total(two.replica) - two.replica.counts.reads;
    const stale: string[] = [];
    for (let i = 0; i < READS; i += 1) {
      const [from, by] = i % 3 === 0 ? [two, two] : [one, two];
      await change(from, `Delayed ${i}`);
      await heard(by);
      const { body } = await read(by, profile(member, LANGUAGES[i % LANGUAGES.length]));
      if (!body.includes(`Delayed ${i}"`)) stale.push(`${i}: ${body.slice(0, 300)}`);
    }
    expect(stale).toEqual([]);
    expect(total(two.replica) - two.replica.counts.reads - before).toBeGreaterThanOrEqual(100);
    const { body } = await read(two, '/metrics');
    const counted = [...body.matchAll(/^skein_replica_fallbacks\{reason="(?:behind|late|unheard)"\} (\d+)$/gm)];
    expect(counted.reduce((sum, [, count]) => sum + Number(count), 0)).toBeGreaterThanOrEqual(100);
    expect(Number(/^skein_replica_lag_seconds (\S+)$/m.exec(body)?.[1])).toBeGreaterThan(0);
  });

  it('never shows a hidden text', { timeout: 120_000 }, async () => {
    const moderator = await buildMember(app, { role: 'moderator' });
    const { story, chapterId } = await buildPublishedStory(app, member);
    // The replica doesn’t hide it for 5 seconds.
    const page = to.chapter({ storyId: story.id, chapterId });
    const call = (n: number) =>
      `/api/${chapterApi.detail.path}?chapterId=${chapterId}&t=${LANGUAGES[n % LANGUAGES.length]}`;
    await heard(one);
    const shownBefore = JSON.parse((await read(one, call(0))).body).data.text as string;
    const words = /[a-z ]{25,}/.exec(shownBefore)![0];
    expect((await read(one, page)).body).toContain(words);
    const { statusCode } = await one.app.http.inject({
      method: 'POST',
      url: `/api/${caseApi.restrict.path}`,
      headers: { authorization: `Bearer ${moderator.accessToken}` },
      payload: { action: 'hide_chapter', targetId: chapterId, rule: 'plagiarism', reason: WHY },
    });
    expect(statusCode).toBe(200);
    const shown: number[] = [];
    for (let i = 0; i < (FULL ? 500 : 20); i += 1) {
      if ((await read(one, i % 2 === 0 ? call(i) : page)).body.includes(words)) shown.push(i);
      if (i === 0) await heard(two);
      if ((await read(two, i % 2 === 0 ? call(i) : page)).body.includes(words)) shown.push(i);
    }
    expect(shown).toEqual([]);
  });
});

describe('left alone', () => {
  it('within two seconds if it stops replaying, until it has caught up', async () => {
    await inUse();
    await standby.query('select pg_wal_replay_pause()');
    const begun = performance.now();
    await change(one, 'While it is paused');
    await until(() => expect(two.replica.watch.refusal).toBe('late'), 2000 - (performance.now() - begun));
    const { reads } = two.replica.counts;
    await heard(two);
    expect((await read(two, profile(member))).body).toContain('While it is paused');
    expect(two.replica.counts.reads).toBe(reads);
    const times = { ...REPLICA_TIMES, late: 300 };
    expect(await examineReplica(configWith(replicaUrl()), app.deps.db, times)).toBe('late');
    await standby.query('select pg_wal_replay_resume()');
    await inUse();
    expect(await examineReplica(configWith(replicaUrl()), app.deps.db)).toBe('follows');
  });

  it('and not while nothing is written', async () => {
    await inUse();
    const { watch } = two.replica;
    const ask = vi.spyOn(watch, 'ask');
    await until(() => expect(ask.mock.calls.length).toBeGreaterThan(6));
    ask.mockRestore();
    expect([watch.refusal, watch.lag.milliseconds(performance.now())]).toEqual([null, 0]);
  });

  it('if it hangs: pages and calls are answered from the primary', { timeout: 60_000 }, async () => {
    await inUse();
    await change(one, 'Before it hangs');
    await heard(two);
    await caughtUp();
    standby.signal('SIGSTOP');
    try {
      const begun = performance.now();
      const refused = until(() => expect(two.replica.watch.refusal).toBe('unreachable'), 2000);
      const answers = await Promise.all(
        [profile(member), to.user({ userSlug: member.slug }), ...LANGUAGES.map((code) => profile(member, code))].map(
          (url) => read(two, url),
        ),
      );
      for (const { status, body } of answers) expect([status, body.includes('Before it hangs')]).toEqual([200, true]);
      expect(performance.now() - begun).toBeLessThan(8000);
      await refused;
      await change(one, 'While it hangs');
      await heard(two);
      const later = performance.now();
      expect((await read(two, profile(member))).body).toContain('While it hangs');
      expect(performance.now() - later).toBeLessThan(1000);
    } finally {
      standby.signal('SIGCONT');
    }
    await inUse();
  });
});

describe('a server that is no replica', () => {
  const ready = () => ({ database: app.database, close: vi.fn(async () => {}) });
  it('is refused at the start if it belongs to another database', async () => {
    const other = ready();
    const url = urlOf({ ...inject('postgres'), database: 'postgres' });
    await expect(refuseWrongReplica(configWith(url), other as never, log)).rejects.toThrow('DATABASE_REPLICA_URL');
    expect(other.close).toHaveBeenCalled();
    expect(await examineReplica(configWith(url), app.deps.db)).toBe('other_database');
  });
  it('delays the start by at most a second if it can’t be reached', async () => {
    standby.signal('SIGSTOP');
    const begun = performance.now();
    try {
      await refuseWrongReplica(configWith(replicaUrl()), ready() as never, log);
      expect(performance.now() - begun).toBeLessThan(1500);
      const times = { ...REPLICA_TIMES, answer: 300 };
      expect(await examineReplica(configWith(replicaUrl()), app.deps.db, times)).toBe('unreachable');
    } finally {
      standby.signal('SIGCONT');
    }
    await inUse();
  });
  it('is left alone once it is promoted', async () => {
    await inUse();
    await standby.query('select pg_promote()');
    await until(() => expect(two.replica.watch.refusal).toBe('wrong'));
    await change(one, 'After the promotion');
    await heard(two);
    expect((await read(two, profile(member))).body).toContain('After the promotion');
    expect(await examineReplica(configWith(replicaUrl()), app.deps.db)).toBe('no_standby');
    const site = ready();
    await refuseWrongReplica(configWith(replicaUrl()), site as never, log);
    expect(site.close).not.toHaveBeenCalled();
  });
});
