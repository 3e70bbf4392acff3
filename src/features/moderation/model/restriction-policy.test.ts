import { describe, expect, it } from 'vitest';
import type { Actor, MemberRole } from '#core/actor.ts';
import type { Decision } from '#core/decision.ts';
import { matrix } from '#core/machine.ts';
import { DAY, after as later } from '#core/time.ts';
import { appealMachine, caseMachine } from './case-status.ts';
import { APPEAL_WITHIN, TARGET_KINDS } from './restriction.ts';
import {
  appealBlockerOf,
  canAppeal,
  canCloseReport,
  canDecideAppeal,
  canLift,
  canReport,
  canRestrict,
} from './restriction-policy.ts';

const actor = (id: string, ...roles: MemberRole[]): Actor => ({ id, username: 'x', sessionId: '1', roles });
const said = (decision: Decision) => (decision.ok ? 'ok' : decision.code);

/** Each role as another member, and as the owner of the work. */
const WHO = {
  visitor: null,
  member: actor('7'),
  moderator: actor('7', 'moderator'),
  administrator: actor('7', 'administrator'),
  owner: actor('1'),
  'moderator, owner': actor('1', 'moderator'),
  'administrator, owner': actor('1', 'administrator'),
} as const;
type Who = keyof typeof WHO;
const each = (ask: (who: Actor | null) => Decision) =>
  Object.fromEntries(Object.entries(WHO).map(([name, who]) => [name, said(ask(who))]));

const OWN: Record<'owner' | 'moderator, owner' | 'administrator, owner', string> = {
  owner: 'forbidden',
  'moderator, owner': 'own_work',
  'administrator, owner': 'own_work',
};

it.each([
  [
    'a report',
    caseMachine,
    [
      ['open', 'uphold', 'upheld'],
      ['open', 'dismiss', 'dismissed'],
      ['upheld', 'uphold', null],
      ['upheld', 'dismiss', null],
      ['dismissed', 'uphold', null],
      ['dismissed', 'dismiss', null],
    ],
  ],
  [
    'an appeal',
    appealMachine,
    [
      ['open', 'grant', 'granted'],
      ['open', 'uphold', 'upheld'],
      ['granted', 'grant', null],
      ['granted', 'uphold', null],
      ['upheld', 'grant', null],
      ['upheld', 'uphold', null],
    ],
  ],
] as const)('%s moves as in this table and in no other way', (_, machine, table) => {
  expect(matrix<string, string>(machine)).toEqual(table);
});

describe.each(TARGET_KINDS)('permissions about a %s', (kind) => {
  it.each([true, false])('to report it, if readers can see it: %s', (isPublic) => {
    const found = each((who) => canReport(who, { kind, ownerId: '1', ownerRoles: [], isPublic }));
    const stranger = isPublic ? 'ok' : 'target_not_found';
    const own = isPublic ? 'own_target' : 'target_not_found';
    expect(found).toEqual({
      visitor: 'login_required',
      member: stranger,
      moderator: stranger,
      administrator: stranger,
      owner: own,
      'moderator, owner': own,
      'administrator, owner': own,
    });
  });

  it.each<[MemberRole[]]>([[[]], [['moderator']], [['administrator']]])(
    'to restrict it, if its owner’s roles are: %s',
    (ownerRoles) => {
      const isColleague = kind === 'member' && ownerRoles.length > 0;
      expect(each((who) => canRestrict(who, { kind, ownerId: '1', ownerRoles }))).toEqual({
        visitor: 'forbidden',
        member: 'forbidden',
        moderator: isColleague ? 'not_over_moderators' : 'ok',
        administrator: 'ok',
        ...OWN,
      } satisfies Record<Who, string>);
    },
  );
});

describe('permissions to reverse a decision', () => {
  it.each([null, '5', '7'])('of the moderator with the id %s', (decidedBy) => {
    const facts = { kind: 'story', accountId: '1', accountRoles: ['moderator'], decidedBy } as const;
    expect(each((who) => canLift(who, facts))).toEqual({
      visitor: 'forbidden',
      member: 'forbidden',
      moderator: 'ok',
      administrator: 'ok',
      ...OWN,
    });
    const hears = decidedBy === '7' ? 'own_decision' : 'ok';
    expect(each((who) => canDecideAppeal(who, facts))).toEqual({
      visitor: 'forbidden',
      member: 'forbidden',
      moderator: hears,
      administrator: hears,
      ...OWN,
    });
    expect(appealBlockerOf(WHO.moderator, facts)).toBe(decidedBy === '7' ? 'own_decision' : null);
    expect(appealBlockerOf(WHO['moderator, owner'], facts)).toBe('about_you');
  });

  it.each<[MemberRole[]]>([[[]], [['moderator']], [['administrator']], [['administrator', 'moderator']]])(
    'about an account with the roles %j',
    (accountRoles) => {
      const facts = { kind: 'member', accountId: '1', accountRoles, decidedBy: '5' } as const;
      const isColleague = accountRoles.length > 0;
      const who = {
        visitor: 'forbidden',
        member: 'forbidden',
        moderator: isColleague ? 'not_over_moderators' : 'ok',
        administrator: 'ok',
        ...OWN,
      };
      expect(each((actor) => canLift(actor, facts))).toEqual(who);
      expect(each((actor) => canDecideAppeal(actor, facts))).toEqual(who);
      expect(appealBlockerOf(WHO.moderator, facts)).toBe(isColleague ? 'not_over_moderators' : null);
      expect(appealBlockerOf(WHO.administrator, facts)).toBeNull();
      expect(appealBlockerOf(WHO['administrator, owner'], facts)).toBe('about_you');
    },
  );

  it('exclude reports about the moderator or their rivals', () => {
    expect(each((who) => canCloseReport(who, { accountId: '1', isRival: false }))).toMatchObject({
      moderator: 'ok',
      ...OWN,
    });
    expect(each((who) => canCloseReport(who, { accountId: '1', isRival: true }))).toMatchObject({
      member: 'forbidden',
      moderator: 'case_not_found',
      administrator: 'case_not_found',
    });
  });
});

describe('an appeal', () => {
  const decidedAt = new Date('2026-03-01T00:00:00Z');
  const facts = { accountId: '1', decidedAt, lifted: false, appealed: false };
  const asked = (more: Partial<typeof facts> = {}, who: Actor | null = WHO.owner, at = later(decidedAt, DAY)) =>
    said(canAppeal(who, { ...facts, ...more }, at));

  it('is made by the subject of a decision, once, while it is in force', () => {
    expect(asked()).toBe('ok');
    expect(asked({ appealed: true })).toBe('already_appealed');
    expect(asked({ lifted: true })).toBe('wrong_state');
    expect(asked({ appealed: true, lifted: true })).toBe('already_appealed');
    for (const who of ['visitor', 'member', 'moderator', 'administrator'] as const)
      expect(asked({}, WHO[who])).toBe('restriction_not_found');
  });

  it('is accepted for at least 183 days, to the millisecond', () => {
    expect(APPEAL_WITHIN).toBeGreaterThanOrEqual(183 * DAY);
    expect(asked({}, WHO.owner, later(decidedAt, APPEAL_WITHIN))).toBe('ok');
    expect(asked({}, WHO.owner, later(decidedAt, APPEAL_WITHIN + 1))).toBe('appeal_too_late');
  });
});
