import { describe, expect, it } from 'vitest';
import type { Actor } from '#core/actor.ts';
import type { Decision } from '#core/decision.ts';
import { DAY, HOUR, MINUTE, after as momentAfter } from '#core/time.ts';
import type { StoryFacts } from '#features/stories/model/story-policy.ts';
import { nextWriter, queueOf, type TurnQueueFacts } from './queue.ts';
import { canExtend, canPassTurn, canReassign, canRejoinQueue, relayRules, type TurnFacts } from './turn-policy.ts';
import { afterReview, lengthOfTurn, pauseTimer, remindersDue, updateTimer } from './turn-timer.ts';

const NOW = new Date('2026-01-10T12:00:00Z');

describe('the timer of a turn', () => {
  const length = 7 * DAY;
  it('runs only while another writer is waiting', () => {
    const fresh = { deadline: null, remaining: null };
    expect(updateTimer(fresh, { runs: true, length, now: NOW })).toEqual({
      deadline: momentAfter(NOW, length),
      remaining: null,
    });
    expect(updateTimer(fresh, { runs: false, length, now: NOW })).toEqual(fresh);
  });
  it('keeps its deadline while it runs', () => {
    const running = { deadline: momentAfter(NOW, HOUR), remaining: null };
    expect(updateTimer(running, { runs: true, length, now: NOW })).toBe(running);
  });
  it('pauses with the remaining time, and continues from there', () => {
    const stopped = pauseTimer({ deadline: momentAfter(NOW, 5 * HOUR), remaining: null }, NOW);
    expect(stopped).toEqual({ deadline: null, remaining: 5 * HOUR });
    const later = momentAfter(NOW, 3 * DAY);
    expect(updateTimer(stopped, { runs: true, length, now: later }).deadline).toEqual(momentAfter(later, 5 * HOUR));
    expect(pauseTimer(stopped, later)).toEqual(stopped);
  });
  it('never has a negative remaining time', () => {
    expect(pauseTimer({ deadline: momentAfter(NOW, -HOUR), remaining: null }, NOW).remaining).toBe(0);
  });
  it.each([
    ['reject', HOUR, DAY],
    ['reject', 3 * DAY, 3 * DAY],
    ['withdraw', HOUR, HOUR],
    ['reject', null, null],
  ] as const)('after %s with %s ms left, has %s', (action, remaining, expected) => {
    expect(afterReview({ deadline: null, remaining }, action).remaining).toBe(expected);
  });
});

describe('reminders', () => {
  const none = { half: false, last: false };
  const at = (days: number, left: number, sent = none, extended = false) =>
    remindersDue({ deadline: momentAfter(NOW, left), length: lengthOfTurn(days * DAY, extended), sent }, NOW);
  it.each([
    [7, 5 * DAY, none],
    [7, 3.5 * DAY, { half: true, last: false }],
    [7, DAY + MINUTE, { half: true, last: false }],
    [7, DAY, { half: true, last: true }],
    [1, 13 * HOUR, none],
    [1, 12 * HOUR, { half: true, last: false }],
    [2, DAY, { half: true, last: false }],
    [2, HOUR, { half: true, last: false }],
    [3, DAY, { half: true, last: true }],
    [7, 0, none],
    [7, -HOUR, none],
  ])('for a turn of %s days with %s ms left: %j', (days, left, due) => expect(at(days, left)).toEqual(due));
  it('are sent once', () => {
    expect(at(7, HOUR, { half: true, last: true })).toEqual(none);
    expect(at(7, DAY, { half: true, last: false })).toEqual({ half: false, last: true });
  });
  it('include the extension in the length of the turn', () => {
    expect(at(1, DAY, { half: true, last: false }, true)).toEqual({ half: false, last: true });
  });
});

describe('the queue', () => {
  const entry = (accountId: string, waited: number, changes: Partial<TurnQueueFacts> = {}): TurnQueueFacts => ({
    accountId,
    number: Number(accountId),
    waitingSince: momentAfter(NOW, -waited),
    skipped: false,
    active: true,
    ...changes,
  });
  const queueEntries = [entry('1', HOUR), entry('2', 3 * HOUR), entry('3', 2 * HOUR), entry('4', 2 * HOUR)];
  it('is sorted by the longest wait, then by the order of joining', () => {
    expect(queueOf(queueEntries, null).map((s) => s.accountId)).toEqual(['2', '3', '4', '1']);
    expect(queueOf(queueEntries, '3').map((s) => s.accountId)).toEqual(['2', '4', '1']);
  });
  it.each<[string, TurnQueueFacts[], string | null, string | null, string | null]>([
    ['the first of the queue', queueEntries, '1', null, '2'],
    ['the chosen writer', queueEntries, '1', '4', '4'],
    ['no chosen writer who has left', queueEntries, '1', '9', '2'],
    ['not the last writer while others are waiting', queueEntries, '1', '1', '2'],
    ['no skipped writer', [entry('1', 0), entry('2', HOUR, { skipped: true }), entry('3', 0)], '1', '2', '3'],
    ['no suspended writer', [entry('1', 0), entry('2', HOUR, { active: false })], '1', '2', '1'],
    ['the last writer if there is no other', [entry('1', 0)], '1', null, '1'],
    ['no one if none can write', [entry('1', 0, { skipped: true }), entry('2', 0, { active: false })], '1', null, null],
    ['no one if there are no writers', [], null, null, null],
  ])('gives the turn to %s', (_, all, last, preferredId, expected) =>
    expect(nextWriter(all, last, preferredId)).toBe(expected),
  );
});

