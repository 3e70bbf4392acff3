import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '#core/time.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { messageApi } from '#features/messages/contract.ts';
import { moderationApi } from '#features/moderation/contract.ts';
import {
  buildChapterDraft,
  buildMember,
  buildPublishedStory,
  buildStory,
  decide,
  doubtfulProse,
  type Member,
  outcome,
  PASSWORD,
  prose,
  REASON,
} from '#testing/factories.ts';
import { expectInvariants } from '#testing/invariants.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { storyApi } from '../contract.ts';

const app = setUpTestApp();
let creator: Member;
let stranger: Member;
let moderator: Member;

beforeAll(async () => {
  // Caching is tested elsewhere. Here every response is computed.
  app.app.cache.setListening(false);
  creator = await buildMember(app);
  stranger = await buildMember(app);
  moderator = await buildMember(app, { role: 'moderator' });
});

const send = async (call: keyof typeof storyApi, input: unknown, caller: Member | undefined = creator) =>
  app.send(storyApi[call], input, caller);
const draftOf = (storyId: string) => app.call(storyApi.draft, { storyId }, creator);
const messagesOf = async (storyId: string) =>
  (await app.call(messageApi.list, { limit: 50 }, creator)).items.filter((message) => message.data.storyId === storyId);

/** A story in manual review with its first chapter. */
async function buildDoubtfulStory() {
  const story = await buildStory(app, creator);
  const chapter = await buildChapterDraft(app, creator, story.id, { content: doubtfulProse(150) });
  await app.call(storyApi.submit, { storyId: story.id }, creator);
  await app.work();
  return { storyId: story.id, chapterId: chapter.id };
}

describe('creating a story', () => {
  const whole = { title: 'Salt', mode: 'solo' };
  it('returns a draft with its bounds, a drawn cover and the language of the request', async () => {
    const { body } = await app.send(storyApi.create, whole, creator, { language: 'de' });
    expect(body.data).toMatchObject({
      creatorId: creator.id,
      title: 'Salt',
      description: '',
      categories: [],
      language: 'de',
      mode: 'solo',
      status: 'draft',
      editStatus: null,
      progress: 'ongoing',
      version: 1,
      minUnits: 100,
      maxUnits: 5000,
      coverUploaded: false,
      review: null,
    });
    expect(body.data).toHaveProperty('coverUrl', expect.stringMatching(/^\/images\/d-[\w-]{32}\.svg$/));
  });

  it.each<[string, unknown, string, string?]>([
    ['no mode', { title: 'x' }, 'mode'],
    ['no title at all', { mode: 'solo' }, 'title'],
    ['a title that is too long', { title: 'x'.repeat(81), mode: 'solo' }, 'title'],
    ['an unknown field', { ...whole, status: 'published' }, 'status'],
    ['a creator', { ...whole, creatorId: '1' }, 'creatorId'],
    ['a title that is a list', { ...whole, title: ['x'] }, 'title'],
  ])('refuses %s, by field', async (_, input, field) => {
    const answer = await send('create', input);
    expect(outcome(answer)).toBe('400 invalid_input');
    expect(Object.keys(answer.body.fields ?? {})).toEqual([field]);
  });

  it('needs a member', async () => {
    expect(outcome(await app.send(storyApi.create, whole))).toBe('401 login_required');
  });

  it('stops at 100 open drafts, without counting deleted and published stories', async () => {
    const many = await buildMember(app);
    const first = await buildStory(app, many);
    await sql`with s as (insert into stories (creator_id, mode) select ${many.id}, 'solo' from generate_series(1, 98) returning id),
      d as (insert into story_drafts (story_id, language, cover_key) select id, 'en', ${first.coverUrl.slice(8)} from s)
      insert into story_stats (story_id) select id from s`.execute(app.database.db);
    const last = await buildStory(app, many);
    expect(outcome(await send('create', whole, many))).toBe('409 too_many_drafts');
    await app.call(storyApi.delete, { storyId: last.id }, many);
    expect(outcome(await send('create', whole, many))).toBe('200');
  });
});

