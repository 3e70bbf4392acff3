import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR } from '#core/time.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { discoveryApi } from '#features/discovery/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { createCtx } from '#platform/context.ts';
import {
  buildBranchStory,
  buildChapterDraft,
  buildMember,
  buildPublishedChapter,
  buildPublishedStory,
  type Member,
  outcome,
  PASSWORD,
} from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { readerApi } from '../contract.ts';
import { READERS_PER_TRANSLATION, READERS_PER_VOTE } from '../model/popularity.ts';
import { countReads, dropOldReads, weighTrends } from './popularity.repo.ts';

const app = setUpTestApp();
let author: Member;
let reader: Member;
let other: Member;

beforeAll(async () => {
  app.app.cache.setListening(false);
  author = await buildMember(app);
  reader = await buildMember(app);
  other = await buildMember(app);
});

const ctx = () => createCtx(app.deps, { language: 'en' });
const save = (chapterId: string, caller: Member = reader) => app.call(readerApi.savePosition, { chapterId }, caller);
const finish = (chapterId: string, caller: Member = reader) =>
  app.call(readerApi.savePosition, { chapterId, toEnd: true }, caller);
const visit = (chapterId: string, address: string) => app.call(readerApi.countRead, { chapterId }, { address });
async function statsOf(storyId: string): Promise<{ readers: number; trend: number }> {
  await countReads(ctx());
  await weighTrends(ctx());
  const { rows } = await sql<{ readers: number; trend: number }>`
    select readers::int, trend from story_stats where story_id = ${storyId}`.execute(app.database.db);
  return rows[0]!;
}
/** Advances the clock and logs in again, because sessions expire. The author always, others if they are given. */
async function goOn(days: number, ...members: Member[]): Promise<void> {
  await app.clock.advance(days * DAY);
  for (const member of [author, ...members])
    Object.assign(
      member,
      await app.call(accountApi.login, { email: member.email, password: PASSWORD, platform: 'web' }),
    );
}

describe('places of a visitor', () => {
  const bring = (places: { chapterId: string; ago: number; read: string[] }[], who: Member) =>
    app.call(readerApi.bringPlaces, { places }, who);
  it('move to the member, and don’t count as reads', async () => {
    const member = await buildMember(app);
    const { story, chapterId } = await buildPublishedStory(app, author);
    const second = await buildPublishedChapter(app, author, story.id);
    const place = { chapterId: second.id, ago: (3 * DAY) / 1000, read: [chapterId] };
    expect(await bring([place, { ...place, chapterId, ago: (9 * DAY) / 1000 }], member)).toEqual({ stories: 1 });
    const [resumed] = await app.call(readerApi.positions, {}, member);
    expect(resumed).toMatchObject({ story: { id: story.id }, chapter: { id: second.id }, readCount: 1 });
    const { rows } = await sql`select from daily_reads where story_id = ${story.id}`.execute(app.database.db);
    expect(rows).toEqual([]);
    expect(await statsOf(story.id)).toMatchObject({ readers: 0 });
    // The first read after that is the member’s first in the story.
    await save(second.id, member);
    const read = await sql<{ days_since: number }>`
      select days_since from daily_reads where story_id = ${story.id}`.execute(app.database.db);
    expect(read.rows).toEqual([{ days_since: 0 }]);
    expect(await statsOf(story.id)).toMatchObject({ readers: 1 });
  });
  it('don’t replace what the member has read since', async () => {
    const member = await buildMember(app);
    const { story, chapterId } = await buildPublishedStory(app, author);
    const second = await buildPublishedChapter(app, author, story.id);
    await save(second.id, member);
    await bring([{ chapterId, ago: 60, read: [chapterId] }], member);
    const progress = await app.call(readerApi.storyProgress, { storyId: story.id }, member);
    expect(progress).toEqual({ readChapterIds: [chapterId], lastChapterId: second.id });
  });
  it('leave out what readers can’t see, and invalid lists are refused', async () => {
    const member = await buildMember(app);
    const draft = await buildChapterDraft(app, author, (await buildPublishedStory(app, author)).story.id);
    expect(await bring([{ chapterId: draft.id, ago: 1, read: ['999999', draft.id] }], member)).toEqual({ stories: 0 });
    expect(await app.call(readerApi.positions, {}, member)).toEqual([]);
    const place = { chapterId: draft.id, ago: 1, read: [] };
    for (const places of [Array(21).fill(place), [{ ...place, ago: -1 }], [{ ...place, chapterId: 'x' }]])
      expect(outcome(await app.send(readerApi.bringPlaces, { places }, member))).toBe('400 invalid_input');
  });
});

