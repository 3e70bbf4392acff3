import { describe, expect, it } from 'vitest';
import { DAY, HOUR } from '#core/time.ts';
import { messageApi } from '#features/messages/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { buildMember, buildStory, outcome } from '#testing/factories.ts';
import { letPass, newestMessage } from '#testing/together.ts';
import { participationApi } from '../contract.ts';
import { setUpParticipation } from './participation.test-kit.ts';

const {
  app,
  ban,
  creator,
  member,
  other,
  send,
  publish,
  invite,
  apply,
  answer,
  people,
  standing,
  newest,
  waiting,
  runTick,
} = setUpParticipation();

describe('an invitation', () => {
  it('is sent as a message, and accepting it lets the member write', async () => {
    const storyId = await publish();
    expect(
      await app.call(participationApi.invite, { storyId, userId: member.id, note: 'There is an open end.' }, creator),
    ).toEqual({ state: 'pending' });
    const message = await newestMessage(app, member, 'story_invite');
    expect(message).toMatchObject({
      status: 'unread',
      action_status: null,
      data: { storyId, storyTitle: 'Salt and Lemons' },
    });
    expect(message.content).toContain('Mara_Ilic');
    expect(await standing(storyId, member)).toMatchObject({
      isParticipant: false,
      request: { kind: 'invitation', messageId: message.id },
    });
    expect(await waiting(storyId)).toMatchObject([
      { kind: 'invitation', user: { username: 'amelie_r' }, note: 'There is an open end.', messageId: null },
    ]);
    expect(outcome(await answer('handleInvite', message.id, true, member))).toBe('200');
    expect(await people(storyId)).toEqual([creator.id, member.id]);
    expect(await newestMessage(app, member, 'story_invite')).toMatchObject({
      status: 'read',
      action_status: 'accepted',
    });
    expect(await newest(creator)).toMatchObject({ type: 'story_invite_accepted', data: { storyId } });
    expect(await standing(storyId, member)).toMatchObject({
      isParticipant: true,
      request: null,
      leave: true,
      refusal: null,
    });
    expect(await waiting(storyId)).toEqual([]);
    expect(await app.call(storyApi.detail, { storyId })).toMatchObject({ participantCount: 2 });
  });

  it('when declined changes nothing, and can be repeated after a week', async () => {
    const storyId = await publish();
    await invite(storyId);
    const { id } = await newestMessage(app, member, 'story_invite');
    await answer('handleInvite', id, false, member);
    expect(await people(storyId)).toEqual([creator.id]);
    expect(await newest(creator)).toMatchObject({ type: 'story_invite_rejected' });
    expect(outcome(await invite(storyId))).toBe('409 reapply_later');
    expect(outcome(await apply(storyId))).toBe('409 reapply_later');
    expect((await standing(storyId, member)).refusal).toBe('reapply_later');
    await letPass(app, 7 * DAY, [creator, member, other]);
    expect(outcome(await invite(storyId))).toBe('200');
  });

  it('is answered once, only by its recipient, and not as an application', async () => {
    const storyId = await publish();
    await invite(storyId);
    const { id } = await newestMessage(app, member, 'story_invite');
    expect(outcome(await answer('handleInvite', id, true, other))).toBe('404 message_not_found');
    expect(outcome(await answer('handleInvite', '999999999', true, other))).toBe('404 message_not_found');
    expect(outcome(await answer('handleApplication', id, true, member))).toBe('404 message_not_found');
    expect(outcome(await app.send(messageApi.handleInvite, { messageId: id }, member))).toBe('400 invalid_input');
    expect(outcome(await app.send(messageApi.handleInvite, { messageId: id, accept: 'yes' }, member))).toBe(
      '400 invalid_input',
    );
    expect(outcome(await app.send(messageApi.handleInvite, { messageId: id, accept: true }))).toBe(
      '401 login_required',
    );
    expect(outcome(await answer('handleInvite', id, true, member))).toBe('200');
    expect(outcome(await answer('handleInvite', id, false, member))).toBe('409 request_ended');
  });

  it('can be withdrawn', async () => {
    const storyId = await publish();
    await invite(storyId);
    expect(outcome(await invite(storyId))).toBe('409 request_pending');
    const { id } = await newestMessage(app, member, 'story_invite');
    expect(outcome(await send('withdraw', { storyId, userId: member.id }, other))).toBe('403 forbidden');
    expect(outcome(await send('withdraw', { storyId }, member))).toBe('409 request_ended');
    expect(outcome(await send('withdraw', { storyId, userId: member.id }, creator))).toBe('200');
    expect(outcome(await send('withdraw', { storyId, userId: member.id }, creator))).toBe('409 request_ended');
    expect(await newestMessage(app, member, 'story_invite')).toMatchObject({ action_status: 'withdrawn' });
    expect(outcome(await answer('handleInvite', id, true, member))).toBe('409 request_ended');
    expect(outcome(await invite(storyId))).toBe('200');
  });

  it('expires after two weeks by the database’s clock, even before the tick', async () => {
    const storyId = await publish();
    await invite(storyId);
    const { id } = await newestMessage(app, member, 'story_invite');
    await letPass(app, 14 * DAY - HOUR, [creator, member]);
    expect((await standing(storyId, member)).request).not.toBeNull();
    await letPass(app, 2 * HOUR, [creator, member, other]);
    expect(await standing(storyId, member)).toMatchObject({ request: null, apply: true });
    expect(outcome(await answer('handleInvite', id, true, member))).toBe('409 request_ended');
    await runTick();
    expect(await newestMessage(app, member, 'story_invite')).toMatchObject({
      action_status: 'expired',
      status: 'read',
    });
    const told = await newest(creator);
    expect(told?.content).toContain('didn’t answer your invitation');
    expect(told?.content).toContain('amelie_r');
    await runTick();
    expect((await newest(creator))?.id).toBe(told?.id);
    expect(outcome(await invite(storyId))).toBe('200');
    await letPass(app, 15 * DAY, [creator, member, other]);
    // An expired request that no tick has ended yet doesn’t block the next one.
    expect(outcome(await apply(storyId))).toBe('200');
  });

  it.each([
    ['a visitor', () => undefined, '401 login_required'],
    ['another member', () => other, '403 forbidden'],
    ['the creator', () => creator, '200'],
  ])('sent by %s: %s', async (_, who, expected) => {
    const storyId = await publish();
    expect(outcome(await send('invite', { storyId, userId: member.id }, who()))).toBe(expected);
  });

  it('is only for active members other than the creator, and not for stories that no one can join', async () => {
    const storyId = await publish();
    expect(outcome(await send('invite', { storyId, userId: '999999999' }, creator))).toBe('404 user_not_found');
    expect(outcome(await invite(storyId, creator))).toBe('409 already_participant');
    const banned = await buildMember(app);
    await ban(banned);
    expect(outcome(await invite(storyId, banned))).toBe('404 user_not_found');
    expect(outcome(await invite(await publish('solo')))).toBe('409 solo_story');
    const draft = await buildStory(app, creator, { mode: 'relay' });
    expect(outcome(await invite(draft.id))).toBe('409 wrong_state');
    expect(outcome(await invite(draft.id, member, other))).toBe('404 story_not_found');
    expect(outcome(await send('invite', { storyId: '999999999', userId: member.id }, creator))).toBe(
      '404 story_not_found',
    );
    await app.call(storyApi.update, { storyId, progress: 'ended' }, creator);
    expect(outcome(await invite(storyId))).toBe('409 wrong_state');
  });

  it('to a sixth story waits until one of five is answered', async () => {
    const busy = await buildMember(app);
    for (let i = 0; i < 5; i += 1) expect(outcome(await invite(await publish(), busy))).toBe('200');
    const sixth = await publish();
    expect(outcome(await invite(sixth, busy))).toBe('409 too_many_invitations');
    const { id } = await newestMessage(app, busy, 'story_invite');
    await answer('handleInvite', id, false, busy);
    expect(outcome(await invite(sixth, busy))).toBe('200');
  });
});

