import { beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#core/endpoint.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { profileApi } from '#features/profile/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { emptyCachePolicy } from '#platform/cache/tag-cache.ts';
import {
  buildChapterDraft,
  buildMember,
  buildPublishedChapter,
  buildPublishedStory,
  buildStory,
  decide,
  type Member,
  prose,
} from '#testing/factories.ts';
import { hearChanges } from '#testing/hear-changes.ts';
import { picture } from '#testing/pictures.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { discoveryApi } from '../contract.ts';

const app = setUpTestApp();
const heard = hearChanges(app);
let author: Member;
let moderator: Member;

beforeAll(async () => {
  author = await buildMember(app);
  moderator = await buildMember(app, { role: 'moderator' });
});

type Read = [Endpoint, Record<string, unknown>];
const readsOf = (storyId: string, ...chapterIds: string[]): Read[] => [
  [discoveryApi.home, {}],
  [storyApi.detail, { storyId }],
  [storyApi.listByUser, { userId: author.id }],
  [profileApi.work, { userId: author.id }],
  [profileApi.stories, { userId: author.id }],
  [chapterApi.list, { storyId }],
  [chapterApi.list, { storyId, order: 'newest' }],
  ...chapterIds.map((chapterId): Read => [chapterApi.detail, { chapterId }]),
];
const kept = async ([endpoint, input]: Read) => {
  const { status, body } = await app.send(endpoint, input);
  return status === 200 ? (endpoint.list ? { items: body.data, next: body.next } : body.data) : body.code;
};
/** The same response, computed without the cache. */
const fresh = ([endpoint, input]: Read) =>
  app.app.api
    .callInProcess(endpoint, input as never, { language: 'en', cachePolicy: emptyCachePolicy() })
    .catch((error) => error.code);

/** Makes the change while all of these responses are cached. Afterwards each must equal a fresh one. */
async function changes(reads: Read[], change: () => Promise<unknown>): Promise<void> {
  // Earlier invalidations would otherwise arrive while the cached answers are compared.
  await heard();
  const before = await Promise.all(reads.map(kept));
  const { hits } = app.app.cache.counts;
  expect(await Promise.all(reads.map(kept))).toEqual(before);
  const answered = before.filter((answer) => typeof answer === 'object').length;
  expect(app.app.cache.counts.hits - hits, 'the answers were kept').toBe(answered);
  await change();
  await heard();
  for (const read of reads) expect(await kept(read), read[0].path).toEqual(await fresh(read));
  const after = await Promise.all(reads.map(kept));
  expect(JSON.stringify(after), 'something changed at all').not.toBe(JSON.stringify(before));
}

describe('public responses are up to date after', () => {
  it('a story is published with its first chapter', async () => {
    const { id: storyId } = await buildStory(app, author, { title: 'Brand new' });
    const chapter = await buildChapterDraft(app, author, storyId);
    await app.call(storyApi.submit, { storyId }, author);
    await changes(readsOf(storyId, chapter.id), app.work);
    expect(JSON.stringify(await kept([storyApi.listByUser, { userId: author.id }]))).toContain('Brand new');
  });

  it('a story without chapters is published, and then has one', async () => {
    const { id: storyId } = await buildStory(app, author);
    await app.call(storyApi.submit, { storyId }, author);
    await changes(readsOf(storyId), app.work);
    const chapter = await buildChapterDraft(app, author, storyId);
    await app.call(chapterApi.submit, { chapterId: chapter.id }, author);
    await changes(readsOf(storyId, chapter.id), app.work);
  });

  it('another chapter is published', async () => {
    const { story, chapterId } = await buildPublishedStory(app, author);
    const next = await buildChapterDraft(app, author, story.id, { title: 'Another' });
    await app.call(chapterApi.submit, { chapterId: next.id }, author);
    await changes(readsOf(story.id, chapterId, next.id), app.work);
    expect(await kept([chapterApi.detail, { chapterId }])).toMatchObject({ next: { title: 'Another' } });
  });

  it('an edit of a story is approved, automatically or by a moderator', async () => {
    const { story, chapterId } = await buildPublishedStory(app, author);
    const edit = async (change: { title: string; description: string }) => {
      await app.call(storyApi.update, { storyId: story.id, ...change }, author);
      await app.call(storyApi.submit, { storyId: story.id }, author);
    };
    await edit({ title: 'Renamed', description: 'Another description.' });
    await changes(readsOf(story.id, chapterId), app.work);
    await edit({ title: 'Renamed again', description: 'At www.lemon-shop.com' });
    await app.work();
    await changes(readsOf(story.id, chapterId), () => decide(app, moderator, story.id, 'approve'));
  });

  it('an edit of a chapter is approved', async () => {
    const { story, chapterId } = await buildPublishedStory(app, author);
    const next = await buildPublishedChapter(app, author, story.id);
    await app.call(chapterApi.update, { chapterId, version: 0, title: 'Edited', content: prose(200, 98_000) }, author);
    await app.call(chapterApi.submit, { chapterId }, author);
    await changes(readsOf(story.id, chapterId, next.id), app.work);
    expect(await kept([chapterApi.detail, { chapterId: next.id }])).toMatchObject({ previous: { title: 'Edited' } });
  });

  it('its creator changes progress or bounds', async () => {
    const { story, chapterId } = await buildPublishedStory(app, author);
    for (const rules of [{ progress: 'ended' as const }, { minUnits: 60 }, { maxUnits: 70 }])
      await changes(readsOf(story.id, chapterId), () =>
        app.call(storyApi.update, { storyId: story.id, ...rules }, author),
      );
  });

  it('a draft is changed, deleted and restored: nothing changes', async () => {
    const { story, chapterId } = await buildPublishedStory(app, author);
    const { id: storyId } = await buildStory(app, author);
    await heard();
    for (const read of readsOf(story.id, chapterId)) await kept(read);
    const { dropped } = app.app.cache.counts;
    await app.call(storyApi.update, { storyId, minUnits: 60, progress: 'paused', title: 'Not yet' }, author);
    await app.call(storyApi.delete, { storyId }, author);
    await app.call(storyApi.undelete, { storyId }, author);
    await heard();
    expect(app.app.cache.counts.dropped).toBe(dropped);
  });

  it('its author changes name, profile URL or picture', async () => {
    const { story, chapterId } = await buildPublishedStory(app, author);
    const reads = readsOf(story.id, chapterId);
    await changes(reads, () => app.call(accountApi.updateInfo, { username: 'New_Name_1' }, author));
    await changes(reads, app.work);
    expect(await kept([storyApi.detail, { storyId: story.id }])).toMatchObject({ creator: { username: 'New_Name_1' } });
    await changes(reads, () => app.call(accountApi.updateInfo, { slug: 'new-name-1' }, author));
    const avatar = await picture(100, 100).png().toBuffer();
    await changes(reads, () => app.upload(accountApi.uploadAvatar, {}, avatar, author));
  });

  it('it is deleted, and after it is restored', async () => {
    const { story, chapterId } = await buildPublishedStory(app, author);
    const reads = readsOf(story.id, chapterId);
    await changes(reads, () => app.call(storyApi.delete, { storyId: story.id }, author));
    await changes(reads, () => app.call(storyApi.undelete, { storyId: story.id }, author));
    expect(await kept(reads[1]!)).toEqual(story);
  });

  it('a chapter that was waiting for another is published', async () => {
    const { story, chapterId } = await buildPublishedStory(app, author);
    const [second, third] = [
      await buildChapterDraft(app, author, story.id, {
        content: `${prose(120, 98_100)} www.a-shop.com www.b-shop.com`,
      }),
      await buildChapterDraft(app, author, story.id),
    ];
    for (const chapter of [second, third]) await app.call(chapterApi.submit, { chapterId: chapter.id }, author);
    await app.work();
    await app.call(chapterApi.withdraw, { chapterId: second.id }, author);
    await changes(readsOf(story.id, chapterId, third.id), () =>
      app.call(chapterApi.delete, { chapterId: second.id }, author),
    );
  });
});

it('changes that aren’t public don’t invalidate cached responses', async () => {
  const { story, chapterId } = await buildPublishedStory(app, author);
  const reads = readsOf(story.id, chapterId);
  await heard();
  await Promise.all(reads.map(kept));
  const { entries } = app.app.cache.size;
  const { dropped } = app.app.cache.counts;
  await buildStory(app, author);
  const { version } = await app.call(storyApi.update, { storyId: story.id, title: 'Unseen' }, author);
  await app.call(chapterApi.update, { chapterId, version: 0, title: 'Unseen' }, author);
  expect(version).toBeGreaterThan(1);
  await app.call(storyApi.discardEdit, { storyId: story.id }, author);
  await app.call(chapterApi.discardEdit, { chapterId }, author);
  await heard();
  expect(app.app.cache.size.entries).toBe(entries);
  expect(app.app.cache.counts.dropped).toBe(dropped);
});

it('a response computed during a publication is not cached', async () => {
  const { story } = await buildPublishedStory(app, author);
  for (let round = 0; round < 5; round += 1) {
    const next = await buildChapterDraft(app, author, story.id);
    await app.call(chapterApi.submit, { chapterId: next.id }, author);
    const reads = readsOf(story.id);
    const reading = (async () => {
      for (let i = 0; i < 20; i += 1) await Promise.all(reads.map(kept));
    })();
    await Promise.all([app.work(), reading]);
    await heard();
    for (const read of reads) expect(await kept(read), read[0].path).toEqual(await fresh(read));
  }
});
