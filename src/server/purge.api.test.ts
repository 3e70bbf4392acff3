import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { DAY, HOUR, MINUTE } from '#core/time.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { readerApi } from '#features/reader/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { type Ctx, createCtx } from '#platform/context.ts';
import { logStatus } from '#platform/db/status-log.ts';
import { storeImage } from '#platform/images/images.repo.ts';
import { buildWrittenContest, PHASE, pass } from '#testing/contests.ts';
import {
  buildChapterDraft,
  buildMember,
  buildPublishedChapter,
  buildPublishedStory,
  buildStory,
  decide,
  doubtfulProse,
  type Member,
  outcome,
  PASSWORD,
} from '#testing/factories.ts';
import { expectInvariants } from '#testing/invariants.ts';
import { picture } from '#testing/pictures.ts';
import { sentStatements } from '#testing/statements.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { everyHour } from './features.ts';
import { hourlyJob } from './regular.job.ts';

const sweepImages = everyHour.sweepImages!;
async function dropDeleted(ctx: Ctx): Promise<void> {
  for (const [name, task] of Object.entries(everyHour)) if (/purge/i.test(name)) await task(ctx);
}

const app = setUpTestApp();
let author: Member;
let moderator: Member;
let png: Buffer;

beforeAll(async () => {
  app.app.cache.setListening(false);
  author = await buildMember(app);
  moderator = await buildMember(app, { role: 'moderator' });
  png = await picture(300, 450).png().toBuffer();
});

const ctx = () => createCtx(app.deps, { language: 'en' });
const isThere = async (url: string) => (await app.app.http.inject({ method: 'GET', url })).statusCode === 200;
const keys = async () =>
  (await sql<{ key: string }>`select key from images order by key`.execute(app.database.db)).rows.map(({ key }) => key);
async function goOn(length: number): Promise<void> {
  await app.clock.advance(length);
  for (const member of [author, moderator])
    Object.assign(
      member,
      await app.call(accountApi.login, { email: member.email, password: PASSWORD, platform: 'web' }),
    );
}

describe('images that are not shown', () => {
  it('are deleted after a day; drawn and uploaded covers, social images and avatars that are shown stay', async () => {
    const { story } = await buildPublishedStory(app, author);
    await app.work({ withPictures: true });
    const draft = await buildStory(app, author, { title: 'Typed half' });
    const typed = await app.call(storyApi.update, { storyId: draft.id, title: 'Typed whole' }, author);
    const avatarFile = await picture(100, 100).png().toBuffer();
    await app.upload(accountApi.uploadAvatar, {}, avatarFile, author);
    const { avatar } = await app.call(accountApi.info, {}, author);
    await app.upload(storyApi.uploadCover, { storyId: story.id }, png, author);
    const { coverUrl: uploaded } = await app.call(storyApi.draft, { storyId: story.id }, author);
    const shown = [story.coverUrl, story.socialImageUrl, typed.coverUrl, avatar!, uploaded];
    const unused = [draft.coverUrl];
    for (const url of [...shown, ...unused]) expect(await isThere(url), url).toBe(true);
    await sweepImages(ctx());
    expect(await isThere(draft.coverUrl)).toBe(true);
    await goOn(DAY + MINUTE);
    await sweepImages(ctx());
    for (const url of shown) expect(await isThere(url), url).toBe(true);
    for (const url of unused) expect(await isThere(url), url).toBe(false);
    expect(await keys()).toEqual([...new Set(shown)].map((url) => url.slice('/images/'.length)).sort());
    await app.call(storyApi.discardEdit, { storyId: story.id }, author);
    await sweepImages(ctx());
    expect(await isThere(uploaded), 'young no more').toBe(false);
    await expectInvariants(app);
  });

  it('stay for another day if they are stored again', async () => {
    const first = await buildStory(app, author, { title: 'Same again' });
    await app.call(storyApi.update, { storyId: first.id, title: 'Other' }, author);
    await goOn(DAY + MINUTE);
    const back = await app.call(storyApi.update, { storyId: first.id, title: 'Same again' }, author);
    expect(back.coverUrl).toBe(first.coverUrl);
    await app.call(storyApi.update, { storyId: first.id, title: 'Third' }, author);
    await sweepImages(ctx());
    expect(await isThere(first.coverUrl)).toBe(true);
  });
});

