import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '#core/endpoint.ts';
import { DAY, SECOND } from '#core/time.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { contestApi } from '#features/contest/contract.ts';
import { participationApi } from '#features/participation/contract.ts';
import { readerApi } from '#features/reader/contract.ts';
import { countReads } from '#features/reader/server/popularity.repo.ts';
import { storyApi } from '#features/stories/contract.ts';
import { createCtx } from '#platform/context.ts';
import { buildCompetition, enterRound, startRound } from '#testing/competitions.ts';
import { PHASE, pass } from '#testing/contests.ts';
import {
  buildBranchStory,
  buildChapterDraft,
  buildMember,
  buildPublishedStory,
  decide,
  doubtfulProse,
  type Member,
  outcome,
} from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { buildRelay, letIn, letPass } from '#testing/together.ts';
import { approveTranslation, buildReviewer, publishTranslation, submitTranslation } from '#testing/translations.ts';
import { profileApi } from '../contract.ts';

const app = setUpTestApp();
const counts = (by: Member) => app.call(profileApi.counts, {}, by);
const joined = async (by: Member) => (await app.call(profileApi.joined, {}, by)).items;
const created = async (by: Member) => (await app.call(profileApi.created, {}, by)).items;
const interactions = async (by: Member) => (await app.call(profileApi.interactions, {}, by)).items;
const waiting = async (by: Member) => (await app.call(profileApi.reviewing, {}, by)).items;

/** Fetches every item of a list, one per page. */
async function oneByOne(endpoint: Endpoint, by: Member): Promise<{ id: string }[]> {
  const items: { id: string }[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await app.send(endpoint, { limit: 1, ...(cursor ? { cursor } : {}) }, by);
    items.push(...(body.data as { id: string }[]));
    cursor = (body.next as string | null) ?? undefined;
  } while (cursor);
  return items;
}

describe('readers in the last 30 days', () => {
  it('are those of the statistics, for each story, and only for its creator', async () => {
    const author = await buildMember(app);
    const { story, chapterId } = await buildPublishedStory(app, author);
    const { story: unread } = await buildPublishedStory(app, author);
    const read = (address: string) => app.call(readerApi.countRead, { chapterId }, { address });
    for (const address of ['10.1.0.1', '10.1.0.2']) await read(address);
    await countReads(createCtx(app.deps, { language: 'en' }));
    // Readers of earlier days who came back count once, and readers of earlier months don’t count.
    await sql`insert into reader_days (story_id, day, language, days_since, readers) values
      (${story.id}, db_clock()::date - 3, 'en', 0, 4), (${story.id}, db_clock()::date - 2, 'en', 1, 2),
      (${story.id}, db_clock()::date - 40, 'en', 0, 8)`.execute(app.database.db);
    const { readers } = await app.call(readerApi.statistics, { storyId: story.id, span: 'month' }, author);
    expect(readers).toBe(6);
    const own = new Map((await created(author)).map((each) => [each.id, each.readersInMonth]));
    expect(own).toEqual(
      new Map([
        [story.id, readers],
        [unread.id, 0],
      ]),
    );
    const other = await buildMember(app);
    await sql`insert into participants (story_id, account_id, number) values (${story.id}, ${other.id}, 2)`.execute(
      app.database.db,
    );
    expect((await joined(other))[0]).not.toHaveProperty('readersInMonth');
    expect(JSON.stringify(await app.call(profileApi.stories, { userId: author.id }))).not.toContain('readersInMonth');
  });
});

