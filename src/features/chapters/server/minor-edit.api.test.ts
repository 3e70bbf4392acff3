import { beforeAll, describe, expect, it } from 'vitest';
import { moderationApi } from '#features/moderation/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import {
  buildChapterDraft,
  buildMember,
  buildPublishedChapter,
  buildPublishedStory,
  decide,
  doubtfulProse,
  findQueued,
  type Member,
} from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { chapterApi } from '../contract.ts';

const app = setUpTestApp();
let author: Member;
let moderator: Member;
let storyId: string;
let seed = 81_000;

beforeAll(async () => {
  author = await buildMember(app);
  moderator = await buildMember(app, { role: 'moderator' });
  storyId = (await buildPublishedStory(app, author)).story.id;
});

/** What the moderator sees about it. */
async function saidOf(subjectId: string): Promise<boolean> {
  const { id: reviewId } = await findQueued(app, moderator, subjectId);
  return (await app.call(moderationApi.review, { reviewId }, moderator)).isMinorEdit;
}

describe('the edit of a published chapter', () => {
  /** An edit that needs a moderator. */
  async function sendEdit(chapterId: string, isMinorEdit?: boolean): Promise<void> {
    seed += 1;
    const { version } = await app.call(chapterApi.draft, { chapterId }, author);
    const text = { title: `Mended ${seed}`, content: doubtfulProse(200, seed) };
    await app.call(chapterApi.update, { chapterId, version, ...text }, author);
    await app.call(chapterApi.submit, { chapterId, ...(isMinorEdit === undefined ? {} : { isMinorEdit }) }, author);
    await app.work();
  }

  it('is minor only if its author says so', async () => {
    const { id } = await buildPublishedChapter(app, author, storyId);
    await sendEdit(id);
    expect(await saidOf(id)).toBe(false);
    await decide(app, moderator, id, 'approve');
    await sendEdit(id, true);
    expect(await saidOf(id)).toBe(true);
    await decide(app, moderator, id, 'approve');
  });

  it('must be marked again at each submission', async () => {
    const { id } = await buildPublishedChapter(app, author, storyId);
    await sendEdit(id, true);
    await app.call(chapterApi.withdraw, { chapterId: id }, author);
    await sendEdit(id);
    expect(await saidOf(id)).toBe(false);
    await decide(app, moderator, id, 'reject');
    await sendEdit(id, true);
    expect(await saidOf(id)).toBe(true);
    await decide(app, moderator, id, 'approve');
    // The answer about one edit doesn’t apply to the next.
    await sendEdit(id);
    expect(await saidOf(id)).toBe(false);
  });

  it('is the only submission of a chapter that can be minor', async () => {
    seed += 1;
    const { id } = await buildChapterDraft(app, author, storyId, { content: doubtfulProse(200, seed) });
    await app.call(chapterApi.submit, { chapterId: id, isMinorEdit: true }, author);
    await app.work();
    expect(await saidOf(id)).toBe(false);
  });
});

describe('the edit of a published story', () => {
  const sendEdit = async (id: string, description: string, isMinorEdit?: boolean) => {
    await app.call(
      storyApi.update,
      { storyId: id, description: `${description}: www.a-shop.com, www.b-shop.com` },
      author,
    );
    await app.call(storyApi.submit, { storyId: id, ...(isMinorEdit === undefined ? {} : { isMinorEdit }) }, author);
    await app.work();
  };

  it('can be minor too, but an unpublished story can’t', async () => {
    const fresh = await app.call(
      storyApi.create,
      { title: 'Lemons', description: 'Of lemons.', mode: 'solo', categories: ['drama'], language: 'en' },
      author,
    );
    seed += 1;
    await buildChapterDraft(app, author, fresh.id, { content: doubtfulProse(200, seed) });
    await app.call(storyApi.submit, { storyId: fresh.id, isMinorEdit: true }, author);
    await app.work();
    expect(await saidOf(fresh.id)).toBe(false);
    await decide(app, moderator, fresh.id, 'approve');

    await sendEdit(fresh.id, 'Of many lemons', true);
    expect(await saidOf(fresh.id)).toBe(true);
    await decide(app, moderator, fresh.id, 'approve');
    await sendEdit(fresh.id, 'Of salt');
    expect(await saidOf(fresh.id)).toBe(false);
    await app.call(storyApi.withdraw, { storyId: fresh.id }, author);
    await sendEdit(fresh.id, 'Of salt and lemons', true);
    expect(await saidOf(fresh.id)).toBe(true);
  });
});
