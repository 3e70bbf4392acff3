import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
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
  type Member,
  outcome,
  prose,
  REASON,
} from '#testing/factories.ts';
import { expectInvariants } from '#testing/invariants.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { chapterApi } from '../contract.ts';
import { buildChapterInReview } from './chapter-life.test-kit.ts';

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

const send = (call: keyof typeof chapterApi, input: unknown, caller: Member | undefined = author) =>
  app.send(chapterApi[call], input, caller);
const draftOf = (chapterId: string) => app.call(chapterApi.draft, { chapterId }, author);
const messagesOf = async (chapterId: string) =>
  (await app.call(messageApi.list, { limit: 50 }, author)).items
    .filter((message) => message.data.chapterId === chapterId)
    .map(({ type }) => type);

async function publishedStory(): Promise<string> {
  return (await buildPublishedStory(app, author)).story.id;
}

const buildDoubtfulChapter = () => buildChapterInReview(app, author);

describe('creating a chapter', () => {
  it('returns a draft without a number that only its author can see', async () => {
    const storyId = await publishedStory();
    const draft = await app.call(chapterApi.create, { storyId }, author);
    expect(draft).toMatchObject({
      storyId,
      status: 'draft',
      editStatus: null,
      number: null,
      title: '',
      summary: '',
      units: 0,
      version: 1,
      review: null,
      can: { edit: true, submit: true, withdraw: false, delete: true, discardEdit: false },
    });
    expect(outcome(await send('draft', { chapterId: draft.id }, stranger))).toBe('404 chapter_not_found');
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['a title that is too long', { title: 'x'.repeat(101) }, 'title'],
    ['a summary that is too long', { summary: 'x'.repeat(501) }, 'summary'],
    ['HTML as an object', { content: { html: '<b>' } }, 'content'],
    ['a protected field', { number: 7 }, 'number'],
    ['a status', { status: 'approved' }, 'status'],
    ['another author', { authorId: '1' }, 'authorId'],
    ['a parent that is no id', { parentChapterId: 'x' }, 'parentChapterId'],
  ])('refuses %s, by field', async (_, change, field) => {
    const storyId = await publishedStory();
    const answer = await send('create', { storyId, ...change });
    expect(outcome(answer)).toBe('400 invalid_input');
    expect(Object.keys(answer.body.fields ?? {})).toEqual([field]);
  });

  it('is only for the creator in a solo story', async () => {
    const storyId = await publishedStory();
    expect(outcome(await send('create', { storyId }, stranger))).toBe('403 forbidden');
    expect(outcome(await send('create', { storyId }, moderator))).toBe('403 forbidden');
    expect(outcome(await app.send(chapterApi.create, { storyId }))).toBe('401 login_required');
    const { id: hidden } = await buildStory(app, author);
    expect(outcome(await send('create', { storyId: hidden }, stranger))).toBe('404 story_not_found');
  });

  it('requires a public parent in the same story', async () => {
    const [one, other] = [await buildPublishedStory(app, author), await buildPublishedStory(app, author)];
    const draft = await buildChapterDraft(app, author, one.story.id);
    const begin = (parentChapterId: string) => send('create', { storyId: one.story.id, parentChapterId });
    expect(outcome(await begin(one.chapterId))).toBe('200');
    for (const parent of [other.chapterId, draft.id, '987654321'])
      expect(outcome(await begin(parent))).toBe('404 chapter_not_found');
  });

  it('stops at 100 open drafts in one story', async () => {
    const storyId = await publishedStory();
    const draft = await app.call(chapterApi.create, { storyId }, author);
    await sql`with c as (insert into chapters (story_id, author_id) select ${storyId}, ${author.id} from generate_series(1, 98) returning id, story_id)
      insert into chapter_drafts (chapter_id, story_id, document) select id, story_id, '{"type":"doc","content":[{"type":"paragraph","attrs":{"id":"a"}}]}' from c`.execute(
      app.database.db,
    );
    expect(outcome(await send('create', { storyId }))).toBe('200');
    expect(outcome(await send('create', { storyId }))).toBe('409 too_many_drafts');
    await app.call(chapterApi.delete, { chapterId: draft.id }, author);
    expect(outcome(await send('create', { storyId }))).toBe('200');
  });
});

