import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY, MINUTE, SECOND } from '#core/time.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { findActor, identify, restrictAccount } from '#features/accounts/server/index.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { contestApi } from '#features/contest/contract.ts';
import { messageApi } from '#features/messages/contract.ts';
import { findNewer, notify } from '#features/messages/server/index.ts';
import { relayApi } from '#features/relay/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { createCtx } from '#platform/context.ts';
import { type Database, inTransaction, openDatabase } from '#platform/db/database.ts';
import { openGate } from '#platform/db/gate.test-kit.ts';
import { type Listener, listen } from '#platform/db/listen.ts';
import { Notifications, notificationsOf } from '#platform/db/notifications.ts';
import { createHttpServer } from '#platform/http/server.ts';
import { LiveHub } from '#platform/live/hub.ts';
import { publish, publishTopics } from '#platform/live/publish.ts';
import { serveLive } from '#platform/live/serve-live.ts';
import { createLog } from '#platform/log/log.ts';
import { buildCompetition, startRound } from '#testing/competitions.ts';
import {
  buildChapterDraft,
  buildMember,
  buildPublishedChapter,
  buildPublishedStory,
  buildStory,
  type Member,
} from '#testing/factories.ts';
import { type LiveReader, openLive } from '#testing/live-reader.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { buildRelay } from '#testing/together.ts';
import { type App, createApp } from './app.ts';
import { errorStatuses } from './model.ts';

/** Waits for a condition instead of a fixed time. */
const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 10_000, interval: 10 });

/** Two servers on one database: events from one arrive through the other. */
const app = setUpTestApp();
const log = createLog('silent');
let other: App;
let otherDatabase: Database;
let origin: string;
let otherOrigin: string;
const listeners: Listener[] = [];
const readers: LiveReader[] = [];
let member: Member;

