import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountApi } from '#features/accounts/contract.ts';
import { discoveryApi } from '#features/discovery/contract.ts';
import { messageApi } from '#features/messages/contract.ts';
import { caseApi } from '#features/moderation/contract-cases.ts';
import { storyApi } from '#features/stories/contract.ts';
import { buildMember, type Member } from '#testing/factories.ts';
import { setUpTestApp, type WireAnswer } from '#testing/test-app.ts';
import { emptyCachePolicy } from '../cache/tag-cache.ts';

const app = setUpTestApp({
  RATE_LIMITS: 'on',
  LIMIT_ADDRESS: '60',
  LIMIT_MEMBER: '80',
  LIMIT_REGISTER: '4',
  LIMIT_RESET: '3',
  LIMIT_SEARCH: '5',
  LIMIT_SAVE: '6',
  LIMIT_CREATE_STORY: '2',
  LIMIT_UPLOAD: '2',
  LIMIT_REPORT: '2',
});
let member: Member;
let addresses = 0;
/** Returns an address that has made no calls yet. */
const newAddress = () => {
  addresses += 1;
  return `10.0.${addresses >> 8}.${addresses & 255}`;
};

beforeAll(async () => {
  member = await buildMember(app);
});
beforeEach(() => sql`delete from rate_limits`.execute(app.database.db));

const tooMany = (answer: WireAnswer, atMost: number) => {
  expect(answer).toMatchObject({
    status: 429,
    body: { code: 'too_many_requests', error: 'Too many requests, please try again later!' },
  });
  const seconds = Number(answer.headers['retry-after']);
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(atMost);
};
const statuses = (answers: WireAnswer[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(answers, ({ status }) => status)).map(([s, all]) => [s, all!.length]),
  );
const times = <T>(count: number, call: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => call(i)));

describe('the general limits', () => {
  it('count all calls of an address, public ones and those of members, once each', async () => {
    const address = newAddress();
    const answers = await times(60, (i) =>
      i % 2 ? app.send(discoveryApi.home, {}, { address }) : app.send(accountApi.info, {}, { ...member, address }),
    );
    expect(statuses(answers)).toEqual({ 200: 60 });
    tooMany(await app.send(discoveryApi.home, {}, { address }), 60);
    tooMany(await app.send(accountApi.info, {}, { ...member, address }), 60);
    expect((await app.send(discoveryApi.home, {}, { address: newAddress() })).status).toBe(200);
  });
  it('count the calls of a member from all addresses', async () => {
    const busy = await buildMember(app);
    const answers = await times(100, () => app.send(messageApi.unread, {}, { ...busy, address: newAddress() }));
    expect(statuses(answers)).toEqual({ 200: 80, 429: 20 });
    expect((await app.send(messageApi.unread, {}, { ...member, address: newAddress() })).status).toBe(200);
  });
  it('count an invalid token before the database is queried', async () => {
    const address = newAddress();
    const answers = await times(70, () => app.send(accountApi.info, {}, { accessToken: 'x', address }));
    expect(statuses(answers)).toEqual({ 401: 60, 429: 10 });
  });
  it('count an IPv6 network as one', async () => {
    const from = (i: number) => `2001:db8:7:${i % 2}::${i.toString(16)}`;
    const answers = await times(140, (i) => app.send(discoveryApi.home, {}, { address: from(i) }));
    expect(statuses(answers)).toEqual({ 200: 120, 429: 20 });
  });
});