describe('saving', () => {
  it('changes only the given fields, one version at a time', async () => {
    const { id: storyId } = await buildStory(app, creator);
    const saved = await app.call(storyApi.update, { storyId, version: 1, description: 'Another.' }, creator);
    expect(saved).toMatchObject({
      title: 'Salt and Lemons',
      description: 'Another.',
      categories: ['adventure'],
      version: 2,
    });
    const rules = await app.call(storyApi.update, { storyId, minUnits: 60, maxUnits: 61, progress: 'paused' }, creator);
    expect(rules).toMatchObject({
      minUnits: 60,
      maxUnits: 61,
      progress: 'paused',
      version: 2,
      title: 'Salt and Lemons',
    });
  });

  it('returns the current draft for a stale version; without a version the last save wins', async () => {
    const { id: storyId } = await buildStory(app, creator);
    await app.call(storyApi.update, { storyId, version: 1, title: 'Second' }, creator);
    for (const version of [1, 0, 3, 2 ** 31 - 1]) {
      const stale = await send('update', { storyId, version, title: 'Lost' });
      expect(outcome(stale)).toBe('409 conflict');
      expect(stale.body.details).toMatchObject({ current: { title: 'Second', version: 2 } });
    }
    expect(await app.call(storyApi.update, { storyId, title: 'Third' }, creator)).toMatchObject({
      title: 'Third',
      version: 3,
    });
  });

  it.each<[string, Record<string, unknown>, string, string?]>([
    ['another mode', { mode: 'relay' }, '409 story_mode_fixed'],
    ['a least that is the most', { minUnits: 5000 }, '400 invalid_input', 'minUnits'],
    ['a most below the least', { maxUnits: 99 }, '400 invalid_input', 'maxUnits'],
    ['both the wrong way round', { minUnits: 300, maxUnits: 200 }, '400 invalid_input', 'maxUnits'],
    ['a protected field', { status: 'published' }, '400 invalid_input', 'status'],
    ['a cover by its key', { coverKey: 'd-x' }, '400 invalid_input', 'coverKey'],
    ['four categories', { categories: ['drama', 'comedy', 'action', 'poetry'] }, '400 invalid_input', 'categories'],
    ['an unknown progress', { progress: 'finished' }, '400 invalid_input', 'progress'],
  ])('refuses %s', async (_, change, expected, field) => {
    const story = await buildStory(app, creator);
    const answer = await send('update', { storyId: story.id, ...change });
    expect(outcome(answer)).toBe(expected);
    expect(Object.keys(answer.body.fields ?? {})).toEqual(field ? [field] : []);
    expect(await draftOf(story.id)).toEqual(story);
  });

  it('accepts its own mode', async () => {
    const { id: storyId } = await buildStory(app, creator);
    expect(outcome(await send('update', { storyId, mode: 'solo', title: 'x' }))).toBe('200');
  });
});

