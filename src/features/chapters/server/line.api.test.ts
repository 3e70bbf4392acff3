import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { messageApi } from '#features/messages/contract.ts';
import {
  buildChapterDraft,
  buildMember,
  buildPublishedStory,
  decide,
  doubtfulProse,
  type Member,
  outcome,
  prose,
} from '#testing/factories.ts';
import { expectInvariants } from '#testing/invariants.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { chapterApi } from '../contract.ts';

const app = setUpTestApp();
let author: Member;
let moderator: Member;
let storyId: string;
let seed = 20_000;

beforeAll(async () => {
  app.app.cache.setListening(false);
  author = await buildMember(app);
  moderator = await buildMember(app, { role: 'moderator' });
});
beforeEach(async () => {
  storyId = (await buildPublishedStory(app, author)).story.id;
});

/** A chapter that needs a moderator (`doubtful`), or one that the automatic review approves. */
async function buildChapter(kind: 'doubtful' | 'plain'): Promise<string> {
  seed += 1;
  const content = kind === 'doubtful' ? doubtfulProse(120, seed) : prose(120, seed);
  return (await buildChapterDraft(app, author, storyId, { content })).id;
}
const submit = async (chapterId: string) => outcome(await app.send(chapterApi.submit, { chapterId }, author));
const withdraw = (chapterId: string) => app.call(chapterApi.withdraw, { chapterId }, author);
const remove = (chapterId: string) => app.call(chapterApi.delete, { chapterId }, author);
async function sent(kind: 'doubtful' | 'plain'): Promise<string> {
  const id = await buildChapter(kind);
  expect(await submit(id)).toBe('200');
  await app.work();
  return id;
}
/** The chapters as their author sees them: `2 approved`, `3 pending`. */
async function stateOf(...chapterIds: string[]): Promise<string[]> {
  const drafts = await Promise.all(chapterIds.map((chapterId) => app.call(chapterApi.draft, { chapterId }, author)));
  return drafts.map(({ number, status }) => `${number} ${status}`);
}
async function publicNumbers(): Promise<number[]> {
  const { items } = await app.call(chapterApi.list, { storyId, limit: 50 });
  return items.map((chapter) => chapter.number);
}
async function toldOf(chapterId: string): Promise<string[]> {
  const { items } = await app.call(messageApi.list, { limit: 50 }, author);
  return items.filter((message) => message.data.chapterId === chapterId).map(({ type }) => type);
}

describe('submitting a chapter', () => {
  it('is possible once the preceding one is pending or public, in any order of writing', async () => {
    const [second, third] = [await buildChapter('doubtful'), await buildChapter('doubtful')];
    expect(await submit(third)).toBe('200');
    expect(await stateOf(second, third)).toEqual(['null draft', '2 pending']);
    expect(await submit(second)).toBe('200');
    expect(await stateOf(second, third)).toEqual(['3 pending', '2 pending']);
  });

  it('is refused while the preceding one is a draft again or rejected', async () => {
    const second = await sent('doubtful');
    const third = await buildChapter('plain');
    await withdraw(second);
    expect(await submit(third)).toBe('409 previous_chapter_missing');
    expect(await submit(second)).toBe('200');
    await app.work();
    await decide(app, moderator, second, 'reject');
    expect(await submit(third)).toBe('409 previous_chapter_missing');
    expect(await stateOf(second, third)).toEqual(['2 rejected', 'null draft']);
  });

  it('is possible then if the author gives up the number of the one before', async () => {
    const second = await sent('doubtful');
    const third = await buildChapter('plain');
    await decide(app, moderator, second, 'reject');
    const refused = await app.send(chapterApi.submit, { chapterId: third }, author);
    expect(refused.body).toMatchObject({ code: 'previous_chapter_missing', details: { chapterId: second } });
    const instead = (inPlaceOf: string) => app.send(chapterApi.submit, { chapterId: third, inPlaceOf }, author);
    expect(outcome(await instead(third))).toBe('404 chapter_not_found');
    expect(outcome(await instead('999999'))).toBe('404 chapter_not_found');
    expect(outcome(await instead(second))).toBe('200');
    expect((await stateOf(second, third)).map((state) => state.replace('approved', 'pending'))).toEqual([
      'null rejected',
      '2 pending',
    ]);
    expect(await submit(second)).toBe('200');
    expect((await stateOf(second))[0]).toMatch(/^3 /);
  });

  it('is refused then even if it already has a number', async () => {
    const second = await sent('doubtful');
    const third = await sent('doubtful');
    await withdraw(third);
    await withdraw(second);
    expect(await submit(third)).toBe('409 previous_chapter_missing');
    expect(await submit(second)).toBe('200');
    expect(await submit(third)).toBe('200');
    expect(await stateOf(second, third)).toEqual(['2 pending', '3 pending']);
  });
});

