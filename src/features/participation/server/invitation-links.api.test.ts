import { describe, expect, it } from 'vitest';
import { DAY, SECOND } from '#core/time.ts';
import { restrictAccount } from '#features/accounts/server/index.ts';
import { messageApi } from '#features/messages/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { createCtx } from '#platform/context.ts';
import { buildMember, buildPublishedStory, type Member, outcome } from '#testing/factories.ts';
import { letPass } from '#testing/together.ts';
import { participationApi } from '../contract.ts';
import { invitationLinkApi } from '../contract-invitation-links.ts';
import { INVITATION_LINK_LASTS, INVITATION_LINKS_PER_STORY } from '../model/invitation-link.ts';
import { setUpParticipation } from './participation.test-kit.ts';

const { app, creator, member: friend, other, people } = setUpParticipation();

type Rules = { joinPolicy?: 'invite_only' | 'applications'; participantLimit?: number };
async function publish(mode: 'relay' | 'solo' = 'relay', rules: Rules = {}, by = creator): Promise<string> {
  const storyId = (await buildPublishedStory(app, by, { mode })).story.id;
  if (mode !== 'solo') await app.call(storyApi.update, { storyId, joinPolicy: 'invite_only', ...rules }, by);
  return storyId;
}
const make = async (storyId: string, by = creator) => {
  const link = await app.call(invitationLinkApi.make, { storyId }, by);
  return { ...link, token: link.path.split('=')[1]! };
};
const see = (token: string, who?: Member) => app.call(invitationLinkApi.see, { token }, who);
const accept = async (token: string, who: Member) => outcome(await app.send(invitationLinkApi.accept, { token }, who));
const withdraw = async (linkId: string, who = creator) =>
  outcome(await app.send(invitationLinkApi.withdraw, { linkId }, who));
const listed = async (storyId: string) => app.call(invitationLinkApi.list, { storyId }, creator);

