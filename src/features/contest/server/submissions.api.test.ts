import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '#core/time.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { moderationApi } from '#features/moderation/contract.ts';
import { participationApi } from '#features/participation/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { createCtx } from '#platform/context.ts';
import {
  beginEntry,
  buildCompetition,
  type Competition,
  enterRound,
  joinCompetition,
  rewrite,
  startRound,
} from '#testing/competitions.ts';
import {
  buildMember,
  buildPublishedStory,
  decide,
  doubtfulProse,
  findQueued,
  type Member,
  outcome,
  prose,
  REASON,
} from '#testing/factories.ts';
import { expectInvariants } from '#testing/invariants.ts';
import { race } from '#testing/race.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { letPass } from '#testing/together.ts';
import { contestApi, type RoundView, type SubmissionView } from '../contract.ts';
import { advanceRounds } from './contest.tick.ts';

const app = setUpTestApp();
let contest: Competition;
let round: RoundView;
let anna: Member;
let ben: Member;
let moderator: Member;

beforeAll(async () => {
  app.app.cache.setListening(false);
  moderator = await buildMember(app, { role: 'moderator' });
});
beforeEach(async () => {
  contest = await buildCompetition(app, 2);
  [anna, ben] = contest.others as [Member, Member];
  round = await startRound(app, contest);
});
afterEach(() => expectInvariants(app));

const tick = () => advanceRounds(createCtx(app.deps, { language: 'en' }));
const pass = (ms: number) => letPass(app, ms, [contest.creator, anna, ben, moderator]);
const create = (by: Member, roundId = round.id) => app.send(contestApi.createSubmission, { roundId }, by);
const submit = (entry: SubmissionView, by: Member, version?: number) =>
  app.send(contestApi.submit, { submissionId: entry.id, ...(version ? { version } : {}) }, by);
const look = (entry: SubmissionView, by: Member) => app.call(contestApi.submission, { submissionId: entry.id }, by);

