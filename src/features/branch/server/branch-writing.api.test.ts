import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lengthOf } from '#core/text.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { choice as choiceField } from '#features/chapters/model/chapter-fields.ts';
import { messageApi } from '#features/messages/contract.ts';
import { moderationApi } from '#features/moderation/contract.ts';
import { participationApi } from '#features/participation/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import {
  buildBranchStory,
  buildChapterDraft,
  buildMember,
  buildPublishedStory,
  buildStory,
  buildWay,
  decide,
  doubtfulProse,
  findQueued,
  type Member,
  outcome,
} from '#testing/factories.ts';
import { HOSTILE_TEXTS } from '#testing/hostile-texts.ts';
import { expectInvariants } from '#testing/invariants.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { branchApi } from '../contract.ts';
import { DEPTH_MAX, WAYS_MAX } from '../model/branch-limits.ts';
import { growTree, hide, setJoinPolicy, takeIn } from './branch.test-kit.ts';

const app = setUpTestApp();
let creator: Member;
let writer: Member;
let member: Member;
let moderator: Member;
let storyId: string;
let first: string;
let seed = 80_000;

beforeAll(async () => {
  app.app.cache.setListening(false);
  creator = await buildMember(app);
  writer = await buildMember(app);
  member = await buildMember(app);
  moderator = await buildMember(app, { role: 'moderator' });
});
beforeEach(async () => {
  const story = await buildBranchStory(app, creator, {});
  storyId = story.storyId;
  first = story.ids.first!;
  await takeIn(app, storyId, writer);
});

const create = async (who: Member | undefined, parentChapterId?: string, of = storyId) =>
  outcome(await app.send(chapterApi.create, { storyId: of, ...(parentChapterId ? { parentChapterId } : {}) }, who));
const begin = (parentChapterId: string, overrides: Record<string, string> = {}, who = writer) =>
  buildChapterDraft(app, who, storyId, { parentChapterId, choice: 'Follow the ferry', ...overrides });
function doubtful(): { content: string } {
  seed += 1;
  return { content: doubtfulProse(120, seed) };
}
const submit = async (chapterId: string, who = writer) =>
  outcome(await app.send(chapterApi.submit, { chapterId }, who));
const draftOf = (chapterId: string, who = writer) => app.call(chapterApi.draft, { chapterId }, who);