describe('submitting', () => {
  it('names everything that is missing', async () => {
    const { id: storyId } = await buildStory(app, creator, { title: '', description: '', categories: [] });
    const answer = await send('submit', { storyId });
    expect(outcome(answer)).toBe('400 invalid_input');
    expect(answer.body.fields).toEqual({
      title: 'Enter a title.',
      description: 'Describe the story in a few sentences.',
      categories: 'Choose at least one category.',
    });
    expect(await draftOf(storyId)).toMatchObject({ status: 'draft', review: null });
  });

  it('includes the first chapter: one review, one message', async () => {
    const { story, chapterId } = await buildPublishedStory(app, creator);
    expect(story).toMatchObject({ status: 'published', chapterCount: 1 });
    expect(await app.call(chapterApi.detail, { chapterId })).toMatchObject({ number: 1, status: 'approved' });
    expect((await messagesOf(story.id)).map(({ type }) => type)).toEqual(['story_approved']);
    const { rows } = await sql`select id from reviews where story_id = ${story.id}`.execute(app.database.db);
    expect(rows).toHaveLength(1);
  });

  it('works without chapters or with a blank one; the story is then published but not listed', async () => {
    for (const withBlank of [false, true]) {
      const { id: storyId } = await buildStory(app, creator);
      const blank = withBlank ? await app.call(chapterApi.create, { storyId }, creator) : null;
      await app.call(storyApi.submit, { storyId }, creator);
      await app.work();
      expect(await app.call(storyApi.detail, { storyId })).toMatchObject({ chapterCount: 0, continuedAt: null });
      const { items } = await app.call(storyApi.listByUser, { userId: creator.id, limit: 50 });
      expect(items.map((card) => card.id)).not.toContain(storyId);
      if (blank)
        expect(await app.call(chapterApi.draft, { chapterId: blank.id }, creator)).toMatchObject({
          status: 'draft',
          number: null,
        });
    }
  });

  it('skips a blank chapter for a written one', async () => {
    const { id: storyId } = await buildStory(app, creator);
    await app.call(chapterApi.create, { storyId }, creator);
    const written = await buildChapterDraft(app, creator, storyId);
    await app.call(storyApi.submit, { storyId }, creator);
    await app.work();
    expect(await app.call(chapterApi.detail, { chapterId: written.id })).toMatchObject({ number: 1 });
  });

  it.each<[string, Record<string, string>, string[]]>([
    ['only a title', { title: 'x' }, ['chapter.summary', 'chapter.content']],
    ['only a summary', { summary: 'x' }, ['chapter.title', 'chapter.content']],
    ['only a text', { content: prose(150) }, ['chapter.title', 'chapter.summary']],
    ['a text that is too short', { title: 'x', summary: 'x', content: 'one two' }, ['chapter.content']],
    ['a text that is too long for this story', { title: 'x', summary: 'x', content: prose(5100) }, ['chapter.content']],
  ])('is refused if the first chapter has %s', async (_, chapter, fields) => {
    const { id: storyId } = await buildStory(app, creator);
    await app.call(chapterApi.create, { storyId, ...chapter }, creator);
    const answer = await send('submit', { storyId });
    expect(outcome(answer)).toBe('400 invalid_input');
    expect(Object.keys(answer.body.fields ?? {})).toEqual(fields);
    expect(await draftOf(storyId)).toMatchObject({ status: 'draft' });
  });

  it('is refused during a review, as is saving; its rules can change', async () => {
    const { storyId, chapterId } = await buildDoubtfulStory();
    expect(outcome(await send('submit', { storyId }))).toBe('409 story_in_review');
    expect(outcome(await send('update', { storyId, title: 'x' }))).toBe('409 story_in_review');
    expect(outcome(await send('removeCover', { storyId }))).toBe('409 story_in_review');
    expect(outcome(await send('discardEdit', { storyId }))).toBe('409 story_in_review');
    expect(outcome(await send('update', { storyId, progress: 'paused' }))).toBe('200');
    const { version } = await app.call(chapterApi.draft, { chapterId }, creator);
    expect(outcome(await app.send(chapterApi.update, { chapterId, version, title: 'x' }, creator))).toBe(
      '409 chapter_in_review',
    );
    expect(outcome(await app.send(chapterApi.submit, { chapterId }, creator))).toBe('409 chapter_in_review');
    expect(outcome(await app.send(chapterApi.withdraw, { chapterId }, creator))).toBe('409 wrong_state');
    expect(outcome(await app.send(chapterApi.delete, { chapterId }, creator))).toBe('409 wrong_state');
  });

  it('is refused for a published story without an edit', async () => {
    const { story } = await buildPublishedStory(app, creator);
    expect(outcome(await send('submit', { storyId: story.id }))).toBe('409 wrong_state');
    expect(outcome(await send('withdraw', { storyId: story.id }))).toBe('409 wrong_state');
    expect(outcome(await send('discardEdit', { storyId: story.id }))).toBe('409 wrong_state');
  });
});

