import { describe, expect, it } from 'vitest';
import type { Actor } from '#core/actor.ts';
import type { Decision } from '#core/decision.ts';
import { matrix } from '#core/machine.ts';
import type { StoryFacts } from '#features/stories/model/story-policy.ts';
import {
  canApply,
  canBeTakenIn,
  canInvite,
  canInviteMember,
  canLeave,
  canManage,
  canRemove,
  type JoinableStory,
  type JoinFacts,
} from './participation-policy.ts';
import { requestMachine } from './request-status.ts';

const actor = (id: string): Actor => ({ id, username: `m${id}`, sessionId: '1', roles: [] });
const [CREATOR, MEMBER] = [actor('1'), actor('2')];
const story = (changes: Partial<JoinableStory> = {}, facts: Partial<StoryFacts> = {}): JoinableStory => ({
  isShared: true,
  progress: 'ongoing',
  joinPolicy: 'applications',
  facts: { creatorId: '1', status: 'published', editStatus: null, deleted: false, ...facts },
  ...changes,
});
const outside: JoinFacts = {
  isParticipant: false,
  isFull: false,
  open: null,
  canBeAnswered: true,
  isTooEarly: false,
};
const said = (decision: Decision) => (decision.ok ? 'ok' : decision.code);

describe('a request', () => {
  it.each(matrix(requestMachine))('%s × %s → %s', (from, action, to) => {
    const ends = { accept: 'accepted', decline: 'declined', withdraw: 'withdrawn', expire: 'expired' } as const;
    expect(to).toBe(from === 'pending' ? ends[action] : null);
  });
});

const STORIES: Record<string, JoinableStory> = {
  applications: story(),
  open: story({ joinPolicy: 'open' }),
  invite_only: story({ joinPolicy: 'invite_only' }),
  solo: story({ isShared: false, joinPolicy: 'invite_only' }),
  ended: story({ progress: 'ended' }),
  paused: story({ progress: 'paused' }),
  draft: story({}, { status: 'draft' }),
  banned: story({}, { status: 'banned' }),
  deleted: story({}, { deleted: true }),
};

describe('applying', () => {
  it.each(
    Object.entries({
      applications: 'ok',
      open: 'ok',
      invite_only: 'invite_only',
      solo: 'solo_story',
      ended: 'wrong_state',
      paused: 'ok',
      draft: 'story_not_found',
      banned: 'story_not_found',
      deleted: 'story_not_found',
    }),
  )('to a story that is %s: %s', (name, expected) => {
    expect(said(canApply(MEMBER, STORIES[name]!, outside))).toBe(expected);
    const isPublic = expected !== 'story_not_found';
    expect(said(canApply(CREATOR, STORIES[name]!, outside))).toBe(isPublic ? 'already_participant' : expected);
  });

  it.each<[Partial<JoinFacts>, string]>([
    [{ isParticipant: true }, 'already_participant'],
    [{ isFull: true }, 'story_full'],
    [{ canBeAnswered: false }, 'wrong_state'],
    [{ canBeAnswered: false, open: 'invitation' }, 'ok'],
    [{ open: 'application' }, 'request_pending'],
    [{ open: 'invitation' }, 'ok'],
    [{ open: 'invitation', isFull: true }, 'story_full'],
    [{ isTooEarly: true }, 'reapply_later'],
    [{ isTooEarly: true, open: 'invitation' }, 'ok'],
  ])('as a member who is %j: %s', (standing, expected) => {
    expect(said(canApply(MEMBER, STORIES.applications!, { ...outside, ...standing }))).toBe(expected);
  });

  it('works for any join policy after an invitation', () => {
    expect(said(canApply(MEMBER, STORIES.invite_only!, { ...outside, open: 'invitation' }))).toBe('ok');
  });
});

describe('inviting', () => {
  it.each(
    Object.entries({
      applications: ['ok', 'forbidden'],
      open: ['ok', 'forbidden'],
      invite_only: ['ok', 'forbidden'],
      solo: ['solo_story', 'forbidden'],
      ended: ['wrong_state', 'forbidden'],
      paused: ['ok', 'forbidden'],
      draft: ['wrong_state', 'story_not_found'],
      banned: ['wrong_state', 'story_not_found'],
      deleted: ['story_not_found', 'story_not_found'],
    }),
  )('to a story that is %s: creator and others %j', (name, [creator, other]) => {
    expect(said(canInvite(CREATOR, STORIES[name]!))).toBe(creator);
    expect(said(canInvite(MEMBER, STORIES[name]!))).toBe(other);
    expect(said(canInvite(null, STORIES[name]!))).toBe(other);
    expect(said(canInviteMember(MEMBER, STORIES[name]!, outside))).toBe(other);
  });

  it.each<[Partial<JoinFacts>, string]>([
    [{ isParticipant: true }, 'already_participant'],
    [{ isFull: true }, 'story_full'],
    [{ open: 'invitation' }, 'request_pending'],
    [{ open: 'application' }, 'ok'],
    [{ isTooEarly: true }, 'reapply_later'],
    [{ isTooEarly: true, open: 'application' }, 'ok'],
  ])('a member who is %j: %s', (standing, expected) => {
    expect(said(canInviteMember(CREATOR, STORIES.applications!, { ...outside, ...standing }))).toBe(expected);
  });
});

describe('accepting', () => {
  it.each(
    Object.entries({
      applications: 'ok',
      invite_only: 'ok',
      solo: 'solo_story',
      ended: 'wrong_state',
      banned: 'request_ended',
      deleted: 'request_ended',
    }),
  )('in a story that is %s: %s', (name, expected) => {
    expect(said(canBeTakenIn(STORIES[name]!, outside))).toBe(expected);
  });
  it('only while there is an open spot', () => {
    expect(said(canBeTakenIn(STORIES.applications!, { ...outside, isFull: true }))).toBe('story_full');
  });
});

describe('leaving', () => {
  const inside = { ...outside, isParticipant: true };
  it.each<[string, Actor, JoinFacts, string]>([
    ['applications', MEMBER, inside, 'ok'],
    ['banned', MEMBER, inside, 'ok'],
    ['deleted', MEMBER, inside, 'story_not_found'],
    ['applications', MEMBER, outside, 'not_participant'],
    ['banned', MEMBER, outside, 'story_not_found'],
    ['applications', CREATOR, inside, 'wrong_state'],
  ])('from a story that is %s', (name, who, standing, expected) => {
    expect(said(canLeave(who, STORIES[name]!, standing))).toBe(expected);
  });
  it.each<[Actor | null, string, JoinFacts, string]>([
    [CREATOR, '2', inside, 'ok'],
    [CREATOR, '1', inside, 'wrong_state'],
    [CREATOR, '2', outside, 'not_participant'],
    [MEMBER, '3', inside, 'forbidden'],
    [null, '2', inside, 'forbidden'],
  ])('removing a writer', (who, target, standing, expected) => {
    expect(said(canRemove(who, STORIES.applications!, target, standing))).toBe(expected);
  });
});

it('only the creator decides who takes part', () => {
  expect(said(canManage(CREATOR, STORIES.applications!))).toBe('ok');
  expect(said(canManage(MEMBER, STORIES.applications!))).toBe('forbidden');
  expect(said(canManage(MEMBER, STORIES.draft!))).toBe('story_not_found');
});
