import { describe, expect, it } from 'vitest';
import { DAY } from '#core/time.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { caseApi } from '#features/moderation/contract-cases.ts';
import { participationApi } from '#features/participation/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { deleteStory as closedByCreator, undeleteStory } from '#features/stories/server/stories.service.ts';
import type { Ctx } from '#platform/context.ts';
import { buildContest, buildWrittenContest, PHASE, pass } from '#testing/contests.ts';
import {
  buildBranchStory,
  buildMember,
  buildPublishedChapter,
  buildPublishedStory,
  buildStory,
  buildWay,
  prose,
} from '#testing/factories.ts';
import { hearEvents } from '#testing/heard-events.ts';
import { memberCtx } from '#testing/members.ts';
import { restricted } from '#testing/moderation.ts';
import { publishChapter } from '#testing/publish.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { buildReviewer, publishTranslation } from '#testing/translations.ts';
import { letTheDayCome, plan } from './erasure.test-kit.ts';

/** Events that other features can listen to, emitted by what really causes them. */
const app = setUpTestApp();
const LIFTED = 'It was theirs after all.';
const lift = (restrictionId: string, by: { accessToken: string }) =>
  app.call(caseApi.lift, { restrictionId, reason: LIFTED }, by);

/** Whether readers can see a story or chapter, read in the transaction of an event. Null if there is none. */
async function isShown({ db }: Ctx, of: { storyId: string } | { chapterId: string }): Promise<boolean | null> {
  const row =
    'storyId' in of
      ? await db.selectFrom('stories').select('is_public as shown').where('id', '=', of.storyId).executeTakeFirst()
      : await db
          .selectFrom('chapters')
          .select('is_readable as shown')
          .where('id', '=', of.chapterId)
          .executeTakeFirst();
  return row?.shown ?? null;
}

describe('the visibility of a story', () => {
  it('changes when it is published, banned, unbanned, deleted and restored, each time after its event', async () => {
    const [creator, moderator] = [await buildMember(app), await buildMember(app, { role: 'moderator' })];
    const was: (boolean | null)[] = [];
    const heard = hearEvents(app, ['story.visibility_changing'], async (ctx, { storyId }) => {
      was.push(await isShown(ctx, { storyId }));
    });
    const { story } = await buildPublishedStory(app, creator);
    const restriction = await restricted(app, moderator, 'ban_story', story.id);
    await lift(restriction, moderator);
    await app.call(storyApi.delete, { storyId: story.id }, creator);
    await app.call(storyApi.undelete, { storyId: story.id }, creator);
    expect(heard.map(({ storyId, isPublic }) => [storyId, isPublic])).toEqual(
      [true, false, true, false, true].map((isPublic) => [story.id, isPublic]),
    );
    expect(was).toEqual([false, true, false, true, false]);
  });

  it('does not change if readers couldn’t see the story', async () => {
    const creator = await buildMember(app);
    const heard = hearEvents(app, ['story.visibility_changing']);
    const { id: storyId } = await buildStory(app, creator);
    await closedByCreator(memberCtx(app.deps, creator), { storyId });
    await undeleteStory(memberCtx(app.deps, creator), { storyId });
    expect(heard).toEqual([]);
  });
});

describe('a chapter', () => {
  it('is published, with its text, and edited, with the text before', async () => {
    const author = await buildMember(app);
    const { story } = await buildPublishedStory(app, author);
    const heard = hearEvents(app, ['chapter.published']);
    const { id: chapterId } = await buildPublishedChapter(app, author, story.id);
    const { version } = await app.call(chapterApi.draft, { chapterId }, author);
    await app.call(chapterApi.update, { chapterId, version, content: prose(400, 31) }, author);
    await publishChapter(app.deps, author, chapterId);
    const [first, edit] = heard;
    expect(heard).toHaveLength(2);
    expect(first).toMatchObject({ storyId: story.id, chapterId, authorId: author.id, isHidden: false, before: null });
    expect(edit).toMatchObject({ storyId: story.id, chapterId, authorId: author.id, isHidden: false });
    expect(edit!.before).toEqual(first!.next);
    expect(edit!.next).not.toEqual(first!.next);
  });

  it('is hidden and shown again, each with its new state', async () => {
    const [author, moderator] = [await buildMember(app), await buildMember(app, { role: 'moderator' })];
    const { story, chapterId } = await buildPublishedStory(app, author);
    const is: (boolean | null)[] = [];
    const heard = hearEvents(app, ['chapter.hidden', 'chapter.shown'], async (ctx, { chapterId }) => {
      is.push(await isShown(ctx, { chapterId }));
    });
    await lift(await restricted(app, moderator, 'hide_chapter', chapterId), moderator);
    expect(heard).toEqual([
      { name: 'chapter.hidden', storyId: story.id, chapterId },
      { name: 'chapter.shown', storyId: story.id, chapterId },
    ]);
    expect(is).toEqual([false, true]);
  });
});