describe('tens of thousands of images', () => {
  const STORIES = 10_000;
  // The last images of a page and the first of the next, and far more unused ones than one page.
  const isUnused = sql`n % 5 = 0`;
  const key = (prefix: string, extension: string) =>
    sql.raw(`'${prefix}-' || lpad(n::text, 32, '0') || '.${extension}'`);

  it('are swept in short steps', { timeout: 60_000 }, async () => {
    const { db } = app.database;
    const before = await keys();
    await sql`insert into stories (creator_id, mode, cover_key)
      select ${author.id}, 'solo', ${key('d', 'svg')} from generate_series(1, ${STORIES}) n where not ${isUnused}`.execute(
      db,
    );
    await sql`insert into images (key, kind, bytes, created_at)
      select unnest(array[${key('d', 'svg')}, ${key('s', 'png')}]), 'cover', 1, db_clock() - interval '2 days'
      from generate_series(1, ${STORIES}) n`.execute(db);
    await sql`analyze images, stories, story_drafts, accounts`.execute(app.owner.db);
    const begun = performance.now();
    await sweepImages(ctx());
    // A plan that compares every image with every story took half a minute. One statement may take 5 s.
    expect(performance.now() - begun).toBeLessThan(15_000);
    const left = new Set(await keys());
    expect(left.size - before.length).toBe(2 * STORIES * 0.8);
    for (const kept of before) expect(left).toContain(kept);
    await sql`delete from images where owner_id is null`.execute(db);
    await sql`delete from stories where cover_key ~ '^d-0{20}'`.execute(db);
  });

  it('keep their file if they are stored again during the sweep', async () => {
    const image = { key: `c-${'r'.repeat(32)}.webp`, kind: 'cover' as const, ownerId: author.id, bytes: png };
    await storeImage(ctx(), image);
    await goOn(DAY + MINUTE);
    let again: Promise<void> | undefined;
    const slow = {
      ...ctx().images,
      async delete(key: string) {
        if (key === image.key) {
          again = storeImage(ctx(), image);
          // It either waits for the sweep or has finished.
          await vi.waitFor(async () => {
            const waits = await sql`select from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock' and query like 'insert into "images"%'`.execute(
              app.database.db,
            );
            if (waits.rows.length === 0) await Promise.race([again, Promise.reject(new Error('not yet'))]);
          });
        }
        await ctx().images.delete(key);
      },
    };
    await sweepImages({ ...ctx(), images: slow });
    expect(again).toBeDefined();
    await again;
    expect(await keys()).toContain(image.key);
    expect(await isThere(`/images/${image.key}`)).toBe(true);
  });
});

