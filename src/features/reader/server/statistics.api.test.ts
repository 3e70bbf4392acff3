import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '#core/time.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { createCtx } from '#platform/context.ts';
import {
  buildBranchStory,
  buildMember,
  buildPublishedChapter,
  buildPublishedStory,
  type Member,
  outcome,
  PASSWORD,
} from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { readerApi, type StatisticsSpan } from '../contract.ts';
import { countReads, dropOldReads } from './popularity.repo.ts';

const app = setUpTestApp();
let author: Member;
let reader: Member;

beforeAll(async () => {
  author = await buildMember(app);
  reader = await buildMember(app);
});

const ctx = () => createCtx(app.deps, { language: 'en' });
const visit = (chapterId: string, address: string, rest: object = {}) =>
  app.call(readerApi.countRead, { chapterId, ...rest }, { address });
const save = (chapterId: string, rest: object = {}, caller: Member = reader) =>
  app.call(readerApi.savePosition, { chapterId, ...rest }, caller);
async function statisticsOf(storyId: string, span: StatisticsSpan = 'month') {
  await countReads(ctx());
  return app.call(readerApi.statistics, { storyId, span }, author);
}
/** Advances the clock and logs in again, because sessions expire. */
async function goOn(days: number): Promise<void> {
  await app.clock.advance(days * DAY);
  for (const member of [author, reader])
    Object.assign(
      member,
      await app.call(accountApi.login, { email: member.email, password: PASSWORD, platform: 'web' }),
    );
}

describe('statistics of a story', () => {
  it('are for its creator and participants, and not found for others', async () => {
    const { story } = await buildPublishedStory(app, author, { mode: 'relay' });
    const other = await buildMember(app);
    const seen = async (caller: Member) => outcome(await app.send(readerApi.statistics, { storyId: story.id }, caller));
    const can = async (caller: Member) =>
      (await app.call(storyApi.viewerState, { storyId: story.id }, caller)).can.seeStatistics;
    expect([await seen(author), await can(author)]).toEqual(['200', true]);
    expect([await seen(other), await can(other)]).toEqual(['404 story_not_found', false]);
    await sql`insert into participants (story_id, account_id, number) values (${story.id}, ${other.id}, 2)`.execute(
      app.database.db,
    );
    expect([await seen(other), await can(other)]).toEqual(['200', true]);
    await app.call(storyApi.delete, { storyId: story.id }, author);
    for (const caller of [author, other]) expect(await seen(caller)).toBe('404 story_not_found');
  });

  it('count readers by chapter, by language and to the end', async () => {
    const { story, chapterId } = await buildPublishedStory(app, author);
    const second = await buildPublishedChapter(app, author, story.id, { title: 'Second' });
    for (const address of ['10.0.0.1', '10.0.0.2', '10.0.0.3']) await visit(chapterId, address, { language: 'de' });
    await visit(second.id, '10.0.0.1', { language: 'de' });
    await visit(second.id, '10.0.0.1', { language: 'de', toEnd: true });
    await save(chapterId, { toEnd: true });
    await save(second.id, { toEnd: true });
    await save(second.id, { toEnd: true });
    await save(second.id, {}, author);
    expect(await statisticsOf(story.id)).toMatchObject({
      readers: 4,
      before: null,
      languages: [
        { language: 'de', readers: 3, isNew: false },
        { language: 'en', readers: 1, isNew: false },
      ],
      chapters: [
        { id: chapterId, number: 1, opened: 4, ended: 1 },
        { id: second.id, number: 2, title: 'Second', opened: 2, ended: 2 },
      ],
    });
  });

  it('count a member once in any period, and a visitor once a day', async () => {
    const { story, chapterId } = await buildPublishedStory(app, author);
    const next = await buildPublishedChapter(app, author, story.id);
    const figures = async () => {
      const spans = [];
      for (const span of ['week', 'month', 'always'] as const) spans.push((await statisticsOf(story.id, span)).readers);
      return spans;
    };
    await goOn(0);
    for (const id of [chapterId, next.id, chapterId]) {
      await save(id);
      await visit(id, '10.0.1.1');
    }
    expect(await figures()).toEqual([2, 2, 2]);
    await goOn(3);
    await save(next.id);
    expect(await figures()).toEqual([2, 2, 2]);
    await visit(next.id, '10.0.1.1');
    expect(await figures()).toEqual([3, 3, 3]);
    await goOn(5);
    // The member’s last visit is still within the week, the visitor’s first day is not.
    expect(await figures()).toEqual([2, 3, 3]);
    await goOn(28);
    await save(chapterId);
    expect(await figures()).toEqual([1, 1, 3]);
    expect((await statisticsOf(story.id, 'month')).before).toBe(3);
  });

  it('stay correct when counted twice concurrently, incrementally, and after reads are deleted', async () => {
    const { story, chapterId } = await buildPublishedStory(app, author);
    const next = await buildPublishedChapter(app, author, story.id);
    const addresses = Array.from({ length: 40 }, (_, i) => `10.2.0.${i}`);
    const counting = (async () => {
      for (let i = 0; i < 4; i += 1) await Promise.all([countReads(ctx()), countReads(ctx())]);
    })();
    for (const id of [chapterId, next.id])
      for (let i = 0; i < addresses.length; i += 10)
        await Promise.all(addresses.slice(i, i + 10).map((address) => visit(id, address)));
    await counting;
    const before = await statisticsOf(story.id);
    expect(before).toMatchObject({ readers: 40, chapters: [{ opened: 40 }, { opened: 40 }] });
    await goOn(4);
    await dropOldReads(ctx());
    expect(await statisticsOf(story.id)).toMatchObject({ readers: 40, chapters: before.chapters });
    await goOn(61);
    await dropOldReads(ctx());
    expect(await statisticsOf(story.id)).toMatchObject({ readers: 0, before: 0, chapters: [{ opened: 0 }, {}] });
    expect(await statisticsOf(story.id, 'always')).toMatchObject({ readers: 40, chapters: before.chapters });
  });

  it('show each day of the period, today last, and a new language', async () => {
    const { story, chapterId } = await buildPublishedStory(app, author);
    await goOn(0);
    await visit(chapterId, '10.3.0.1');
    await goOn(7);
    await visit(chapterId, '10.3.0.1', { language: 'ja' });
    await visit(chapterId, '10.3.0.2', { language: 'ja' });
    const week = await statisticsOf(story.id, 'week');
    expect(week.days.map(({ readers }) => readers)).toEqual([0, 0, 0, 0, 0, 0, 2]);
    expect(week.languages).toEqual([{ language: 'ja', readers: 2, isNew: true }]);
    expect(week.before).toBe(1);
    const month = await statisticsOf(story.id, 'month');
    expect(month.days.map(({ readers }) => readers).slice(-8)).toEqual([1, 0, 0, 0, 0, 0, 0, 2]);
    expect(month.days).toHaveLength(30);
    expect(month.languages.map(({ isNew }) => isNew)).toEqual([false, false]);
  });

  it('list only chapters with reads for a branch, most read first', async () => {
    const { storyId, ids } = await buildBranchStory(app, author, { left: {}, right: {} });
    await visit(ids.first!, '10.4.0.1');
    for (const address of ['10.4.0.1', '10.4.0.2']) await visit(ids.right!, address);
    const { chapters } = await statisticsOf(storyId);
    expect(chapters.map(({ id, opened }) => [id, opened])).toEqual([
      [ids.right, 2],
      [ids.first, 1],
    ]);
  });
});