describe('the limit of a class of calls', () => {
  const story = { title: 'A', description: 'B', mode: 'solo', categories: ['drama'], language: 'en' };
  it('of saving is per member, and loses nothing that was saved', async () => {
    const writer = await buildMember(app);
    const { id: storyId } = (await app.send(storyApi.create, story, writer)).body.data as { id: string };
    const answers = await times(9, (i) => app.send(storyApi.update, { storyId, title: `Title ${i}` }, writer));
    expect(statuses(answers)).toEqual({ 200: 6, 429: 3 });
    tooMany(await app.send(storyApi.update, { storyId, title: 'Too soon' }, writer), 60);
    const { data } = (await app.send(storyApi.draft, { storyId }, writer)).body;
    expect((data as { title: string }).title).toMatch(/^Title \d$/);
    const other = await buildMember(app);
    const { id: others } = (await app.send(storyApi.create, story, other)).body.data as { id: string };
    expect((await app.send(storyApi.update, { storyId: others, title: 'In time' }, other)).status).toBe(200);
  });
  it('applies to an address across all processes', async () => {
    const address = newAddress();
    const answers = await times(30, (i) =>
      app.send(accountApi.register, { email: `limit${i}@x.test`, password: 'Quiet7Harbour', terms: true }, { address }),
    );
    expect(statuses(answers)).toEqual({ 200: 4, 429: 26 });
    tooMany(answers.find(({ status }) => status === 429)!, 3600);
    const rows = await app.database.db.selectFrom('accounts').select('id').where('email', 'like', 'limit%').execute();
    expect(rows).toHaveLength(4);
  });
  it('applies to a member on all addresses', async () => {
    const answers = await times(5, () => app.send(storyApi.create, story, { ...member, address: newAddress() }));
    expect(statuses(answers)).toEqual({ 200: 2, 429: 3 });
    tooMany(answers.find(({ status }) => status === 429)!, 86_400);
  });
  it('counts stories that were created, not calls that were refused', async () => {
    const send = (mode: string) => app.send(storyApi.create, { ...story, mode }, { ...member, address: newAddress() });
    const answers = [await send('dance'), await send(''), await send('march'), await send('solo'), await send('solo')];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 200, 200]);
    tooMany(await send('solo'), 86_400);
  });
  it('counts a story once, however often its call is repeated', async () => {
    const send = (key: string) =>
      app.send(
        storyApi.create,
        story,
        { ...member, address: newAddress() },
        { headers: { 'idempotency-key': `repeated-${key}` } },
      );
    const repeated = [await send('one'), await send('one'), await send('one'), await send('one')];
    expect(statuses(repeated)).toEqual({ 200: 4 });
    expect((await send('two')).status).toBe(200);
    tooMany(await send('three'), 86_400);
  });
  it('counts accepted reports of a day, not refused ones', async () => {
    const targets = [await buildMember(app), await buildMember(app), await buildMember(app)];
    await sql`delete from rate_limits`.execute(app.database.db);
    const report = (targetId: string) =>
      app.send(caseApi.report, { kind: 'member', targetId, reason: 'spam' }, { ...member, address: newAddress() });
    expect((await report('999999999')).status).toBe(404);
    const [last, ...first] = targets;
    for (const { id } of first) expect((await report(id)).status).toBe(200);
    tooMany(await report(last!.id), 24 * 60 * 60);
  });

  it('applies to searches of a visitor, even if they are repeated', async () => {
    const address = newAddress();
    const answers = await times(8, () => app.send(discoveryApi.search, { q: 'salt' }, { address }));
    expect(statuses(answers)).toEqual({ 200: 5, 429: 3 });
  });
  it('also counts calls with invalid input', async () => {
    const address = newAddress();
    const answers = await times(6, () => app.send(accountApi.requestReset, { email: 'none' }, { address }));
    expect(statuses(answers)).toEqual({ 400: 3, 429: 3 });
  });
  it('ends with its window', async () => {
    const address = newAddress();
    const search = () => app.send(discoveryApi.search, { q: 'salt' }, { address });
    await times(5, search);
    expect((await search()).status).toBe(429);
    await sql`update rate_limits set expire = expire - 60000`.execute(app.database.db);
    expect((await search()).status).toBe(200);
  });
  it('does not apply to calls that a page makes in this process', async () => {
    const { api } = app.app;
    for (let i = 0; i < 100; i += 1)
      await api.callInProcess(discoveryApi.search, { q: 'salt' }, { language: 'en', cachePolicy: emptyCachePolicy() });
    await expect(
      api.callInProcess(accountApi.info, {}, { language: 'en', cachePolicy: emptyCachePolicy() }),
    ).rejects.toThrow(/no public read/);
  });
});

describe('a limit that a use case defines', () => {
  it('lets exactly that many concurrent calls through', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 200 }, () => app.deps.limits.take('test', 'key', 10, 60_000)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    const refused = results.find((result) => result.status === 'rejected');
    expect(refused?.reason).toMatchObject({ code: 'too_many_requests', retryAfter: 60 });
  });
  it('has its own code and the seconds to wait', async () => {
    await app.deps.limits.take('other', 'key', 1, 60_000, 'many_action');
    await expect(app.deps.limits.take('other', 'key', 1, 60_000, 'many_action')).rejects.toMatchObject({
      code: 'many_action',
      params: { seconds: 60 },
    });
    await app.deps.limits.take('other', 'key 2', 1, 60_000, 'many_action');
  });
});

describe('failures', () => {
  it('are counted and cleared', async () => {
    const { failures } = app.deps;
    expect(await failures.count('who')).toBe(0);
    await times(20, () => failures.add('who', 60_000));
    expect(await failures.count('who')).toBe(20);
    await failures.forget('who');
    expect(await failures.count('who')).toBe(0);
  });
  it('expire', async () => {
    await app.deps.failures.add('when', 60_000);
    await sql`update rate_limits set expire = expire - 60000`.execute(app.database.db);
    expect(await app.deps.failures.count('when')).toBe(0);
  });
});