describe('submitting', () => {
  it.each<[string, Record<string, string>, string[]]>([
    ['nothing', {}, ['title', 'summary', 'content']],
    ['no text', { title: 'x', summary: 'x' }, ['content']],
    ['a text of 99 of 100 words', { title: 'x', summary: 'x', content: 'word '.repeat(99) }, ['content']],
    ['a text of 5,001 of 5,000 words', { title: 'x', summary: 'x', content: 'word '.repeat(5001) }, ['content']],
    ['a title of white space', { title: ' \n\t ', summary: 'x', content: prose(150) }, ['title']],
  ])('%s is refused by field', async (_, chapter, fields) => {
    const storyId = await publishedStory();
    const { id: chapterId } = await app.call(chapterApi.create, { storyId, ...chapter }, author);
    const answer = await send('submit', { chapterId });
    expect(outcome(answer)).toBe('400 invalid_input');
    expect(Object.keys(answer.body.fields ?? {})).toEqual(fields);
    expect(await draftOf(chapterId)).toMatchObject({ status: 'draft', number: null, review: null });
  });

  it('uses the current bounds of the story', async () => {
    const storyId = await publishedStory();
    const { id: chapterId } = await buildChapterDraft(app, author, storyId, { content: prose(70, 8100) });
    expect(outcome(await send('submit', { chapterId }))).toBe('400 invalid_input');
    await app.call(storyApi.update, { storyId, minUnits: 60, maxUnits: 65 }, author);
    expect((await send('submit', { chapterId })).body.fields).toHaveProperty('content');
    await app.call(storyApi.update, { storyId, maxUnits: 100 }, author);
    expect(outcome(await send('submit', { chapterId }))).toBe('200');
  });

  it('refuses an older version than the saved one, and accepts the current one', async () => {
    const storyId = await publishedStory();
    const { id: chapterId } = await buildChapterDraft(app, author, storyId);
    await app.call(chapterApi.update, { chapterId, version: 1, title: 'Newer' }, author);
    for (const version of [1, 3, 0])
      expect(outcome(await send('submit', { chapterId, version }))).toBe('409 save_changes_first');
    expect(outcome(await send('submit', { chapterId, version: 2 }))).toBe('200');
  });

  it('goes into review, is published and notifies the author once', async () => {
    const storyId = await publishedStory();
    const { id: chapterId } = await buildChapterDraft(app, author, storyId);
    expect(await app.call(chapterApi.submit, { chapterId }, author)).toMatchObject({
      status: 'pending',
      number: 2,
      review: { state: 'automatic', reason: null, findings: [] },
      can: { edit: false, withdraw: true, delete: false },
    });
    expect(outcome(await send('detail', { chapterId }))).toBe('404 chapter_not_found');
    await app.work();
    expect(await app.call(chapterApi.detail, { chapterId })).toMatchObject({ number: 2, status: 'approved' });
    expect(await messagesOf(chapterId)).toEqual(['chapter_approved']);
    expect(await app.call(storyApi.detail, { storyId })).toMatchObject({ chapterCount: 2 });
  });

  it('is refused for chapters of an unpublished story', async () => {
    const { id: storyId } = await buildStory(app, author);
    const { id: chapterId } = await buildChapterDraft(app, author, storyId);
    expect(outcome(await send('submit', { chapterId }))).toBe('409 wrong_state');
  });
});

describe('during a review', () => {
  it('it can’t be changed, resubmitted or deleted', async () => {
    const { chapterId } = await buildDoubtfulChapter();
    const before = await draftOf(chapterId);
    const { version } = before;
    expect(outcome(await send('update', { chapterId, version, title: 'x' }))).toBe('409 chapter_in_review');
    expect(outcome(await send('submit', { chapterId }))).toBe('409 chapter_in_review');
    expect(outcome(await send('restoreRevision', { chapterId, version, revision: 1 }))).toBe('409 chapter_in_review');
    expect(outcome(await send('discardEdit', { chapterId }))).toBe('409 chapter_in_review');
    expect(outcome(await send('delete', { chapterId }))).toBe('409 wrong_state');
    expect(await draftOf(chapterId)).toEqual(before);
  });

  it('it can be withdrawn, keeping its number, and resubmitted', async () => {
    const { chapterId } = await buildDoubtfulChapter();
    expect(await app.call(chapterApi.withdraw, { chapterId }, author)).toMatchObject({
      status: 'draft',
      number: 2,
      review: { state: 'withdrawn' },
    });
    expect(outcome(await send('withdraw', { chapterId }))).toBe('409 wrong_state');
    await app.call(chapterApi.submit, { chapterId }, author);
    await app.work();
    await decide(app, moderator, chapterId, 'approve');
    expect(await messagesOf(chapterId)).toEqual(['chapter_approved']);
  });
});