const settings = () => {
  const { host, port, user, database } = app.database.pool.options;
  return { host: host!, port: port!, user: user!, database: database! };
};
async function open(server: { http: App['http'] }): Promise<string> {
  await server.http.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(server.http.server.address() as AddressInfo).port}`;
}
beforeAll(async () => {
  // Processes have separate connections, and nothing else that they could share.
  otherDatabase = openDatabase(settings(), () => {}, { max: 4 });
  other = await createApp({ ...app.deps, db: otherDatabase.db }, otherDatabase, log);
  for (const { db } of [app.database, otherDatabase])
    listeners.push(await listen(settings(), notificationsOf(db), log));
  [origin, otherOrigin] = [await open(app.app), await open(other)];
});
afterAll(async () => {
  for (const listener of listeners) await listener.stop();
  await other.http.close();
  await otherDatabase.close();
});
beforeEach(async () => {
  member = await buildMember(app);
});
afterEach(async () => {
  for (const reader of readers.splice(0)) reader.close();
  await until(() => expect(app.app.live.size + other.live.size).toBe(0));
});

async function read(at: string, from: Member = member, options: Parameters<typeof openLive>[2] = {}) {
  const reader = await openLive(at, from.accessToken, options);
  readers.push(reader);
  return reader;
}
const tell = (to: Member = member) => notify(app.deps, 'system_notice', { to: to.id, params: { text: 'Hello' } });
/**
 * Sends a message and waits until every server has received it, so that none sends it again to streams opened later.
 */
async function tellBefore(): Promise<void> {
  const before = [app.app.live, other.live].map((hub) => ({ hub, place: hub.place }));
  await tell();
  const told = { type: 'message', id: await newest() };
  await until(() => {
    for (const { hub, place } of before)
      expect(hub.since(member.id, place)?.map(({ event }) => event)).toContainEqual(told);
  });
}
const newest = async () => (await app.call(messageApi.unread, {}, member))[0]!.id;
/** Waits for the first heartbeat, which follows the events that the page had missed. */
const caughtUp = (reader: LiveReader) => until(() => expect(reader.beats).toBeGreaterThan(0));

describe('the stream of a member', () => {
  it('is never cached, and sends its position', async () => {
    const reader = await read(origin);
    expect(reader.status).toBe(200);
    expect(reader.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    await tell();
    const id = await newest();
    await until(() => expect(reader.events).toEqual([{ type: 'message', id }]));
    expect(reader.lastId).not.toBeNull();
  });

  it('receives through another server what is written through this one, once it is committed', async () => {
    const reader = await read(otherOrigin);
    await caughtUp(reader);
    await inTransaction(app.deps, async (inner) => {
      await notify(inner, 'system_notice', { to: member.id, params: { text: 'lost' } });
      throw new Error('no');
    }).catch(() => {});
    await inTransaction(app.deps, async (inner) => {
      for (let i = 0; i < 3; i += 1) await notify(inner, 'system_notice', { to: member.id, params: { text: 'x' } });
    });
    await until(() => expect(reader.events).toHaveLength(3));
    const unread = await app.call(messageApi.unread, {}, member);
    expect(reader.events).toEqual(unread.toReversed().map(({ id }) => ({ type: 'message', id })));
  });

  it('receives only the member’s own events, in each of their browsers', async () => {
    const stranger = await buildMember(app);
    const [one, two, foreign] = [await read(origin), await read(otherOrigin), await read(origin, stranger)];
    await tell();
    await until(() => expect([one.events.length, two.events.length]).toEqual([1, 1]));
    await tell(stranger);
    await until(() => expect(foreign.events).toHaveLength(1));
    expect([one.events.length, two.events.length]).toEqual([1, 1]);
  });

  it('receives what is published to many members', async () => {
    const crowd = Array.from({ length: 1000 }, (_, i) => String(9_000_000 + i));
    const reader = await read(otherOrigin);
    await publish(app.deps, [...crowd, member.id], { type: 'story', id: '7' });
    await until(() => expect(reader.events).toEqual([{ type: 'story', id: '7' }]));
  });

  it('starts with what was missed while there was none', async () => {
    await tellBefore();
    const after = await newest();
    await tellBefore();
    const missed = await newest();
    for (const options of [{ after }, {}]) {
      const reader = await read(otherOrigin, member, options);
      await until(() => expect(reader.events).toEqual([{ type: 'message', id: missed }]));
    }
  });

  it('continues on any server where another one ended, and repeats nothing', async () => {
    const begun = app.app.live.place;
    const first = await read(origin, member, { last: begun });
    await tell();
    // The event arrives before its position.
    await until(() => expect(first.lastId).not.toBe(begun));
    expect(first.events).toHaveLength(1);
    const last = first.lastId!;
    first.close();
    const stranger = await buildMember(app);
    await tell(stranger);
    await publish(app.deps, [stranger.id, member.id], { type: 'story', id: '7' });
    await tellBefore();
    const missed = [
      { type: 'story', id: '7' },
      { type: 'message', id: await newest() },
    ];
    for (const [at, options] of [
      [origin, { last }],
      [otherOrigin, { lastEventId: last }],
    ] as const) {
      const again = await read(at, member, options);
      await caughtUp(again);
      expect(again.events).toEqual(missed);
      const nothing = await read(at, member, { last: again.lastId! });
      await caughtUp(nothing);
      expect(nothing.events).toEqual([]);
    }
  });

  it('sends its position even if there were no events', async () => {
    const quiet = await read(origin);
    await caughtUp(quiet);
    const last = quiet.lastId!;
    await tellBefore();
    const again = await read(origin, member, { last });
    await caughtUp(again);
    expect(again.events).toEqual([{ type: 'message', id: await newest() }]);
  });

  it('sends an event of its own process at once, and only its position when it comes back', async () => {
    const reader = await read(origin);
    const elsewhere = await read(otherOrigin);
    for (const each of [reader, elsewhere]) await caughtUp(each);
    const begun = reader.lastId;
    for (let i = 1; i <= 5; i += 1) await publish(app.deps, [member.id], { type: 'story', id: String(i) });
    const told = [1, 2, 3, 4, 5].map((id) => ({ type: 'story', id: String(id) }));
    await until(() => expect(elsewhere.events).toEqual(told));
    await until(() => expect(reader.lastId).toBe(elsewhere.lastId));
    expect(reader.lastId).not.toBe(begun);
    expect(reader.events).toEqual(told);
  });

  it('asks a page with an unknown position to refetch everything', async () => {
    await tellBefore();
    const reader = await read(origin, member, { last: 'of-another-server' });
    await caughtUp(reader);
    expect(reader.events).toEqual([{ type: 'missed' }]);
    const known = await read(origin, member, { last: reader.lastId! });
    await caughtUp(known);
    expect(known.events).toEqual([]);
  });

  it('starts without events for a page that knows everything', async () => {
    await tellBefore();
    const known = await newest();
    await app.clock.advance(MINUTE);
    const reader = await read(origin, member, { after: known });
    await caughtUp(reader);
    await tell();
    const id = await newest();
    await until(() => expect(reader.events.length).toBeGreaterThan(0));
    expect(reader.events).toEqual([{ type: 'message', id }]);
  });

  it('misses no message that was written before another and committed after it', async () => {
    let known = '';
    await inTransaction(app.deps, async (inner) => {
      await notify(inner, 'system_notice', { to: member.id, params: { text: 'slow' } });
      await tellBefore();
      known = await newest();
    });
    const reader = await read(origin, member, { after: known });
    await until(() => expect(reader.events.length).toBeGreaterThan(0));
    expect(Number((reader.events[0] as { id: string }).id)).toBeLessThan(Number(known));
  });

  it.each(['x', '0', '-1', '9999999999999999999', '1; drop table messages'])(
    'treats %s like knowing nothing',
    async (after) => {
      await tellBefore();
      const reader = await read(origin, member, { after: encodeURIComponent(after) });
      await until(() => expect(reader.events).toHaveLength(1));
    },
  );

  it('is not for visitors', async () => {
    for (const headers of [{}, { authorization: 'Bearer nonsense' }]) {
      const response = await app.app.http.inject({ url: '/api/live', headers });
      expect({ status: response.statusCode, code: response.json().code }).toEqual({
        status: 401,
        code: 'login_required',
      });
    }
  });

  it('is refused for the eleventh browser of a member until one is closed', async () => {
    const ten = await Promise.all(Array.from({ length: 10 }, () => read(origin)));
    const refused = await read(origin);
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('60');
    expect(refused.refusal).toMatchObject({ code: 'too_many_requests' });
    expect((await read(origin, await buildMember(app))).status).toBe(200);
    ten[0]!.close();
    await until(async () => expect((await read(origin)).status).toBe(200));
  });
});

describe('a stream with topics', () => {
  it('receives their changes through any server', async () => {
    const { story, chapterId } = await buildPublishedStory(app, member);
    const storyId = story.id;
    const reader = await read(otherOrigin, await buildMember(app), { topics: `story:${storyId},chapter:${chapterId}` });
    await caughtUp(reader);
    const topics = [`story:${storyId}`, `chapter:${chapterId}`] as const;
    // The stream subscribes after its first note.
    for (const topic of topics)
      await until(async () => {
        await publishTopics(app.deps, topic, 'story:9999999');
        expect(reader.events).toContainEqual({ type: 'changed', topic });
      });
    expect(new Set(reader.events.map((event) => 'topic' in event && event.topic))).toEqual(new Set(topics));
  });

  it('is told when a chapter of the story is published', async () => {
    const { id } = (await buildPublishedStory(app, member)).story;
    const heard = vi.spyOn(app.app.live, 'receive');
    const chapter = await buildPublishedChapter(app, member, id);
    const topics = () => heard.mock.calls.map(([payload]) => JSON.parse(payload).topic);
    await until(() => expect(topics()).toContain(`story:${id}`));
    expect(topics()).not.toContain(`chapter:${chapter.id}`);
    heard.mockRestore();
  });

  it('is told when the turn of a relay passes, and when a round begins', async () => {
    const [relay, competition] = [await buildRelay(app, 1), await buildCompetition(app, 2)];
    const heard = vi.spyOn(app.app.live, 'receive');
    const topics = () => heard.mock.calls.map(([payload]) => JSON.parse(payload).topic);
    await app.call(relayApi.passTurn, { storyId: relay.storyId }, relay.creator);
    await until(() => expect(topics()).toContain(`story:${relay.storyId}`));
    await startRound(app, competition);
    await until(() => expect(topics()).toContain(`story:${competition.storyId}`));
    heard.mockRestore();
  });

  it('is told nothing when a save changes nothing', async () => {
    const { storyId, creator } = await buildRelay(app, 1);
    const heard = vi.spyOn(app.app.live, 'receive');
    const topics = () => heard.mock.calls.map(([payload]) => JSON.parse(payload).topic);
    await app.call(storyApi.update, { storyId, progress: 'ongoing', turnDays: 7 }, creator);
    await app.call(relayApi.extend, { storyId }, creator);
    await until(() => expect(topics()).toContain(`story:${storyId}`));
    expect(topics().filter(Boolean)).toEqual([`story:${storyId}`]);
    heard.mockRestore();
  });

  it('is told when a turn is extended or goes into review, and when a round is scheduled or canceled', async () => {
    const [relay, competition] = [await buildRelay(app, 1), await buildCompetition(app, 2)];
    const heard = vi.spyOn(app.app.live, 'receive');
    const isTold = async (storyId: string, change: Promise<unknown>) => {
      await change;
      const topics = () => heard.mock.calls.map(([payload]) => JSON.parse(payload).topic);
      await until(() => expect(topics()).toContain(`story:${storyId}`));
      heard.mockClear();
    };
    const { storyId, creator } = relay;
    await isTold(storyId, app.call(relayApi.extend, { storyId }, creator));
    const { id: chapterId } = await buildChapterDraft(app, creator, storyId, { words: 320 });
    heard.mockClear();
    const nextAuthorId = relay.others[0]!.id;
    await isTold(storyId, app.call(chapterApi.submit, { chapterId, nextAuthorId }, creator));
    const startsAt = new Date(app.clock.now().getTime() + DAY).toISOString();
    const round = { storyId: competition.storyId, start: 'at' as const, startsAt };
    const { id: roundId } = await app.call(contestApi.createRound, round, competition.creator);
    await until(() => expect(heard).toHaveBeenCalled());
    heard.mockClear();
    await isTold(competition.storyId, app.call(contestApi.deleteRound, { roundId }, competition.creator));
    heard.mockRestore();
  });

  it('receives nothing of topics that the member may not see, or that do not exist', async () => {
    const stranger = await buildMember(app);
    const { id: storyId } = (await buildPublishedStory(app, member)).story;
    const draft = await buildStory(app, member);
    const topics = `story:${draft.id},story:9999999,chapter:9999999,story:${storyId}`;
    const [own, foreign] = [await read(origin, member, { topics }), await read(origin, stranger, { topics })];
    const seen = (reader: LiveReader) => reader.events.flatMap((event) => ('topic' in event ? [event.topic] : []));
    const all = [`story:${draft.id}`, 'story:9999999', 'chapter:9999999', `story:${storyId}`] as const;
    await until(async () => {
      await publishTopics(app.deps, ...all);
      expect(new Set(seen(own))).toEqual(new Set([all[0], all[3]]));
      expect(new Set(seen(foreign))).toEqual(new Set([all[3]]));
    });
  });

  it.each(['story', 'story:x', 'story:1:2', 'story:0', 'Member:1', ',', 'story:1,'])(
    'refuses %j as topics',
    async (topics) => {
      const reader = await read(origin, member, { topics: encodeURIComponent(topics) });
      expect({ status: reader.status, refusal: reader.refusal }).toMatchObject({
        status: 400,
        refusal: { code: 'invalid_input' },
      });
    },
  );

  it('leaves out kinds of topics that only another version has', async () => {
    expect((await read(origin, member, { topics: 'member:1,__proto__:1' })).status).toBe(200);
  });

  it('refuses more than 25 topics', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => `story:${i + 1}`).join();
    expect((await read(origin, member, { topics: many(26) })).status).toBe(400);
    expect((await read(origin, member, { topics: many(25) })).status).toBe(200);
  });
});

describe('a long-lived stream', () => {
  const hub = new LiveHub();
  let quick: string;
  let server: App['http'];
  beforeAll(async () => {
    server = await createHttpServer(app.deps.config, log, errorStatuses);
    serveLive(server, {
      hub,
      limits: app.deps.limits,
      identify: (token) => identify(app.deps, token),
      confirm: async ({ id, sessionId }) => void (await findActor(app.deps, { accountId: id, sessionId })),
      findNewer: (accountId, after) => findNewer(app.deps, accountId, after),
      topics: app.deps.liveTopics,
      contextOf: (actor) => createCtx(app.deps, { language: 'en', actor }),
      isDraining: () => false,
      heartbeat: 50,
    });
    quick = await open({ http: server });
  });
  afterAll(() => server.close());
  afterEach(() => until(() => expect(hub.size).toBe(0)));

  it('sends heartbeats, even if its access token has long expired', async () => {
    const reader = await read(quick);
    await app.clock.advance(20 * MINUTE);
    await until(() => expect(reader.beats).toBeGreaterThan(4));
    expect(reader.ended).toBe(false);
    reader.close();
  });

  it('ends with the session', async () => {
    const reader = await read(quick);
    await app.call(accountApi.logout, { token: member.refreshToken });
    await until(() => expect(reader.ended).toBe(true));
  });

  it('ends when the account is suspended or banned', async () => {
    const reader = await read(quick);
    const reason = 'Advertising again and again.';
    await restrictAccount(createCtx(app.deps, { language: 'en' }), member.id, { action: 'ban', reason });
    await until(() => expect(reader.ended).toBe(true));
    const refused = await read(quick);
    expect(refused.status).toBe(403);
  });

  it('survives a database that does not respond', async () => {
    const reader = await read(quick);
    const taken = await Promise.all(
      Array.from({ length: app.database.pool.options.max }, () => app.database.pool.connect()),
    );
    const { beats } = reader;
    await until(() => expect(reader.beats).toBeGreaterThan(beats + 45));
    for (const client of taken) client.release();
    expect(reader.ended).toBe(false);
    reader.close();
  });

  it('asks to refetch after the server has lost its connection, also from a position before that', async () => {
    const gate = await openGate(settings());
    const notifications = new Notifications();
    notifications.subscribe(hub);
    const listener = await listen(gate.settings, notifications, log);
    const reader = await read(quick);
    await caughtUp(reader);
    const last = reader.lastId!;
    gate.hold();
    gate.cut();
    await until(() => expect(gate.waiting()).toBe(1));
    await publish(app.deps, [member.id], { type: 'story', id: '7' });
    gate.release();
    await until(() => expect(reader.events).toEqual([{ type: 'missed' }]));
    await publish(app.deps, [member.id], { type: 'story', id: '8' });
    await until(() => expect(reader.events).toEqual([{ type: 'missed' }, { type: 'story', id: '8' }]));
    const again = await read(quick, member, { last });
    await caughtUp(again);
    expect(again.events).toEqual([{ type: 'missed' }]);
    for (const open of [reader, again]) open.close();
    await listener.stop();
    await gate.close();
  });

  it('is closed if it is not read', async () => {
    const request = get(`${quick}/api/live`, { headers: { authorization: member.accessToken } });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    expect(hub.size).toBe(1);
    const event = { type: 'story', id: '1'.repeat(8000) };
    for (let told = 0; hub.size > 0 && told < 10_000; told += 1) {
      hub.receive(JSON.stringify({ id: String(told), to: [member.id], event }));
      await turn();
    }
    expect(hub.size).toBe(0);
    response.destroy();
  });
});

it('a server that stops ends its streams and opens no new ones', async () => {
  const leaving = await createApp(app.deps, app.database, log);
  const at = await open(leaving);
  const reader = await read(at);
  leaving.draining = true;
  expect((await read(at)).status).toBe(503);
  const begun = performance.now();
  await leaving.http.close();
  expect(performance.now() - begun).toBeLessThan(2 * SECOND);
  await until(() => expect(reader.ended).toBe(true));
  expect(leaving.live.size).toBe(0);
});

it('streams are not part of the response times', async () => {
  const reader = await read(origin);
  reader.close();
  await until(() => expect(app.app.live.size).toBe(0));
  const { body } = await app.app.http.inject({ url: '/metrics' });
  expect(body).toContain('skein_live_streams 0');
  expect(body).not.toMatch(/skein_request_seconds_count\{route="\/api\/live",status="200"\}/);
});
