import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY, HOUR, MINUTE } from '#core/time.ts';
import { storyApi } from '#features/stories/contract.ts';
import { inTransaction } from '#platform/db/database.ts';
import { type Listener, listen } from '#platform/db/listen.ts';
import { notificationsOf } from '#platform/db/notifications.ts';
import { buildMember, buildPublishedStory, type Member, PASSWORD } from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { accountApi } from '../contract.ts';
import { insertAccount } from './accounts.repo.ts';
import { dropExpiredAccountRows } from './expiry.repo.ts';
import { nameColumns } from './member-names.ts';
import { restrictAccount, setRole } from './restriction.service.ts';

/** Waits for a condition. */
const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 15_000, interval: 20 });
const app = setUpTestApp();
let listener: Listener;
beforeAll(async () => {
  const { host, port, user, database } = app.database.pool.options;
  listener = await listen(
    { host: host!, port: port!, user: user!, database: database! },
    notificationsOf(app.deps.db),
    app.deps.log,
  );
});
afterAll(() => listener.stop());
let member: Member;
beforeEach(async () => {
  member = await buildMember(app);
});

const update = (input: object, caller: Member = member) => app.send(accountApi.updateInfo, input, caller);
/** One at a time, because each waits for its own email. */
async function buildMembers(count: number): Promise<Member[]> {
  const members: Member[] = [];
  while (members.length < count) members.push(await buildMember(app));
  return members;
}
const bySlug = (slug: string) => app.send(accountApi.bySlug, { slug });
const ctx = () =>
  ({ ...app.deps, actor: null, language: 'en', address: '', shown: { tags: new Set(), until: null } }) as never;
/** Logs in again, because access tokens expire when the test’s clock advances. */
const again = async (old: Member): Promise<Member> => ({
  ...old,
  ...(await app.call(accountApi.login, { email: old.email, password: PASSWORD })),
});

describe('the keys for texts on devices', () => {
  it('are the same in each session, differ between members, and are in no one else’s hands', async () => {
    const keysOf = async (caller: Member) => (await app.call(accountApi.info, {}, caller)).deviceKeys;
    const keys = await keysOf(member);
    expect(keys.map((key) => Buffer.from(key, 'base64url').length)).toEqual([32]);
    expect(await keysOf(await again(member))).toEqual(keys);
    expect(await keysOf(await buildMember(app))).not.toEqual(keys);
    const seen = await bySlug((await app.call(accountApi.info, {}, member)).slug);
    expect(JSON.stringify(seen.body)).not.toContain(keys[0]);
    await app.call(accountApi.logout, { token: member.refreshToken });
    expect((await app.send(accountApi.info, {}, member)).status).toBe(401);
  });
});