describe('permissions for the turn', () => {
  const actor = (id: string): Actor => ({ id, username: `m${id}`, sessionId: '1', roles: [] });
  const [creator, writer, participant, member] = ['1', '2', '3', '4'].map(actor) as [Actor, Actor, Actor, Actor];
  const storyFacts: StoryFacts = { creatorId: '1', status: 'published', editStatus: null, deleted: false };
  const turn: NonNullable<TurnFacts['turn']> = {
    writerId: '2',
    phase: 'writing',
    isOver: false,
    hasTimer: true,
    extended: false,
  };
  const facts = (who: Actor | null, changes: Partial<TurnFacts> = {}): TurnFacts => ({
    story: storyFacts,
    progress: 'ongoing',
    isParticipant: who !== null && who !== member,
    isSkipped: false,
    waiting: 2,
    turn,
    ...changes,
  });
  const said = (decision: Decision) => (decision.ok ? 'ok' : decision.code);
  const POLICIES = { write: relayRules.canWrite, passTurn: canPassTurn, extend: canExtend, reassign: canReassign };
  const row = (who: Actor | null, changes: Partial<TurnFacts> = {}) =>
    Object.values(POLICIES).map((can) => said(can(who, facts(who, changes))));

  it.each<[string, Actor | null, string[]]>([
    ['a visitor', null, ['forbidden', 'forbidden', 'forbidden', 'forbidden']],
    ['a member', member, ['forbidden', 'forbidden', 'forbidden', 'forbidden']],
    ['a participant', participant, ['not_your_turn', 'not_your_turn', 'not_your_turn', 'forbidden']],
    ['the writer', writer, ['ok', 'ok', 'ok', 'forbidden']],
    ['the creator', creator, ['not_your_turn', 'not_your_turn', 'not_your_turn', 'ok']],
  ])('%s writes, passes, extends, reassigns: %j', (_, who, expected) => expect(row(who)).toEqual(expected));

  it.each<[string, Partial<TurnFacts>, string[]]>([
    ['the turn has expired', { turn: { ...turn, isOver: true } }, ['not_your_turn', 'not_your_turn', 'not_your_turn']],
    [
      'the chapter is in review',
      { turn: { ...turn, phase: 'review' } },
      ['not_your_turn', 'not_your_turn', 'not_your_turn'],
    ],
    ['the story has ended', { progress: 'ended' }, ['wrong_state', 'ok', 'ok']],
    ['it was extended', { turn: { ...turn, extended: true } }, ['ok', 'ok', 'turn_extended']],
    ['they are alone', { waiting: 0, turn: { ...turn, hasTimer: false } }, ['ok', 'nobody_to_hand_to', 'wrong_state']],
    ['no one has the turn', { turn: null }, ['not_your_turn', 'not_your_turn', 'not_your_turn']],
    [
      'the story is banned',
      { story: { ...storyFacts, status: 'banned' } },
      ['forbidden', 'story_not_found', 'story_not_found'],
    ],
    [
      'the story is deleted',
      { story: { ...storyFacts, deleted: true } },
      ['forbidden', 'story_not_found', 'story_not_found'],
    ],
  ])('the writer, when %s', (_, changes, expected) => expect(row(writer, changes).slice(0, 3)).toEqual(expected));

  it('only lets the creator write before the story is published', () => {
    const draft = { story: { ...storyFacts, status: 'draft' as const }, turn: null };
    expect(row(creator, draft)).toEqual(['ok', 'story_not_found', 'story_not_found', 'wrong_state']);
    expect(row(participant, draft)[0]).toBe('forbidden');
  });

  it.each<[Actor | null, boolean, string]>([
    [participant, true, 'ok'],
    [participant, false, 'wrong_state'],
    [member, true, 'not_participant'],
    [null, true, 'not_participant'],
  ])('only lets skipped writers rejoin the queue', (who, isSkipped, expected) => {
    expect(said(canRejoinQueue(who, facts(who, { isSkipped })))).toBe(expected);
  });
});