describe('a translation', () => {
  it('is approved, replaced, taken down and reinstated', async () => {
    const [author, moderator] = [await buildMember(app), await buildMember(app, { role: 'moderator' })];
    const [first, second] = [await buildMember(app), await buildMember(app)];
    const reviewer = await buildReviewer(app, 'de');
    const { story, chapterId } = await buildPublishedStory(app, author);
    const heard = hearEvents(app, ['translation.approved', 'translation.removed']);
    const task = { storyId: story.id, chapterId, language: 'de', reviewer } as const;
    const one = await publishTranslation(app, { ...task, translator: first });
    const two = await publishTranslation(app, { ...task, translator: second });
    await lift(await restricted(app, moderator, 'take_down', two), moderator);
    const about = { storyId: story.id, chapterId, language: 'de' };
    const ofOne = { ...about, translationId: one, translatorId: first.id };
    const ofTwo = { ...about, translationId: two, translatorId: second.id };
    expect(heard).toEqual([
      { name: 'translation.approved', ...ofOne },
      { name: 'translation.approved', ...ofTwo },
      { name: 'translation.removed', ...ofTwo },
      { name: 'translation.approved', ...ofOne },
      { name: 'translation.approved', ...ofTwo },
    ]);
  });
});

it('what a member published is removed with their account, if they want that', async () => {
  const [author, leaving] = [await buildMember(app), await buildMember(app)];
  const reviewer = await buildReviewer(app, 'fr');
  const { storyId, ids } = await buildBranchStory(app, author, {});
  await app.call(participationApi.apply, { storyId }, leaving);
  const chapterId = await buildWay(app, leaving, storyId, ids.first!, 'Onward');
  const task = { storyId, language: 'fr', reviewer } as const;
  const translationId = await publishTranslation(app, { ...task, translator: leaving });
  const is: (boolean | null)[] = [];
  const heard = hearEvents(
    app,
    ['chapter.removing', 'chapter.removed', 'translation.removed'],
    async (ctx, { chapterId }) => {
      if (chapterId !== null) is.push(await isShown(ctx, { chapterId }));
    },
  );
  await plan(app, leaving, 'delete');
  await letTheDayCome(app, 14 * DAY + 1000);
  expect(heard).toHaveLength(3);
  expect(heard).toEqual(
    expect.arrayContaining([
      { name: 'chapter.removing', storyId, chapterId },
      { name: 'chapter.removed', storyId, chapterId },
      {
        name: 'translation.removed',
        storyId,
        chapterId: null,
        language: 'fr',
        translationId,
        translatorId: leaving.id,
      },
    ]),
  );
  expect(is).toEqual([true, null]);
});

describe('a round', () => {
  it('is opened and completed, with its winner', async () => {
    const heard = hearEvents(app, ['round.opened', 'round.completed']);
    const contest = await buildContest(app, 2);
    const { storyId, roundId } = contest;
    expect(heard).toEqual([{ name: 'round.opened', storyId, roundId }]);
    await pass(app, contest, PHASE);
    const [{ id, author }] = contest.entries as [(typeof contest.entries)[number]];
    expect(heard.slice(1)).toMatchObject([
      { name: 'round.completed', storyId, roundId, winner: { submissionId: id, authorId: author.id } },
    ]);
  });

  it('is completed without a winner', async () => {
    const contest = await buildWrittenContest(app, 0);
    const heard = hearEvents(app, ['round.completed']);
    await pass(app, contest, PHASE);
    const { storyId, roundId } = contest;
    expect(heard).toEqual([{ name: 'round.completed', storyId, roundId, winner: null }]);
  });
});

it('a member joins a story and leaves it', async () => {
  const [creator, member] = [await buildMember(app), await buildMember(app)];
  const { story } = await buildPublishedStory(app, creator, { mode: 'branch' });
  const heard = hearEvents(app, ['participant.joined', 'participant.left']);
  await app.call(participationApi.apply, { storyId: story.id }, member);
  await app.call(participationApi.leave, { storyId: story.id }, member);
  const change = { storyId: story.id, mode: 'branch', accountId: member.id };
  expect(heard).toEqual([
    { name: 'participant.joined', ...change },
    { name: 'participant.left', ...change },
  ]);
});