describe('withdrawing', () => {
  it('makes story and first chapter drafts again and ends the review', async () => {
    const { storyId, chapterId } = await buildDoubtfulStory();
    expect(await app.call(storyApi.withdraw, { storyId }, creator)).toMatchObject({
      status: 'draft',
      review: { state: 'withdrawn' },
    });
    expect(await app.call(chapterApi.draft, { chapterId }, creator)).toMatchObject({ status: 'draft', number: 1 });
    const { items } = await app.call(moderationApi.queue, { limit: 50 }, moderator);
    expect(items.map((item) => item.subjectId)).not.toContain(storyId);
    expect(outcome(await send('withdraw', { storyId }))).toBe('409 wrong_state');
    expect(await messagesOf(storyId)).toEqual([]);
    await app.call(storyApi.submit, { storyId }, creator);
    await app.work();
    await decide(app, moderator, storyId, 'approve');
    expect(await app.call(chapterApi.detail, { chapterId })).toMatchObject({ number: 1 });
  });
});

describe('rejection', () => {
  it('gives the reason once, for story and first chapter; both can be changed and resubmitted', async () => {
    const { storyId, chapterId } = await buildDoubtfulStory();
    await decide(app, moderator, storyId, 'reject');
    expect(await draftOf(storyId)).toMatchObject({ status: 'rejected', review: { state: 'rejected', reason: REASON } });
    expect(await app.call(chapterApi.draft, { chapterId }, creator)).toMatchObject({
      status: 'rejected',
      review: { state: 'rejected', reason: REASON },
    });
    const [message, ...others] = await messagesOf(storyId);
    expect(others).toEqual([]);
    expect(message).toMatchObject({ type: 'story_rejected', data: { storyTitle: 'Salt and Lemons' } });
    expect(message!.content).toContain(REASON);
    const { version } = await app.call(chapterApi.draft, { chapterId }, creator);
    await app.call(chapterApi.update, { chapterId, version, content: prose(150, 77) }, creator);
    await app.call(storyApi.submit, { storyId }, creator);
    await app.work();
    expect(await app.call(chapterApi.detail, { chapterId })).toMatchObject({ number: 1 });
    expect((await messagesOf(storyId)).map(({ type }) => type)).toEqual(['story_approved', 'story_rejected']);
  });

  it('submits the chapter with a number first, even if an older one was restored', async () => {
    const { id: storyId } = await buildStory(app, creator);
    const older = await buildChapterDraft(app, creator, storyId, { title: 'Older' });
    await app.call(chapterApi.delete, { chapterId: older.id }, creator);
    const chapter = await buildChapterDraft(app, creator, storyId, { content: doubtfulProse(150) });
    await app.call(storyApi.submit, { storyId }, creator);
    await app.work();
    await decide(app, moderator, storyId, 'reject');
    await app.call(chapterApi.undelete, { chapterId: older.id }, creator);
    expect(await app.call(storyApi.submit, { storyId }, creator)).toMatchObject({ status: 'pending' });
    expect(await app.call(chapterApi.draft, { chapterId: chapter.id }, creator)).toMatchObject({
      status: 'pending',
      number: 1,
    });
  });
});