describe('reading position', () => {
  it('is the chapter opened last in each story, and the story read last comes first', async () => {
    const member = await buildMember(app);
    const [one, two] = [await buildPublishedStory(app, author), await buildPublishedStory(app, author)];
    const second = await buildPublishedChapter(app, author, one.story.id, { title: 'Second' });
    await finish(one.chapterId, member);
    await save(two.chapterId, member);
    await finish(second.id, member);
    await finish(second.id, member);
    const places = await app.call(readerApi.positions, {}, member);
    expect(places.map(({ story, chapter, readCount }) => [story.id, chapter.id, readCount])).toEqual([
      [one.story.id, second.id, 2],
      [two.story.id, two.chapterId, 0],
    ]);
    expect(places[0]!.chapter).toEqual({ id: second.id, number: 2, title: 'Second', titleLanguage: 'en' });
    await save(one.chapterId, member);
    const progress = await app.call(readerApi.storyProgress, { storyId: one.story.id }, member);
    expect(progress).toEqual({
      readChapterIds: expect.arrayContaining([one.chapterId, second.id]),
      lastChapterId: one.chapterId,
    });
    expect(progress.readChapterIds).toHaveLength(2);
  });

  it('stays where the reader left off in a branch, because the reader chooses the continuation', async () => {
    const member = await buildMember(app);
    const { ids } = await buildBranchStory(app, author);
    for (const name of ['first', 'left']) {
      await finish(ids[name]!, member);
      const [place] = await app.call(readerApi.positions, {}, member);
      expect(place!.chapter.id).toBe(ids[name]);
    }
  });

  it('moves on to the next chapter only when a chapter is finished', async () => {
    const member = await buildMember(app);
    const { story, chapterId } = await buildPublishedStory(app, author);
    const placed = async () => {
      const [place] = await app.call(readerApi.positions, {}, member);
      return [place!.chapter.number, place!.readCount, place!.atEnd];
    };
    await save(chapterId, member);
    expect(await placed()).toEqual([1, 0, false]);
    await finish(chapterId, member);
    expect(await placed()).toEqual([1, 1, true]);
    const second = await buildPublishedChapter(app, author, story.id, { title: 'Second' });
    const third = await buildPublishedChapter(app, author, story.id, { title: 'Third' });
    expect(await placed()).toEqual([2, 1, false]);
    await sql`update chapters set status = 'hidden' where id = ${second.id}`.execute(app.database.db);
    expect((await app.call(readerApi.positions, {}, member))[0]!.chapter).toEqual({
      id: third.id,
      number: 3,
      title: 'Third',
      titleLanguage: 'en',
    });
    await save(third.id, member);
    expect(await placed()).toEqual([3, 1, false]);
    // Opening it again doesn’t make it unread.
    await save(chapterId, member);
    expect(await placed()).toEqual([3, 1, false]);
  });

  it('stays at the end of a chapter in a branch, where the reader has to choose', async () => {
    const member = await buildMember(app);
    const { ids } = await buildBranchStory(app, author, { left: { bridge: {} }, right: {} });
    await finish(ids.first!, member);
    const [at] = await app.call(readerApi.positions, {}, member);
    expect([at!.chapter.id, at!.atEnd]).toEqual([ids.first, true]);
    await save(ids.left!, member);
    const [on] = await app.call(readerApi.positions, {}, member);
    expect([on!.chapter.id, on!.atEnd, on!.readCount]).toEqual([ids.left, false, 1]);
  });

  it('is visible only to the reader', async () => {
    const { story, chapterId } = await buildPublishedStory(app, author);
    await save(chapterId);
    expect((await app.call(readerApi.positions, {}, other)).map((place) => place.story.id)).not.toContain(story.id);
    expect(await app.call(readerApi.storyProgress, { storyId: story.id }, other)).toEqual({
      readChapterIds: [],
      lastChapterId: null,
    });
    for (const endpoint of [readerApi.positions, readerApi.savePosition, readerApi.storyProgress])
      expect(outcome(await app.send(endpoint, { chapterId, storyId: story.id })), endpoint.path).toBe(
        '401 login_required',
      );
  });

  it('is stored only for published chapters, and shown only while they are published', async () => {
    const { story, chapterId } = await buildPublishedStory(app, author);
    const draft = await buildChapterDraft(app, author, story.id);
    for (const id of [draft.id, '987654321']) {
      for (const caller of [reader, author])
        expect(outcome(await app.send(readerApi.savePosition, { chapterId: id }, caller))).toBe(
          '404 chapter_not_found',
        );
      expect(outcome(await app.send(readerApi.countRead, { chapterId: id }))).toBe('404 chapter_not_found');
    }
    await save(chapterId);
    const shown = async () =>
      (await app.call(readerApi.positions, {}, reader)).some((place) => place.story.id === story.id);
    expect(await shown()).toBe(true);
    await sql`update chapters set status = 'hidden' where id = ${chapterId}`.execute(app.database.db);
    expect(await shown()).toBe(false);
    expect(outcome(await app.send(readerApi.savePosition, { chapterId }, reader))).toBe('404 chapter_not_found');
    await sql`update chapters set status = 'approved' where id = ${chapterId}`.execute(app.database.db);
    await app.call(storyApi.delete, { storyId: story.id }, author);
    expect(await shown()).toBe(false);
    await app.call(storyApi.undelete, { storyId: story.id }, author);
    expect(await shown()).toBe(true);
  });

  it('is shown for the ten stories read last', async () => {
    const member = await buildMember(app);
    const ids: string[] = [];
    for (let i = 0; i < 11; i += 1) {
      const { story, chapterId } = await buildPublishedStory(app, author);
      await save(chapterId, member);
      ids.unshift(story.id);
    }
    expect((await app.call(readerApi.positions, {}, member)).map((place) => place.story.id)).toEqual(ids.slice(0, 10));
  });

  it('is stored once if it is saved concurrently', async () => {
    const { story, chapterId } = await buildPublishedStory(app, author);
    const next = await buildPublishedChapter(app, author, story.id);
    await Promise.all(Array.from({ length: 15 }, (_, i) => finish(i % 2 ? chapterId : next.id)));
    const progress = await app.call(readerApi.storyProgress, { storyId: story.id }, reader);
    expect(progress.readChapterIds.sort()).toEqual([chapterId, next.id].sort());
    expect(await statsOf(story.id)).toMatchObject({ readers: 2 });
  });
});

