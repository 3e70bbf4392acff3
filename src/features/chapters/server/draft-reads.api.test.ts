import { beforeAll, describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '#core/time.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { moderationApi } from '#features/moderation/contract.ts';
import { caseApi } from '#features/moderation/contract-cases.ts';
import { storyApi } from '#features/stories/contract.ts';
import {
  buildChapterDraft,
  buildMember,
  buildPublishedStory,
  buildStory,
  type Member,
  PASSWORD,
} from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { chapterApi } from '../contract.ts';
import { buildChapterInReview } from './chapter-life.test-kit.ts';

const app = setUpTestApp();
let author: Member;
let moderator: Member;

beforeAll(async () => {
  author = await buildMember(app);
  moderator = await buildMember(app, { role: 'moderator' });
});

const publishedStory = async () => (await buildPublishedStory(app, author)).story.id;

/** What a moderator has read, as the log says, newest first. */
async function readDrafts(reader: Member) {
  const { items } = await app.call(caseApi.log, { mine: '1', limit: 50 }, reader);
  return items.filter(({ action }) => action === 'read').map(({ kind, title }) => ({ kind, title }));
}

describe('a moderator who reads what was never submitted', () => {
  it('is in the log, once for each text', async () => {
    const reader = await buildMember(app, { role: 'moderator' });
    const reads = [{ kind: 'chapter_draft', title: author.username }];
    const storyId = await publishedStory();
    const { id: chapterId } = await buildChapterDraft(app, author, storyId);
    const { items: before } = await app.call(caseApi.log, { limit: 1 }, reader);
    for (let times = 0; times < 2; times += 1) {
      await app.call(chapterApi.draft, { chapterId }, reader);
      await app.call(chapterApi.editor, { storyId, chapterId }, reader);
    }
    expect(await readDrafts(reader)).toEqual(reads);
    // Nothing of the draft itself is in the log. Reading is no decision.
    const [entry] = (await app.call(caseApi.log, { limit: 1 }, moderator)).items;
    expect(entry).toMatchObject({ by: { id: reader.id }, reason: null, storyId: null, chapterId: null });
    expect(entry!.id).not.toBe(before[0]?.id);
    expect((await app.call(moderationApi.waiting, {}, reader)).decidedToday).toBe(0);
    const { id: unsent } = await buildStory(app, author);
    await app.call(storyApi.draft, { storyId: unsent }, reader);
    expect(await readDrafts(reader)).toEqual([{ kind: 'story_draft', title: author.username }, ...reads]);
  });

  it('isn’t, if it was submitted, or if it is their own', async () => {
    const reader = await buildMember(app, { role: 'moderator' });
    const { storyId, chapterId } = await buildChapterInReview(app, author);
    await app.call(chapterApi.draft, { chapterId }, reader);
    await app.call(storyApi.draft, { storyId }, reader);
    const { id: own } = await buildChapterDraft(app, reader, (await buildPublishedStory(app, reader)).story.id);
    await app.call(chapterApi.draft, { chapterId: own }, reader);
    expect(await readDrafts(reader)).toEqual([]);
  });
});

// The last one, because everyone’s access tokens expire.
it('a moderator who reads a draft again after an hour is in the log again', async () => {
  const reader = await buildMember(app, { role: 'moderator' });
  const { id: chapterId } = await buildChapterDraft(app, author, await publishedStory());
  await app.call(chapterApi.draft, { chapterId }, reader);
  await app.clock.advance(HOUR + MINUTE);
  const later = { ...reader, ...(await app.call(accountApi.login, { email: reader.email, password: PASSWORD })) };
  await app.call(chapterApi.draft, { chapterId }, later);
  expect(await readDrafts(later)).toHaveLength(2);
});