describe('creating an entry', () => {
  it('makes a draft that is saved and versioned like a chapter', async () => {
    const entry = await beginEntry(app, round.id, anna, { title: 'First try' });
    expect(entry).toMatchObject({ status: 'draft', version: null, submittedAt: null, votes: null, review: null });
    expect(entry.can).toEqual({ edit: true, submit: true, withdraw: false });
    expect(entry.draft).toMatchObject({ title: 'First try', number: null, status: 'draft' });
    const saved = await app.call(
      chapterApi.update,
      { chapterId: entry.draft.id, version: entry.draft.version, content: prose(200, 81) },
      anna,
    );
    expect(saved.version).toBe(entry.draft.version + 1);
    const versions = await app.call(chapterApi.revisions, { chapterId: entry.draft.id }, anna);
    expect(versions.items.length).toBeGreaterThan(0);
  });

  it('happens once per member and round, however often it is requested', async () => {
    const answers = await race(
      app,
      contest.storyId,
      Array.from({ length: 8 }, () => () => create(anna)),
    );
    const ids = new Set(answers.map(({ body }) => (body.data as SubmissionView).id));
    expect(answers.map(outcome)).toEqual(Array(8).fill('200'));
    expect(ids.size).toBe(1);
  });

  it('joins the story if joining is open, and is refused otherwise', async () => {
    const [carl, dora] = [await buildMember(app), await buildMember(app)];
    expect(outcome(await create(carl))).toBe('200');
    const { items } = await app.call(participationApi.participants, { storyId: contest.storyId });
    expect(items.map(({ id }) => id)).toContain(carl.id);
    await app.call(storyApi.update, { storyId: contest.storyId, joinPolicy: 'applications' }, contest.creator);
    expect(outcome(await create(dora))).toBe('409 not_participant');
  });

  it('requires a round that is open for entries', async () => {
    expect(outcome(await app.send(contestApi.createSubmission, { roundId: round.id }))).toBe('401 login_required');
    expect(outcome(await create(anna, '999999'))).toBe('404 round_not_found');
    await pass(72 * HOUR + MINUTE);
    expect(outcome(await create(anna))).toBe('409 writing_closed');
    await tick();
    const next = await app.call(
      contestApi.createRound,
      { storyId: contest.storyId, start: 'at', startsAt: new Date(Date.now() + 100 * HOUR).toISOString() },
      contest.creator,
    );
    expect(outcome(await create(anna, next.id))).toBe('409 wrong_state');
  });

  it('opens the editor with the limits of the round, the chapter number and the chapter before', async () => {
    const editorData = await app.call(contestApi.editor, { storyId: contest.storyId, roundId: round.id }, anna);
    expect(editorData).toMatchObject({ submission: null, canEnter: true, refusal: null, number: 2 });
    expect(editorData.story).toMatchObject({ id: contest.storyId, minUnits: 50, maxUnits: 500, mode: 'competition' });
    expect(editorData.before).toMatchObject({ number: 1, author: contest.creator.username });
    const { story } = await buildPublishedStory(app, anna, { mode: 'competition' });
    const wrong = await app.send(contestApi.editor, { storyId: story.id, roundId: round.id }, anna);
    expect(outcome(wrong)).toBe('404 round_not_found');
  });

  it('makes an entry that no one else can see, change or submit', async () => {
    const entry = await beginEntry(app, round.id, anna);
    for (const who of [ben, contest.creator]) {
      expect(outcome(await app.send(contestApi.submission, { submissionId: entry.id }, who))).toBe(
        '404 submission_not_found',
      );
      expect(outcome(await submit(entry, who))).toBe('404 submission_not_found');
      expect(outcome(await app.send(contestApi.withdraw, { submissionId: entry.id }, who))).toBe(
        '404 submission_not_found',
      );
      expect(outcome(await app.send(chapterApi.draft, { chapterId: entry.draft.id }, who))).toBe(
        '404 chapter_not_found',
      );
    }
    const { items } = await app.call(contestApi.listOwn, {}, ben);
    expect(items).toEqual([]);
  });

  it('makes no chapter: it can’t be submitted, deleted or listed as one, and takes no chapter number', async () => {
    const entry = await beginEntry(app, round.id, contest.creator);
    const { id: chapterId } = entry.draft;
    expect(entry.draft.can).toMatchObject({ edit: true, submit: false, delete: false });
    expect(outcome(await app.send(chapterApi.submit, { chapterId }, contest.creator))).toBe('409 only_by_rounds');
    expect(outcome(await app.send(chapterApi.delete, { chapterId }, contest.creator))).toBe('409 wrong_state');
    expect((await app.call(chapterApi.listOwn, {}, contest.creator)).items).toEqual([]);
    const editorData = await app.call(chapterApi.editor, { storyId: contest.storyId }, contest.creator);
    expect(editorData).toMatchObject({ draft: null, canWrite: false, number: 2 });
    const begun = await app.send(chapterApi.create, { storyId: contest.storyId }, contest.creator);
    expect(outcome(begun)).toBe('409 only_by_rounds');
  });
});