describe('permission to write', () => {
  afterEach(() => expectInvariants(app));

  it('lets any participant write after any public chapter', async () => {
    const left = await buildWay(app, writer, storyId, first, 'Left');
    const below = await buildWay(app, creator, storyId, left, 'Below');
    const right = await buildWay(app, writer, storyId, first, 'Right');
    const { items } = await app.call(chapterApi.list, { storyId });
    expect(items.map(({ id, parentId, number, choice }) => ({ id, parentId, number, choice }))).toEqual([
      { id: first, parentId: null, number: 1, choice: null },
      { id: left, parentId: first, number: 2, choice: 'Left' },
      { id: below, parentId: left, number: 3, choice: 'Below' },
      { id: right, parentId: first, number: 2, choice: 'Right' },
    ]);
  });

  it('tells the author of the continued chapter and the creator about a new path, each once', async () => {
    const inbox = async (who: Member) =>
      (await app.call(messageApi.list, {}, who)).items
        .filter(({ data, content }) => data.storyId === storyId && /continued|added the chapter/.test(content))
        .map(({ content }) => content.replaceAll(/<[^>]*>/g, ''));
    await takeIn(app, storyId, member);
    const left = await buildWay(app, writer, storyId, first, 'Left');
    expect(await inbox(creator)).toEqual([expect.stringMatching(new RegExp(`^${writer.username} continued`))]);
    expect(await inbox(writer)).toEqual([]);
    await buildWay(app, member, storyId, left, 'Further');
    expect(await inbox(writer)).toEqual([expect.stringMatching(new RegExp(`^${member.username} continued`))]);
    expect((await inbox(creator))[0]).toMatch(new RegExp(`^${member.username} added the chapter`));
    await buildWay(app, creator, storyId, first, 'Right');
    expect(await inbox(creator)).toHaveLength(2);
    expect(await inbox(member)).toEqual([]);
  });

  it('refuses everyone else, whether they could join or not', async () => {
    for (const joinPolicy of ['open', 'applications', 'invite_only'] as const) {
      await setJoinPolicy(app, storyId, joinPolicy);
      expect(await create(member, first)).toBe('403 forbidden');
    }
    expect(await create(undefined, first)).toBe('401 login_required');
    expect(await create(moderator, first)).toBe('403 forbidden');
  });

  it('keeps the draft of a member who left, but refuses to submit it', async () => {
    const { id } = await begin(first);
    await app.call(participationApi.leave, { storyId }, writer);
    expect(await submit(id)).toBe('403 forbidden');
    expect((await draftOf(id)).can).toMatchObject({ edit: true, submit: false });
  });

  it('refuses to write after a chapter that is not public', async () => {
    const other = await buildBranchStory(app, creator, {});
    const draft = await begin(first);
    const waiting = await begin(first, doubtful());
    await submit(waiting.id);
    await app.work();
    const solo = await buildPublishedStory(app, creator);
    for (const parent of ['999999999', other.ids.first!, draft.id, waiting.id, solo.chapterId])
      expect(await create(writer, parent), parent).toBe('404 chapter_not_found');
    expect(await create(writer, first, '999999999')).toBe('404 story_not_found');
    expect(outcome(await app.send(chapterApi.create, { storyId, parentChapterId: 'x' }, writer))).toBe(
      '400 invalid_input',
    );
  });

  it('refuses to write after a hidden chapter, but allows it after later ones', async () => {
    const left = await buildWay(app, writer, storyId, first, 'Left');
    const below = await buildWay(app, writer, storyId, left, 'Below');
    const begun = await begin(left);
    const waiting = await begin(left, doubtful());
    await submit(waiting.id);
    await app.work();
    await hide(app, left);
    expect(await create(writer, left)).toBe('409 wrong_state');
    expect(await submit(begun.id)).toBe('409 wrong_state');
    expect((await draftOf(begun.id)).can.submit).toBe(false);
    expect(await create(writer, below)).toBe('200');
    await decide(app, moderator, waiting.id, 'approve');
    expect(await app.call(chapterApi.detail, { chapterId: waiting.id })).toMatchObject({
      number: 3,
      previous: { id: first },
      next: null,
    });
  });

  it('ignores the parent in other writing modes', async () => {
    const solo = await buildPublishedStory(app, creator);
    const chapter = await buildChapterDraft(app, creator, solo.story.id, {
      parentChapterId: solo.chapterId,
      choice: 'Not clicked',
    });
    expect(chapter).toMatchObject({ parentId: null, choice: '' });
    expect(await submit(chapter.id, creator)).toBe('200');
    await app.work();
    expect(await app.call(chapterApi.detail, { chapterId: chapter.id })).toMatchObject({ number: 2, choice: null });
  });
});

describe('the first chapter', () => {
  afterEach(() => expectInvariants(app));

  it('is written by the creator, submitted with its story, and unique', async () => {
    const story = await buildStory(app, creator, { mode: 'branch' });
    expect(await create(writer, undefined, story.id)).toBe('404 story_not_found');
    const one = await buildChapterDraft(app, creator, story.id);
    const two = await buildChapterDraft(app, creator, story.id);
    await app.call(storyApi.submit, { storyId: story.id }, creator);
    expect(await create(creator, undefined, story.id)).toBe('409 no_continuation_left');
    await app.work();
    expect(await app.call(chapterApi.detail, { chapterId: one.id })).toMatchObject({ number: 1, choice: null });
    expect(await submit(two.id, creator)).toBe('409 no_continuation_left');
    expect(await create(creator, undefined, story.id)).toBe('409 no_continuation_left');
    await takeIn(app, story.id, writer);
    expect(await create(writer, undefined, story.id)).toBe('403 forbidden');
  });

  it('can come after the story', async () => {
    const story = await buildStory(app, creator, { mode: 'branch' });
    await app.call(storyApi.submit, { storyId: story.id }, creator);
    await app.work();
    await takeIn(app, story.id, writer);
    expect(await create(writer, undefined, story.id)).toBe('403 forbidden');
    const chapter = await buildChapterDraft(app, creator, story.id, { content: doubtfulProse(120, 1) });
    expect(await submit(chapter.id, creator)).toBe('200');
    await app.work();
    await decide(app, moderator, chapter.id, 'reject');
    expect(await create(creator, undefined, story.id)).toBe('409 no_continuation_left');
    expect(await submit(chapter.id, creator)).toBe('200');
    await app.work();
    await decide(app, moderator, chapter.id, 'approve');
    expect(await app.call(chapterApi.list, { storyId: story.id })).toMatchObject({ items: [{ number: 1 }] });
  });
});

