import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { DAY, HOUR } from '#core/time.ts';
import { messageApi } from '#features/messages/contract.ts';
import { createCtx } from '#platform/context.ts';
import { buildChapterDraft, buildMember, buildPublishedStory, type Member } from '#testing/factories.ts';
import { publishChapter } from '#testing/publish.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { letPass } from '#testing/together.ts';
import { FIRST_READERS } from '../model/news-limits.ts';
import { tellOut, tellRead } from './first-chapters.ts';

const app = setUpTestApp();
let author: Member;
beforeEach(async () => {
  author = await buildMember(app);
});

const ctx = () => createCtx(app.deps, { language: 'en' });
const told = async (text: string) =>
  (await app.call(messageApi.list, { limit: 50 }, author)).items.filter(({ content }) => content.includes(text)).length;
const isOut = () => told('Your first chapter is out');
const isRead = () => told('has its first 10 readers');
/** Moves the clock to an hour of the UTC day, today or later. */
async function waitUntil(hour: number, days: number): Promise<void> {
  const now = app.deps.clock.now();
  const then = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days, hour, 1);
  await letPass(app, Math.max(0, then - now.getTime()), [author]);
}
const read = (storyId: string, chapterId: string, opened: number) =>
  sql`insert into chapter_sums (story_id, chapter_id, opened, ended) values (${storyId}, ${chapterId}, ${opened}, 0)
    on conflict (story_id, chapter_id) do update set opened = excluded.opened`.execute(app.database.db);

it('the author gets a notice the next morning that the first chapter is out, once', async () => {
  await waitUntil(12, 1);
  await buildPublishedStory(app, author);
  await tellOut(ctx());
  expect(await isOut()).toBe(0);
  await waitUntil(7, 1);
  await tellOut(ctx());
  expect(await isOut()).toBe(0);
  await waitUntil(8, 0);
  await Promise.all([tellOut(ctx()), tellOut(ctx())]);
  await tellOut(ctx());
  expect(await isOut()).toBe(1);
});
it('the morning is that of the author', async () => {
  // UTC+9 and no daylight saving time: 8 o’clock there is 23 o’clock the day before.
  await app.database.db.updateTable('accounts').set({ time_zone: 'Asia/Tokyo' }).where('id', '=', author.id).execute();
  await waitUntil(10, 1);
  await buildPublishedStory(app, author);
  await waitUntil(22, 0);
  await tellOut(ctx());
  expect(await isOut()).toBe(0);
  await waitUntil(23, 0);
  await tellOut(ctx());
  expect(await isOut()).toBe(1);
});
it('there is no notice about a later chapter, or about one that is hidden by then', async () => {
  const { story } = await buildPublishedStory(app, author);
  await letPass(app, DAY + 12 * HOUR, [author]);
  await tellOut(ctx());
  const second = await buildChapterDraft(app, author, story.id, { words: 350 });
  await publishChapter(app.deps, author, second.id);
  await letPass(app, 2 * DAY, [author]);
  await tellOut(ctx());
  expect(await isOut()).toBe(1);

  const other = await buildMember(app);
  const hidden = await buildPublishedStory(app, other);
  await sql`update chapters set status = 'hidden' where id = ${hidden.chapterId}`.execute(app.database.db);
  await letPass(app, 2 * DAY, [author, other]);
  await tellOut(ctx());
  author = other;
  expect(await isOut()).toBe(0);
});
it(`the author gets a notice about the first ${FIRST_READERS} readers of the first chapter, once`, async () => {
  const { story, chapterId } = await buildPublishedStory(app, author);
  await read(story.id, chapterId, FIRST_READERS - 1);
  await tellRead(ctx());
  expect(await isRead()).toBe(0);
  await read(story.id, chapterId, FIRST_READERS + 3);
  await Promise.all([tellRead(ctx()), tellRead(ctx())]);
  await read(story.id, chapterId, 5000);
  await tellRead(ctx());
  expect(await isRead()).toBe(1);
});
it('there is neither notice long after publication', async () => {
  const { story, chapterId } = await buildPublishedStory(app, author);
  await letPass(app, 61 * DAY, [author]);
  await read(story.id, chapterId, 50);
  await tellOut(ctx());
  await tellRead(ctx());
  expect([await isOut(), await isRead()]).toEqual([0, 0]);
});
