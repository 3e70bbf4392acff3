import { beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#core/endpoint.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { profileApi } from '#features/profile/contract.ts';
import { readerApi } from '#features/reader/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import {
  buildChapterDraft,
  buildMember,
  buildPublishedChapter,
  buildPublishedStory,
  buildStory,
  decide,
  doubtfulProse,
  type Member,
  prose,
} from '#testing/factories.ts';
import { setUpTestApp, type WireAnswer } from '#testing/test-app.ts';
import { discoveryApi } from '../contract.ts';

const app = setUpTestApp();
let author: Member;
let stranger: Member;
let moderator: Member;

beforeAll(async () => {
  app.app.cache.setListening(false);
  author = await buildMember(app);
  stranger = await buildMember(app);
  moderator = await buildMember(app, { role: 'moderator' });
});

const UNKNOWN = '987654321';
/** Everything that every caller gets, except for the time and the connection id. */
function bytesOf({ status, headers, body }: WireAnswer): string {
  const { date: _, ...stable } = headers;
  return JSON.stringify({ status, headers: stable, body });
}

/** Every call that names a story or a chapter, with what else it needs to pass validation. */
const STORY_CALLS: [Endpoint, Record<string, unknown>][] = [
  [storyApi.detail, {}],
  [storyApi.draft, {}],
  [storyApi.viewerState, {}],
  [storyApi.update, { title: 'x', version: 1 }],
  [storyApi.update, { progress: 'ended' }],
  [storyApi.update, { mode: 'relay' }],
  [storyApi.removeCover, {}],
  [storyApi.submit, {}],
  [storyApi.withdraw, {}],
  [storyApi.discardEdit, {}],
  [storyApi.delete, {}],
  [storyApi.undelete, {}],
  [chapterApi.list, {}],
  [chapterApi.create, { title: 'x' }],
  [chapterApi.editor, {}],
  [chapterApi.listOwn, {}],
  [readerApi.storyProgress, {}],
  [readerApi.statistics, {}],
];
const CHAPTER_CALLS: [Endpoint, Record<string, unknown>][] = [
  [chapterApi.detail, {}],
  [chapterApi.draft, {}],
  [chapterApi.viewerState, {}],
  [chapterApi.update, { title: 'x', version: 1 }],
  [chapterApi.submit, {}],
  [chapterApi.withdraw, {}],
  [chapterApi.discardEdit, {}],
  [chapterApi.delete, {}],
  [chapterApi.undelete, {}],
  [chapterApi.revisions, {}],
  [chapterApi.revision, { revision: 1 }],
  [chapterApi.restoreRevision, { revision: 1, version: 1 }],
  [readerApi.savePosition, {}],
  [readerApi.countRead, {}],
];

describe('content that a caller may not know about looks byte for byte like content that doesn’t exist', () => {
  const stories: Record<string, () => Promise<string>> = {
    draft: async () => (await buildStory(app, author)).id,
    pending: async () => {
      const { id } = await buildStory(app, author, { description: 'At www.lemon-shop.com' });
      await app.call(storyApi.submit, { storyId: id }, author);
      await app.work();
      return id;
    },
    rejected: async () => {
      const id = await stories.pending!();
      await decide(app, moderator, id, 'reject');
      return id;
    },
    deleted: async () => {
      const { story } = await buildPublishedStory(app, author);
      await app.call(storyApi.delete, { storyId: story.id }, author);
      return story.id;
    },
  };
  it.each(Object.keys(stories))('a %s story', async (state) => {
    const storyId = await stories[state]!();
    for (const caller of [undefined, stranger]) {
      for (const [endpoint, rest] of STORY_CALLS) {
        const hidden = await app.send(endpoint, { storyId, ...rest }, caller);
        const missing = await app.send(endpoint, { storyId: UNKNOWN, ...rest }, caller);
        expect(bytesOf(hidden), endpoint.path).toBe(bytesOf(missing));
        if (!caller && endpoint.access !== 'public') expect(hidden.status).toBe(401);
      }
    }
  });

  const chapters: Record<string, (storyId: string) => Promise<string>> = {
    draft: async (storyId) => (await buildChapterDraft(app, author, storyId)).id,
    pending: async (storyId) => {
      const { id } = await buildChapterDraft(app, author, storyId, { content: doubtfulProse(150, Number(storyId)) });
      await app.call(chapterApi.submit, { chapterId: id }, author);
      await app.work();
      return id;
    },
    rejected: async (storyId) => {
      const id = await chapters.pending!(storyId);
      await decide(app, moderator, id, 'reject');
      return id;
    },
    deleted: async (storyId) => {
      const id = await chapters.draft!(storyId);
      await app.call(chapterApi.delete, { chapterId: id }, author);
      return id;
    },
  };
  it.each(Object.keys(chapters))('a %s chapter of a published story', async (state) => {
    const { story } = await buildPublishedStory(app, author);
    const chapterId = await chapters[state]!(story.id);
    for (const caller of [undefined, stranger]) {
      for (const [endpoint, rest] of CHAPTER_CALLS) {
        const hidden = await app.send(endpoint, { chapterId, ...rest }, caller);
        const missing = await app.send(endpoint, { chapterId: UNKNOWN, ...rest }, caller);
        expect(bytesOf(hidden), endpoint.path).toBe(bytesOf(missing));
      }
      const openIn = (id: string) => app.send(chapterApi.editor, { storyId: story.id, chapterId: id }, caller);
      expect(bytesOf(await openIn(chapterId))).toBe(bytesOf(await openIn(UNKNOWN)));
    }
  });

  it('a published chapter of a story that was deleted', async () => {
    const { story, chapterId } = await buildPublishedStory(app, author);
    await app.call(storyApi.delete, { storyId: story.id }, author);
    for (const caller of [undefined, stranger, author]) {
      for (const [endpoint, rest] of CHAPTER_CALLS) {
        const hidden = await app.send(endpoint, { chapterId, ...rest }, caller);
        const missing = await app.send(endpoint, { chapterId: UNKNOWN, ...rest }, caller);
        expect(bytesOf(hidden), endpoint.path).toBe(bytesOf(missing));
      }
    }
  });
});

