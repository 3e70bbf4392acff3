import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY } from '#core/time.ts';
import { restrictAccount } from '#features/accounts/server/index.ts';
import { messageApi } from '#features/messages/contract.ts';
import { caseApi } from '#features/moderation/contract-cases.ts';
import { createCtx } from '#platform/context.ts';
import { buildMember, buildPublishedStory, type Member, outcome } from '#testing/factories.ts';
import { restrict, restricted } from '#testing/moderation.ts';
import { type Caller, setUpTestApp } from '#testing/test-app.ts';
import {
  buildReviewer,
  publishTranslation,
  REJECTION,
  statusOf,
  submitTranslation,
  type Task,
  translationRow,
} from '#testing/translations.ts';
import { translationApi } from '../contract.ts';

// What moderators do to translations: take one down, or suspend its translator or reviewer.
const app = setUpTestApp();
let author: Member;
let moderator: Member;
let reviewer: Member;
let translator: Member;
let taskOf: (kind: 'story' | 'chapter') => Task;

beforeAll(async () => {
  app.app.cache.setListening(false);
  author = await buildMember(app);
  moderator = await buildMember(app, { role: 'moderator' });
  reviewer = await buildReviewer(app, 'de');
});
beforeEach(async () => {
  translator = await buildMember(app);
  const { story, chapterId } = await buildPublishedStory(app, author);
  taskOf = (kind) => ({ storyId: story.id, ...(kind === 'chapter' ? { chapterId } : {}), language: 'de' });
});

const submitted = async (kind: 'story' | 'chapter') => (await submitTranslation(app, translator, taskOf(kind))).id;
const send = async (action: 'claim' | 'submit', translationId: string, by: Caller) =>
  outcome(await app.send(translationApi[action], { translationId }, by));
const takeDown = async (by: Caller, translationId: string) =>
  outcome(await restrict(app, by, 'take_down', translationId, { reason: REJECTION }));

describe('taking a translation down', () => {
  it('publishes the previous one again, notifies the translator of the reason, and prevents resubmitting', async () => {
    const first = await publishTranslation(app, { ...taskOf('chapter'), translator, reviewer });
    const other = await buildMember(app);
    const second = await publishTranslation(app, { ...taskOf('chapter'), translator: other, reviewer });
    const third = await publishTranslation(app, { ...taskOf('chapter'), translator: other, reviewer });
    // Readers see another translation now than the one to take down.
    expect(await takeDown(moderator, second)).toBe('409 wrong_state');
    expect(await takeDown(moderator, third)).toBe('200');
    // The one by the same member is not published again, because it may be the same text.
    expect(await Promise.all([first, second, third].map((id) => statusOf(app, id)))).toEqual([
      'approved',
      'superseded',
      'rejected',
    ]);
    expect(await translationRow(app, first)).toMatchObject({ stale: [], title: 'de: The left boot' });
    const [told] = (await app.call(messageApi.list, {}, other)).items;
    expect(told).toMatchObject({ type: 'system_notice' });
    expect(told!.content).toContain(REJECTION);
    expect(await send('submit', third, other)).toBe('409 wrong_state');
    expect(await translationRow(app, third)).toMatchObject({ reason: REJECTION, decided_by: moderator.id });
    // The one that was taken down stays down.
    expect(await takeDown(moderator, first)).toBe('200');
    expect(await statusOf(app, second)).toBe('approved');
    expect(await takeDown(moderator, second)).toBe('200');
    for (const id of [first, second, third]) expect(await takeDown(moderator, id)).toBe('409 wrong_state');
    expect(await takeDown(moderator, '999999')).toBe('404 target_not_found');
  });

  it('can be reversed, but not after a newer one has been approved', async () => {
    const lift = (restrictionId: string) =>
      app.send(caseApi.lift, { restrictionId, reason: 'It was theirs after all.' }, moderator).then(outcome);
    const first = await publishTranslation(app, { ...taskOf('chapter'), translator, reviewer });
    const other = await buildMember(app);
    const second = await publishTranslation(app, { ...taskOf('chapter'), translator: other, reviewer });
    const down = await restricted(app, moderator, 'take_down', second);
    expect(await statusOf(app, first)).toBe('approved');
    expect(await lift(down)).toBe('200');
    expect([await statusOf(app, first), await statusOf(app, second)]).toEqual(['superseded', 'approved']);
    const again = await restricted(app, moderator, 'take_down', second);
    await publishTranslation(app, { ...taskOf('chapter'), translator, reviewer });
    expect(await lift(again)).toBe('409 wrong_state');
    expect(await statusOf(app, second)).toBe('rejected');
  });

  it('can’t be used by moderators to publish their own translation again', async () => {
    const own = await buildMember(app, { role: 'moderator' });
    await publishTranslation(app, { ...taskOf('chapter'), translator: own, reviewer });
    const rival = await publishTranslation(app, { ...taskOf('chapter'), translator, reviewer });
    expect(await takeDown(own, rival)).toBe('403 own_work');
    expect(await statusOf(app, rival)).toBe('approved');
  });

  it('requires a reason', async () => {
    const translationId = await publishTranslation(app, { ...taskOf('story'), translator, reviewer });
    const answer = await restrict(app, moderator, 'take_down', translationId, { reason: 'No.' });
    expect(outcome(answer)).toBe('400 invalid_input');
    expect(answer.body.fields).toHaveProperty('reason');
  });
});

describe('a suspended member', () => {
  const suspend = (member: Member) =>
    restrictAccount(createCtx(app.deps, { language: 'en' }), member.id, {
      action: 'suspend',
      reason: 'For the sake of the test.',
      until: new Date(app.clock.now().getTime() + DAY),
    });

  it('loses their reservations as a reviewer', async () => {
    const leaving = await buildReviewer(app, 'de');
    const ids = [await submitted('story'), await submitted('chapter')];
    for (const translationId of ids) await app.call(translationApi.claim, { translationId }, leaving);
    await suspend(leaving);
    for (const id of ids) {
      expect(await translationRow(app, id)).toMatchObject({ status: 'submitted', reviewer_id: null });
      expect(await send('claim', id, reviewer)).toBe('200');
    }
  });

  it('has nothing in review, but keeps drafts and published translations', async () => {
    const before = await publishTranslation(app, { ...taskOf('story'), translator, reviewer });
    const ids = [await submitted('story'), await submitted('chapter')];
    await app.call(translationApi.claim, { translationId: ids[1]! }, reviewer);
    await suspend(translator);
    for (const id of ids) expect(await translationRow(app, id)).toMatchObject({ status: 'saved', reviewer_id: null });
    expect(await statusOf(app, before)).toBe('approved');
    const { version } = await translationRow(app, ids[1]!);
    const approval = await app.send(translationApi.approve, { translationId: ids[1]!, version }, reviewer);
    expect(outcome(approval)).toBe('409 wrong_state');
  });
});