describe('an invitation link', () => {
  it('shows visitors what it invites to, and lets one member join by accepting it', async () => {
    const storyId = await publish();
    const { token, path, expiresAt } = await make(storyId);
    expect(path).toMatch(/^\/invitation\?token=\d+\.0\.[\w-]{43}$/);
    expect(await see(token)).toMatchObject({
      state: 'open',
      story: { id: storyId },
      expiresAt,
    });
    // Seeing it uses nothing up.
    expect(await people(storyId)).toEqual([creator.id]);

    expect(await accept(token, friend)).toBe('200');
    expect(await people(storyId)).toEqual([creator.id, friend.id]);
    const [message] = (await app.call(messageApi.list, {}, creator)).items;
    expect(message).toMatchObject({ type: 'story_invite_accepted' });

    expect(await see(token, other)).toMatchObject({ state: 'used' });
    expect(await accept(token, other)).toBe('409 invitation_link_ended');
    expect(await listed(storyId)).toEqual([]);
  });
  it('lets only one member join if many use it at once', async () => {
    const storyId = await publish();
    const { token } = await make(storyId);
    const friends = await Promise.all(Array.from({ length: 8 }, () => buildMember(app)));
    const outcomes = await Promise.all(friends.map((one) => accept(token, one)));
    expect(outcomes.filter((one) => one === '200')).toHaveLength(1);
    expect(outcomes.filter((one) => one === '409 invitation_link_ended')).toHaveLength(7);
    expect(await people(storyId)).toHaveLength(2);
  });
  it('is either used or withdrawn, if both happen at once', async () => {
    const storyId = await publish();
    const { token, id } = await make(storyId);
    const [used, back] = await Promise.all([accept(token, friend), withdraw(id)]);
    expect([used, back].sort()).toEqual(['200', '409 invitation_link_ended']);
    expect(await people(storyId)).toHaveLength(used === '200' ? 2 : 1);
  });
  it('is not used up by those who write in the story, its creator among them', async () => {
    const storyId = await publish();
    const [first, second] = [await make(storyId), await make(storyId)];
    expect(await accept(first.token, creator)).toBe('409 already_participant');
    expect(await see(first.token, creator)).toMatchObject({ state: 'open' });
    expect(await accept(first.token, friend)).toBe('200');
    expect(await accept(second.token, friend)).toBe('409 already_participant');
    expect(await see(second.token, friend)).toMatchObject({ state: 'open' });
  });
  it('accepts a pending application, too', async () => {
    const storyId = await publish('relay', { joinPolicy: 'applications' });
    await app.call(participationApi.apply, { storyId }, friend);
    const { token } = await make(storyId);
    expect(await accept(token, friend)).toBe('200');
    expect((await app.call(participationApi.requests, { storyId }, creator)).items).toEqual([]);
  });
  it('expires after 14 days', async () => {
    const storyId = await publish();
    const { token, id } = await make(storyId);
    await letPass(app, INVITATION_LINK_LASTS + SECOND, [creator, friend, other]);
    expect(await see(token, friend)).toMatchObject({ state: 'expired' });
    expect(await accept(token, friend)).toBe('409 invitation_link_ended');
    expect(await withdraw(id)).toBe('409 invitation_link_ended');
    expect(await listed(storyId)).toEqual([]);
  });
  it('can be withdrawn by its creator only', async () => {
    const storyId = await publish();
    const { token, id } = await make(storyId);
    expect(await withdraw(id, other)).toBe('404 invitation_link_invalid');
    expect(await withdraw(id)).toBe('200');
    expect(await withdraw(id)).toBe('409 invitation_link_ended');
    expect(await see(token)).toMatchObject({ state: 'withdrawn' });
    expect(await accept(token, friend)).toBe('409 invitation_link_ended');
  });
  it('can be copied again from the list, which others don’t get', async () => {
    const storyId = await publish();
    const [first, second] = [await make(storyId), await make(storyId)];
    expect((await listed(storyId)).map(({ path }) => path)).toEqual([second.path, first.path]);
    expect(outcome(await app.send(invitationLinkApi.list, { storyId }, other))).toBe('403 forbidden');
  });
  it('ends with the story, and is refused for a full one without being used up', async () => {
    const full = await publish('relay', { participantLimit: 2 });
    const [first, second] = [await make(full), await make(full)];
    expect(await accept(first.token, friend)).toBe('200');
    expect(await see(second.token, other)).toMatchObject({ state: 'full' });
    expect(await accept(second.token, other)).toBe('409 story_full');
    expect(outcome(await app.send(invitationLinkApi.make, { storyId: full }, creator))).toBe('409 story_full');

    const ending = await publish();
    const { token } = await make(ending);
    await app.call(storyApi.delete, { storyId: ending }, creator);
    expect(await see(token)).toMatchObject({ state: 'withdrawn', story: null });
    expect(await accept(token, friend)).toBe('409 invitation_link_ended');
  });
  it('is withdrawn if its creator is suspended', async () => {
    const author = await buildMember(app);
    const storyId = await publish('relay', {}, author);
    const { token } = await make(storyId, author);
    await restrictAccount(createCtx(app.deps, { language: 'en' }), author.id, {
      action: 'suspend',
      reason: 'Spam',
      until: new Date(app.clock.now().getTime() + DAY),
    });
    expect(await see(token)).toMatchObject({ state: 'withdrawn' });
    expect(await accept(token, friend)).toBe('409 invitation_link_ended');
  });
  it('doesn’t let a removed member back in for 7 days', async () => {
    const storyId = await publish();
    const [first, second] = [await make(storyId), await make(storyId)];
    await accept(first.token, friend);
    await app.call(participationApi.remove, { storyId, userId: friend.id }, creator);
    expect(await accept(second.token, friend)).toBe('409 reapply_later');
    expect(await see(second.token, other)).toMatchObject({ state: 'open' });
  });
  it('exists for shared public stories only, and at most 20 times', async () => {
    const solo = await publish('solo');
    expect(outcome(await app.send(invitationLinkApi.make, { storyId: solo }, creator))).toBe('409 solo_story');
    const storyId = await publish();
    for (let i = 0; i < INVITATION_LINKS_PER_STORY; i++) await make(storyId);
    expect(outcome(await app.send(invitationLinkApi.make, { storyId }, creator))).toBe('409 too_many_invitation_links');
  });
  it.each(['x', '1.0', `1.0.${'A'.repeat(43)}`, '<script>', '0', '9'.repeat(90)])(
    'is refused if it is forged: %s',
    async (token) => {
      expect(outcome(await app.send(invitationLinkApi.see, { token }))).toBe('404 invitation_link_invalid');
      expect(await accept(token, friend)).toBe('404 invitation_link_invalid');
    },
  );
});
