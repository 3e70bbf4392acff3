import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { DAY } from '#core/time.ts';
import { branchApi } from '#features/branch/contract.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { contestApi } from '#features/contest/contract.ts';
import { participationApi } from '#features/participation/contract.ts';
import { relayApi } from '#features/relay/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { beginEntry, buildCompetition, startRound } from '#testing/competitions.ts';
import { buildWrittenContest, PHASE, pass } from '#testing/contests.ts';
import {
  buildBranchStory,
  buildChapterDraft,
  buildMember,
  buildPublishedStory,
  decide,
  doubtfulProse,
  type Member,
  outcome,
  prose,
  REASON,
} from '#testing/factories.ts';
import { HOSTILE_TEXTS } from '#testing/hostile-texts.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { buildRelay, letPass } from '#testing/together.ts';
import {
  buildReviewer,
  publishTranslation,
  REJECTION,
  rejectTranslation,
  submitTranslation,
} from '#testing/translations.ts';
import { profileApi } from '../contract.ts';

const app = setUpTestApp();
const needs = async (by: Member) => (await app.call(profileApi.needs, {}, by)).items;
const kinds = async (by: Member) => (await needs(by)).map(({ key }) => key.split(' ')[0]);

describe('what needs a member', () => {
  it('is nothing at first, and only for members', async () => {
    expect(await app.call(profileApi.needs, {}, await buildMember(app))).toEqual({ items: [], more: null });
    expect(outcome(await app.send(profileApi.needs, {}))).toBe('401 login_required');
  });

  it('is their turn, with the draft that they have started', async () => {
    const { storyId, creator, others } = await buildRelay(app, 1);
    const { current } = await app.call(relayApi.turn, { storyId });
    const writer = [creator, ...others].find(({ id }) => id === current!.user.id)!;
    const [turn] = await needs(writer);
    expect(turn).toMatchObject({
      storyId,
      text: 'It’s your turn: chapter 2. Nothing is written yet.',
      act: 'Write',
      target: to.editChapter({ storyId }),
    });
    expect(turn!.until).toBe(current!.deadline);
    const { id } = await buildChapterDraft(app, writer, storyId, { content: prose(320, 4719) });
    expect(await needs(writer)).toMatchObject([
      { act: 'Continue writing', target: to.editChapter({ storyId, chapterId: id }) },
    ]);
    const waits = [creator, ...others].find((member) => member !== writer)!;
    expect(await needs(waits)).toEqual([]);
    await app.call(chapterApi.submit, { chapterId: id, nextAuthorId: waits.id }, writer);
    expect(await needs(writer)).toEqual([]);
  });

  it('is a story or chapter that was rejected, with the beginning of the reason', async () => {
    const [author, moderator] = [await buildMember(app), await buildMember(app, { role: 'moderator' })];
    const { story } = await buildPublishedStory(app, author);
    const { id } = await buildChapterDraft(app, author, story.id, {
      content: doubtfulProse(150, 4720),
      title: 'Shops',
    });
    await app.call(chapterApi.submit, { chapterId: id }, author);
    await app.work();
    expect(await needs(author)).toEqual([]);
    await decide(app, moderator, id, 'reject');
    expect(await needs(author)).toMatchObject([
      { text: `“Shops” was rejected: ${REASON}`, act: 'Make changes', until: null },
    ]);
    await app.call(storyApi.delete, { storyId: story.id }, author);
    expect(await needs(author)).toEqual([]);
  });

  it('is an entry that they have not submitted, until the round is open for votes', async () => {
    const contest = await buildCompetition(app, 2);
    const { id: roundId } = await startRound(app, contest);
    const [writer] = contest.others as [Member];
    expect(await needs(writer)).toEqual([]);
    await beginEntry(app, roundId, writer);
    expect(await needs(writer)).toMatchObject([
      { text: 'Your entry is written but not submitted.', act: 'Submit', until: expect.any(String) },
    ]);
  });

  it('is a vote that they may cast, until they have', async () => {
    const contest = await buildWrittenContest(app);
    const { storyId, roundId, entries, others } = contest;
    const [first] = others as [Member];
    const stranger = await buildMember(app);
    await pass(app, contest, PHASE, [stranger]);
    const [need] = await needs(first);
    expect(need).toMatchObject({ storyId, act: 'Vote', target: to.voting({ roundId }) });
    expect(await kinds(stranger)).toEqual([]);
    await app.call(contestApi.markOpened, { roundId, submissionIds: entries.map(({ id }) => id) }, first);
    await app.call(contestApi.castVote, { roundId, submissionId: entries[1]!.id }, first);
    expect(await kinds(first)).toEqual([]);
  });

  it('is an application to answer, and an invitation', async () => {
    const [creator, applicant, guest] = [await buildMember(app), await buildMember(app), await buildMember(app)];
    const { storyId } = await buildBranchStory(app, creator, {});
    await app.call(storyApi.update, { storyId, joinPolicy: 'applications' }, creator);
    await app.call(participationApi.apply, { storyId, note: 'I play second violin.' }, applicant);
    await app.call(participationApi.invite, { storyId, userId: guest.id }, creator);
    expect(await needs(creator)).toMatchObject([
      { text: `${applicant.username} would like to join: “I play second violin.”`, until: expect.any(String) },
    ]);
    expect(await needs(guest)).toMatchObject([{ text: `${creator.username} invites you to join.` }]);
    expect(await needs(applicant)).toEqual([]);
    // Inviting an applicant accepts the application.
    await app.call(participationApi.invite, { storyId, userId: applicant.id }, creator);
    expect(await needs(creator)).toEqual([]);
  });

  it('is a continuation that they have reserved', async () => {
    const [creator, writer] = [await buildMember(app), await buildMember(app)];
    const { storyId, ids } = await buildBranchStory(app, creator, {});
    await app.call(branchApi.reserve, { chapterId: ids.first! }, writer);
    const { items } = await app.call(profileApi.needs, {}, writer);
    expect(items).toMatchObject([
      {
        act: 'Write',
        target: to.editChapter({ storyId, parentChapterId: ids.first }),
        until: expect.any(String),
      },
    ]);
  });

  it('is a translation that was rejected, or whose original has changed', async () => {
    const [author, translator, reviewer] = [
      await buildMember(app),
      await buildMember(app),
      await buildReviewer(app, 'de', 'fr'),
    ];
    const { story } = await buildPublishedStory(app, author, { title: 'The pier' });
    const translationId = await publishTranslation(app, { storyId: story.id, language: 'de', translator, reviewer });
    const { id } = await submitTranslation(app, translator, { storyId: story.id, language: 'fr' });
    expect(await needs(translator)).toEqual([]);
    await rejectTranslation(app, reviewer, id);
    const { db } = app.database;
    await sql`update translations set stale = array['@title', '@summary'] where id = ${translationId}`.execute(db);
    expect(await needs(translator)).toMatchObject([
      { text: 'Your translation of “The pier” into German is out of date: 2 parts of the original changed.' },
      { text: `Your translation of “The pier” into French was rejected: ${REJECTION}` },
    ]);
  });

  it('comes by deadline, then by age', async () => {
    const [creator, writer] = [await buildMember(app), await buildMember(app)];
    const invitations = [];
    for (const days of [0, 1]) {
      const { storyId } = await buildBranchStory(app, creator, {});
      await app.clock.advance(days * 60_000);
      await app.call(participationApi.invite, { storyId, userId: writer.id }, creator);
      invitations.push(storyId);
    }
    const { storyId, ids } = await buildBranchStory(app, creator, {});
    await app.call(branchApi.reserve, { chapterId: ids.first! }, writer);
    expect((await needs(writer)).map((need) => need.storyId)).toEqual([storyId, ...invitations]);
  });

  it('is counted beyond six', async () => {
    const creator = await buildMember(app);
    const { storyId } = await buildBranchStory(app, creator, {});
    await app.call(storyApi.update, { storyId, joinPolicy: 'applications' }, creator);
    for (let i = 0; i < 8; i += 1) await app.call(participationApi.apply, { storyId }, await buildMember(app));
    const { items, more } = await app.call(profileApi.needs, {}, creator);
    expect([items.length, more]).toEqual([8, '2 more']);
    await letPass(app, 30 * DAY, [creator]);
    expect(await needs(creator)).toEqual([]);
  });
});

