import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { to } from '#core/pages.ts';
import { DAY, HOUR, SECOND } from '#core/time.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { accountDeletionApi } from '#features/accounts/contract-account-deletion.ts';
import { EXPORT_ADDRESS_LASTS } from '#features/accounts/model/account-limits.ts';
import { takeExport } from '#features/accounts/server/export-address.ts';
import { endFailedExports, restrictAccount } from '#features/accounts/server/index.ts';
import { messageApi } from '#features/messages/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { createCtx } from '#platform/context.ts';
import { loadSharp } from '#platform/images/reencode.ts';
import { createSecrets } from '#platform/secrets.ts';
import { buildChapterDraft, buildMember, buildPublishedStory, type Member, PASSWORD } from '#testing/factories.ts';
import { type Caller, SECRET_KEY, setUpTestApp } from '#testing/test-app.ts';
import { appealTokenOf, ctxOf, letTheDayCome, plan } from './erasure.test-kit.ts';

const app = setUpTestApp();
const download = (url: string) => app.app.http.inject({ method: 'GET', url });
const proof = { password: PASSWORD };
/** Where the caller’s file can be downloaded, once. */
const addressFor = async (caller: Caller) => (await app.call(accountDeletionApi.exportAddress, {}, caller)).url;
const NOT_READY = { status: 404, body: { code: 'not_found' } };

it('an export contains all data of its member, no secrets and nothing of others, once in 7 days', async () => {
  const member = await buildMember(app);
  const other = await buildMember(app);
  const { story } = await buildPublishedStory(app, member, { mode: 'solo', title: 'Mine: all/of it' });
  await buildChapterDraft(app, member, story.id, { title: 'Not yet' });
  // Deleted by the member, but still part of their data.
  const { story: deleted } = await buildPublishedStory(app, member, { mode: 'solo', title: 'Thrown away' });
  await app.call(storyApi.delete, { storyId: deleted.id }, member);
  expect((await app.call(accountDeletionApi.preview, {}, member)).export.state).toBe('none');
  expect((await app.call(accountDeletionApi.export, { proof }, member)).state).toBe('making');
  expect((await app.send(accountDeletionApi.export, { proof }, member)).status).toBe(429);
  await app.work();
  const { export: ready } = await app.call(accountDeletionApi.preview, {}, member);
  expect(ready.state).toBe('ready');
  const { items } = await app.call(messageApi.list, { type: 'system_notice' }, member);
  expect(items[0]!.content).toContain(`${to.profile()}#texts-and-you`);

  const address = await addressFor(member);
  const answer = await download(address);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'no-store' });
  expect(answer.headers['content-disposition']).toContain('attachment');
  const files = unzipSync(answer.rawPayload);
  const names = Object.keys(files);
  const read = (name: string) => strFromU8(files[name]!);
  expect(JSON.parse(read('account/profile.json'))).toMatchObject({ email: member.email, username: member.username });
  expect(
    names
      .filter((name) => name.startsWith('read/'))
      .map((name) => name.replace(/ ?\(\d+\)/, ''))
      .sort(),
  ).toEqual(
    expect.arrayContaining([expect.stringContaining('read/Mine all of it/'), 'read/Mine all of it/Not yet.txt']),
  );
  expect(JSON.parse(read('writing/stories.json'))).toHaveLength(2);
  const everything = names.map(read).join('\n');
  expect(everything).not.toMatch(/password|"seed"|argon2/);
  expect(everything).not.toContain(other.email);

  const forged = `${(await addressFor(member)).slice(0, -3)}AAA`;
  for (const url of [address, forged, '/api/user/export_file', '/api/user/export_file?token=1.0.x'])
    expect((await download(url)).statusCode, url).toBe(400);
  await letTheDayCome(app, 7 * DAY + 2 * 3_600_000);
  const tokens = await app.call(accountApi.login, { email: member.email, password: PASSWORD });
  expect(await app.send(accountDeletionApi.exportAddress, {}, tokens)).toMatchObject(NOT_READY);
  expect((await app.call(accountDeletionApi.export, { proof }, tokens)).state).toBe('making');
});