describe('a reader counts once per chapter and day', () => {
  beforeEach(() => goOn(0, reader, other));

  it('as a member, however often they return', async () => {
    const { story, chapterId } = await buildPublishedStory(app, author);
    await save(chapterId);
    await save(chapterId);
    expect(await statsOf(story.id)).toEqual({ readers: 1, trend: 1 });
    await save(chapterId);
    expect(await statsOf(story.id)).toEqual({ readers: 1, trend: 1 });
    await save(chapterId, other);
    expect(await statsOf(story.id)).toEqual({ readers: 2, trend: 2 });
    await goOn(1, reader);
    await save(chapterId);
    expect((await statsOf(story.id)).readers).toBe(3);
  });

  it('as a visitor by IP address; a network counts as one', async () => {
    const { story, chapterId } = await buildPublishedStory(app, author);
    for (const address of ['10.0.0.1', '10.0.0.1', '10.0.0.2', '2001:db8::1', '2001:db8::2', '::ffff:10.0.0.1'])
      await visit(chapterId, address);
    expect(await statsOf(story.id)).toMatchObject({ readers: 3 });
  });

  it('for each chapter that they open', async () => {
    const { story, chapterId } = await buildPublishedStory(app, author);
    const next = await buildPublishedChapter(app, author, story.id);
    await save(chapterId);
    await save(next.id);
    expect(await statsOf(story.id)).toMatchObject({ readers: 2 });
  });

  it('but never as the author, whose reading position is stored all the same', async () => {
    const { story, chapterId } = await buildPublishedStory(app, author);
    await save(chapterId, author);
    expect(await statsOf(story.id)).toEqual({ readers: 0, trend: 0 });
    expect(await app.call(readerApi.storyProgress, { storyId: story.id }, author)).toMatchObject({
      lastChapterId: chapterId,
    });
  });

  it('and can’t be identified from the table', async () => {
    const { chapterId } = await buildPublishedStory(app, author);
    await save(chapterId);
    await visit(chapterId, '192.0.2.77');
    const { rows } = await sql<{
      row: string;
    }>`select r::text as row from daily_reads r where chapter_id = ${chapterId}`.execute(app.database.db);
    expect(rows).toHaveLength(2);
    for (const { row } of rows) {
      expect(row).not.toContain('192.0.2.77');
      expect(row).toMatch(/\\\\x[0-9a-f]{24}/);
    }
    const [today] = rows;
    await goOn(1);
    await visit(chapterId, '192.0.2.77');
    const { rows: all } = await sql<{
      reader: string;
    }>`select distinct reader::text from daily_reads where chapter_id = ${chapterId}`.execute(app.database.db);
    expect(all, `another digest on another day than ${today!.row}`).toHaveLength(3);
  });

  it('a thousand concurrent readers are all counted, even if the counting runs twice concurrently', async () => {
    const { story, chapterId } = await buildPublishedStory(app, author);
    const addresses = Array.from({ length: 200 }, (_, i) => `10.1.${Math.floor(i / 100)}.${i % 100}`);
    const counting = (async () => {
      for (let i = 0; i < 5; i += 1) await Promise.all([countReads(ctx()), countReads(ctx())]);
    })();
    for (let i = 0; i < addresses.length; i += 15)
      await Promise.all(addresses.slice(i, i + 15).map((address) => visit(chapterId, address)));
    await counting;
    expect(await statsOf(story.id)).toMatchObject({ readers: 200 });
  });
});

