import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { to } from '#core/pages.ts';
import { DAY } from '#core/time.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { accountDeletionApi } from '#features/accounts/contract-account-deletion.ts';
import { restrictAccount } from '#features/accounts/server/index.ts';
import { messageApi } from '#features/messages/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { buildChapterDraft, buildMember, buildPublishedStory, PASSWORD } from '#testing/factories.ts';
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
  expect((await app.call(accountDeletionApi.export, {}, member)).state).toBe('making');
  expect((await app.send(accountDeletionApi.export, {}, member)).status).toBe(429);
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
  expect((await app.call(accountDeletionApi.export, {}, tokens)).state).toBe('making');
});

it('a banned member gets the link by email', async () => {
  const member = await buildMember(app);
  await restrictAccount(ctxOf(app), member.id, { action: 'ban', reason: 'Because of the spam.' });
  await app.call(accountDeletionApi.export, {}, await appealTokenOf(app, member));
  await app.work();
  const mail = app.mails.findLast(({ to }) => to === member.email)!;
  const { pathname, search } = new URL(mail.link!);
  expect(pathname).toBe('/api/user/export_file');
  expect((await download(pathname + search)).statusCode).toBe(200);
});

it('the file of an erased member is deleted, and so are files without a row after 7 days', async () => {
  const folder = join(app.deps.config.dataDir, 'exports');
  const member = await buildMember(app);
  await app.call(accountDeletionApi.export, {}, member);
  await app.work();
  const before = new Set(await readdir(folder));
  await writeFile(join(folder, 'interrupted.zip.part'), 'half of it');
  await plan(app, member, 'delete');
  const mine = await app.database.db.selectFrom('exports').select('file').where('account_id', '=', member.id).execute();
  expect(mine.map(({ file }) => before.has(`${file}.zip`))).toEqual([true]);
  await letTheDayCome(app, 15 * DAY);
  expect(await readdir(folder)).toEqual([]);
});