/** The bytes of all public responses about this story. */
async function worldSees(storyId: string, chapterIds: string[], words: string[]): Promise<string> {
  const answers = await Promise.all([
    app.send(discoveryApi.home, {}),
    ...['recent_popular', 'latest_created', 'latest_updated'].map((sort) =>
      app.send(discoveryApi.search, { sort, limit: 50 }),
    ),
    ...words.map((q) => app.send(discoveryApi.search, { q })),
    ...words.map((q) => app.send(discoveryApi.search, { q: `${author.username} ${q}` })),
    ...words.map((q) => app.send(discoveryApi.countFound, { q })),
    app.send(discoveryApi.people, { q: author.username }),
    app.send(storyApi.listByUser, { userId: author.id, limit: 50 }),
    app.send(profileApi.stories, { userId: author.id, limit: 50 }),
    app.send(profileApi.stories, { userId: author.id, part: 'written', limit: 50 }),
    app.send(storyApi.detail, { storyId }),
    app.send(chapterApi.list, { storyId }),
    app.send(chapterApi.list, { storyId, order: 'newest' }),
    ...chapterIds.map((chapterId) => app.send(chapterApi.detail, { chapterId })),
    ...chapterIds.map((chapterId) => app.send(chapterApi.editor, { storyId, chapterId }, stranger)),
    app.send(chapterApi.editor, { storyId }, stranger),
    app.send(storyApi.viewerState, { storyId }, stranger),
    ...chapterIds.map((chapterId) => app.send(chapterApi.viewerState, { chapterId }, stranger)),
    app.send(readerApi.positions, {}, stranger),
  ]);
  return answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`).join('\n');
}

describe('unreviewed text is not public', () => {
  it('of a new story and its first chapter until it is approved', async () => {
    const marks = ['Titlexqz', 'Descrxqz', 'Chapterxqz', 'Summaryxqz', 'Contentxqz'];
    const [title, description, chapterTitle, summary, word] = marks as [string, string, string, string, string];
    const { id: storyId } = await buildStory(app, author, {
      title,
      description: `${description} at www.lemon-shop.com`,
    });
    const { id: chapterId } = await buildChapterDraft(app, author, storyId, {
      title: chapterTitle,
      summary,
      content: `${word} ${prose(150, 900)}`,
    });
    const nothing = async () => expect(await worldSees(storyId, [chapterId], marks)).not.toMatch(/xqz/i);
    await nothing();
    await app.call(storyApi.submit, { storyId }, author);
    await nothing();
    await app.work();
    await nothing();
    await decide(app, moderator, storyId, 'reject');
    await nothing();
    await app.call(storyApi.submit, { storyId }, author);
    await app.work();
    await app.call(storyApi.withdraw, { storyId }, author);
    await nothing();
    await app.call(storyApi.submit, { storyId }, author);
    await app.work();
    await decide(app, moderator, storyId, 'approve');
    const seen = await worldSees(storyId, [chapterId], marks);
    for (const mark of marks) expect(seen).toContain(mark);
    await app.call(storyApi.delete, { storyId }, author);
    await nothing();
  });

  it('of an edit of a published story until it is approved, or after a rejection', async () => {
    const { story, chapterId } = await buildPublishedStory(app, author);
    const storyId = story.id;
    const marks = ['Newtitlexzq', 'Newdescrxzq'];
    const before = await worldSees(storyId, [chapterId], marks);
    const same = async () => expect(await worldSees(storyId, [chapterId], marks)).toBe(before);
    const edit = {
      storyId,
      title: marks[0]!,
      description: `${marks[1]} at www.lemon-shop.com`,
      categories: ['horror' as const],
      language: 'de' as const,
    };
    await app.call(storyApi.update, edit, author);
    await same();
    await app.call(storyApi.submit, { storyId }, author);
    await same();
    await app.work();
    await same();
    await decide(app, moderator, storyId, 'reject');
    await same();
    await app.call(storyApi.discardEdit, { storyId }, author);
    await same();
    expect(await app.call(storyApi.draft, { storyId }, author)).toMatchObject({
      title: story.title,
      language: 'en',
      editStatus: null,
    });
    await app.call(storyApi.update, edit, author);
    await app.call(storyApi.submit, { storyId }, author);
    await app.work();
    await decide(app, moderator, storyId, 'approve');
    const after = await worldSees(storyId, [chapterId], marks);
    for (const mark of marks) expect(after).toContain(mark);
    expect(await app.call(storyApi.detail, { storyId })).toMatchObject({
      title: marks[0],
      language: 'de',
      categories: ['horror'],
    });
  });

  it('of an edit of a published chapter until it is approved, or after a rejection', async () => {
    const { story } = await buildPublishedStory(app, author);
    const chapter = await buildPublishedChapter(app, author, story.id);
    const { id: storyId } = story;
    const chapterId = chapter.id;
    const marks = ['Chaptertitlexzq', 'Summarywordxzq', 'Contentwordxzq'];
    const before = await worldSees(storyId, [chapterId], marks);
    const same = async () => expect(await worldSees(storyId, [chapterId], marks)).toBe(before);
    const edit = { chapterId, title: marks[0]!, summary: marks[1]!, content: `${marks[2]} ${doubtfulProse(150, 901)}` };
    await app.call(chapterApi.update, { ...edit, version: 0 }, author);
    await same();
    await app.call(chapterApi.submit, { chapterId }, author);
    await same();
    await app.work();
    await same();
    await decide(app, moderator, chapterId, 'reject');
    await same();
    await app.call(chapterApi.discardEdit, { chapterId }, author);
    await same();
    expect(await app.call(chapterApi.draft, { chapterId }, author)).toMatchObject({
      title: chapter.title,
      version: 0,
      editStatus: null,
    });
    await app.call(chapterApi.update, { ...edit, version: 0 }, author);
    await app.call(chapterApi.submit, { chapterId }, author);
    await app.work();
    await decide(app, moderator, chapterId, 'approve');
    const after = await worldSees(storyId, [chapterId], marks);
    for (const mark of marks) expect(after).toContain(mark);
    const { text, ...shown } = await app.call(chapterApi.detail, { chapterId });
    expect(text).not.toContain(chapter.text!.slice(0, 60));
    expect(shown).toMatchObject({ number: chapter.number, publishedAt: chapter.publishedAt, title: marks[0] });
  });
});

it('strangers don’t learn from the chapter editor that a chapter is pending', async () => {
  const { story } = await buildPublishedStory(app, author);
  const openEditor = () => app.call(chapterApi.editor, { storyId: story.id }, stranger);
  expect(await openEditor()).toMatchObject({ number: 2, canWrite: false, draft: null });
  const { id: chapterId } = await buildChapterDraft(app, author, story.id, { content: doubtfulProse(150, 902) });
  await app.call(chapterApi.submit, { chapterId }, author);
  await app.work();
  expect(await openEditor()).toMatchObject({ number: 2 });
  expect(await app.call(chapterApi.editor, { storyId: story.id }, author)).toMatchObject({ number: 3, canWrite: true });
});

it('public responses are the same for everyone, logged in or not', async () => {
  const { story, chapterId } = await buildPublishedStory(app, author);
  const calls: [Endpoint, Record<string, unknown>][] = [
    [discoveryApi.home, {}],
    [discoveryApi.search, { q: 'Salt' }],
    [discoveryApi.search, { q: author.username }],
    [discoveryApi.people, { q: author.username }],
    [storyApi.detail, { storyId: story.id }],
    [storyApi.listByUser, { userId: author.id }],
    [profileApi.work, { userId: author.id }],
    [profileApi.stories, { userId: author.id }],
    [profileApi.translations, { userId: author.id }],
    [chapterApi.list, { storyId: story.id }],
    [chapterApi.detail, { chapterId }],
  ];
  for (const [endpoint, input] of calls) {
    const visitor = bytesOf(await app.send(endpoint, input));
    for (const caller of [author, stranger, moderator, { accessToken: 'nonsense' }])
      expect(bytesOf(await app.send(endpoint, input, caller)), endpoint.path).toBe(visitor);
  }
});