describe('a chapter that is approved before the preceding one', () => {
  it('stays hidden without a message, and is published by itself later', async () => {
    const second = await sent('doubtful');
    const third = await sent('plain');
    const fourth = await sent('plain');
    expect(await stateOf(second, third, fourth)).toEqual(['2 pending', '3 pending', '4 pending']);
    expect(await app.call(chapterApi.draft, { chapterId: third }, author)).toMatchObject({
      review: { state: 'approved' },
    });
    expect(await publicNumbers()).toEqual([1]);
    expect(outcome(await app.send(chapterApi.detail, { chapterId: third }))).toBe('404 chapter_not_found');
    expect(await toldOf(third)).toEqual([]);
    await expectInvariants(app);
    await decide(app, moderator, second, 'approve');
    expect(await publicNumbers()).toEqual([1, 2, 3, 4]);
    for (const id of [second, third, fourth]) expect(await toldOf(id)).toEqual(['chapter_approved']);
  });

  it('keeps waiting while that one is rejected, changed and resubmitted', async () => {
    const second = await sent('doubtful');
    const third = await sent('plain');
    await decide(app, moderator, second, 'reject');
    expect(await publicNumbers()).toEqual([1]);
    const { version } = await app.call(chapterApi.draft, { chapterId: second }, author);
    await app.call(chapterApi.update, { chapterId: second, version, content: prose(120, 29_000) }, author);
    expect(await submit(second)).toBe('200');
    await app.work();
    expect(await publicNumbers()).toEqual([1, 2, 3]);
    expect(await toldOf(third)).toEqual(['chapter_approved']);
  });

  it('keeps waiting while that one is withdrawn', async () => {
    const second = await sent('doubtful');
    const third = await sent('plain');
    await withdraw(second);
    expect(await stateOf(second, third)).toEqual(['2 draft', '3 pending']);
    expect(await submit(second)).toBe('200');
    await app.work();
    await decide(app, moderator, second, 'approve');
    expect(await publicNumbers()).toEqual([1, 2, 3]);
  });

  it('can be withdrawn, and is then reviewed again', async () => {
    const second = await sent('doubtful');
    const third = await sent('plain');
    await withdraw(third);
    await decide(app, moderator, second, 'approve');
    expect(await publicNumbers()).toEqual([1, 2]);
    expect(await stateOf(third)).toEqual(['3 draft']);
    const { version } = await app.call(chapterApi.draft, { chapterId: third }, author);
    await app.call(chapterApi.update, { chapterId: third, version, content: doubtfulProse(120, 29_100) }, author);
    expect(await submit(third)).toBe('200');
    await app.work();
    expect(await publicNumbers()).toEqual([1, 2]);
    await decide(app, moderator, third, 'approve');
    expect(await publicNumbers()).toEqual([1, 2, 3]);
    expect(await toldOf(third)).toEqual(['chapter_approved']);
  });
});

describe('a number that becomes free', () => {
  it('is taken by the following chapters, and the waiting one is published right away', async () => {
    const second = await sent('doubtful');
    const third = await sent('plain');
    const fourth = await sent('doubtful');
    await withdraw(second);
    await remove(second);
    expect(await publicNumbers()).toEqual([1, 2]);
    expect(await stateOf(third, fourth)).toEqual(['2 approved', '3 pending']);
    expect(await toldOf(third)).toEqual(['chapter_approved']);
    await expectInvariants(app);
    await decide(app, moderator, fourth, 'approve');
    expect(await publicNumbers()).toEqual([1, 2, 3]);
  });

  it('is given to the next chapter if it was the last', async () => {
    const second = await sent('doubtful');
    await decide(app, moderator, second, 'reject');
    await remove(second);
    const other = await sent('plain');
    expect(await stateOf(other)).toEqual(['2 approved']);
    await app.call(chapterApi.undelete, { chapterId: second }, author);
    expect(await stateOf(second)).toEqual(['null rejected']);
    expect(await submit(second)).toBe('200');
    expect(await stateOf(second)).toEqual(['3 pending']);
  });
});

it('many chapters submitted at once get unique numbers without gaps', async () => {
  const ids = await Promise.all(Array.from({ length: 8 }, () => buildChapter('plain')));
  const answers = await Promise.all(ids.map((chapterId) => submit(chapterId)));
  expect(answers).toEqual(Array(8).fill('200'));
  await app.work();
  expect(await publicNumbers()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  for (const id of ids) expect(await toldOf(id)).toEqual(['chapter_approved']);
});

it('neighbors are the nearest public chapters', async () => {
  const second = await sent('plain');
  const third = await sent('plain');
  await sent('doubtful');
  expect(await app.call(chapterApi.detail, { chapterId: second })).toMatchObject({
    previous: { number: 1 },
    next: { id: third, number: 3 },
  });
  expect(await app.call(chapterApi.detail, { chapterId: third })).toMatchObject({
    previous: { id: second },
    next: null,
  });
});

it('a chapter comes with the first words of the next one, unless that is hidden', async () => {
  const second = await sent('plain');
  const third = await sent('plain');
  const next = async () => (await app.call(chapterApi.detail, { chapterId: second })).next;
  const { text } = await app.call(chapterApi.detail, { chapterId: third });
  const { opening } = (await next())!;
  expect(opening!.length).toBeGreaterThan(20);
  expect(text!.startsWith(opening!.replace('…', ''))).toBe(true);
  const setStatus = (status: 'hidden' | 'approved') =>
    app.database.db.updateTable('chapters').set({ status }).where('id', '=', third).execute();
  await setStatus('hidden');
  expect(await next()).toBeNull();
  await setStatus('approved');
});

it('the list can be paged from both ends', async () => {
  for (let i = 0; i < 4; i += 1) await sent('plain');
  const pages = async (order: 'first' | 'newest') => {
    const numbers: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await app.call(chapterApi.list, { storyId, order, limit: 2, ...(cursor ? { cursor } : {}) });
      numbers.push(...page.items.map((chapter) => chapter.number));
      cursor = page.next ?? undefined;
    } while (cursor);
    return numbers;
  };
  expect(await pages('first')).toEqual([1, 2, 3, 4, 5]);
  expect(await pages('newest')).toEqual([5, 4, 3, 2, 1]);
  for (const cursor of ['x', '-1', '1.5', '9999999', '1; drop table', '\u0000'])
    expect(outcome(await app.send(chapterApi.list, { storyId, cursor })), cursor).toBe('400 invalid_input');
});

it('all of that broke no invariant', () => expectInvariants(app));