describe('trend', () => {
  it('gives a reader half the weight after 7 days and none after 14', async () => {
    const { story, chapterId } = await buildPublishedStory(app, author);
    for (let i = 0; i < 8; i += 1) await visit(chapterId, `10.2.0.${i}`);
    expect((await statsOf(story.id)).trend).toBe(8);
    await goOn(1);
    expect((await statsOf(story.id)).trend).toBeCloseTo(8 * 0.5 ** (1 / 7), 10);
    await goOn(6);
    expect((await statsOf(story.id)).trend).toBeCloseTo(4, 10);
    await visit(chapterId, '10.2.0.1');
    expect((await statsOf(story.id)).trend).toBeCloseTo(5, 10);
    await goOn(6);
    expect((await statsOf(story.id)).trend).toBeCloseTo(8 * 0.5 ** (13 / 7) + 0.5 ** (6 / 7), 10);
    await goOn(1);
    expect((await statsOf(story.id)).trend).toBeCloseTo(0.5, 10);
    await goOn(14);
    expect(await statsOf(story.id)).toEqual({ readers: 9, trend: 0 });
  });

  it('includes the votes of a round once it is completed, and published translations, each once', async () => {
    const { story, chapterId } = await buildPublishedStory(app, author, { mode: 'competition' });
    const { db } = app.database;
    const translate = (status: 'approved' | 'rejected', language: 'de' | 'fr') =>
      sql`insert into translations (kind, story_id, language, translator_id, status, source_revision, title, summary, reason, approved_at)
        values ('story', ${story.id}, ${language}, ${reader.id}, ${status}, 1, 'Title', 'Summary',
          ${status === 'rejected' ? 'It was taken down again.' : null}, db_clock())`.execute(db);
    const { rows } = await sql<{
      id: string;
    }>`insert into rounds (story_id, number, status, writing_hours, voting_hours,
        min_units, max_units, language, min_participants, started_at, writing_ends_at, voting_started_at, voting_ends_at)
      values (${story.id}, 1, 'voting', 1, 1, 1, 9000, 'en', 2, db_clock(), db_clock() + interval '1 hour', db_clock(),
        db_clock() + interval '1 hour') returning id`.execute(db);
    const roundId = rows[0]!.id;
    await sql`with entry as (
        insert into submissions (round_id, story_id, author_id, chapter_id)
        values (${roundId}, ${story.id}, ${author.id}, ${chapterId}) returning id
      ) insert into votes (round_id, account_id, submission_id, story_id, cast_at)
        select ${roundId}, ${reader.id}, id, ${story.id}, db_clock() from entry`.execute(db);
    expect((await statsOf(story.id)).trend).toBe(0);
    await sql`update rounds set status = 'completed', completed_at = db_clock(), votes = 4 where id = ${roundId}`.execute(
      db,
    );
    expect((await statsOf(story.id)).trend).toBe(4 * READERS_PER_VOTE);
    await translate('approved', 'de');
    await translate('rejected', 'fr');
    const whole = 4 * READERS_PER_VOTE + READERS_PER_TRANSLATION;
    expect(await statsOf(story.id)).toEqual({ readers: 0, trend: whole });
    expect(await statsOf(story.id)).toEqual({ readers: 0, trend: whole });
    await goOn(7);
    expect((await statsOf(story.id)).trend).toBeCloseTo(whole / 2, 10);
    await goOn(7);
    expect((await statsOf(story.id)).trend).toBe(0);
  });

  it('orders the home page: what is read now comes before what has more reads in total', async () => {
    const [classic, recent] = [await buildPublishedStory(app, author), await buildPublishedStory(app, author)];
    for (let i = 0; i < 250; i += 1) await visit(classic.chapterId, `10.3.${i >> 7}.${i % 128}`);
    await goOn(15);
    for (let i = 0; i < 3; i += 1) await visit(recent.chapterId, `10.3.1.${i}`);
    await statsOf(classic.story.id);
    const home = await app.call(discoveryApi.home, {});
    expect(home.trending[0]!.id).toBe(recent.story.id);
    expect(home.classic[0]!.id).toBe(classic.story.id);
  });

  it('doesn’t change when reads are deleted after two days, and uncounted reads are kept', async () => {
    const { story, chapterId } = await buildPublishedStory(app, author);
    await visit(chapterId, '10.4.0.1');
    await statsOf(story.id);
    await goOn(3);
    await visit(chapterId, '10.4.0.2');
    await app.clock.advance(HOUR);
    await dropOldReads(ctx());
    const { rows } = await sql`select counted from daily_reads where chapter_id = ${chapterId}`.execute(
      app.database.db,
    );
    expect(rows).toEqual([{ counted: false }]);
    expect(await statsOf(story.id)).toMatchObject({ readers: 2 });
  });
});