describe('changing the account', () => {
  it('changes the given fields and nothing else', async () => {
    const before = await app.call(accountApi.info, {}, member);
    const steps: [object, object][] = [
      [{}, {}],
      [{ bio: ' I write.\r\nSlowly. ' }, { bio: 'I write.\nSlowly.' }],
      [{ preferred_language: 'ko' }, { preferred_language: 'ko' }],
      [{ languagesRead: ['pt', 'en', 'pt'] }, { languagesRead: ['pt', 'en'] }],
      [{ username: `Ｚｏｅ\u0308_${member.id}` }, { username: `Zoë_${member.id}` }],
      [{ slug: `zoe-${member.id}` }, { slug: `zoe-${member.id}`, slugFreeAt: expect.any(String) }],
      [{ bio: '' }, { bio: '' }],
    ];
    let expected: object = before;
    for (const [input, changes] of steps) {
      expected = { ...expected, ...changes };
      const { status, body } = await update(input);
      expect(status).toBe(200);
      expect(body.data).toEqual(expected);
    }
    expect(await app.call(accountApi.info, {}, member)).toEqual(expected);
  });
  it.each([
    [{ username: 'a' }, { username: 'Usernames have 2 to 32 characters.' }],
    [{ username: 'ann lee' }, { username: 'Usernames can only contain letters, numbers and underscores.' }],
    [{ username: '' }, { username: 'Enter a username.' }],
    [{ slug: 'ab' }, { slug: 'Profile URLs have 3 to 40 characters.' }],
    [{ slug: 'Ann' }, { slug: 'Profile URLs can only contain lowercase letters a–z, numbers and hyphens.' }],
    [{ slug: '-ann' }, { slug: 'No hyphens at the start or end.' }],
    [{ slug: 'admin' }, { slug: 'This profile URL is reserved.' }],
    [{ bio: 'x'.repeat(201) }, { bio: '1 character over the limit of 200.' }],
    [{ preferred_language: 'ru' }, { preferred_language: 'Choose one of the 8 languages.' }],
    [{ languagesRead: [] }, { languagesRead: 'This field is required.' }],
    [{ languagesRead: ['pt', 'ru'] }, { 'languagesRead.1': 'Choose one of the 8 languages.' }],
    [{ bio: 'ok', email: 'x@y.z' }, { email: 'This field doesn’t exist.' }],
    [{ bio: null }, { bio: 'This value isn’t valid.' }],
  ])('refuses %j and changes nothing', async (input, fields) => {
    const before = await app.call(accountApi.info, {}, member);
    expect(await update(input)).toMatchObject({ status: 400, body: { code: 'invalid_input', fields } });
    expect(await app.call(accountApi.info, {}, member)).toEqual(before);
  });
});

describe('username', () => {
  const variants = (name: string) => [
    name,
    name.toUpperCase(),
    name.toLowerCase(),
    name.normalize('NFD'),
    name.replace('A', 'Ａ'),
  ];

  it('is taken in any spelling', async () => {
    const owner = await buildMember(app);
    await update({ username: 'Ännchen_ß' }, owner);
    for (const name of [...variants('Ännchen_ß'), 'ÄNNCHEN_SS', 'A\u0308nnchen_ß'])
      expect(await update({ username: name })).toMatchObject({
        status: 400,
        body: { fields: { username: 'This username is taken.' } },
      });
    // The owner can change the spelling of their own name.
    expect((await update({ username: 'ÄNNCHEN_ß' }, owner)).status).toBe(200);
  });
  it('is granted to one of 50 concurrent claims', async () => {
    const claimants = await buildMembers(10);
    const names = variants('Äpfelchen');
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => update({ username: names[i % names.length] }, claimants[i % 10]!)),
    );
    const winners = new Set(answers.flatMap(({ status }, i) => (status === 200 ? [claimants[i % 10]!.id] : [])));
    expect(winners.size).toBe(1);
    for (const { status, body } of answers)
      if (status !== 200) expect(body.fields).toEqual({ username: 'This username is taken.' });
    const { rows } = await app.database.pool.query("select 1 from accounts where username_key = 'äpfelchen'");
    expect(rows).toHaveLength(1);
  });
  it('is on the generated covers of its member’s stories, which change with it', async () => {
    const { story } = await buildPublishedStory(app, member);
    await app.work({ withPictures: true });
    await update({ username: `Renamed_${member.id}` });
    await update({ username: `Renamed_again_${member.id}` });
    // The second change replaces the job of the first: one drawing is enough.
    expect((await app.database.pool.query('select 1 from graphile_worker.jobs')).rowCount).toBe(1);
    await app.work();
    app.app.cache.clear();
    const renamed = await app.call(storyApi.detail, { storyId: story.id });
    expect(renamed.coverUrl).not.toBe(story.coverUrl);
    const cover = await app.app.http.inject({ url: renamed.coverUrl });
    expect(cover.body).toContain('<svg');
  });
  it('is available again once it is given up', async () => {
    const owner = await buildMember(app);
    await update({ username: 'Wanderer' }, owner);
    expect((await update({ username: 'wanderer' })).status).toBe(400);
    await update({ username: 'Wanderer_2' }, owner);
    expect((await update({ username: 'wanderer' })).status).toBe(200);
  });
});