describe('pending requests', () => {
  it('end when the story is deleted, or when one side can’t act any more', async () => {
    const storyId = await publish();
    const target = await buildMember(app);
    await invite(storyId, target);
    await app.call(storyApi.delete, { storyId }, creator);
    expect(await newestMessage(app, target, 'story_invite')).toMatchObject({ action_status: 'withdrawn' });
    const second = await publish();
    await apply(second, target);
    await invite(await publish(), target);
    await ban(target);
    expect(await newestMessage(app, creator, 'story_apply')).toMatchObject({ action_status: 'withdrawn' });
    const owner = await buildMember(app);
    const third = await publish('relay', owner);
    await invite(third, member, owner);
    await ban(owner);
    expect(await newestMessage(app, member, 'story_invite')).toMatchObject({ action_status: 'withdrawn' });
  });

  it('end when a story ends or its creator can’t answer any more', async () => {
    const storyId = await publish();
    await invite(storyId);
    await app.call(storyApi.update, { storyId, progress: 'ended' }, creator);
    expect(await newestMessage(app, member, 'story_invite')).toMatchObject({ action_status: 'withdrawn' });
    const owner = await buildMember(app);
    const theirs = await publish('relay', owner);
    await ban(owner);
    expect(outcome(await apply(theirs))).toBe('409 wrong_state');
  });
});
