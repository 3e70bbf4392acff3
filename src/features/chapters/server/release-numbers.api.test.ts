import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { allow } from '#core/decision.ts';
import { lockStory } from '#features/stories/server/index.ts';
import { createCtx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import {
  buildChapterDraft,
  buildMember,
  buildPublishedChapter,
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
import { releaseNumbers } from './release-numbers.ts';
import { bindMode, plainMode, type WritingModes } from './writing-modes.ts';

const app = setUpTestApp();
let creator: Member;
let loser: Member;
let moderator: Member;
let storyId: string;
let seed = 40_000;

beforeAll(async () => {
  app.app.cache.setListening(false);
  creator = await buildMember(app);
  loser = await buildMember(app);
  moderator = await buildMember(app, { role: 'moderator' });
  const deps = app.deps as { modes: WritingModes };
  // A linear story in which anyone can write.
  deps.modes = { ...deps.modes, solo: bindMode({ ...plainMode, canWrite: () => allow }) };
});
beforeEach(async () => {
  storyId = (await buildPublishedStory(app, creator)).story.id;
});
afterEach(() => expectInvariants(app));

async function sent(author: Member, kind: 'doubtful' | 'plain'): Promise<string> {
  seed += 1;
  const content = kind === 'doubtful' ? doubtfulProse(120, seed) : prose(120, seed);
  const { id } = await buildChapterDraft(app, author, storyId, { content });
  await app.call(chapterApi.submit, { chapterId: id }, author);
  await app.work();
  return id;
}
async function free(): Promise<void> {
  await inTransaction(createCtx(app.deps, { language: 'en' }), async (ctx) => {
    await lockStory(ctx.db, storyId);
    await releaseNumbers(ctx, storyId, loser.id);
  });
}
const stateOf = async (chapterId: string, author: Member) => {
  const { number, status } = await app.call(chapterApi.draft, { chapterId }, author);
  return `${number} ${status}`;
};

it('unpublished chapters of one author leave the story, in review or not, and others continue', async () => {
  const published = await buildPublishedChapter(app, loser, storyId);
  const waiting = await sent(loser, 'doubtful');
  const behind = await sent(loser, 'plain');
  await app.call(chapterApi.update, { chapterId: published.id, version: 0, content: doubtfulProse(120, 1) }, loser);
  await app.call(chapterApi.submit, { chapterId: published.id }, loser);
  await app.work();
  await free();
  expect(await stateOf(waiting, loser)).toBe('null draft');
  expect(await stateOf(behind, loser)).toBe('null draft');
  expect(await app.call(chapterApi.draft, { chapterId: published.id }, loser)).toMatchObject({
    number: 2,
    status: 'approved',
    editStatus: 'pending',
  });
  const next = await sent(creator, 'plain');
  expect(await stateOf(next, creator)).toBe('3 approved');
  // The texts are kept, and can be resubmitted where allowed.
  expect(outcome(await app.send(chapterApi.submit, { chapterId: waiting }, loser))).toBe('200');
  expect(await stateOf(waiting, loser)).toBe('4 pending');
});

it('rejected and withdrawn ones leave too', async () => {
  const rejected = await sent(loser, 'doubtful');
  await decide(app, moderator, rejected, 'reject');
  await free();
  expect(await stateOf(rejected, loser)).toBe('null rejected');
  const withdrawn = await sent(loser, 'doubtful');
  await app.call(chapterApi.withdraw, { chapterId: withdrawn }, loser);
  await free();
  expect(await stateOf(withdrawn, loser)).toBe('null draft');
  expect(await stateOf(await sent(creator, 'plain'), creator)).toBe('2 approved');
});

it('those of others move up; only what was waiting for these numbers is published', async () => {
  const [one, two] = [await sent(loser, 'doubtful'), await sent(creator, 'doubtful')];
  const three = await sent(loser, 'doubtful');
  const [four, five] = [await sent(creator, 'plain'), await sent(creator, 'plain')];
  await free();
  expect(await Promise.all([one, three].map((id) => stateOf(id, loser)))).toEqual(['null draft', 'null draft']);
  expect(await Promise.all([two, four, five].map((id) => stateOf(id, creator)))).toEqual([
    '2 pending',
    '3 pending',
    '4 pending',
  ]);
  await decide(app, moderator, two, 'approve');
  expect(await Promise.all([two, four, five].map((id) => stateOf(id, creator)))).toEqual([
    '2 approved',
    '3 approved',
    '4 approved',
  ]);
});

it('a chapter that was only waiting for these numbers is published right away', async () => {
  await sent(loser, 'doubtful');
  await sent(loser, 'doubtful');
  const next = await sent(creator, 'plain');
  expect(await stateOf(next, creator)).toBe('4 pending');
  await free();
  expect(await stateOf(next, creator)).toBe('2 approved');
});

it('drafts without a number are left alone', async () => {
  const { id } = await buildChapterDraft(app, loser, storyId);
  await free();
  expect(await stateOf(id, loser)).toBe('null draft');
});