describe('submitting', () => {
  it('enters the text in the round, and reviews it like a chapter', async () => {
    const entry = await enterRound(app, round.id, anna, { title: 'Oars' });
    expect(entry).toMatchObject({ status: 'pending', version: 1, review: { state: 'automatic' } });
    expect((await app.call(contestApi.round, { roundId: round.id })).entryCount).toBe(1);
    await app.work();
    expect(await look(entry, anna)).toMatchObject({ status: 'approved', review: { state: 'approved' } });
  });

  it('names missing fields, and asks to save first', async () => {
    const entry = await beginEntry(app, round.id, anna, { content: prose(20, 82) });
    const short = await submit(entry, anna);
    expect(outcome(short)).toBe('400 invalid_input');
    expect(short.body.fields).toHaveProperty('content');
    await rewrite(app, entry, anna, 'Newer');
    expect(outcome(await submit(entry, anna, entry.draft.version))).toBe('409 save_changes_first');
    expect(await look(entry, anna)).toMatchObject({ status: 'draft' });
  });

  it('replaces the last version with a newer one, and ignores changes that were not submitted', async () => {
    const entry = await enterRound(app, round.id, anna, { title: 'First' });
    await app.work();
    await rewrite(app, entry, anna, 'Second');
    const [own] = (await app.call(contestApi.listOwn, { storyId: contest.storyId }, anna)).items;
    expect(own).toMatchObject({ status: 'approved', hasUnsentChanges: true, title: 'First', isWinner: false });
    await app.call(contestApi.submit, { submissionId: entry.id }, anna);
    await app.work();
    await rewrite(app, entry, anna, 'Third, too late');
    await pass(72 * HOUR + MINUTE);
    expect(outcome(await submit(entry, anna))).toBe('409 writing_closed');
    await tick();
    const { result } = await app.call(contestApi.round, { roundId: round.id });
    expect(result?.winner?.title).toBe('Second');
    const chapter = await app.call(chapterApi.detail, { chapterId: result!.winner!.chapter.id });
    expect(chapter).toMatchObject({ title: 'Second', number: 2, previous: { number: 1 } });
    // Their later changes are kept in the draft.
    const versions = await app.call(chapterApi.revisions, { chapterId: chapter.id }, anna);
    expect(versions.items.map(({ title }) => title)).toContain('Third, too late');
  });

  it('changes nothing if the text is the same, not even the rank among equals', async () => {
    const entry = await enterRound(app, round.id, anna);
    await app.clock.advance(MINUTE);
    const again = await app.call(contestApi.submit, { submissionId: entry.id }, anna);
    expect(again.submittedAt).toBe(entry.submittedAt);
  });

  it('shows the reason of a rejection, and allows to resubmit while the round is open for entries', async () => {
    const entry = await enterRound(app, round.id, anna, { content: doubtfulProse(70, 83) });
    await app.work();
    await decide(app, moderator, entry.id, 'reject');
    expect(await look(entry, anna)).toMatchObject({
      status: 'rejected',
      rejectionReason: REASON,
      can: { edit: true, submit: true, withdraw: false },
    });
    const { draft } = entry;
    await app.call(chapterApi.update, { chapterId: draft.id, version: draft.version, content: prose(90, 84) }, anna);
    await app.call(contestApi.submit, { submissionId: entry.id }, anna);
    await app.work();
    expect(await look(entry, anna)).toMatchObject({ status: 'approved', rejectionReason: null });
  });

  it('applies a decision only to the version in the round', async () => {
    const entry = await enterRound(app, round.id, anna, { content: doubtfulProse(70, 85) });
    await app.work();
    const { draft } = entry;
    const saved = await app.call(
      chapterApi.update,
      { chapterId: draft.id, version: draft.version, content: doubtfulProse(75, 86) },
      anna,
    );
    await app.call(contestApi.submit, { submissionId: entry.id, version: saved.version }, anna);
    await app.work();
    await decide(app, moderator, entry.id, 'approve');
    expect(await look(entry, anna)).toMatchObject({ status: 'approved', version: saved.version });
  });

  it('can be withdrawn while the round is open for entries, but not after', async () => {
    const entry = await enterRound(app, round.id, anna);
    const back = await app.call(contestApi.withdraw, { submissionId: entry.id }, anna);
    expect(back).toMatchObject({ status: 'draft', version: null, review: null });
    expect((await app.call(contestApi.round, { roundId: round.id })).entryCount).toBe(0);
    await app.call(contestApi.submit, { submissionId: entry.id }, anna);
    await enterRound(app, round.id, ben);
    await app.work();
    await pass(72 * HOUR + MINUTE);
    const late = await app.send(contestApi.withdraw, { submissionId: entry.id }, anna);
    expect(outcome(late)).toBe('409 writing_closed');
  });

  it('is allowed for authors who have started, even if the creator has removed them since', async () => {
    const entry = await beginEntry(app, round.id, anna);
    await app.call(participationApi.remove, { storyId: contest.storyId, userId: anna.id }, contest.creator);
    expect(outcome(await submit(entry, anna))).toBe('200');
    await app.call(participationApi.remove, { storyId: contest.storyId, userId: ben.id }, contest.creator);
    // Members who took part when the round started can still create an entry, without joining the story again.
    expect(outcome(await create(ben))).toBe('200');
    const { items } = await app.call(participationApi.participants, { storyId: contest.storyId });
    expect(items.map(({ id }) => id)).toEqual([contest.creator.id]);
    await app.work();
    expect((await app.call(contestApi.round, { roundId: round.id })).entryCount).toBe(1);
  });

  it('is checked in the language that the story had when the round started', async () => {
    await app.call(storyApi.update, { storyId: contest.storyId, language: 'de' }, contest.creator);
    await app.call(storyApi.submit, { storyId: contest.storyId }, contest.creator);
    await app.work();
    expect((await app.call(storyApi.detail, { storyId: contest.storyId })).language).toBe('de');
    const entry = await enterRound(app, round.id, anna);
    await app.work();
    expect((await look(entry, anna)).status).toBe('approved');
  });

  it('leaves no entry in the moderation queue if the story is deleted', async () => {
    const entry = await enterRound(app, round.id, anna, { content: doubtfulProse(70, 90) });
    for (const member of [ben, contest.creator]) await enterRound(app, round.id, member);
    await app.work();
    await pass((72 + 24) * HOUR + MINUTE);
    await tick();
    await pass(48 * HOUR + MINUTE);
    await tick();
    expect((await look(entry, anna)).status).toBe('pending');
    await app.call(storyApi.delete, { storyId: contest.storyId }, contest.creator);
    await expect(decide(app, moderator, entry.id, 'approve')).rejects.toThrow('waits for a person');
    const waiting = await app.call(moderationApi.waiting, {}, moderator);
    expect(waiting.submission).toBe(0);
  });

  it('does not let a moderator with an entry decide about rivals or see their authors', async () => {
    await app.database.db.insertInto('account_roles').values({ account_id: ben.id, role: 'moderator' }).execute();
    const entry = await enterRound(app, round.id, anna, { content: doubtfulProse(70, 91) });
    await app.work();
    const queued = await findQueued(app, moderator, entry.id);
    const { version } = await app.call(moderationApi.review, { reviewId: queued.id }, moderator);
    await beginEntry(app, round.id, ben);
    await expect(findQueued(app, ben, entry.id)).rejects.toThrow('waits for a person');
    expect(outcome(await app.send(moderationApi.review, { reviewId: queued.id }, ben))).toBe('404 review_not_found');
    const decided = { reviewId: queued.id, version };
    expect(outcome(await app.send(moderationApi.approve, decided, ben))).toBe('403 own_work');
    expect(outcome(await app.send(moderationApi.reject, { ...decided, reason: REASON }, ben))).toBe('403 own_work');
    // Moderators can’t read drafts that were not submitted.
    const draft = await app.send(chapterApi.draft, { chapterId: entry.draft.id }, moderator);
    expect(outcome(draft)).toBe('404 chapter_not_found');
  });

  it('does not let moderators decide about their own entry', async () => {
    await app.database.db.insertInto('account_roles').values({ account_id: anna.id, role: 'moderator' }).execute();
    const entry = await enterRound(app, round.id, anna, { content: doubtfulProse(70, 87) });
    await app.work();
    await expect(decide(app, anna, entry.id, 'approve')).rejects.toThrow('own_work');
  });
});

it('adds an entry reviewed during voting to the ballot, and only shows one reviewed after it', async () => {
  for (const member of [anna, ben]) await enterRound(app, round.id, member);
  const late = await enterRound(app, round.id, contest.creator, { content: doubtfulProse(70, 88) });
  const dora = await joinCompetition(app, contest.storyId);
  const later = await enterRound(app, round.id, dora, { content: doubtfulProse(70, 89) });
  await app.work();
  await pass((72 + 24) * HOUR + MINUTE);
  await tick();
  expect(await app.call(contestApi.round, { roundId: round.id })).toMatchObject({ status: 'voting', entryCount: 2 });
  await decide(app, moderator, late.id, 'approve');
  expect(await app.call(contestApi.round, { roundId: round.id })).toMatchObject({ status: 'voting', entryCount: 3 });
  await pass(48 * HOUR + MINUTE);
  await tick();
  await decide(app, moderator, later.id, 'approve');
  const { result, entryCount } = await app.call(contestApi.round, { roundId: round.id });
  expect(entryCount).toBe(3);
  expect(result?.participantNumbers).toHaveLength(3);
});