const logIn = ({ email }: Member) => app.call(accountApi.login, { email, password: PASSWORD });
const filesOf = async (member: Member) => {
  await app.call(accountDeletionApi.export, { proof }, member);
  await app.work();
  return unzipSync((await download(await addressFor(member))).rawPayload);
};

it('a stolen access token gets no export, and an address of the file ends with its session', async () => {
  const member = await buildMember(app);
  const thief = await logIn(member);
  for (const wrong of [{}, { proof: {} }, { proof: { password: 'Wrong7Password' } }, { proof: { provider: 'x' } }])
    expect((await app.send(accountDeletionApi.export, wrong, thief)).status, JSON.stringify(wrong)).not.toBe(200);
  expect((await app.call(accountDeletionApi.preview, {}, member)).export.state).toBe('none');
  await app.call(accountDeletionApi.export, { proof }, member);
  expect(await app.send(accountDeletionApi.exportAddress, {}, member)).toMatchObject(NOT_READY);
  await app.work();

  // Each ends what was taken before, although five minutes aren’t over.
  const ends: Record<string, (caller: Caller) => Promise<unknown>> = {
    'other sessions are ended': () => app.call(accountApi.endOtherSessions, {}, member),
    'its session exits': (caller) =>
      app.call(accountApi.logout, { token: (caller as { refreshToken: string }).refreshToken }),
    'five minutes pass': () => app.clock.advance(EXPORT_ADDRESS_LASTS + SECOND),
    'the password changes': () =>
      app.call(accountApi.updatePassword, { oldPassword: PASSWORD, newPassword: 'Fresh7Morning' }, member),
  };
  for (const [name, happens] of Object.entries(ends)) {
    const caller = await logIn(member);
    const [used, unused] = [await addressFor(caller), await addressFor(caller)];
    const answers = await Promise.all([1, 2, 3].map(() => download(used)));
    expect(answers.map(({ statusCode }) => statusCode).sort(), name).toEqual([200, 400, 400]);
    await happens(caller);
    expect((await download(unused)).statusCode, name).toBe(400);
  }
  // Also while the key of the site is changed.
  const secrets = createSecrets({ secretKey: 'a new secret of tests, long enough', previousSecretKey: SECRET_KEY });
  const token = new URL(await addressFor(member), 'http://localhost').searchParams.get('token')!;
  expect(await takeExport({ ...createCtx(app.deps, { language: 'en' }), secrets }, token)).not.toBeNull();
  expect((await download(await addressFor(member))).statusCode).toBe(200);
});

it('64-bit numbers are exact in all files, so that rows can be matched by their ids', async () => {
  const member = await buildMember(app);
  const { story } = await buildPublishedStory(app, member, { mode: 'solo' });
  const files = await filesOf(member);
  const rows = (name: string) => JSON.parse(strFromU8(files[name]!)) as Record<string, unknown>[];
  const [chapter] = rows('writing/chapters.json');
  expect(chapter).toMatchObject({ story_id: story.id, id: rows('writing/chapter-texts.json')[0]!.chapter_id });
  // No number is too long for JSON, in any file.
  for (const name of Object.keys(files).filter((path) => path.endsWith('.json')))
    expect(strFromU8(files[name]!), name).not.toMatch(/[:[,]\s*-?\d{16,}/);
});

it('an export has images as files, messages to read, and a page that explains all files', async () => {
  const member = await buildMember(app);
  const picture = await (await loadSharp())({ create: { width: 90, height: 90, channels: 3, background: '#2a4190' } })
    .png()
    .toBuffer();
  await app.upload(accountApi.uploadAvatar, {}, picture, member);
  const { story } = await buildPublishedStory(app, member, { mode: 'solo', title: 'Salt & <Tax>' });
  await app.database.db.updateTable('accounts').set({ preferred_language: 'de' }).where('id', '=', member.id).execute();
  const files = await filesOf(member);
  const names = Object.keys(files);
  expect(strFromU8(files['pictures/profile-picture.webp']!.slice(8, 12))).toBe('WEBP');
  expect(strFromU8(files[`pictures/covers/Salt & Tax (${story.id}).svg`]!)).toContain('<svg');
  const messages = strFromU8(files['messages/messages.html']!);
  expect(messages).toContain('Salt &amp; &lt;Tax&gt;');
  expect(messages).toMatch(/<a href="https?:\/\/[^"]+\/story\/\d+"/);
  const page = strFromU8(files['index.html']!);
  expect(page).toContain('<html lang="de">');
  // Every folder is explained, and every other file is linked.
  for (const folder of new Set(names.filter((name) => name !== 'index.html').map((name) => name.split('/')[0])))
    expect(page, folder).toMatch(new RegExp(`<h2>${folder}</h2>\\n<p>\\S`));
  const links = [...page.matchAll(/href="([^"]+)"/g)].map(([, href]) =>
    decodeURIComponent(href!.replaceAll('&amp;', '&')),
  );
  expect(links.sort()).toEqual(names.filter((name) => name !== 'index.html').sort());
});