describe('the choice', () => {
  it('is required to submit, on one line of at most 80 characters', async () => {
    const { id } = await begin(first, { choice: '' });
    const refused = await app.send(chapterApi.submit, { chapterId: id }, writer);
    expect(outcome(refused)).toBe('400 invalid_input');
    expect(Object.keys(refused.body.fields ?? {})).toEqual(['choice']);
    const save = (choice: string) => app.send(chapterApi.update, { chapterId: id, version: 1, choice }, writer);
    expect((await save('🐇'.repeat(81))).body.fields).toHaveProperty('choice');
    expect(outcome(await save(`  ${'🐇'.repeat(40)}\n${'🐇'.repeat(39)} `))).toBe('200');
    expect(await draftOf(id)).toMatchObject({
      choice: `${'🐇'.repeat(40)} ${'🐇'.repeat(39)}`,
      parentId: first,
      version: 2,
    });
    expect(await submit(id)).toBe('200');
    await app.work();
    expect(await app.call(chapterApi.detail, { chapterId: id })).toMatchObject({
      choice: `${'🐇'.repeat(40)} ${'🐇'.repeat(39)}`,
    });
    await expectInvariants(app);
  });

  it('is kept when a save omits it and when an earlier version is restored', async () => {
    const { id } = await begin(first);
    await app.call(chapterApi.update, { chapterId: id, version: 1, title: 'Another' }, writer);
    await app.call(chapterApi.restoreRevision, { chapterId: id, version: 2, revision: 1 }, writer);
    expect(await draftOf(id)).toMatchObject({ choice: 'Follow the ferry', title: 'The left boot' });
  });

  it('is reviewed, and so are its edits', async () => {
    const { id } = await begin(first, doubtful());
    await submit(id);
    await app.work();
    const textsOf = async () => {
      const { id: reviewId } = await findQueued(app, moderator, id);
      return (await app.call(moderationApi.review, { reviewId }, moderator)).texts;
    };
    expect(await textsOf()).toContainEqual(expect.objectContaining({ field: 'choice', text: 'Follow the ferry' }));
    await decide(app, moderator, id, 'approve');
    await app.call(
      chapterApi.update,
      { chapterId: id, version: 0, choice: 'Visit www.lemon-shop.com and www.ferry-shop.com' },
      writer,
    );
    expect(await submit(id)).toBe('200');
    await app.work();
    expect(await app.call(chapterApi.detail, { chapterId: id })).toMatchObject({ choice: 'Follow the ferry' });
    expect(JSON.stringify(await textsOf())).toContain('lemon-shop');
    await decide(app, moderator, id, 'approve');
    expect((await app.call(chapterApi.detail, { chapterId: id })).choice).toContain('lemon-shop');
    await expectInvariants(app);
  });

  it('is treated as plain text, whatever it contains', async () => {
    const texts = HOSTILE_TEXTS.map((text) => choiceField.parse(text)).filter((text) => text !== '');
    const { id } = await begin(first);
    const ids = await growTree(
      app,
      creator.id,
      first,
      [...texts.keys()].map(() => 0),
    );
    let version = 1;
    for (const [i, given] of HOSTILE_TEXTS.entries()) {
      version = (await app.call(chapterApi.update, { chapterId: id, version, choice: given }, writer)).version;
      const { choice } = await draftOf(id);
      expect(choice, String(i)).toBe(choiceField.parse(given));
      expect(lengthOf(choice)).toBeLessThanOrEqual(80);
    }
    await sql`update chapters c set choice = t.choice
      from unnest(${ids.slice(1)}::bigint[], ${texts}::text[]) as t (id, choice) where c.id = t.id`.execute(
      app.database.db,
    );
    const tree = await app.call(branchApi.tree, { storyId });
    expect(tree.chapters.slice(1).map(({ choice }) => choice)).toEqual(texts);
    const { ways } = await app.call(branchApi.continuations, { chapterId: first });
    expect(ways.map(({ choice }) => choice)).toEqual(texts);
  });
});

