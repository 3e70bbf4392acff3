import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { allow, deny } from '#core/decision.ts';
import { storyApi } from '#features/stories/contract.ts';
import type { Ctx } from '#platform/context.ts';
import {
  buildChapterDraft,
  buildMember,
  buildPublishedStory,
  decide,
  doubtfulProse,
  type Member,
  outcome,
} from '#testing/factories.ts';
import { expectInvariants } from '#testing/invariants.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { chapterApi } from '../contract.ts';
import type { ModeFacts } from '../model/writing-mode-rules.ts';
import type { ChapterRecord } from './chapters.repo.ts';
import { treeOrder } from './order/tree-order.ts';
import { bindMode, plainMode, type WritingModeOnServer, type WritingModes } from './writing-modes.ts';

const app = setUpTestApp();
let author: Member;
let moderator: Member;
let storyId: string;
let chapterId: string;

/** A mode with a turn that tests control. It has its own facts, and records the calls of its hooks. */
interface TurnFacts extends ModeFacts {
  hasTurn: boolean;
}
let hasTurn = true;
let failing: string | null = null;
const heard: string[] = [];
async function hear({ db }: Ctx, what: string, chapter: ChapterRecord): Promise<void> {
  const row = await db.selectFrom('chapters').select('status').where('id', '=', chapter.id).executeTakeFirst();
  heard.push(`${what} ${row?.status}${db.isTransaction ? '' : ' outside'}`);
  if (failing === what) throw new Error(`${what} fails`);
}
const turnMode: WritingModeOnServer<TurnFacts> = {
  ...plainMode,
  loadFacts: async (_ctx, story) => ({ story: story.facts, hasTurn }),
  canWrite: (_actor, facts) => (facts.hasTurn ? allow : deny('forbidden')),
  onSubmit: (ctx, chapter, { nextAuthorId }) => hear(ctx, `submitted for ${nextAuthorId}`, chapter),
  onReturned: (ctx, chapter) => hear(ctx, 'returned', chapter),
  onPublished: (ctx, chapter) => hear(ctx, 'published', chapter),
};
let solo: WritingModes['solo'];
const deps = () => app.deps as { modes: WritingModes };

beforeAll(async () => {
  app.app.cache.setListening(false);
  author = await buildMember(app);
  moderator = await buildMember(app, { role: 'moderator' });
  solo = app.deps.modes.solo;
});
beforeEach(async () => {
  hasTurn = true;
  failing = null;
  storyId = (await buildPublishedStory(app, author)).story.id;
  deps().modes = { ...deps().modes, solo: bindMode(turnMode) };
  chapterId = (await buildChapterDraft(app, author, storyId, { content: doubtfulProse(150, Number(storyId)) })).id;
  heard.length = 0;
});
afterEach(() => expectInvariants(app));

const submit = () => app.send(chapterApi.submit, { chapterId, nextAuthorId: moderator.id }, author);

it('a mode’s hooks run in the same transaction for submission, return and publication, but not for edits', async () => {
  expect(outcome(await submit())).toBe('200');
  await app.call(chapterApi.withdraw, { chapterId }, author);
  await submit();
  await app.work();
  await decide(app, moderator, chapterId, 'reject');
  await submit();
  await app.work();
  await decide(app, moderator, chapterId, 'approve');
  expect(heard).toEqual([
    `submitted for ${moderator.id} pending`,
    'returned draft',
    `submitted for ${moderator.id} pending`,
    'returned rejected',
    `submitted for ${moderator.id} pending`,
    'published approved',
  ]);
  await app.call(chapterApi.update, { chapterId, version: 0, title: 'Mended' }, author);
  await app.call(chapterApi.submit, { chapterId }, author);
  await app.work();
  await decide(app, moderator, chapterId, 'approve');
  expect(heard).toHaveLength(6);
});

it('an error in a hook rolls everything back', async () => {
  failing = `submitted for ${moderator.id}`;
  expect(outcome(await submit())).toBe('500 internal');
  expect(await app.call(chapterApi.draft, { chapterId }, author)).toMatchObject({ status: 'draft', number: null });
  failing = 'published';
  await submit();
  await app.work();
  await expect(decide(app, moderator, chapterId, 'approve')).rejects.toThrow('500');
  expect(await app.call(chapterApi.draft, { chapterId }, author)).toMatchObject({ status: 'pending' });
});

it('pages offer to continue after the last chapter of a linear story, and after any in a tree', async () => {
  const { items } = await app.call(chapterApi.list, { storyId });
  const first = items[0]!.id;
  await submit();
  await app.work();
  const placeAt = async (id: string, who = author) =>
    (await app.call(chapterApi.viewerState, { chapterId: id }, who)).writeNext;
  const placeInStory = async (who: Member) => (await app.call(storyApi.viewerState, { storyId }, who)).writeNext;
  expect(await placeAt(first)).toEqual({ parentChapterId: null });
  await decide(app, moderator, chapterId, 'approve');
  expect(await placeAt(first)).toBeNull();
  expect(await placeAt(chapterId)).toEqual({ parentChapterId: null });
  deps().modes = { ...deps().modes, solo: bindMode({ ...turnMode, order: treeOrder }) };
  expect(await placeAt(first)).toEqual({ parentChapterId: first });
  hasTurn = false;
  expect(await placeAt(first)).toBeNull();
  expect(await placeInStory(author)).toBeNull();
  deps().modes = { ...deps().modes, solo };
  expect(await placeInStory(author)).toEqual({ parentChapterId: null });
  expect(await placeAt(chapterId)).toEqual({ parentChapterId: null });
  expect(await placeInStory(moderator)).toBeNull();
  expect(await placeAt(chapterId, moderator)).toBeNull();
});

it('an author who has lost the turn keeps the draft, and can neither submit it nor start another', async () => {
  hasTurn = false;
  expect(outcome(await submit())).toBe('403 forbidden');
  const draft = await app.call(chapterApi.draft, { chapterId }, author);
  expect(draft.can).toMatchObject({ edit: true, submit: false });
  expect(outcome(await app.send(chapterApi.create, { storyId, title: 'x' }, author))).toBe('403 forbidden');
  expect(await app.call(chapterApi.editor, { storyId }, author)).toMatchObject({ canWrite: false });
});