it('a member whose export fails gets one notice, and can request another', async () => {
  const member = await buildMember(app);
  await app.call(accountDeletionApi.export, { proof }, member);
  // The job is lost.
  await sql`delete from graphile_worker._private_jobs`.execute(app.database.db);
  await letTheDayCome(app, HOUR + 1000);
  expect((await app.call(accountDeletionApi.preview, {}, await logIn(member))).export).toMatchObject({
    state: 'failed',
    nextAt: null,
  });
  await endFailedExports(ctxOf(app));
  await endFailedExports(ctxOf(app));
  const { items } = await app.call(messageApi.list, { type: 'system_notice' }, await logIn(member));
  expect(items.filter(({ content }) => content.includes('couldn’t prepare the file'))).toHaveLength(1);
  expect((await app.call(accountDeletionApi.export, { proof }, await logIn(member))).state).toBe('making');
});

it('a member whose export can’t be ended keeps no other from a notice', async () => {
  const members = [await buildMember(app), await buildMember(app)];
  for (const member of members) await app.call(accountDeletionApi.export, { proof }, member);
  await sql`delete from graphile_worker._private_jobs`.execute(app.database.db);
  await letTheDayCome(app, HOUR + 1000);
  const { listeners } = ctxOf(app);
  const failing = async (_ctx: unknown, { accountId }: { accountId: string }) => {
    if (accountId === members[0]!.id) throw new Error('A feature fails');
  };
  await endFailedExports({
    ...ctxOf(app),
    listeners: { ...listeners, 'account.export_failed': [failing] },
  } as never);
  const failed = app.database.db.selectFrom('exports').select('account_id').where('failed_at', 'is not', null);
  const ids = members.map(({ id }) => id);
  expect(await failed.where('account_id', 'in', ids).execute()).toEqual([{ account_id: ids[1] }]);
});

it('a banned member is emailed, and gets the file with the token of the refusal until the password changes', async () => {
  const member = await buildMember(app);
  await restrictAccount(ctxOf(app), member.id, { action: 'ban', reason: 'Because of the spam.' });
  const caller = await appealTokenOf(app, member);
  await app.call(accountDeletionApi.export, { proof }, caller);
  await app.work();
  // The email leads to the page, which asks to log in.
  const mail = app.mails.findLast(({ to }) => to === member.email)!;
  expect(new URL(mail.link!).pathname).toBe(to.profile());
  const later = await addressFor(caller);
  expect((await download(await addressFor(caller))).statusCode).toBe(200);
  await app.database.db
    .updateTable('accounts')
    .set({ password_changed_at: sql`db_clock()` })
    .where('id', '=', member.id)
    .execute();
  expect((await download(later)).statusCode).toBe(400);
});

it('the file of an erased member is deleted, and so are files without a row after 7 days', async () => {
  const folder = join(app.deps.config.dataDir, 'exports');
  const member = await buildMember(app);
  await app.call(accountDeletionApi.export, { proof }, member);
  await app.work();
  const before = new Set(await readdir(folder));
  await writeFile(join(folder, 'interrupted.zip.part'), 'half of it');
  await plan(app, member, 'delete');
  const mine = await app.database.db.selectFrom('exports').select('file').where('account_id', '=', member.id).execute();
  expect(mine.map(({ file }) => before.has(`${file}.zip`))).toEqual([true]);
  await letTheDayCome(app, 15 * DAY);
  expect(await readdir(folder)).toEqual([]);
});
