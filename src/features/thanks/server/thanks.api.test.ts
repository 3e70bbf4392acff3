import { beforeAll, describe, expect, it } from 'vitest';
import { chapterApi } from '#features/chapters/contract.ts';
import { buildWrittenContest } from '#testing/contests.ts';
import { buildMember, buildPublishedStory, type Member, outcome } from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { thanksApi } from '../contract.ts';
import { COUNT_MAX } from '../model/thanks-limits.ts';

const app = setUpTestApp();
let author: Member;
let reader: Member;
let chapterId: string;

const state = (caller: Member) => app.call(thanksApi.viewerState, { chapterId }, caller);
const give = (caller: Member) => app.call(thanksApi.give, { chapterId }, caller);
const takeBack = (caller: Member) => app.call(thanksApi.takeBack, { chapterId }, caller);

beforeAll(async () => {
  author = await buildMember(app);
  reader = await buildMember(app);
  ({ chapterId } = await buildPublishedStory(app, author));
});

describe('thanks', () => {
  it('are given once, taken back, and counted for the author, who learns no names', async () => {
    expect(await state(reader)).toEqual({ canThank: true, hasThanked: false, received: null });
    await Promise.all([give(reader), give(reader), give(reader)]);
    expect(await state(reader)).toEqual({ canThank: true, hasThanked: true, received: null });
    expect(await state(author)).toEqual({ canThank: false, hasThanked: false, received: 1 });
    await takeBack(reader);
    await takeBack(reader);
    expect(await state(reader)).toMatchObject({ hasThanked: false });
    expect(await state(author)).toMatchObject({ received: 0 });
  });

  it('are refused for one’s own chapter', async () => {
    expect(outcome(await app.send(thanksApi.give, { chapterId }, author))).toBe('403 forbidden');
    expect(outcome(await app.send(thanksApi.give, { chapterId }))).toBe('401 login_required');
  });

  it('don’t change what everyone reads', async () => {
    const before = await app.call(chapterApi.detail, { chapterId });
    await give(reader);
    expect(await app.call(chapterApi.detail, { chapterId })).toEqual(before);
  });

  it('leave with a hidden chapter, and return with it', async () => {
    await give(reader);
    const before = await state(author);
    const setStatus = (status: 'hidden' | 'approved') =>
      app.database.db.updateTable('chapters').set({ status }).where('id', '=', chapterId).execute();
    await setStatus('hidden');
    expect(outcome(await app.send(thanksApi.viewerState, { chapterId }, reader))).toBe('404 chapter_not_found');
    await setStatus('approved');
    expect(await state(reader)).toMatchObject({ hasThanked: true });
    expect(await state(author)).toEqual(before);
  });

  it('are counted up to a limit', async () => {
    const { db } = app.database;
    const { story_id } = await db
      .selectFrom('chapters')
      .where('id', '=', chapterId)
      .select('story_id')
      .executeTakeFirstOrThrow();
    for (let i = 0; i <= COUNT_MAX; i += 1) {
      const { id } = await buildMember(app);
      await db.insertInto('thanks').values({ chapter_id: chapterId, story_id, account_id: id }).execute();
    }
    expect(await state(author)).toMatchObject({ received: COUNT_MAX });
  });

  it('are refused for an entry while its round isn’t completed', async () => {
    const { entries } = await buildWrittenContest(app, 2);
    const [entry = expect.fail()] = entries;
    const { chapter_id: entered } = await app.database.db
      .selectFrom('submissions')
      .where('id', '=', entry.id)
      .select('chapter_id')
      .executeTakeFirstOrThrow();
    for (const call of [thanksApi.viewerState, thanksApi.give, thanksApi.takeBack])
      expect(outcome(await app.send(call, { chapterId: entered }, reader))).toBe('404 chapter_not_found');
  });
});