describe('a username that passes for another', () => {
  const LOOKALIKE =
    'This username looks like another member’s, because it mixes alphabets. Use the letters of only one alphabet.';
  const OFFICIAL = 'This username could be mistaken for the site’s team. Choose another one.';
  /** The username with a Cyrillic letter in it. */
  const mixed = (name: string) => name.replace('a', 'а');

  it('is refused if it mixes scripts, also in another case', async () => {
    const owner = await buildMember(app);
    await update({ username: 'Castellan' }, owner);
    for (const name of [mixed('Castellan'), mixed('castellan'), 'САSTELLAN', mixed('CasteIIan')])
      expect(await update({ username: name })).toMatchObject({
        status: 400,
        body: { fields: { username: LOOKALIKE } },
      });
    expect((await update({ username: `${mixed('Castellan')}_2` })).status).toBe(200);
    // Letters of one script only are another name, and the owner may mix them as they like.
    expect((await update({ username: 'CasteIIan' })).status).toBe(200);
    expect((await update({ username: mixed('Castellan') }, owner)).status).toBe(400);
    await update({ username: 'Wayfarer' });
    expect((await update({ username: mixed('Castellan') }, owner)).status).toBe(200);
  });
  it('is granted to one of 20 concurrent claims in several spellings', async () => {
    const claimants = await buildMembers(10);
    // As after an upgrade: each claim first has to add the skeletons of earlier names.
    await app.database.pool.query('update accounts set username_skeleton = null');
    const names = ['Brаmble', 'Bramblе', 'Вramble', 'Вrаmblе'];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => update({ username: names[i % names.length] }, claimants[i % 10]!)),
    );
    const winners = new Set(answers.flatMap(({ status }, i) => (status === 200 ? [claimants[i % 10]!.id] : [])));
    expect(winners.size).toBe(1);
    for (const { status, body } of answers) if (status !== 200) expect(body.fields).toEqual({ username: LOOKALIKE });
  });
  it('is never stored twice, even if the check is missed', async () => {
    const [one, two] = await buildMembers(2);
    await update({ username: 'Тhistle' }, one);
    const stored = app.database.db
      .updateTable('accounts')
      .set(nameColumns('Thistlе'))
      .where('id', '=', two!.id)
      .execute();
    await expect(stored).rejects.toThrow(/accounts_mixed_username/);
  });
  it('is compared with names that earlier versions stored, which stay', async () => {
    const [one, two] = await buildMembers(2);
    const storeAsBefore = (id: string, name: string) =>
      app.database.pool.query(
        'update accounts set username = $2, username_key = $2, username_skeleton = null, username_mixes = false where id = $1',
        [id, name],
      );
    await storeAsBefore(one!.id, 'lantern');
    await storeAsBefore(two!.id, 'lаntern');
    expect((await update({ username: 'lanterп' })).status).toBe(200);
    expect((await update({ username: 'lantеrn' })).body.fields).toEqual({ username: LOOKALIKE });
    expect((await app.call(accountApi.info, {}, two!)).username).toBe('lаntern');
    const { rows } = await app.database.pool.query('select 1 from accounts where username_skeleton is null');
    expect(rows).toEqual([]);
  });
  it('is refused if it is a word for the team of the site', async () => {
    for (const name of ['Administrator', 'moderator_7', 'Support_Skein', 'ａｄｍｉｎ', 'Аdmin', 'adm1n', '管理员'])
      expect(await update({ username: name })).toMatchObject({ status: 400, body: { fields: { username: OFFICIAL } } });
  });
  it('is never generated', async () => {
    const generated = vi.spyOn(crypto, 'getRandomValues');
    const bytes = (byte: number) => (array: ArrayBufferView | null) => (array as Uint8Array).fill(byte) as never;
    try {
      // “writer_rrrrrr” is in use, and the address of another.
      await update({ username: 'writer_rrrrrr' });
      await update({ slug: 'writer-ssssss' }, await buildMember(app));
      for (const byte of [15, 16, 17]) generated.mockImplementationOnce(bytes(byte));
      const added = await inTransaction(ctx(), ({ db }) => insertAccount(db, { email: 'new@x.test', language: 'en' }));
      const { rows } = await app.database.pool.query('select username from accounts where id = $1', [added!.id]);
      expect(rows).toEqual([{ username: 'writer_tttttt' }]);
    } finally {
      generated.mockRestore();
    }
  });
});

