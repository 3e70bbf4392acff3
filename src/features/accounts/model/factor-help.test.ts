import { describe, expect, it } from 'vitest';
import type { Actor, MemberRole } from '#core/actor.ts';
import { canRemoveFactors, helpBlockerOf } from './factor-help.ts';

const actor = (...roles: MemberRole[]): Actor => ({ id: '1', username: 'a', sessionId: '1', roles });
const member = { id: '2', roles: [] as MemberRole[], hasFactor: true, isAsked: false };
const codeOf = (...of: Parameters<typeof canRemoveFactors>) => {
  const decision = canRemoveFactors(...of);
  return decision.ok ? 'ok' : decision.code;
};

describe('the second factors of a member', () => {
  it('are removed by administrators only', () => {
    expect([null, actor(), actor('moderator'), actor('administrator')].map((by) => codeOf(by, member))).toEqual([
      'forbidden',
      'forbidden',
      'forbidden',
      'ok',
    ]);
  });
  it('are those of others, who are no administrators, have some, and for whom it isn’t planned yet', () => {
    const admin = actor('administrator');
    const cases = [
      { ...member, id: '1' },
      { ...member, roles: ['administrator'] as MemberRole[] },
      { ...member, roles: ['moderator'] as MemberRole[] },
      { ...member, isAsked: true },
      { ...member, hasFactor: false },
    ];
    const codes = ['own_factors', 'not_over_administrators', 'ok', 'already_asked', 'no_factors'];
    expect(cases.map((each) => codeOf(admin, each))).toEqual(codes);
    expect(cases.map((each) => helpBlockerOf(admin, each) ?? 'ok')).toEqual(codes);
  });
});
