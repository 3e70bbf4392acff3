import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { to } from '#core/pages.ts';
import { messageApi } from '#features/messages/contract.ts';
import { moderationApi } from '#features/moderation/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import {
  buildChapterDraft,
  buildMember,
  buildPublishedChapter,
  buildPublishedStory,
  buildStory,
  decide,
  doubtfulProse,
  findQueued,
  type Member,
  outcome,
  prose,
} from '#testing/factories.ts';
import { expectInvariants } from '#testing/invariants.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { chapterApi } from '../contract.ts';
import { lockChapter, moveChapter } from './chapters.repo.ts';
import { publishedTexts } from './publication.ts';

const app = setUpTestApp();
let author: Member;
let moderator: Member;
let storyId: string;
let seed = 70_000;

beforeAll(async () => {
  app.app.cache.setListening(false);
  author = await buildMember(app);
  moderator = await buildMember(app, { role: 'moderator' });
  storyId = (await buildPublishedStory(app, author)).story.id;
});

const draftOf = (chapterId: string) => app.call(chapterApi.draft, { chapterId }, author);

async function hide(chapterId: string, action: 'hide' | 'unhide' = 'hide'): Promise<void> {
  const { db } = app.database;
  await moveChapter(db, (await lockChapter(db, chapterId))!, action, { actorId: moderator.id, reason: 'A test.' });
}

/** A published chapter that is hidden while its edit is in review. */
async function hiddenWithEdit(kind: 'doubtful' | 'plain'): Promise<string> {
  seed += 1;
  const { id: chapterId } = await buildPublishedChapter(app, author, storyId);
  const content = kind === 'doubtful' ? doubtfulProse(200, seed) : prose(200, seed);
  await app.call(chapterApi.update, { chapterId, version: 0, title: 'Mended', content }, author);
  await app.call(chapterApi.submit, { chapterId }, author);
  await hide(chapterId);
  await app.work();
  return chapterId;
}

describe('the edit of a chapter that was hidden during its review', () => {
  it.each(['doubtful', 'plain'] as const)('replaces the text when approved, which stays hidden (%s)', async (kind) => {
    const chapterId = await hiddenWithEdit(kind);
    if (kind === 'doubtful') await decide(app, moderator, chapterId, 'approve');
    expect(await draftOf(chapterId)).toMatchObject({ status: 'hidden', editStatus: null, title: 'Mended' });
    expect(await app.call(chapterApi.detail, { chapterId })).toMatchObject({ status: 'hidden', title: null });
    const { rows } = await sql`select from graphile_worker.jobs where task_identifier = 'moderation.prereview'`.execute(
      app.database.db,
    );
    expect(rows).toEqual([]);
    await hide(chapterId, 'unhide');
    expect(await app.call(chapterApi.detail, { chapterId })).toMatchObject({ status: 'approved', title: 'Mended' });
    const { items } = await app.call(messageApi.list, { limit: 50 }, author);
    expect(items.filter(({ data }) => data.chapterId === chapterId).map(({ type }) => type)).toEqual([
      'system_notice',
      'chapter_approved',
    ]);
  });

  it('can be changed while hidden, only by its author, and is shown when the decision is reversed', async () => {
    seed += 1;
    const { id: chapterId } = await buildPublishedChapter(app, author, storyId);
    await hide(chapterId);
    const mended = { chapterId, version: 0, title: 'Mended', content: prose(200, seed) };
    expect(outcome(await app.send(chapterApi.update, mended, moderator))).toBe('403 forbidden');
    const before = await app.call(chapterApi.hiddenText, { chapterId }, author);
    await app.call(chapterApi.update, mended, author);
    expect(await draftOf(chapterId)).toMatchObject({ status: 'hidden', editStatus: 'draft' });
    // Moderators must see the text that would be shown again.
    expect(await app.call(chapterApi.hiddenText, { chapterId }, moderator)).toEqual(before);
    await app.call(chapterApi.submit, { chapterId }, author);
    await app.work();
    expect(await app.call(chapterApi.hiddenText, { chapterId }, moderator)).toMatchObject({ title: 'Mended' });
    const [told] = (await app.call(messageApi.list, { limit: 1 }, author)).items;
    expect(told).toMatchObject({ type: 'system_notice', data: { chapterId } });
    expect(told!.content).toContain('stays hidden');
    expect(await draftOf(chapterId)).toMatchObject({ status: 'hidden', editStatus: null, title: 'Mended' });
    expect(await app.call(chapterApi.detail, { chapterId })).toMatchObject({ status: 'hidden', title: null });
    await hide(chapterId, 'unhide');
    expect(await app.call(chapterApi.detail, { chapterId })).toMatchObject({ status: 'approved', title: 'Mended' });
    await expectInvariants(app);
  });

  it('returns to its author when rejected', async () => {
    const chapterId = await hiddenWithEdit('doubtful');
    await decide(app, moderator, chapterId, 'reject');
    expect(await draftOf(chapterId)).toMatchObject({ status: 'hidden', editStatus: 'rejected', title: 'Mended' });
    await hide(chapterId, 'unhide');
  });
});

it('a moderator can read a pending chapter while transactions of its author lock it', async () => {
  const fresh = await buildStory(app, author);
  const first = await buildChapterDraft(app, author, fresh.id, { content: doubtfulProse(200, 71_000) });
  await app.call(storyApi.submit, { storyId: fresh.id }, author);
  const second = await buildChapterDraft(app, author, storyId, { content: doubtfulProse(200, 71_001) });
  await app.call(chapterApi.submit, { chapterId: second.id }, author);
  await app.work();
  for (const subjectId of [fresh.id, second.id]) {
    const { id: reviewId } = await findQueued(app, moderator, subjectId);
    await app.database.db.transaction().execute(async (held) => {
      await sql`select from stories where id in (${fresh.id}, ${storyId}) for update`.execute(held);
      await sql`select from chapters where id in (${first.id}, ${second.id}) for update`.execute(held);
      const { texts } = await app.call(moderationApi.review, { reviewId }, moderator);
      expect(texts.some(({ text }) => text.includes('lemon-shop'))).toBe(true);
    });
    await decide(app, moderator, subjectId, 'approve');
  }
});

it('compares a copy with the texts that share the most with it', async () => {
  const wanted = Array.from({ length: 16 }, (_, band) => 1_000_000 + band);
  const chapters = [];
  for (let i = 0; i < 7; i += 1) chapters.push(await buildPublishedChapter(app, author, storyId));
  // Six share one band by chance. The seventh, which shares the most, is found last.
  for (const [i, { id }] of chapters.entries()) {
    const shared = i === 6 ? wanted.slice(0, 9) : wanted.slice(i, i + 1);
    const bands = [...shared, ...Array.from({ length: 16 - shared.length }, (_, k) => 2_000_000 + 16 * i + k)];
    await app.database.db.updateTable('text_fingerprints').set({ bands }).where('chapter_id', '=', id).execute();
  }
  const found = await publishedTexts.findSimilar(app.deps, { bands: wanted, notOfStory: '0', limit: 5 });
  expect(found).toHaveLength(5);
  expect(found[0]?.path).toBe(to.chapter({ storyId, chapterId: chapters[6]!.id }));
});

it('all of that broke no invariant', () => expectInvariants(app));