describe('deleting', () => {
  it('removes the story for everyone right away, and restoring brings it back unchanged', async () => {
    const { story, chapterId } = await buildPublishedStory(app, creator);
    const storyId = story.id;
    await app.call(storyApi.delete, { storyId }, creator);
    for (const [endpoint, input] of [
      [storyApi.detail, { storyId }],
      [chapterApi.list, { storyId }],
      [chapterApi.detail, { chapterId }],
      [storyApi.draft, { storyId }],
      [storyApi.viewerState, { storyId }],
      [chapterApi.draft, { chapterId }],
      [storyApi.delete, { storyId }],
      [storyApi.update, { storyId, title: 'x' }],
    ] as const)
      expect((await app.send(endpoint, input, creator)).status, endpoint.path).toBe(404);
    expect((await app.call(storyApi.listOwn, { limit: 50 }, creator)).items.map((own) => own.id)).not.toContain(
      storyId,
    );
    await app.call(storyApi.undelete, { storyId }, creator);
    expect(await app.call(storyApi.detail, { storyId })).toEqual(story);
    expect(outcome(await send('undelete', { storyId }))).toBe('404 story_not_found');
  });

  it('ends all its reviews; what was in review is a draft after restoring', async () => {
    const { story, chapterId } = await buildPublishedStory(app, creator);
    const storyId = story.id;
    await app.call(storyApi.update, { storyId, description: 'Now at www.lemon-shop.com.' }, creator);
    await app.call(storyApi.submit, { storyId }, creator);
    const next = await buildChapterDraft(app, creator, storyId, { content: doubtfulProse(150, 3) });
    await app.call(chapterApi.submit, { chapterId: next.id }, creator);
    const { version } = await app.call(chapterApi.draft, { chapterId }, creator);
    await app.call(chapterApi.update, { chapterId, version, content: doubtfulProse(150, 4) }, creator);
    await app.call(chapterApi.submit, { chapterId }, creator);
    await app.work();
    const queued = async () =>
      (await app.call(moderationApi.queue, { limit: 50 }, moderator)).items.filter((item) => item.storyId === storyId)
        .length;
    expect(await queued()).toBe(3);
    await app.call(storyApi.delete, { storyId }, creator);
    expect(await queued()).toBe(0);
    await expectInvariants(app);
    await app.call(storyApi.undelete, { storyId }, creator);
    expect(await draftOf(storyId)).toMatchObject({ status: 'published', editStatus: 'draft' });
    expect(await app.call(chapterApi.draft, { chapterId: next.id }, creator)).toMatchObject({
      status: 'draft',
      number: 2,
    });
    expect(await app.call(chapterApi.draft, { chapterId }, creator)).toMatchObject({
      status: 'approved',
      editStatus: 'draft',
    });
    expect(await app.call(storyApi.detail, { storyId })).toEqual(story);
  });

  it('can be undone for 30 days and no longer', async () => {
    const [late, soon] = [await buildStory(app, creator), await buildStory(app, creator)];
    await app.call(storyApi.delete, { storyId: late.id }, creator);
    await app.clock.advance(2 * MINUTE);
    await app.call(storyApi.delete, { storyId: soon.id }, creator);
    await app.clock.advance(30 * DAY - MINUTE);
    const again = await signInAgain(creator);
    expect(outcome(await send('undelete', { storyId: late.id }, again))).toBe('404 story_not_found');
    expect(outcome(await send('undelete', { storyId: soon.id }, again))).toBe('200');
  });
});

/** A month is longer than a session lasts. */
async function signInAgain(member: Member): Promise<Member> {
  const tokens = await app.call(accountApi.login, { email: member.email, password: PASSWORD, platform: 'web' });
  return Object.assign(member, tokens);
}

it('a stranger can do nothing with it, and a visitor gets login_required', async () => {
  const { story } = await buildPublishedStory(app, await signInAgain(creator));
  const again = await signInAgain(stranger);
  for (const call of ['update', 'removeCover', 'submit', 'withdraw', 'discardEdit', 'delete'] as const) {
    const input = { storyId: story.id, ...(call === 'update' ? { title: 'Mine now' } : {}) };
    expect(outcome(await send(call, input, again)), call).toBe('403 forbidden');
    expect(outcome(await app.send(storyApi[call], input)), call).toBe('401 login_required');
  }
  expect(outcome(await send('undelete', { storyId: story.id }, again))).toBe('404 story_not_found');
  expect(await app.call(storyApi.detail, { storyId: story.id })).toEqual(story);
});

it('all of that broke no invariant', () => expectInvariants(app));