describe('a rejected chapter', () => {
  it('shows the reason, notifies once, and can be changed', async () => {
    const { chapterId } = await buildDoubtfulChapter();
    await decide(app, moderator, chapterId, 'reject');
    expect(await draftOf(chapterId)).toMatchObject({
      status: 'rejected',
      number: 2,
      review: { state: 'rejected', reason: REASON },
    });
    expect(await messagesOf(chapterId)).toEqual(['chapter_rejected']);
    const { version } = await draftOf(chapterId);
    await app.call(chapterApi.update, { chapterId, version, content: prose(150, 8200) }, author);
    await app.call(chapterApi.submit, { chapterId }, author);
    await app.work();
    expect(await app.call(chapterApi.detail, { chapterId })).toMatchObject({ number: 2 });
    expect(await messagesOf(chapterId)).toEqual(['chapter_approved', 'chapter_rejected']);
  });

  it('is opened first in the chapter editor, then the newest draft', async () => {
    const { storyId, chapterId } = await buildDoubtfulChapter();
    const openEditor = async () => (await app.call(chapterApi.editor, { storyId }, author)).draft?.id ?? null;
    expect(await openEditor()).toBeNull();
    const draft = await buildChapterDraft(app, author, storyId);
    const newer = await buildChapterDraft(app, author, storyId);
    expect(await openEditor()).toBe(newer.id);
    await decide(app, moderator, chapterId, 'reject');
    expect(await openEditor()).toBe(chapterId);
    await app.call(chapterApi.delete, { chapterId }, author);
    await app.call(chapterApi.delete, { chapterId: newer.id }, author);
    expect(await openEditor()).toBe(draft.id);
    const named = await app.call(chapterApi.editor, { storyId, chapterId: draft.id }, author);
    expect(named).toMatchObject({ draft: { id: draft.id }, number: 2, canWrite: true, before: { number: 1 } });
  });
});

describe('a published chapter', () => {
  it('keeps its public text during an edit, which can be discarded', async () => {
    const storyId = await publishedStory();
    const chapter = await buildPublishedChapter(app, author, storyId);
    const chapterId = chapter.id;
    expect(await draftOf(chapterId)).toMatchObject({
      version: 0,
      editStatus: null,
      can: { edit: true, submit: false, delete: false },
    });
    expect(outcome(await send('submit', { chapterId }))).toBe('409 wrong_state');
    expect(outcome(await send('withdraw', { chapterId }))).toBe('409 wrong_state');
    expect(outcome(await send('delete', { chapterId }))).toBe('409 wrong_state');
    expect(outcome(await send('discardEdit', { chapterId }))).toBe('409 wrong_state');
    const saved = await app.call(chapterApi.update, { chapterId, version: 0, title: 'Edited' }, author);
    const edit = await draftOf(chapterId);
    expect(saved.edit).toEqual({ status: 'draft', can: edit.can });
    expect(edit).toMatchObject({
      title: 'Edited',
      status: 'approved',
      editStatus: 'draft',
      can: { submit: true, discardEdit: true },
    });
    expect(await app.call(chapterApi.discardEdit, { chapterId }, author)).toMatchObject({
      title: chapter.title,
      version: 0,
    });
    expect(await app.call(chapterApi.detail, { chapterId })).toEqual(chapter);
  });

  it('gets the text of an approved edit: same number, same date, counted once', async () => {
    const storyId = await publishedStory();
    const chapter = await buildPublishedChapter(app, author, storyId);
    const before = await app.call(storyApi.detail, { storyId });
    const edit = { chapterId: chapter.id, version: 0, title: 'Edited', content: prose(300, 8300) };
    const { units } = await app.call(chapterApi.update, edit, author);
    await app.call(chapterApi.submit, { chapterId: chapter.id }, author);
    await app.work();
    expect(await app.call(chapterApi.detail, { chapterId: chapter.id })).toMatchObject({
      title: 'Edited',
      units,
      number: chapter.number,
      publishedAt: chapter.publishedAt,
    });
    expect(await app.call(storyApi.detail, { storyId })).toMatchObject({
      chapterCount: before.chapterCount,
      unitCount: before.unitCount + units - chapter.units,
      continuedAt: before.continuedAt,
    });
    expect(await messagesOf(chapter.id)).toEqual(['chapter_approved', 'chapter_approved']);
  });

  it('keeps its text if the edit is rejected, and the edit can be changed', async () => {
    const storyId = await publishedStory();
    const chapter = await buildPublishedChapter(app, author, storyId);
    const chapterId = chapter.id;
    await app.call(chapterApi.update, { chapterId, version: 0, content: doubtfulProse(150, 8400) }, author);
    await app.call(chapterApi.submit, { chapterId }, author);
    await app.work();
    expect(await draftOf(chapterId)).toMatchObject({ status: 'approved', editStatus: 'pending' });
    await decide(app, moderator, chapterId, 'reject');
    expect(await draftOf(chapterId)).toMatchObject({ editStatus: 'rejected', review: { reason: REASON } });
    expect(await app.call(chapterApi.detail, { chapterId })).toEqual(chapter);
    expect((await app.call(chapterApi.editor, { storyId }, author)).draft?.id).toBe(chapterId);
  });
});

