import { describe, expect, it } from 'vitest';
import { DAY } from '#core/time.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { buildMember, buildStory, type Member, outcome } from '#testing/factories.ts';
import { letIn, letPass, newestMessage } from '#testing/together.ts';
import { participationApi } from '../contract.ts';
import { setUpParticipation } from './participation.test-kit.ts';

const { app, creator, member, other, send, publish, invite, apply, answer, people, standing, newest } =
  setUpParticipation();

describe('spots', () => {
  it('are limited by the story, and an invitation to a full story is refused', async () => {
    const storyId = await publish();
    await app.call(storyApi.update, { storyId, participantLimit: 2 }, creator);
    await invite(storyId);
    await apply(storyId, other);
    const invitation = await newestMessage(app, member, 'story_invite');
    const application = await newestMessage(app, creator, 'story_apply');
    expect(outcome(await answer('handleInvite', invitation.id, true, member))).toBe('200');
    expect(outcome(await answer('handleApplication', application.id, true, creator))).toBe('409 story_full');
    expect((await standing(storyId, await buildMember(app))).refusal).toBe('story_full');
    expect(outcome(await apply(storyId, await buildMember(app)))).toBe('409 story_full');
    expect(outcome(await invite(storyId, await buildMember(app)))).toBe('409 story_full');
    await app.call(participationApi.leave, { storyId }, member);
    expect(outcome(await answer('handleApplication', application.id, true, creator))).toBe('200');
    expect(await people(storyId)).toEqual([creator.id, other.id]);
  });

  it.each([
    ['relay', 'participantLimit', 1, '400 invalid_input'],
    ['relay', 'participantLimit', 2, '200'],
    ['relay', 'participantLimit', 20, '200'],
    ['relay', 'participantLimit', 21, '400 invalid_input'],
    ['branch', 'participantLimit', 5, '400 invalid_input'],
    ['solo', 'joinPolicy', 'open', '400 invalid_input'],
    ['branch', 'joinPolicy', 'invite_only', '200'],
    ['relay', 'turnDays', 3, '200'],
    ['relay', 'turnDays', 4, '400 invalid_input'],
    ['branch', 'turnDays', 3, '400 invalid_input'],
  ] as const)('and other rules of a %s: %s %s is %s', async (mode, field, value, expected) => {
    const { id } = await buildStory(app, creator, { mode });
    expect(outcome(await app.send(storyApi.update, { storyId: id, [field]: value }, creator))).toBe(expected);
  });

  it('no rule leaves fewer spots than writers', async () => {
    const storyId = await publish();
    await letIn(app, creator, storyId, member);
    await letIn(app, creator, storyId, other);
    const limit = (participantLimit: number) => app.send(storyApi.update, { storyId, participantLimit }, creator);
    expect(outcome(await limit(2))).toBe('400 invalid_input');
    expect(outcome(await limit(3))).toBe('200');
  });
});

describe('leaving', () => {
  it('keeps the chapters, and returning members keep their number', async () => {
    const storyId = await publish('branch');
    await app.call(participationApi.apply, { storyId }, other);
    await app.call(participationApi.apply, { storyId }, member);
    expect(outcome(await send('leave', { storyId }, creator))).toBe('409 wrong_state');
    expect(outcome(await send('leave', { storyId }, await buildMember(app)))).toBe('409 not_participant');
    await app.call(participationApi.leave, { storyId }, other);
    expect(await people(storyId)).toEqual([creator.id, member.id]);
    expect(outcome(await app.send(chapterApi.create, { storyId, title: 'x' }, other))).not.toBe('200');
    await app.call(participationApi.apply, { storyId }, other);
    const { items } = await app.call(participationApi.participants, { storyId });
    expect(items.map(({ id, number }) => [id, number])).toEqual([
      [creator.id, 1],
      [other.id, 2],
      [member.id, 3],
    ]);
  });

  it('of others is decided by the creator, and they then wait a week', async () => {
    const storyId = await publish('branch');
    await app.call(participationApi.apply, { storyId }, member);
    const remove = (who: Member, by: Member) => send('remove', { storyId, userId: who.id }, by);
    expect(outcome(await remove(member, other))).toBe('403 forbidden');
    expect(outcome(await remove(creator, creator))).toBe('409 wrong_state');
    expect(outcome(await remove(other, creator))).toBe('409 not_participant');
    expect(outcome(await remove(member, creator))).toBe('200');
    expect(outcome(await apply(storyId, member))).toBe('409 reapply_later');
    await letPass(app, 7 * DAY, [creator, member, other]);
    expect(outcome(await apply(storyId, member))).toBe('200');
  });
});

it('the lists are the same for everyone in pages, and pending requests are only for the creator', async () => {
  const storyId = await publish('branch');
  for (const who of [member, other]) await app.call(participationApi.apply, { storyId }, who);
  const page = await app.call(participationApi.participants, { storyId, limit: 2 });
  const rest = await app.call(participationApi.participants, { storyId, limit: 2, cursor: page.next! });
  expect([...page.items, ...rest.items].map(({ id }) => id)).toEqual([creator.id, member.id, other.id]);
  expect(rest.next).toBeNull();
  expect(page.items[0]).toMatchObject({ isCreator: true, isCurrentWriter: false, number: 1 });
  expect(outcome(await send('requests', { storyId }, member))).toBe('403 forbidden');
  expect(outcome(await send('requests', { storyId }))).toBe('401 login_required');
  const draft = await buildStory(app, creator, { mode: 'relay' });
  expect(outcome(await send('participants', { storyId: draft.id }, creator))).toBe('404 story_not_found');
  expect(outcome(await app.send(accountApi.bySlug, { slug: member.slug }))).toBe('200');
});

it('members who joined write in a relay like the others', async () => {
  const storyId = await publish();
  await letIn(app, creator, storyId, member);
  const { items } = await app.call(participationApi.participants, { storyId });
  expect(items.map(({ isCurrentWriter }) => isCurrentWriter)).toEqual([true, false]);
});

describe('notifications', () => {
  it('go to a removed writer, and to all others when the story is deleted; authors can still read their own', async () => {
    const storyId = await publish('branch');
    for (const who of [member, other]) await app.call(participationApi.apply, { storyId }, who);
    const { items } = await app.call(chapterApi.list, { storyId });
    const { id: chapterId } = await app.call(
      chapterApi.create,
      { storyId, parentChapterId: items[0]!.id, title: 'Mine' },
      member,
    );
    await app.call(participationApi.remove, { storyId, userId: other.id }, creator);
    expect(await newest(other)).toMatchObject({
      type: 'system_notice',
      content: expect.stringContaining('removed you'),
    });
    await app.call(storyApi.delete, { storyId }, creator);
    expect(await newest(member)).toMatchObject({ type: 'system_notice', content: expect.stringContaining('deleted') });
    expect(await app.call(chapterApi.draft, { chapterId }, member)).toMatchObject({ title: 'Mine' });
    expect(outcome(await app.send(chapterApi.draft, { chapterId }, creator))).toBe('404 chapter_not_found');
  });
});
