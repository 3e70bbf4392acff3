import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { to } from '#core/pages.ts';
import { DAY, HOUR } from '#core/time.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { restrictAccount } from '#features/accounts/server/index.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { messageApi } from '#features/messages/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { createCtx } from '#platform/context.ts';
import { enqueue } from '#platform/jobs/jobs.ts';
import { tick } from '#server/regular.job.ts';
import { buildMember, buildPublishedStory, buildStory, type Member, outcome } from '#testing/factories.ts';
import { HOSTILE_TEXTS } from '#testing/hostile-texts.ts';
import { expectInvariants } from '#testing/invariants.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { letIn, letPass, newestMessage } from '#testing/together.ts';
import { participationApi } from '../contract.ts';
import { REQUEST_NOTE_MAX } from '../model/participation-limits.ts';

const app = setUpTestApp();
let creator: Member;
let member: Member;
let other: Member;
beforeAll(async () => {
  app.app.cache.setListening(false);
  creator = await buildMember(app, { username: 'Mara_Ilic' });
  member = await buildMember(app, { username: 'amelie_r' });
  other = await buildMember(app, { username: '민준' });
});
afterEach(() => expectInvariants(app));

type Mode = 'relay' | 'branch' | 'solo';
const publish = async (mode: Mode = 'relay', by = creator) => (await buildPublishedStory(app, by, { mode })).story.id;
const send = (call: keyof typeof participationApi, input: Record<string, unknown>, who?: Member) =>
  app.send(participationApi[call], input, who);
const invite = (storyId: string, who = member, by = creator) => send('invite', { storyId, userId: who.id }, by);
const apply = (storyId: string, who = member, note?: string) =>
  send('apply', { storyId, ...(note ? { note } : {}) }, who);
const answer = (call: 'handleInvite' | 'handleApplication', messageId: string, accept: boolean, who: Member) =>
  app.send(messageApi[call], { messageId, accept }, who);
const people = async (storyId: string) =>
  (await app.call(participationApi.participants, { storyId })).items.map(({ id }) => id);
const standing = async (storyId: string, who: Member) => {
  const { membership, can } = await app.call(storyApi.viewerState, { storyId }, who);
  return { ...membership, ...can };
};
const newest = async (who: Member) => (await app.call(messageApi.list, {}, who)).items[0];
const inbox = async (who: Member, storyId: string) =>
  (await app.call(messageApi.list, {}, who)).items
    .filter(({ data }) => data.storyId === storyId)
    .map(({ content }) => content);
const waiting = async (storyId: string) => (await app.call(participationApi.requests, { storyId }, creator)).items;
const runTick = async () => {
  await enqueue(app.deps, tick, {});
  await app.work();
};

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
    await restrictAccount(createCtx(app.deps, { language: 'en' }), banned.id, { action: 'ban', reason: 'A reason.' });
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
    // The creator let them in, so needs no message about it.
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

  it('that no one answers in time expires, and its sender is told once', async () => {
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
});

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

it('nothing is pending any more after the story is deleted, or when one side can’t act any more', async () => {
  const storyId = await publish();
  const target = await buildMember(app);
  await invite(storyId, target);
  await app.call(storyApi.delete, { storyId }, creator);
  expect(await newestMessage(app, target, 'story_invite')).toMatchObject({ action_status: 'withdrawn' });
  const second = await publish();
  await apply(second, target);
  await invite(await publish(), target);
  await restrictAccount(createCtx(app.deps, { language: 'en' }), target.id, { action: 'ban', reason: 'A reason.' });
  expect(await newestMessage(app, creator, 'story_apply')).toMatchObject({ action_status: 'withdrawn' });
  const owner = await buildMember(app);
  const third = await publish('relay', owner);
  await invite(third, member, owner);
  await restrictAccount(createCtx(app.deps, { language: 'en' }), owner.id, { action: 'ban', reason: 'A reason.' });
  expect(await newestMessage(app, member, 'story_invite')).toMatchObject({ action_status: 'withdrawn' });
});

describe('the search for members', () => {
  const find = async (keyword: string, who = creator) =>
    (await app.call(participationApi.searchUser, { keyword }, who)).map(({ username }) => username);
  it('finds by name or profile URL, ignoring case', async () => {
    expect((await find('AMELIE'))[0]).toBe('amelie_r');
    expect(await find('민준')).toEqual(['민준']);
    expect((await find(other.slug))[0]).toBe('민준');
    expect(await find('@amelie_r')).toContain('amelie_r');
    expect(await find('melie')).toContain('amelie_r');
    expect(await find('nobody_at_all')).toEqual([]);
  });
  it('finds with or without accents, and with a space for an underscore', async () => {
    await buildMember(app, { username: 'Ångström' });
    await buildMember(app, { username: 'Inês_Prado' });
    await buildMember(app, { username: '水原_茜' });
    for (const keyword of ['Angstrom', 'angstr', 'ÅNGSTRÖM'])
      expect(await find(keyword), keyword).toEqual(['Ångström']);
    for (const keyword of ['Ines Prado', 'ines_prado', 'inês prado', '@Ines'])
      expect((await find(keyword))[0]).toBe('Inês_Prado');
    expect(await find('Amélie')).toContain('amelie_r');
    expect(await find('水原 茜')).toEqual(['水原_茜']);
  });
  it.each(['%%', '__', '\\\\', "';--"])('takes %s literally', async (keyword) => {
    expect(await find(keyword)).toEqual([]);
  });
  it.each(['', ' ', 'x', 'x'.repeat(41)])('needs a keyword: %j', async (keyword) => {
    expect(outcome(await send('searchUser', { keyword }, creator))).toBe('400 invalid_input');
  });
  it('returns ten at most, and no deleted members', async () => {
    for (let i = 0; i < 11; i += 1) await buildMember(app, { username: `crowd_${i}` });
    expect(await find('crowd')).toHaveLength(10);
    const gone = await buildMember(app, { username: 'gone_away' });
    await restrictAccount(createCtx(app.deps, { language: 'en' }), gone.id, { action: 'ban', reason: 'A reason.' });
    expect(await find('gone_away')).toEqual([]);
  });
  it('returns only what is on a profile', async () => {
    const [found] = await app.call(participationApi.searchUser, { keyword: 'amelie' }, creator);
    expect(Object.keys(found!).sort()).toEqual(['avatar', 'id', 'slug', 'username']);
    expect(outcome(await send('searchUser', { keyword: 'amelie' }))).toBe('401 login_required');
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

  it('pending requests end when a story ends or its creator can’t answer any more', async () => {
    const storyId = await publish();
    await invite(storyId);
    await app.call(storyApi.update, { storyId, progress: 'ended' }, creator);
    expect(await newestMessage(app, member, 'story_invite')).toMatchObject({ action_status: 'withdrawn' });
    const owner = await buildMember(app);
    const theirs = await publish('relay', owner);
    await restrictAccount(createCtx(app.deps, { language: 'en' }), owner.id, { action: 'ban', reason: 'A reason.' });
    expect(outcome(await apply(theirs))).toBe('409 wrong_state');
  });

  it('an applicant joins when joining becomes open', async () => {
    const storyId = await publish();
    await apply(storyId);
    await app.call(storyApi.update, { storyId, joinPolicy: 'open' }, creator);
    expect((await apply(storyId)).body.data).toEqual({ state: 'accepted' });
    expect(await newestMessage(app, creator, 'story_apply')).toMatchObject({ action_status: 'accepted' });
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