describe('limits', () => {
  const parentsOf = (count: number) => Array.from({ length: count }, () => 0);

  it('allow eight continuations, counting submitted, published and hidden chapters only', async () => {
    const taken = async () => (await app.call(branchApi.continuations, { chapterId: first })).taken;
    const [, one] = await growTree(app, creator.id, first, parentsOf(WAYS_MAX - 3));
    await hide(app, one!);
    const [back, withdrawn, last] = [
      await begin(first, doubtful()),
      await begin(first, doubtful()),
      await begin(first, doubtful()),
    ];
    const late = await begin(first);
    for (const { id } of [back, withdrawn, last]) expect(await submit(id)).toBe('200');
    await app.work();
    expect(await taken()).toBe(WAYS_MAX);
    expect(await create(writer, first)).toBe('409 no_continuation_left');
    expect(await submit(late.id)).toBe('409 no_continuation_left');
    expect((await draftOf(late.id)).can.submit).toBe(false);
    await decide(app, moderator, back.id, 'reject');
    expect(await taken()).toBe(WAYS_MAX - 1);
    expect(await submit(late.id)).toBe('200');
    expect(await submit(back.id)).toBe('409 no_continuation_left');
    await app.call(chapterApi.withdraw, { chapterId: withdrawn.id }, writer);
    expect(await taken()).toBe(WAYS_MAX - 1);
    expect(await submit(back.id)).toBe('200');
    expect(await submit(withdrawn.id)).toBe('409 no_continuation_left');
  });

  it('refuse a restored chapter if no continuation is left', async () => {
    await growTree(app, creator.id, first, parentsOf(WAYS_MAX - 1));
    const { id } = await begin(first, doubtful());
    await submit(id);
    await app.work();
    await decide(app, moderator, id, 'reject');
    await app.call(chapterApi.delete, { chapterId: id }, writer);
    const other = await begin(first);
    expect(await submit(other.id)).toBe('200');
    await app.call(chapterApi.undelete, { chapterId: id }, writer);
    expect(await draftOf(id)).toMatchObject({ number: null, status: 'rejected', parentId: first });
    expect(await submit(id)).toBe('409 no_continuation_left');
  });

  it('do not count a chapter in review of a member who left, and return it to draft', async () => {
    const { id } = await begin(first, doubtful());
    await submit(id);
    await app.work();
    await app.call(participationApi.leave, { storyId }, writer);
    expect((await app.call(branchApi.continuations, { chapterId: first })).taken).toBe(0);
    expect(await draftOf(id)).toMatchObject({ status: 'draft', number: null });
  });

  it('allow paths of 250 chapters', async () => {
    const ids = await growTree(
      app,
      creator.id,
      first,
      Array.from({ length: DEPTH_MAX - 2 }, (_, i) => i),
    );
    const { id } = await begin(ids.at(-1)!);
    expect(await submit(id)).toBe('200');
    await app.work();
    expect(await app.call(chapterApi.detail, { chapterId: id })).toMatchObject({
      number: DEPTH_MAX,
      previous: { id: ids.at(-1), number: DEPTH_MAX - 1 },
    });
    expect(await create(writer, id)).toBe('409 path_too_deep');
    const { path } = await app.call(branchApi.continuations, { chapterId: id });
    expect(path.map(({ number }) => number)).toEqual(Array.from({ length: DEPTH_MAX }, (_, i) => i + 1));
  });
});

describe('the chapter editor', () => {
  const openEditor = (who: Member, input: Record<string, string> = {}) =>
    app.call(chapterApi.editor, { storyId, ...input }, who);

  it('shows the chapter before, and opens the draft that was started after it', async () => {
    const left = await buildWay(app, creator, storyId, first, 'Left');
    await begin(first);
    expect(await openEditor(writer, { parentChapterId: left })).toMatchObject({
      draft: null,
      canWrite: true,
      number: 3,
      parentId: left,
      before: { id: left, title: 'Left', number: 2 },
    });
    const begun = await begin(left);
    await begin(first);
    expect(await openEditor(writer, { parentChapterId: left })).toMatchObject({
      draft: { id: begun.id },
      parentId: left,
    });
    expect(await openEditor(writer, { chapterId: begun.id })).toMatchObject({
      draft: { id: begun.id, parentId: left, choice: 'Follow the ferry' },
      number: 3,
      parentId: left,
      before: { id: left },
    });
  });

  it('opens the newest draft if no chapter is given', async () => {
    expect(await openEditor(writer)).toMatchObject({ draft: null, canWrite: false, parentId: null, before: null });
    const left = await buildWay(app, creator, storyId, first, 'Left');
    const begun = await begin(left);
    expect(await openEditor(writer)).toMatchObject({ draft: { id: begun.id }, number: 3, before: { id: left } });
  });

  it('says when the member may not write, and finds no chapters of other stories', async () => {
    expect(await openEditor(member, { parentChapterId: first })).toMatchObject({ canWrite: false, number: 2 });
    const other = await buildBranchStory(app, creator, {});
    const unsent = await begin(first);
    for (const parentChapterId of [other.ids.first!, unsent.id, '999999999'])
      expect(outcome(await app.send(chapterApi.editor, { storyId, parentChapterId }, writer))).toBe(
        '404 chapter_not_found',
      );
    await hide(app, first);
    expect(await openEditor(writer, { parentChapterId: first })).toMatchObject({
      canWrite: false,
      before: null,
      number: 2,
    });
  });
});