describe('what to do next', () => {
  it('in a relay: the turn for its writer, and the writer’s name for others', async () => {
    const { storyId, creator, others } = await buildRelay(app, 1);
    const [other] = others;
    const [own] = await created(creator);
    const [theirs] = await joined(other!);
    const turns = [own!, theirs!].filter(({ next }) => next?.kind === 'turn');
    expect(turns).toHaveLength(1);
    expect(turns[0]).toMatchObject({ id: storyId, writer: null, participantCount: 2 });
    const waits = turns[0] === own ? theirs! : own!;
    expect(waits.writer).toBe(turns[0] === own ? creator.username : other!.username);
    expect(waits.next).toBeNull();
  });

  it('a draft comes before optional actions; in a branch, continuing is always possible', async () => {
    const creator = await buildMember(app);
    const { storyId, ids } = await buildBranchStory(app, creator, { left: {} });
    const writer = await buildMember(app);
    await app.call(participationApi.apply, { storyId }, writer);
    expect((await joined(writer))[0]).toMatchObject({ next: { kind: 'continue', chapterId: null } });
    const parentChapterId = ids.left!;
    const draft = await buildChapterDraft(app, writer, storyId, { parentChapterId, choice: 'Back' });
    expect((await joined(writer))[0]).toMatchObject({ next: { kind: 'draft', chapterId: draft.id } });
    expect((await created(creator))[0]).toMatchObject({ next: { kind: 'continue' } });
  });

  it('in a competition: an entry while it is open for entries, a vote while it is open for voting', async () => {
    const contest = await buildCompetition(app, 2);
    const { storyId, creator, others } = contest;
    await app.call(storyApi.update, { storyId, writingHours: 1, votingHours: 1 }, creator);
    const { id: roundId } = await startRound(app, contest);
    const [first, second] = others;
    expect((await joined(first!))[0]).toMatchObject({
      next: { kind: 'entry', roundId, until: expect.stringContaining('T') },
    });
    const entries = [await enterRound(app, roundId, first!), await enterRound(app, roundId, second!)];
    await app.work();
    expect((await joined(first!))[0]!.next).toBeNull();
    const written = { ...contest, roundId, entries: [] };
    await pass(app, written, PHASE);
    expect((await joined(first!))[0]).toMatchObject({ next: { kind: 'vote', roundId } });
    // An account that was created after voting started can’t vote.
    const late = app.database.db.updateTable('accounts').set({ joined_at: sql<Date>`db_clock()` });
    await late.where('id', '=', second!.id).execute();
    expect((await joined(second!))[0]!.next).toBeNull();
    await app.call(contestApi.markOpened, { roundId, submissionIds: entries.map(({ id }) => id) }, first!);
    await app.call(contestApi.castVote, { roundId, submissionId: entries[1]!.id }, first!);
    expect((await joined(first!))[0]!.next).toBeNull();
    expect((await interactions(first!)).map(({ id, kinds }) => [id, kinds])).toEqual([[storyId, ['vote']]]);
  });

  it('applications are only for the creator', async () => {
    const creator = await buildMember(app);
    const { storyId } = await buildBranchStory(app, creator, {});
    await app.call(storyApi.update, { storyId, joinPolicy: 'applications' }, creator);
    const [inside, outside] = [await buildMember(app), await buildMember(app)];
    await letIn(app, creator, storyId, inside);
    await app.call(participationApi.apply, { storyId }, outside);
    expect((await created(creator))[0]!.next).toMatchObject({ kind: 'applications', count: 1 });
    expect((await joined(inside))[0]!.next).toMatchObject({ kind: 'continue', count: 0 });
    expect((await interactions(outside)).map(({ id, kinds }) => [id, kinds])).toEqual([[storyId, ['application']]]);
    expect(await joined(outside)).toEqual([]);
  });
});

it('joined lists stories created by others, last joined first, with titles in the caller’s language', async () => {
  const [creator, writer] = [await buildMember(app), await buildMember(app)];
  await buildBranchStory(app, writer, {});
  const stories = [await buildBranchStory(app, creator, {}), await buildBranchStory(app, creator, {})];
  for (const { storyId } of stories) {
    await app.clock.advance(SECOND);
    await app.call(participationApi.apply, { storyId }, writer);
  }
  const [older, newer] = stories.map(({ storyId }) => storyId);
  expect((await joined(writer)).map(({ id }) => id)).toEqual([newer, older]);
  expect((await oneByOne(profileApi.joined, writer)).map(({ id }) => id)).toEqual([newer, older]);
  expect(await counts(writer)).toEqual({ created: 1, joined: 2, interactions: 0, reviewing: 0 });

  const [translator, reviewer] = [await buildMember(app), await buildReviewer(app, 'de')];
  await publishTranslation(app, { storyId: older!, language: 'de', translator, reviewer });
  const { body } = await app.send(profileApi.joined, {}, writer, { language: 'de' });
  expect(body.data).toMatchObject([{ titleLanguage: 'en' }, { titleLanguage: 'de' }]);

  await app.call(participationApi.leave, { storyId: newer! }, writer);
  expect((await joined(writer)).map(({ id }) => id)).toEqual([older]);
  await app.call(storyApi.delete, { storyId: older! }, creator);
  expect(await joined(writer)).toEqual([]);
  expect(await counts(writer)).toMatchObject({ joined: 0 });
});

