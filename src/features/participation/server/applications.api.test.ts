import { describe, expect, it } from 'vitest';
import { to } from '#core/pages.ts';
import { DAY, HOUR } from '#core/time.ts';
import { storyApi } from '#features/stories/contract.ts';
import { buildStory, outcome } from '#testing/factories.ts';
import { HOSTILE_TEXTS } from '#testing/hostile-texts.ts';
import { letPass, newestMessage } from '#testing/together.ts';
import { REQUEST_NOTE_MAX } from '../model/participation-limits.ts';
import { setUpParticipation } from './participation.test-kit.ts';

const { app, creator, member, other, send, publish, invite, apply, answer, people, newest, inbox, waiting, runTick } =
  setUpParticipation();

describe('an application', () => {
  it('waits for the creator, who accepts or declines it', async () => {
    const storyId = await publish();
    expect((await apply(storyId, member, 'I play second violin.')).body.data).toEqual({ state: 'pending' });
    const message = await newestMessage(app, creator, 'story_apply');
    expect(message.content).toContain('amelie_r');
    expect(await waiting(storyId)).toMatchObject([
      { kind: 'application', messageId: message.id, note: 'I play second violin.' },
    ]);
    expect(outcome(await apply(storyId))).toBe('409 request_pending');
    expect(outcome(await answer('handleApplication', message.id, true, other))).toBe('404 message_not_found');
    expect(outcome(await answer('handleApplication', message.id, true, creator))).toBe('200');
    expect(await people(storyId)).toEqual([creator.id, member.id]);
    // The creator accepted them, so there is no message about it.
    expect(await inbox(creator, storyId)).not.toContainEqual(expect.stringContaining('has joined'));
    expect(await newest(member)).toMatchObject({
      type: expect.stringMatching(/^(story_apply_accepted|relay_your_turn)$/),
    });
    expect(outcome(await apply(storyId))).toBe('409 already_participant');
  });

  it('notifies the member if declined, and can be withdrawn before', async () => {
    const storyId = await publish();
    await apply(storyId);
    expect(outcome(await send('withdraw', { storyId }, member))).toBe('200');
    expect(await newestMessage(app, creator, 'story_apply')).toMatchObject({ action_status: 'withdrawn' });
    await apply(storyId);
    const { id } = await newestMessage(app, creator, 'story_apply');
    await answer('handleApplication', id, false, creator);
    expect(await newest(member)).toMatchObject({ type: 'story_apply_rejected' });
    expect(await people(storyId)).toEqual([creator.id]);
  });

  it('adds the member right away if joining is open, and is refused if it is invite-only', async () => {
    const open = await publish('branch');
    expect((await apply(open)).body.data).toEqual({ state: 'accepted' });
    expect(await people(open)).toEqual([creator.id, member.id]);
    const told = await newest(creator);
    expect(told?.content).toMatch(/amelie_r<\/a> has joined/);
    expect(told?.target).toBe(to.story({ storyId: open }));
    const closed = await publish();
    await app.call(storyApi.update, { storyId: closed, joinPolicy: 'invite_only' }, creator);
    expect(outcome(await apply(closed))).toBe('409 invite_only');
    expect(outcome(await apply(await publish('solo')))).toBe('409 solo_story');
    expect(outcome(await apply(closed, creator))).toBe('409 already_participant');
    expect(outcome(await send('apply', { storyId: closed }))).toBe('401 login_required');
    const draft = await buildStory(app, creator, { mode: 'relay' });
    expect(outcome(await apply(draft.id))).toBe('404 story_not_found');
  });

  it('that no one answers in time expires, and its sender is notified once', async () => {
    const storyId = await publish();
    await apply(storyId);
    await letPass(app, 14 * DAY + HOUR, [creator, member, other]);
    await Promise.all([runTick(), runTick()]);
    const expired = (await inbox(member, storyId)).filter((content) => content.includes('has expired'));
    expect(expired).toHaveLength(1);
    expect(await newestMessage(app, creator, 'story_apply')).toMatchObject({
      action_status: 'expired',
      status: 'read',
    });
    expect(outcome(await apply(storyId))).toBe('200');
  });

  it('and an invitation together add the member', async () => {
    const storyId = await publish();
    await invite(storyId);
    expect((await apply(storyId)).body.data).toEqual({ state: 'accepted' });
    expect(await newest(creator)).toMatchObject({ type: 'story_invite_accepted' });
    const second = await publish();
    await apply(second);
    expect((await invite(second)).body.data).toEqual({ state: 'accepted' });
    expect(await newestMessage(app, creator, 'story_apply')).toMatchObject({ action_status: 'accepted' });
    expect(await people(second)).toEqual([creator.id, member.id]);
  });

  it('has a note of at most 500 characters, shown as written', async () => {
    const storyId = await publish();
    expect(outcome(await apply(storyId, member, 'x'.repeat(REQUEST_NOTE_MAX + 1)))).toBe('400 invalid_input');
    expect(outcome(await apply(storyId, member, '界'.repeat(REQUEST_NOTE_MAX)))).toBe('200');
    for (const text of HOSTILE_TEXTS.slice(0, 5)) {
      await send('withdraw', { storyId }, member);
      await apply(storyId, member, text.slice(0, REQUEST_NOTE_MAX));
      const { content } = await newestMessage(app, creator, 'story_apply');
      expect(content).not.toMatch(/<(script|img|svg|iframe)/i);
    }
  });

  it('an applicant joins when joining becomes open', async () => {
    const storyId = await publish();
    await apply(storyId);
    await app.call(storyApi.update, { storyId, joinPolicy: 'open' }, creator);
    expect((await apply(storyId)).body.data).toEqual({ state: 'accepted' });
    expect(await newestMessage(app, creator, 'story_apply')).toMatchObject({ action_status: 'accepted' });
  });
});