describe('the review state', () => {
  it('is that of the chapter, or of the story that it was submitted with, never of an edit of the story', async () => {
    const { story, chapterId } = await buildPublishedStory(app, author);
    expect(await draftOf(chapterId)).toMatchObject({ review: { state: 'approved' } });
    await app.call(storyApi.update, { storyId: story.id, description: 'At www.lemon-shop.com' }, author);
    await app.call(storyApi.submit, { storyId: story.id }, author);
    await app.work();
    await decide(app, moderator, story.id, 'reject');
    expect(await draftOf(chapterId)).toMatchObject({ review: { state: 'approved', reason: null } });
    const { id } = await buildChapterDraft(app, author, story.id);
    expect(await draftOf(id)).toMatchObject({ review: null });
  });
});

describe('deleting', () => {
  it('removes a draft and can be undone', async () => {
    const storyId = await publishedStory();
    const draft = await buildChapterDraft(app, author, storyId);
    await app.call(chapterApi.delete, { chapterId: draft.id }, author);
    for (const [call, more] of [
      ['draft', {}],
      ['update', { version: 1, title: 'x' }],
      ['submit', {}],
      ['delete', {}],
      ['revisions', {}],
    ] as const)
      expect(outcome(await send(call, { chapterId: draft.id, ...more })), call).toBe('404 chapter_not_found');
    expect((await app.call(chapterApi.listOwn, { storyId }, author)).items).toEqual([]);
    expect(outcome(await send('undelete', { chapterId: draft.id }, stranger))).toBe('404 chapter_not_found');
    await app.call(chapterApi.undelete, { chapterId: draft.id }, author);
    expect(await draftOf(draft.id)).toEqual(draft);
    expect(outcome(await send('undelete', { chapterId: draft.id }))).toBe('404 chapter_not_found');
  });
});

it('strangers and moderators can’t change anything', async () => {
  const storyId = await publishedStory();
  const { id: chapterId } = await buildPublishedChapter(app, author, storyId);
  for (const [call, more] of [
    ['update', { version: 0, title: 'Mine' }],
    ['submit', {}],
    ['withdraw', {}],
    ['discardEdit', {}],
    ['delete', {}],
    ['restoreRevision', { version: 0, revision: 1 }],
  ] as const) {
    const strangers = call === 'restoreRevision' ? '404 chapter_not_found' : '403 forbidden';
    expect(outcome(await send(call, { chapterId, ...more }, stranger)), call).toBe(strangers);
    expect(outcome(await send(call, { chapterId, ...more }, moderator)), call).toBe('403 forbidden');
    expect(outcome(await app.send(chapterApi[call], { chapterId, ...more })), call).toBe('401 login_required');
  }
});

it('a hidden chapter keeps its number, but only its author and moderators see its text', async () => {
  const storyId = await publishedStory();
  const [hidden, after] = [
    await buildPublishedChapter(app, author, storyId),
    await buildPublishedChapter(app, author, storyId),
  ];
  await sql`update chapters set status = 'hidden' where id = ${hidden.id}`.execute(app.database.db);
  const shown = await app.call(chapterApi.detail, { chapterId: hidden.id });
  expect(shown).toMatchObject({
    status: 'hidden',
    hiddenAt: null,
    number: 2,
    title: null,
    summary: null,
    content: null,
    text: null,
    author: null,
    units: 0,
    previous: { number: 1 },
    next: { number: 3 },
  });
  expect(await app.call(chapterApi.detail, { chapterId: after.id })).toMatchObject({ previous: { number: 1 } });
  const { items } = await app.call(chapterApi.list, { storyId });
  expect(items[1]).toMatchObject({ status: 'hidden', title: null, summary: null, author: null });
  expect(await draftOf(hidden.id)).toMatchObject({ title: hidden.title, status: 'hidden', can: { edit: true } });
  await sql`update chapters set status = 'approved' where id = ${hidden.id}`.execute(app.database.db);
});

it('a moderator can read a pending chapter, but not the drafts after it', async () => {
  const { chapterId } = await buildDoubtfulChapter();
  const { items } = await app.call(moderationApi.queue, { limit: 50 }, moderator);
  expect(items.find((item) => item.subjectId === chapterId)).toMatchObject({
    kind: 'chapter',
    isEdit: false,
    blocker: null,
  });
  expect(outcome(await send('draft', { chapterId }, moderator))).toBe('200');
  expect(outcome(await send('revisions', { chapterId }, moderator))).toBe('403 forbidden');
  expect(outcome(await send('revision', { chapterId, revision: 1 }, moderator))).toBe('403 forbidden');
});

it('all of that broke no invariant', () => expectInvariants(app));
