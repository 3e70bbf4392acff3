import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { accountApi } from '#features/accounts/contract.ts';
import { accountDeletionApi } from '#features/accounts/contract-account-deletion.ts';
import { messageApi } from '#features/messages/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { buildMember, type Member, PASSWORD } from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';

/** Called when an image has been processed, before anything else is done with it. */
const onDrawn = vi.hoisted(() => vi.fn(async () => {}));
vi.mock(import('#platform/images/reencode.ts'), async (original) => {
  const images = await original();
  const reencode: typeof images.reencode = async (...args) => {
    const image = await images.reencode(...args);
    await onDrawn();
    return image;
  };
  return { ...images, reencode };
});

const app = setUpTestApp();
let member: Member;
let other: Member;
let keys = 0;
const newKey = () => {
  keys += 1;
  return `test-key-${keys}`;
};
const story = { title: 'Salt', description: 'A ferry.', mode: 'solo', categories: ['drama'], language: 'en' };
const create = (key: string, input: object = story, caller: Member = member) =>
  app.send(storyApi.create, input, caller, { headers: { 'idempotency-key': key } });
const stories = async () => Number((await app.database.pool.query('select count(*) as n from stories')).rows[0].n);

beforeAll(async () => {
  member = await buildMember(app);
  other = await buildMember(app);
});
beforeEach(() => app.database.pool.query('delete from idempotency_keys'));

describe('a call with an Idempotency-Key', () => {
  it('is run once, and gets the same response each time', async () => {
    const before = await stories();
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(key)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await stories()).toBe(before + 1);
    for (const { body } of answers) expect(body).toEqual(answers[0]!.body);
    expect((await create(key)).body).toEqual(answers[0]!.body);
    expect(await stories()).toBe(before + 1);
  });
  it('is a different call for another member', async () => {
    const before = await stories();
    const key = newKey();
    const [mine, theirs] = await Promise.all([create(key), create(key, story, other)]);
    expect([mine.status, theirs.status]).toEqual([200, 200]);
    expect(mine.body.data).not.toEqual(theirs.body.data);
    expect(await stories()).toBe(before + 2);
  });
  it('conflicts with a different body and with a different call', async () => {
    const before = await stories();
    const key = newKey();
    await create(key);
    expect(await create(key, { ...story, title: 'Pepper' })).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const headers = { 'idempotency-key': key };
    expect((await app.send(messageApi.markAllRead, {}, member, { headers })).body.code).toBe('conflict');
    expect(await stories()).toBe(before + 1);
  });
  it('with a password stores nothing from which it could be guessed', async () => {
    const input = { oldPassword: PASSWORD, newPassword: 'Fresh7Morning' };
    const headers = { 'idempotency-key': newKey() };
    const owner = await buildMember(app);
    expect((await app.send(accountApi.updatePassword, input, owner, { headers })).status).toBe(200);
    const { rows } = await app.database.pool.query('select input_digest from idempotency_keys');
    const guesses = [JSON.stringify(input), JSON.stringify([input, {}])];
    for (const guess of guesses)
      expect(rows[0].input_digest.equals(createHash('sha256').update(guess).digest())).toBe(false);
  });
  it('is run each time if it is an upload, and holds no transaction while the image is processed', async () => {
    const picture = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#f00' } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(picture)]), 'a.png');
    const body = new Response(form);
    const headers = {
      authorization: member.accessToken,
      'idempotency-key': newKey(),
      'content-type': body.headers.get('content-type')!,
    };
    const payload = Buffer.from(await body.arrayBuffer());
    const openWhenDrawn: number[] = [];
    onDrawn.mockImplementation(async () => {
      const { rows } = await app.database.pool.query(
        `select count(*)::int as open from pg_stat_activity
         where datname = current_database() and state = 'idle in transaction'`,
      );
      openWhenDrawn.push(rows[0].open);
    });
    for (const _ of [1, 2]) {
      const answer = await app.app.http.inject({ method: 'POST', url: '/api/user/upload_avatar', headers, payload });
      expect(answer.statusCode).toBe(200);
    }
    expect(openWhenDrawn).toEqual([0, 0]);
  });
  it('is not remembered if it failed', async () => {
    const key = newKey();
    expect((await create(key, { ...story, language: 'xx' })).status).toBe(400);
    const taken = app.send(accountApi.updateInfo, { username: other.username }, member, {
      headers: { 'idempotency-key': key },
    });
    expect((await taken).body.fields).toEqual({ username: 'This username is taken.' });
    expect((await create(key)).status).toBe(200);
  });
  it('is committed together with its key or not at all', async () => {
    const count = async () => (await app.database.pool.query('select answer from idempotency_keys')).rows;
    await create(newKey(), { ...story, mode: 'relay' });
    await create(newKey());
    const rows = await count();
    expect(rows).toHaveLength(2);
    for (const { answer } of rows) expect(answer).toEqual({ sealed: expect.any(String) });
  });
  it('stores no token of its response, and no longer returns the response if the row was changed', async () => {
    const owner = await buildMember(app);
    const input = { password: PASSWORD, texts: 'keep' };
    const headers = { 'idempotency-key': newKey() };
    const { body } = await app.send(accountDeletionApi.deleteAccount, input, owner, { headers });
    const { token } = body.data as { token: string };
    expect(token.length).toBeGreaterThan(20);
    const { rows } = await app.database.pool.query('select to_jsonb(k)::text as row from idempotency_keys k');
    expect(rows).toHaveLength(1);
    expect(rows[0].row).not.toContain(token);
    expect(rows[0].row).not.toContain(Buffer.from(token).toString('base64').slice(4, 20));

    const key = newKey();
    const first = await create(key);
    await create(newKey(), { ...story, title: 'Pepper' });
    expect((await create(key)).body).toEqual(first.body);
    await app.database.pool.query(
      `update idempotency_keys set answer = (select answer from idempotency_keys
      where key <> $1 and account_id = $2 limit 1) where key = $1`,
      [key, member.id],
    );
    expect(await create(key)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });
  it('still gets a response that an earlier version stored', async () => {
    const key = newKey();
    const first = await create(key);
    await app.database.pool.query('update idempotency_keys set answer = $2 where key = $1', [key, first.body]);
    expect((await create(key)).body).toEqual(first.body);
  });
  it.each(['', 'short', 'x'.repeat(101), 'with space', 'ünïcode-key', 'semi;colon'])(
    '%j is refused as a key',
    async (key) => {
      const before = await stories();
      expect(await create(key)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
      expect(await stories()).toBe(before);
    },
  );
});

describe('a call without a key', () => {
  it('is run each time', async () => {
    const before = await stories();
    await Promise.all([app.send(storyApi.create, story, member), app.send(storyApi.create, story, member)]);
    expect(await stories()).toBe(before + 2);
  });
  it('is not remembered for a visitor', async () => {
    const headers = { 'idempotency-key': newKey() };
    await app.send(accountApi.logout, { token: 'x' }, {}, { headers });
    expect((await app.database.pool.query('select 1 from idempotency_keys')).rowCount).toBe(0);
  });
});