it('offers a link to write to participants, and to every member if joining is open', async () => {
  const writeNext = async (who: Member) =>
    (await app.call(chapterApi.viewerState, { chapterId: first }, who)).writeNext;
  const here = { parentChapterId: first };
  for (const [joinPolicy, offered] of [
    ['open', here],
    ['applications', null],
    ['invite_only', null],
  ] as const) {
    await setJoinPolicy(app, storyId, joinPolicy);
    expect(await writeNext(member)).toEqual(offered);
    expect(await writeNext(writer)).toEqual(here);
  }
  await growTree(
    app,
    creator.id,
    first,
    Array.from({ length: WAYS_MAX }, () => 0),
  );
  expect(await writeNext(writer)).toBeNull();
});

describe('a draft without a place', () => {
  const move = (chapterId: string, parentChapterId: string, who = writer) =>
    app.send(chapterApi.move, { chapterId, parentChapterId }, who);
  const fill = (parentId: string, ways = WAYS_MAX) =>
    growTree(app, creator.id, parentId, new Array<number>(ways).fill(0));

  it('is kept if the last place is taken while the first words are typed', async () => {
    const left = await buildWay(app, creator, storyId, first, 'Left');
    await fill(left);
    const place = { storyId, parentChapterId: left };
    expect(outcome(await app.send(chapterApi.create, place, writer))).toBe('409 no_continuation_left');
    const kept = await app.send(chapterApi.create, { ...place, keep: true }, writer);
    expect(kept.body.data).toMatchObject({ parentId: left, status: 'draft' });
    expect(outcome(await app.send(chapterApi.create, { ...place, keep: true }, member))).toBe('403 forbidden');
  });

  it('is moved to another chapter, and can be submitted there', async () => {
    const left = await buildWay(app, creator, storyId, first, 'Left');
    const { id } = await begin(left);
    await fill(left);
    expect(await submit(id)).toBe('409 no_continuation_left');
    const moved = await move(id, first);
    expect(moved.body.data).toMatchObject({ id, parentId: first, number: null, choice: 'Follow the ferry' });
    expect(await submit(id)).toBe('200');
    expect(await draftOf(id)).toMatchObject({ number: 2, status: expect.stringMatching(/pending|approved/) });
  });

  it('gives up its number if it was rejected, and gets the one of its new place', async () => {
    const left = await buildWay(app, creator, storyId, first, 'Left');
    const { id } = await begin(first, doubtful());
    await submit(id);
    await app.work();
    await decide(app, moderator, id, 'reject');
    expect(await draftOf(id)).toMatchObject({ number: 2, status: 'rejected' });
    await move(id, left);
    expect(await draftOf(id)).toMatchObject({ parentId: left, number: null, status: 'rejected' });
    expect(await submit(id)).toBe('200');
    expect((await draftOf(id)).number).toBe(3);
  });

  it('is not moved to a full, hidden or foreign chapter, nor by others, nor after it was submitted', async () => {
    const left = await buildWay(app, creator, storyId, first, 'Left');
    const { id } = await begin(first);
    await fill(left);
    expect(outcome(await move(id, left))).toBe('409 no_continuation_left');
    const hidden = await buildWay(app, creator, storyId, first, 'Hidden');
    await hide(app, hidden);
    expect(outcome(await move(id, hidden))).toBe('404 chapter_not_found');
    const other = await buildBranchStory(app, creator, {});
    expect(outcome(await move(id, other.ids.first!))).toBe('404 chapter_not_found');
    expect(outcome(await move(id, first, creator))).toBe('404 chapter_not_found');
    expect(outcome(await move(left, first, creator))).toBe('409 wrong_state');
    const { id: sent } = await begin(first, doubtful());
    await submit(sent);
    expect(outcome(await move(sent, first))).toBe('409 chapter_in_review');
  });

  it('is not moved in a line', async () => {
    const { story, chapterId } = await buildPublishedStory(app, creator);
    const { id } = await buildChapterDraft(app, creator, story.id);
    expect(outcome(await move(id, chapterId, creator))).toBe('409 wrong_state');
  });
});