describe('slug', () => {
  it('is granted to one of 50 concurrent claims', async () => {
    const claimants = await buildMembers(10);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => update({ slug: 'the-one' }, claimants[i % 10]!)),
    );
    const winners = new Set(answers.flatMap(({ status }, i) => (status === 200 ? [claimants[i % 10]!.id] : [])));
    expect(winners.size).toBe(1);
    for (const { status, body } of answers)
      if (status !== 200) expect(body.fields).toEqual({ slug: 'This profile URL is taken.' });
  });
  it('can be changed once in seven days', async () => {
    const name = `moves-${member.id}`;
    await update({ slug: name });
    const { body } = await update({ slug: `${name}-2` });
    expect(body.fields?.slug).toMatch(/^You can change your profile URL again from \w+ \d+, \d{4}\.$/);
    // The same slug again is no change.
    expect((await update({ slug: name })).status).toBe(200);
    await app.clock.advance(7 * DAY - HOUR);
    member = await again(member);
    expect((await update({ slug: `${name}-2` })).status).toBe(400);
    expect((await app.call(accountApi.info, {}, member)).slugFreeAt).not.toBeNull();
    await app.clock.advance(HOUR + MINUTE);
    member = await again(member);
    expect((await app.call(accountApi.info, {}, member)).slugFreeAt).toBeNull();
    expect((await update({ slug: `${name}-2` })).status).toBe(200);
  });
  it('leads to its owner for 90 days after it was given up, and can’t be taken by others until then', async () => {
    const [old, fresh] = [`old-${member.id}`, `new-${member.id}`];
    await update({ slug: old });
    await app.clock.advance(7 * DAY);
    member = await again(member);
    await update({ slug: fresh });
    expect((await bySlug(old)).body.data).toMatchObject({ id: member.id, slug: fresh });
    expect((await bySlug(old.toUpperCase())).body.data).toMatchObject({ slug: fresh });

    let other = await buildMember(app);
    expect((await update({ slug: old }, other)).body.fields).toEqual({ slug: 'This profile URL is taken.' });
    await app.clock.advance(90 * DAY - HOUR);
    app.app.cache.clear();
    expect((await bySlug(old)).status).toBe(200);
    other = await again(other);
    expect((await update({ slug: old }, other)).status).toBe(400);
    await app.clock.advance(HOUR);
    app.app.cache.clear();
    expect((await bySlug(old)).body.code).toBe('user_not_found');
    other = await again(other);
    expect((await update({ slug: old }, other)).status).toBe(200);
    expect((await bySlug(old)).body.data).toMatchObject({ id: other.id });
  });
  it('can be taken back by its owner', async () => {
    const [first, second] = [`first-${member.id}`, `second-${member.id}`];
    for (const slug of [first, second, first]) {
      expect((await update({ slug })).status).toBe(200);
      await app.clock.advance(7 * DAY);
      member = await again(member);
    }
    expect((await bySlug(first)).body.data).toMatchObject({ slug: first });
    expect((await bySlug(second)).body.data).toMatchObject({ slug: first });
    const { rows } = await app.database.pool.query('select slug from former_slugs where account_id = $1', [member.id]);
    expect(rows.map(({ slug }) => slug)).not.toContain(first);
  });
  it('is forgotten after that', async () => {
    await update({ slug: `gone-${member.id}` });
    await app.clock.advance(90 * DAY + MINUTE);
    await dropExpiredAccountRows(ctx());
    const { rows } = await app.database.pool.query('select slug from former_slugs where account_id = $1', [member.id]);
    expect(rows).toEqual([]);
  });
});

