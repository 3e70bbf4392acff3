import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { to } from '#core/pages.ts';
import { DAY, HOUR } from '#core/time.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { accountDeletionApi } from '#features/accounts/contract-account-deletion.ts';
import { endFailedExports, restrictAccount } from '#features/accounts/server/index.ts';
import { messageApi } from '#features/messages/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { loadSharp } from '#platform/images/reencode.ts';
import { buildChapterDraft, buildMember, buildPublishedStory, type Member, PASSWORD } from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { appealTokenOf, ctxOf, letTheDayCome, plan } from './erasure.test-kit.ts';

const app = setUpTestApp();
const download = (url: string) => app.app.http.inject({ method: 'GET', url });

it('an export contains all data of its member, no secrets and nothing of others, once in 7 days', async () => {
  const member = await buildMember(app);
  const other = await buildMember(app);
  const { story } = await buildPublishedStory(app, member, { mode: 'solo', title: 'Mine: all/of it' });
  await buildChapterDraft(app, member, story.id, { title: 'Not yet' });
  // Deleted by the member, but still part of their data.
  const { story: deleted } = await buildPublishedStory(app, member, { mode: 'solo', title: 'Thrown away' });
  await app.call(storyApi.delete, { storyId: deleted.id }, member);
  expect((await app.call(accountDeletionApi.preview, {}, member)).export.state).toBe('none');
  expect((await app.call(accountDeletionApi.export, { proof: { password: PASSWORD } }, member)).state).toBe('making');
  expect((await app.send(accountDeletionApi.export, { proof: { password: PASSWORD } }, member)).status).toBe(429);
  await app.work();
  const { export: ready } = await app.call(accountDeletionApi.preview, {}, member);
  expect(ready.state).toBe('ready');
  const { items } = await app.call(messageApi.list, { type: 'system_notice' }, member);
  expect(items[0]!.content).toContain(`${to.profile()}#texts-and-you`);

  const answer = await download(ready.url!);
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

  for (const url of [ready.url!.slice(0, -2), '/api/user/export_file', '/api/user/export_file?token=1.0.x'])
    expect((await download(url)).statusCode, url).toBe(400);
  await letTheDayCome(app, 7 * DAY + 2 * 3_600_000);
  expect((await download(ready.url!)).statusCode).toBe(400);
  const tokens = await app.call(accountApi.login, { email: member.email, password: PASSWORD });
  expect((await app.call(accountDeletionApi.export, { proof: { password: PASSWORD } }, tokens)).state).toBe('making');
});

const logIn = ({ email }: Member) => app.call(accountApi.login, { email, password: PASSWORD });
const filesOf = async (member: Member) => {
  await app.call(accountDeletionApi.export, { proof: { password: PASSWORD } }, member);
  await app.work();
  const { export: ready } = await app.call(accountDeletionApi.preview, {}, member);
  return unzipSync((await download(ready.url!)).rawPayload);
};

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
  await app.call(accountDeletionApi.export, { proof: { password: PASSWORD } }, member);
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
  expect(
    (await app.call(accountDeletionApi.export, { proof: { password: PASSWORD } }, await logIn(member))).state,
  ).toBe('making');
});

it('a banned member gets the link by email', async () => {
  const member = await buildMember(app);
  await restrictAccount(ctxOf(app), member.id, { action: 'ban', reason: 'Because of the spam.' });
  await app.call(accountDeletionApi.export, { proof: { password: PASSWORD } }, await appealTokenOf(app, member));
  await app.work();
  const mail = app.mails.findLast(({ to }) => to === member.email)!;
  const { pathname, search } = new URL(mail.link!);
  expect(pathname).toBe('/api/user/export_file');
  expect((await download(pathname + search)).statusCode).toBe(200);
});

it('the file of an erased member is deleted, and so are files without a row after 7 days', async () => {
  const folder = join(app.deps.config.dataDir, 'exports');
  const member = await buildMember(app);
  await app.call(accountDeletionApi.export, { proof: { password: PASSWORD } }, member);
  await app.work();
  const before = new Set(await readdir(folder));
  await writeFile(join(folder, 'interrupted.zip.part'), 'half of it');
  await plan(app, member, 'delete');
  const mine = await app.database.db.selectFrom('exports').select('file').where('account_id', '=', member.id).execute();
  expect(mine.map(({ file }) => before.has(`${file}.zip`))).toEqual([true]);
  await letTheDayCome(app, 15 * DAY);
  expect(await readdir(folder)).toEqual([]);
});