it('shows hostile texts as they are', async () => {
  const [creator, applicant] = [await buildMember(app), await buildMember(app)];
  const { storyId } = await buildBranchStory(app, creator, {});
  await app.call(storyApi.update, { storyId, joinPolicy: 'applications' }, creator);
  await app.call(participationApi.apply, { storyId, note: 'x' }, applicant);
  // The database refuses zero bytes, so no text has any.
  for (const note of HOSTILE_TEXTS.filter((text) => !text.includes('\0'))) {
    await sql`update participation_requests set note = ${note.slice(0, 60)} where account_id = ${applicant.id}`.execute(
      app.database.db,
    );
    const [need] = await needs(creator);
    expect(need!.text.startsWith(`${applicant.username} would like to join`)).toBe(true);
    expect(need!.text).not.toContain('need.');
  }
});

it.each(LANGUAGES)('every kind has its texts: %s', (language: Language) => {
  const folder = `locales/${language}`;
  const keys = readdirSync(folder)
    .filter((file) => file.endsWith('.server.json'))
    .flatMap((file) => Object.keys(JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'))))
    .filter((key) => key.startsWith('need.'));
  const wanted = Object.keys(app.deps.needs).flatMap((kind) => [`need.${kind}`, `need.${kind}.act`]);
  expect(keys.toSorted()).toEqual(wanted.toSorted());
});