it('deleted lists the caller’s stories that can be restored, last deleted first', async () => {
  const [member, other] = [await buildMember(app), await buildMember(app)];
  const deleted = async () => (await app.call(profileApi.deleted, {}, member)).items;
  const [first, second] = [await buildPublishedStory(app, member), await buildPublishedStory(app, member)];
  expect(await deleted()).toEqual([]);
  for (const { story } of [first, second]) {
    await app.clock.advance(SECOND);
    await app.call(storyApi.delete, { storyId: story.id }, member);
  }
  expect((await deleted()).map(({ id }) => id)).toEqual([second.story.id, first.story.id]);
  expect((await oneByOne(profileApi.deleted, member)).map(({ id }) => id)).toEqual([second.story.id, first.story.id]);
  expect((await app.call(profileApi.deleted, {}, other)).items).toEqual([]);
  await app.call(storyApi.undelete, { storyId: second.story.id }, member);
  const [left] = await deleted();
  expect(left).toMatchObject({ id: first.story.id, title: first.story.title });
  const days = (Date.parse(left!.until) - app.clock.now().getTime()) / DAY;
  expect(days).toBeGreaterThan(29.9);
  await letPass(app, 30 * DAY, [member]);
  expect(await deleted()).toEqual([]);
});

it('interactions lists stories of others that the caller interacted with; reading counts for 90 days', async () => {
  const [author, member] = [await buildMember(app), await buildMember(app)];
  const own = await buildPublishedStory(app, member);
  const read = await buildPublishedStory(app, author);
  const both = await buildPublishedStory(app, author);
  for (const { chapterId } of [own, read, both]) {
    await app.clock.advance(SECOND);
    await app.call(readerApi.savePosition, { chapterId }, member);
  }
  await app.clock.advance(SECOND);
  await submitTranslation(app, member, { storyId: both.story.id, language: 'de' });
  expect((await interactions(member)).map(({ id, kinds }) => [id, kinds])).toEqual([
    [both.story.id, ['translation', 'reading']],
    [read.story.id, ['reading']],
  ]);
  expect((await oneByOne(profileApi.interactions, member)).map(({ id }) => id)).toEqual([both.story.id, read.story.id]);
  expect(await counts(member)).toMatchObject({ created: 1, interactions: 2 });
  await letPass(app, 91 * DAY, [member]);
  expect((await interactions(member)).map(({ id, kinds }) => [id, kinds])).toEqual([[both.story.id, ['translation']]]);
});

it('reviewing lists the caller’s texts and translations in review, and counts what the caller can review', async () => {
  const [author, translator, moderator] = [
    await buildMember(app),
    await buildMember(app),
    await buildMember(app, { role: 'moderator' }),
  ];
  const judge = await buildReviewer(app, 'fr');
  const { story } = await buildPublishedStory(app, author);
  const doubtful = await buildChapterDraft(app, author, story.id, { content: doubtfulProse(150, 4711) });
  await app.call(chapterApi.submit, { chapterId: doubtful.id }, author);
  expect(await waiting(author)).toMatchObject([{ kind: 'chapter', chapterId: doubtful.id, byPerson: false }]);
  await app.work();
  expect(await waiting(author)).toMatchObject([
    { kind: 'chapter', storyId: story.id, chapterId: doubtful.id, byPerson: true, isEdit: false, into: null },
  ]);
  const { id } = await submitTranslation(app, translator, { storyId: story.id, language: 'fr' });
  expect(await waiting(translator)).toMatchObject([{ kind: 'translation', storyId: story.id, id, into: 'fr' }]);
  expect(await waiting(judge)).toEqual([]);
  expect((await counts(judge)).reviewing).toBe(1);
  expect((await counts(author)).reviewing).toBe(1);
  await approveTranslation(app, judge, id);
  await decide(app, moderator, doubtful.id, 'approve');
  for (const member of [author, translator]) expect(await waiting(member)).toEqual([]);
  expect((await counts(author)).reviewing).toBe(0);
});

it('invitable lists the caller’s stories that a member can be invited to, with the member’s status', async () => {
  const [creator, member] = [await buildMember(app), await buildMember(app)];
  await buildPublishedStory(app, creator);
  const { story } = await buildPublishedStory(app, creator, { mode: 'relay' });
  const { storyId } = await buildBranchStory(app, creator, {});
  const offered = async () =>
    (await app.call(profileApi.invitable, { userId: member.id }, creator)).map(({ id, standing }) => [id, standing]);
  expect(await offered()).toEqual([
    [storyId, 'free'],
    [story.id, 'free'],
  ]);
  await app.call(participationApi.invite, { storyId: story.id, userId: member.id }, creator);
  await letIn(app, creator, storyId, member);
  expect(await offered()).toEqual([
    [storyId, 'in'],
    [story.id, 'invited'],
  ]);
  expect(await app.call(profileApi.invitable, { userId: creator.id }, creator)).toEqual([]);
  expect(outcome(await app.send(profileApi.invitable, { userId: member.id }))).toBe('401 login_required');
});
