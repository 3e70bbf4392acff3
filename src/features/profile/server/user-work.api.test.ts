import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '#core/time.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { restrictAccount } from '#features/accounts/server/index.ts';
import { participationApi } from '#features/participation/contract.ts';
import { type StoryCard, storyApi } from '#features/stories/contract.ts';
import { createCtx } from '#platform/context.ts';
import {
  buildBranchStory,
  buildMember,
  buildPublishedStory,
  buildStory,
  buildWay,
  type Member,
  outcome,
} from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { buildReviewer, publishTranslation } from '#testing/translations.ts';
import { profileApi } from '../contract.ts';

const app = setUpTestApp();
let creator: Member;
let writer: Member;
let storyId: string;
let firstId: string;

beforeAll(async () => {
  app.app.cache.setListening(false);
  creator = await buildMember(app);
  writer = await buildMember(app);
  const branch = await buildBranchStory(app, creator, {}, { title: 'Where the ferries sleep' });
  storyId = branch.storyId;
  firstId = branch.ids.first!;
  await app.call(participationApi.apply, { storyId }, writer);
});
afterAll(() => app.app.cache.setListening(true));

const work = ({ id: userId }: Member) => app.call(profileApi.work, { userId });
const stories = async ({ id: userId }: Member, part: 'begun' | 'written', language: 'en' | 'de' = 'en') =>
  (await app.send(profileApi.stories, { userId, part }, {}, { language })).body.data as StoryCard[];
const translations = async ({ id: userId }: Member) => (await app.call(profileApi.translations, { userId })).items;

describe('public profile', () => {
  it('counts the published stories that a member has created and has written in', async () => {
    expect(await work(creator)).toEqual({ writesIn: ['en'], reviews: [], begun: 1, writtenIn: 0 });
    expect(await work(writer)).toEqual({ writesIn: [], reviews: [], begun: 0, writtenIn: 0 });
    await buildStory(app, writer);
    await buildWay(app, writer, storyId, firstId, 'Into the fog');
    await buildWay(app, writer, storyId, firstId, 'Into the light');
    expect(await work(writer)).toEqual({ writesIn: ['en'], reviews: [], begun: 0, writtenIn: 1 });
    expect((await stories(writer, 'written')).map(({ id }) => id)).toEqual([storyId]);
    expect(await stories(writer, 'begun')).toEqual([]);
    expect(await stories(creator, 'written')).toEqual([]);
    expect((await stories(creator, 'begun')).map(({ id }) => id)).toEqual([storyId]);
  });

  it('lists translations with their number of chapters, and titles in the caller’s language', async () => {
    const [translator, reviewer] = [await buildMember(app), await buildReviewer(app, 'de')];
    expect(await translations(translator)).toEqual([]);
    await publishTranslation(app, { storyId, chapterId: firstId, language: 'de', translator, reviewer });
    expect(await translations(translator)).toMatchObject([
      { storyId, language: 'de', original: 'en', titleLanguage: 'en', done: 1, chapterCount: 3 },
    ]);
    await publishTranslation(app, { storyId, language: 'de', translator, reviewer });
    expect(await translations(translator)).toMatchObject([
      {
        storyId,
        titleLanguage: 'de',
        originalTitle: 'Where the ferries sleep',
        done: 1,
        creator: { slug: creator.slug },
      },
    ]);
    expect((await stories(creator, 'begun', 'de'))[0]).toMatchObject({ titleLanguage: 'de' });
    expect((await stories(creator, 'begun'))[0]).toMatchObject({ titleLanguage: 'en' });
    expect((await work(reviewer)).reviews).toEqual(['de']);
    const moderator = await buildMember(app, { role: 'moderator' });
    expect((await work(moderator)).reviews).toEqual([]);
  });

  it('is split into pages', async () => {
    const second = await buildPublishedStory(app, creator);
    const first = await app.call(profileApi.stories, { userId: creator.id, limit: 1 });
    expect(first.items.map(({ id }) => id)).toEqual([second.story.id]);
    const next = await app.call(profileApi.stories, { userId: creator.id, limit: 1, cursor: first.next! });
    expect(next.items.map(({ id }) => id)).toEqual([storyId]);
    expect(next.next).toBeNull();
  });

  it('shows only the end date for a suspended account, and nothing for an unknown one', async () => {
    const { story } = await buildPublishedStory(app, writer);
    const until = new Date(app.clock.now().getTime() + 7 * DAY);
    const ctx = createCtx(app.deps, { language: 'en' });
    await restrictAccount(ctx, writer.id, { action: 'suspend', reason: 'Spam in three stories.', until });
    const shown = await app.call(accountApi.bySlug, { slug: writer.slug });
    expect(shown).toEqual({
      id: writer.id,
      suspended: true,
      isModerator: false,
      suspendedUntil: until.toISOString(),
      slug: writer.slug,
      username: null,
      bio: null,
      avatar: null,
      joinedAt: null,
      lastActiveOn: null,
    });
    for (const userId of [writer.id, '987654321'])
      for (const endpoint of [profileApi.work, profileApi.stories, profileApi.translations])
        expect(outcome(await app.send(endpoint, { userId })), endpoint.path).toBe('404 user_not_found');
    // Published texts stay up, with the author’s name.
    expect(await app.call(storyApi.detail, { storyId: story.id })).toMatchObject({
      creator: { username: writer.username },
    });
    await restrictAccount(ctx, writer.id, { action: 'lift', reason: 'Served.' });
    expect(await work(writer)).toMatchObject({ begun: 1, writtenIn: 1 });
  });
});