describe('deleted content', () => {
  const rowsOf = async (storyId: string) => {
    const { rows } = await sql<{ all: number }>`select (select count(*) from stories where id = ${storyId})::int
      + (select count(*) from story_drafts where story_id = ${storyId})::int + (select count(*) from story_stats where story_id = ${storyId})::int
      + (select count(*) from chapters where story_id = ${storyId})::int + (select count(*) from chapter_texts where story_id = ${storyId})::int
      + (select count(*) from reviews where story_id = ${storyId})::int + (select count(*) from text_fingerprints where story_id = ${storyId})::int
      + (select count(*) from reading_positions where story_id = ${storyId})::int + (select count(*) from read_chapters where story_id = ${storyId})::int
      as all`.execute(app.database.db);
    return rows[0]!.all;
  };

  it('a story stays for 30 days, then it is purged completely, and nothing of another one', async () => {
    const [gone, kept] = [
      await buildPublishedStory(app, author, { title: 'Gone' }),
      await buildPublishedStory(app, author),
    ];
    await buildPublishedChapter(app, author, gone.story.id);
    await buildChapterDraft(app, author, gone.story.id);
    await app.call(readerApi.savePosition, { chapterId: gone.chapterId }, moderator);
    // Translations and entries are deleted with the story, restrictions are not.
    const storyId = gone.story.id;
    const rejected = { action: 'reject', from: null, to: 'rejected', actorId: null, reason: 'Dear author' };
    for (const kind of ['translation', 'submission', 'restriction'])
      await logStatus(app.database.db, { kind, id: '77', storyId }, rejected);
    // Decisions that have no reason get one.
    await sql`begin; set local skein.erasing = on;
      update status_log set reason = 'Dear author' where subject_kind = 'story'
        and subject_id in (${sql.lit(storyId)}::bigint, ${sql.lit(kept.story.id)}::bigint);
      update status_log set reason = 'Dear author' where subject_kind = 'chapter'
        and subject_id = ${sql.lit(gone.chapterId)}::bigint;
      commit`.execute(app.owner.db);
    await app.call(storyApi.delete, { storyId: gone.story.id }, author);
    await goOn(30 * DAY - HOUR);
    await dropDeleted(ctx());
    expect(await rowsOf(gone.story.id)).toBeGreaterThan(8);
    await app.clock.advance(2 * HOUR);
    await dropDeleted(ctx());
    expect(await rowsOf(gone.story.id)).toBe(0);
    // Later, nothing would tell whose name is in the reasons.
    const { rows: logged } = await sql<{
      kind: string;
      id: string;
    }>`select distinct subject_kind as kind, subject_id::text as id
      from status_log where reason = 'Dear author' order by 1`.execute(app.database.db);
    expect(logged).toEqual([
      { kind: 'restriction', id: '77' },
      { kind: 'story', id: kept.story.id },
    ]);
    expect(await app.call(storyApi.detail, { storyId: kept.story.id })).toEqual(kept.story);
    await goOn(0);
    expect(outcome(await app.send(storyApi.undelete, { storyId: gone.story.id }, author))).toBe('404 story_not_found');
    expect(await app.call(readerApi.positions, {}, moderator)).toEqual([]);
    await goOn(DAY);
    await sweepImages(ctx());
    for (const url of [gone.story.coverUrl, gone.story.socialImageUrl]) expect(await isThere(url)).toBe(false);
    expect(await isThere(kept.story.coverUrl)).toBe(true);
    await expectInvariants(app);
  });

  it('a story with a chapter by another author stays, with all its chapters', async () => {
    const { story, chapterId } = await buildPublishedStory(app, author);
    const other = await buildPublishedChapter(app, author, story.id);
    const foreign = await buildPublishedChapter(app, author, story.id);
    await sql`update chapters set author_id = ${moderator.id} where id = ${foreign.id}`.execute(app.database.db);
    await app.call(storyApi.delete, { storyId: story.id }, author);
    await goOn(31 * DAY);
    await dropDeleted(ctx());
    const { rows } = await sql<{ id: string; units: number }>`
      select c.id::text, jsonb_array_length(t.document -> 'content') as units
      from chapters c join chapter_texts t on t.chapter_id = c.id where c.story_id = ${story.id} order by c.id`.execute(
      app.database.db,
    );
    expect(rows.map(({ id }) => id)).toEqual([chapterId, other.id, foreign.id]);
    for (const { units } of rows) expect(units).toBeGreaterThan(0);
    await sql`update chapters set author_id = ${author.id} where id = ${foreign.id}`.execute(app.database.db);
    await dropDeleted(ctx());
    expect(await rowsOf(story.id)).toBe(0);
    await expectInvariants(app);
  });

  it('a competition is purged with its rounds if only its creator won them, but not with others’ entries', async () => {
    const [gone, kept] = [await buildWrittenContest(app, 1), await buildWrittenContest(app, 1)];
    const own = gone.creator.id;
    await sql`with e as (update submissions set author_id = ${own} where id = ${gone.entries[0]!.id} returning chapter_id)
      update chapters set author_id = ${own} where id in (select chapter_id from e)`.execute(app.database.db);
    for (const contest of [gone, kept]) {
      await pass(app, contest, PHASE);
      await app.call(storyApi.delete, { storyId: contest.storyId }, contest.creator);
    }
    await goOn(31 * DAY);
    await dropDeleted(ctx());
    expect(await rowsOf(gone.storyId)).toBe(0);
    expect(await rowsOf(kept.storyId)).toBeGreaterThan(5);
    await expectInvariants(app);
  });

  it('a draft or rejected chapter is purged 30 days after its deletion, others stay', async () => {
    const { story } = await buildPublishedStory(app, author);
    const [draft, living] = [
      await buildChapterDraft(app, author, story.id),
      await buildChapterDraft(app, author, story.id),
    ];
    const back = await buildChapterDraft(app, author, story.id, { content: doubtfulProse(120, 300_001) });
    await app.call(chapterApi.submit, { chapterId: back.id }, author);
    await app.work();
    await decide(app, moderator, back.id, 'reject');
    await app.call(chapterApi.delete, { chapterId: draft.id }, author);
    await app.call(chapterApi.delete, { chapterId: back.id }, author);
    await goOn(29 * DAY);
    await dropDeleted(ctx());
    for (const id of [draft.id, back.id]) {
      await app.call(chapterApi.undelete, { chapterId: id }, author);
      await app.call(chapterApi.delete, { chapterId: id }, author);
    }
    await goOn(30 * DAY + MINUTE);
    for (const id of [draft.id, back.id])
      expect(outcome(await app.send(chapterApi.undelete, { chapterId: id }, author))).toBe('404 chapter_not_found');
    await dropDeleted(ctx());
    const { rows } = await sql<{
      id: string;
    }>`select id::text from chapters where story_id = ${story.id} order by chapters.id`.execute(app.database.db);
    expect(rows.map(({ id }) => id).slice(1)).toEqual([living.id]);
    await expectInvariants(app);
  });
});

it('the hourly job does all of it, even if one part fails', async () => {
  const story = await buildStory(app, author);
  await app.call(storyApi.delete, { storyId: story.id }, author);
  await app.clock.advance(31 * DAY);
  await sql`alter table story_days rename to story_days_away`.execute(app.owner.db);
  try {
    await hourlyJob.run(ctx(), {} as never, { key: 'hourly' });
  } finally {
    await sql`alter table story_days_away rename to story_days`.execute(app.owner.db);
  }
  const { rows } = await sql`select id from stories where id = ${story.id}`.execute(app.database.db);
  expect(rows).toEqual([]);
});

it('deleted content is found without reading whole tables', async () => {
  const sent = await sentStatements(() => dropDeleted(createCtx(app.deps, { language: 'en' })));
  const deletions = sent.filter((statement) =>
    /^delete from (chapters|translations)\s+where deleted_at/.test(statement),
  );
  expect(deletions).toHaveLength(2);
  const plans = await app.database.db.transaction().execute(async (db) => {
    await sql`set local enable_seqscan = off`.execute(db);
    const found = [];
    for (const deletion of deletions) {
      const { rows } = await sql.raw<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${deletion}`).execute(db);
      found.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    }
    return found;
  });
  expect(plans[0]).toContain('translations_deleted');
  expect(plans[1]).toContain('chapters_deleted');
});
