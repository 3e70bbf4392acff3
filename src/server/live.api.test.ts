import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { MINUTE, SECOND } from '#core/time.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { findActor, identify, restrictAccount } from '#features/accounts/server/index.ts';
import { messageApi } from '#features/messages/contract.ts';
import { findNewer, notify } from '#features/messages/server/index.ts';
import { createCtx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { openGate } from '#platform/db/gate.test-kit.ts';
import { listen } from '#platform/db/listen.ts';
import { Notifications } from '#platform/db/notifications.ts';
import { createHttpServer } from '#platform/http/server.ts';
import { LiveHub } from '#platform/live/hub.ts';
import { publish } from '#platform/live/publish.ts';
import { serveLive } from '#platform/live/serve-live.ts';
import { unshared } from '#platform/processes/shared.ts';
import { buildMember, type Member, PASSWORD } from '#testing/factories.ts';
import { type App, createApp } from './app.ts';
import { caughtUp, log, setUpLive, until } from './live.test-kit.ts';
import { errorStatuses } from './model.ts';

const { app, live, settings, open, read } = setUpLive();

const tell = (to: Member = live.member) => notify(app.deps, 'system_notice', { to: to.id, params: { text: 'Hello' } });
/**
 * Sends a message and waits until every server has received it, so that none sends it again to streams opened later.
 */
async function tellBefore(): Promise<void> {
  const before = [app.app.live, live.other.live].map((hub) => ({ hub, place: hub.place }));
  await tell();
  const told = { type: 'message', id: await newest() };
  await until(() => {
    for (const { hub, place } of before)
      expect(hub.since(live.member.id, place)?.map(({ event }) => event)).toContainEqual(told);
  });
}
const endsWithinASecond = (reader: { readonly ended: boolean }) =>
  vi.waitFor(() => expect(reader.ended).toBe(true), { timeout: SECOND, interval: 10 });
const newest = async () => (await app.call(messageApi.unread, {}, live.member))[0]!.id;

describe('the stream of a member', () => {
  it('is never cached, and sends its position', async () => {
    const reader = await read(live.origin);
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

  it('tells right away that the account was suspended or banned', async () => {
    const reader = await read(live.origin);
    await caughtUp(reader);
    const reason = 'Advertising again and again.';
    await restrictAccount(createCtx(app.deps, { language: 'en' }), live.member.id, { action: 'ban', reason });
    await until(() => expect(reader.events).toEqual([{ type: 'restricted' }]));
  });

  it('ends within a second of a logout, of ending the other sessions, and of a ban, also through another server', async () => {
    const second = await app.call(accountApi.login, { email: live.member.email, password: PASSWORD });
    const others = { ...live.member, ...second };
    const [own, stays] = [await read(live.otherOrigin, others), await read(live.otherOrigin)];
    await Promise.all([own, stays].map(caughtUp));
    await app.call(accountApi.endOtherSessions, {}, live.member);
    await endsWithinASecond(own);
    expect(stays.ended).toBe(false);
    await app.call(accountApi.logout, { token: live.member.refreshToken });
    await endsWithinASecond(stays);

    const banned = await buildMember(app);
    const streams = [await read(live.origin, banned), await read(live.otherOrigin, banned)];
    await Promise.all(streams.map(caughtUp));
    const reason = 'Advertising again and again.';
    await restrictAccount(createCtx(app.deps, { language: 'en' }), banned.id, { action: 'ban', reason });
    for (const stream of streams) await endsWithinASecond(stream);
  });

  it('receives through another server what is written through this one, once it is committed', async () => {
    const reader = await read(live.otherOrigin);
    await caughtUp(reader);
    await inTransaction(app.deps, async (inner) => {
      await notify(inner, 'system_notice', { to: live.member.id, params: { text: 'lost' } });
      throw new Error('no');
    }).catch(() => {});
    await inTransaction(app.deps, async (inner) => {
      for (let i = 0; i < 3; i += 1)
        await notify(inner, 'system_notice', { to: live.member.id, params: { text: 'x' } });
    });
    await until(() => expect(reader.events).toHaveLength(3));
    const unread = await app.call(messageApi.unread, {}, live.member);
    expect(reader.events).toEqual(unread.toReversed().map(({ id }) => ({ type: 'message', id })));
  });

  it('receives only the member’s own events, in each of their browsers', async () => {
    const stranger = await buildMember(app);
    const [one, two, foreign] = [
      await read(live.origin),
      await read(live.otherOrigin),
      await read(live.origin, stranger),
    ];
    // Until then, a stream may send an event twice: as one that it has missed, and when it happens.
    await Promise.all([one, two, foreign].map(caughtUp));
    await tell();
    await until(() => expect([one.events.length, two.events.length]).toEqual([1, 1]));
    await tell(stranger);
    await until(() => expect(foreign.events).toHaveLength(1));
    expect([one.events.length, two.events.length]).toEqual([1, 1]);
  });

  it('receives what is published to many members', async () => {
    const crowd = Array.from({ length: 1000 }, (_, i) => String(9_000_000 + i));
    const reader = await read(live.otherOrigin);
    await publish(app.deps, [...crowd, live.member.id], { type: 'story', id: '7' });
    await until(() => expect(reader.events).toEqual([{ type: 'story', id: '7' }]));
  });

  it('starts with what was missed while there was none', async () => {
    await tellBefore();
    const after = await newest();
    await tellBefore();
    const missed = await newest();
    for (const options of [{ after }, {}]) {
      const reader = await read(live.otherOrigin, live.member, options);
      await until(() => expect(reader.events).toEqual([{ type: 'message', id: missed }]));
    }
  });

  it('continues on any server where another one ended, and repeats nothing', async () => {
    const begun = app.app.live.place;
    const first = await read(live.origin, live.member, { last: begun });
    await tell();
    // The event arrives before its position.
    await until(() => expect(first.lastId).not.toBe(begun));
    expect(first.events).toHaveLength(1);
    const last = first.lastId!;
    first.close();
    const stranger = await buildMember(app);
    await tell(stranger);
    await publish(app.deps, [stranger.id, live.member.id], { type: 'story', id: '7' });
    await tellBefore();
    const missed = [
      { type: 'story', id: '7' },
      { type: 'message', id: await newest() },
    ];
    for (const [at, options] of [
      [live.origin, { last }],
      [live.otherOrigin, { lastEventId: last }],
    ] as const) {
      const again = await read(at, live.member, options);
      await caughtUp(again);
      expect(again.events).toEqual(missed);
      const nothing = await read(at, live.member, { last: again.lastId! });
      await caughtUp(nothing);
      expect(nothing.events).toEqual([]);
    }
  });

  it('sends its position even if there were no events', async () => {
    const quiet = await read(live.origin);
    await caughtUp(quiet);
    const last = quiet.lastId!;
    await tellBefore();
    const again = await read(live.origin, live.member, { last });
    await caughtUp(again);
    expect(again.events).toEqual([{ type: 'message', id: await newest() }]);
  });

  it('sends an event of its own process at once, and only its position when it comes back', async () => {
    const reader = await read(live.origin);
    const elsewhere = await read(live.otherOrigin);
    for (const each of [reader, elsewhere]) await caughtUp(each);
    const begun = reader.lastId;
    for (let i = 1; i <= 5; i += 1) await publish(app.deps, [live.member.id], { type: 'story', id: String(i) });
    const told = [1, 2, 3, 4, 5].map((id) => ({ type: 'story', id: String(id) }));
    await until(() => expect(elsewhere.events).toEqual(told));
    await until(() => expect(reader.lastId).toBe(elsewhere.lastId));
    expect(reader.lastId).not.toBe(begun);
    expect(reader.events).toEqual(told);
  });

  it('asks a page with an unknown position to refetch everything', async () => {
    await tellBefore();
    const reader = await read(live.origin, live.member, { last: 'of-another-server' });
    await caughtUp(reader);
    expect(reader.events).toEqual([{ type: 'missed' }]);
    const known = await read(live.origin, live.member, { last: reader.lastId! });
    await caughtUp(known);
    expect(known.events).toEqual([]);
  });

  it('starts without events for a page that knows everything', async () => {
    await tellBefore();
    const known = await newest();
    await app.clock.advance(MINUTE);
    const reader = await read(live.origin, live.member, { after: known });
    await caughtUp(reader);
    await tell();
    const id = await newest();
    await until(() => expect(reader.events.length).toBeGreaterThan(0));
    expect(reader.events).toEqual([{ type: 'message', id }]);
  });

  it('misses no message that was written before another and committed after it', async () => {
    let known = '';
    await inTransaction(app.deps, async (inner) => {
      await notify(inner, 'system_notice', { to: live.member.id, params: { text: 'slow' } });
      await tellBefore();
      known = await newest();
    });
    const reader = await read(live.origin, live.member, { after: known });
    await until(() => expect(reader.events.length).toBeGreaterThan(0));
    expect(Number((reader.events[0] as { id: string }).id)).toBeLessThan(Number(known));
  });

  it.each(['x', '0', '-1', '9999999999999999999', '1; drop table messages'])(
    'treats %s like knowing nothing',
    async (after) => {
      await tellBefore();
      const reader = await read(live.origin, live.member, { after: encodeURIComponent(after) });
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
    const ten = await Promise.all(Array.from({ length: 10 }, () => read(live.origin)));
    const refused = await read(live.origin);
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('60');
    expect(refused.refusal).toMatchObject({ code: 'too_many_requests' });
    expect((await read(live.origin, await buildMember(app))).status).toBe(200);
    ten[0]!.close();
    await until(async () => expect((await read(live.origin)).status).toBe(200));
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
      places: unshared.places('streams', 10),
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
    await app.call(accountApi.logout, { token: live.member.refreshToken });
    await until(() => expect(reader.ended).toBe(true));
  });

  it('ends when the account is suspended or banned', async () => {
    const reader = await read(quick);
    const reason = 'Advertising again and again.';
    await restrictAccount(createCtx(app.deps, { language: 'en' }), live.member.id, { action: 'ban', reason });
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
    await publish(app.deps, [live.member.id], { type: 'story', id: '7' });
    gate.release();
    await until(() => expect(reader.events).toEqual([{ type: 'missed' }]));
    await publish(app.deps, [live.member.id], { type: 'story', id: '8' });
    await until(() => expect(reader.events).toEqual([{ type: 'missed' }, { type: 'story', id: '8' }]));
    const again = await read(quick, live.member, { last });
    await caughtUp(again);
    expect(again.events).toEqual([{ type: 'missed' }]);
    for (const open of [reader, again]) open.close();
    await listener.stop();
    await gate.close();
  });

  it('is closed if it is not read', async () => {
    const request = get(`${quick}/api/live`, { headers: { authorization: live.member.accessToken } });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    expect(hub.size).toBe(1);
    const event = { type: 'story', id: '1'.repeat(8000) };
    for (let told = 0; hub.size > 0 && told < 10_000; told += 1) {
      hub.receive(JSON.stringify({ id: String(told), to: [live.member.id], event }));
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
  const refused = await read(at);
  // Soon, because another process takes over.
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
  const begun = performance.now();
  await leaving.http.close();
  expect(performance.now() - begun).toBeLessThan(2 * SECOND);
  await until(() => expect(reader.ended).toBe(true));
  expect(leaving.live.size).toBe(0);
});

it('streams are not part of the response times', async () => {
  const reader = await read(live.origin);
  reader.close();
  await until(() => expect(app.app.live.size).toBe(0));
  const { body } = await app.app.http.inject({ url: '/metrics' });
  expect(body).toContain('skein_live_streams 0');
  expect(body).not.toMatch(/skein_request_seconds_count\{route="\/api\/live",status="200"\}/);
});