describe('public profile', () => {
  it('shows what everyone can know and nothing else', async () => {
    await update({ bio: 'I write slowly.' });
    const { status, body } = await bySlug(member.slug);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      id: member.id,
      suspended: false,
      suspendedUntil: null,
      username: member.username,
      isModerator: false,
      slug: member.slug,
      bio: 'I write slowly.',
      avatar: null,
      joinedAt: expect.stringMatching(/Z$/),
      lastActiveOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    expect(JSON.stringify(body)).not.toContain(member.email);
  });
  it('is up to date after a change', async () => {
    await bySlug(member.slug);
    await update({ bio: 'Quite new.' });
    await until(async () => expect((await bySlug(member.slug)).body.data).toMatchObject({ bio: 'Quite new.' }));
  });
  it('says whether its member is a moderator', async () => {
    const isModerator = async () => (await app.call(accountApi.bySlug, { slug: member.slug })).isModerator;
    expect(await isModerator()).toBe(false);
    for (const granted of [true, false]) {
      await setRole(ctx(), member.email, 'moderator', granted);
      await until(async () => expect(await isModerator()).toBe(granted));
    }
  });
  it('shows only that its member is suspended or banned, until the restriction ends', async () => {
    const closed = {
      id: member.id,
      suspended: true,
      suspendedUntil: null as string | null,
      slug: member.slug,
      username: null,
      isModerator: false,
      bio: null,
      avatar: null,
      joinedAt: null,
      lastActiveOn: null,
    };
    expect((await bySlug(member.slug)).body.data).toMatchObject({ suspended: false });
    const inAnHour = new Date(app.clock.now().getTime() + HOUR);
    await restrictAccount(ctx(), member.id, { action: 'suspend', reason: 'Spam, spam.', until: inAnHour });
    const suspended = { ...closed, suspendedUntil: inAnHour.toISOString() };
    await until(async () => expect((await bySlug(member.slug)).body.data).toEqual(suspended));
    await app.clock.advance(HOUR);
    app.app.cache.clear();
    expect((await bySlug(member.slug)).body.data).toMatchObject({ suspended: false, username: member.username });
    await restrictAccount(ctx(), member.id, { action: 'ban', reason: 'Spam, spam.' });
    await until(async () => expect((await bySlug(member.slug)).body.data).toEqual(closed));
    await restrictAccount(ctx(), member.id, { action: 'lift', reason: 'An error.' });
    await until(async () => expect((await bySlug(member.slug)).body.data).toMatchObject({ suspended: false }));
  });
  it.each(['nobody-here', '', 'x'.repeat(100), "'; drop table accounts; --", '%', '../admin', '雨水'])(
    'returns user_not_found for %j',
    async (slug) => {
      expect(await bySlug(slug)).toMatchObject({
        status: 404,
        body: { code: 'user_not_found', error: 'User not found' },
      });
    },
  );
  it('does not distinguish an unconfirmed account from a missing one', async () => {
    const waiting = await bySlug(
      (
        await app.database.db
          .insertInto('accounts')
          .values({
            email: `x${member.id}@x.test`,
            username: `W${member.id}`,
            username_key: `w${member.id}`,
            slug: `waiting-${member.id}`,
            preferred_language: 'en',
          })
          .returning('slug')
          .executeTakeFirstOrThrow()
      ).slug,
    );
    const nobody = await bySlug('nobody-at-all');
    expect(waiting.body).toEqual(nobody.body);
  });
});
