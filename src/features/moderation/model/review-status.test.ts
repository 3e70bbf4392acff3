import { describe, expect, it } from 'vitest';
import type { Actor, MemberRole } from '#core/actor.ts';
import { matrix } from '#core/machine.ts';
import { canDecide } from './review-policy.ts';
import { REVIEW_ACTIONS, REVIEW_STATES, reviewMachine } from './review-status.ts';

/** Every state × every action. `reject` is only legal in moderator review. */
const REVIEW: [from: string, action: string, to: string | null][] = [
  ['automatic', 'escalate', 'manual'],
  ['automatic', 'approve', 'approved'],
  ['automatic', 'reject', null],
  ['automatic', 'withdraw', 'withdrawn'],
  ['manual', 'escalate', null],
  ['manual', 'approve', 'approved'],
  ['manual', 'reject', 'rejected'],
  ['manual', 'withdraw', 'withdrawn'],
  ['approved', 'escalate', null],
  ['approved', 'approve', null],
  ['approved', 'reject', null],
  ['approved', 'withdraw', null],
  ['rejected', 'escalate', null],
  ['rejected', 'approve', null],
  ['rejected', 'reject', null],
  ['rejected', 'withdraw', null],
  ['withdrawn', 'escalate', null],
  ['withdrawn', 'approve', null],
  ['withdrawn', 'reject', null],
  ['withdrawn', 'withdraw', null],
];

it('a review moves as in this table and in no other way', () => {
  expect(matrix(reviewMachine)).toEqual(REVIEW);
  expect(reviewMachine.statuses).toEqual([...REVIEW_STATES]);
  expect(REVIEW).toHaveLength(REVIEW_STATES.length * REVIEW_ACTIONS.length);
});

describe('deciding on a submission', () => {
  const actor = (id: string, ...roles: MemberRole[]): Actor => ({ id, username: 'x', sessionId: '1', roles });
  it.each<[who: string, actor: Actor | null, outcome: string, isRival?: boolean]>([
    ['a visitor', null, 'forbidden'],
    ['a member', actor('7'), 'forbidden'],
    ['the author', actor('1'), 'forbidden'],
    ['a moderator', actor('7', 'moderator'), 'ok'],
    ['an admin', actor('7', 'administrator'), 'ok'],
    ['a moderator on their own', actor('1', 'moderator'), 'own_work'],
    ['an admin on their own', actor('1', 'administrator'), 'own_work'],
    ['a moderator who competes with it', actor('7', 'moderator'), 'own_work', true],
    ['a member who competes with it', actor('7'), 'forbidden', true],
  ])('%s: %s', (_, who, outcome, isRival = false) => {
    const decision = canDecide(who, { authorId: '1', isRival });
    expect(decision.ok ? 'ok' : decision.code).toBe(outcome);
  });
});
