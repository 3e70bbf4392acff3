import { describe, expect, it } from 'vitest';
import type { Actor } from '#core/actor.ts';
import type { Decision } from '#core/decision.ts';
import { DEPTH_MAX, WAYS_MAX } from './branch-limits.ts';
import { type BranchFacts, branchRules } from './branch-rules.ts';

/** Caller × position. `y` allowed · `404` no such chapter · `403` not a participant · `hidden` · `deep` · `full`. */
const CODES = {
  ok: 'y',
  chapter_not_found: '404',
  forbidden: '403',
  wrong_state: 'hidden',
  path_too_deep: 'deep',
  no_continuation_left: 'full',
};
const outcome = (decision: Decision) => CODES[(decision.ok ? 'ok' : decision.code) as keyof typeof CODES];
const actor = (id: string): Actor => ({ id, username: 'someone', sessionId: '1', roles: [] });
const story = { creatorId: '1', status: 'published', editStatus: null, deleted: false } as const;

type Place = [name: string, parentId: string | null, facts: Pick<BranchFacts, 'parent' | 'taken'>];
const after = (depth: number, taken: number, status: 'approved' | 'hidden' = 'approved') => ({
  parent: { status, depth },
  taken,
});
const PLACES: Place[] = [
  ['first, nobody has it', null, { parent: null, taken: 0 }],
  ['first, it is taken', null, { parent: null, taken: 1 }],
  ['after what is not public', '7', { parent: null, taken: 0 }],
  ['after the first, none taken', '7', after(1, 0)],
  ['one below the last way', '7', after(1, WAYS_MAX - 2)],
  ['the last way', '7', after(1, WAYS_MAX - 1)],
  ['no way left', '7', after(1, WAYS_MAX)],
  ['more than all taken', '7', after(1, WAYS_MAX + 1)],
  ['one below the deepest', '7', after(DEPTH_MAX - 2, 0)],
  ['the deepest', '7', after(DEPTH_MAX - 1, 0)],
  ['too deep', '7', after(DEPTH_MAX, 0)],
  ['too deep and full', '7', after(DEPTH_MAX, WAYS_MAX)],
  ['after a hidden one', '7', after(1, 0, 'hidden')],
];

const MEMBER = { isParticipant: false, mayJoin: false };
const CAN_WRITE: [who: string, Actor | null, Pick<BranchFacts, 'isParticipant' | 'mayJoin'>, string][] = [
  ['visitor', null, MEMBER, '403 403 404 403 403 403 403 403 403 403 403 403 403'],
  ['member', actor('9'), MEMBER, '403 403 404 403 403 403 403 403 403 403 403 403 403'],
  [
    'member who may join',
    actor('9'),
    { isParticipant: false, mayJoin: true },
    '403 403 404 403 403 403 403 403 403 403 403 403 403',
  ],
  [
    'participant',
    actor('2'),
    { isParticipant: true, mayJoin: false },
    '403 403 404 y y y full full y y deep deep hidden',
  ],
  ['creator', actor('1'), { isParticipant: true, mayJoin: false }, 'y full 404 y y y full full y y deep deep hidden'],
];

describe('permission to write', () => {
  it.each(CAN_WRITE)('%s', (_, who, standing, expected) => {
    expect(
      PLACES.map(([, parentId, facts]) =>
        outcome(branchRules.canWrite(who, { story, isEnded: false, ...standing, ...facts }, parentId)),
      ),
    ).toEqual(expected.split(' '));
  });
});

describe('links to write that the pages show', () => {
  it.each(CAN_WRITE)('%s: the same, and also for members who may join', (_, who, standing, expected) => {
    const inside = standing.mayJoin ? '403 403 404 y y y full full y y deep deep hidden' : expected;
    expect(
      PLACES.map(([, parentId, facts]) =>
        outcome(branchRules.canBeOffered(who, { story, isEnded: false, ...standing, ...facts }, parentId)),
      ),
    ).toEqual(inside.split(' '));
  });
});

it('refuses to continue a story that has ended', () => {
  const facts = { story, isEnded: true, isParticipant: true, mayJoin: false, ...after(1, 0) };
  expect(branchRules.canWrite(actor('2'), facts, '7')).toEqual({ ok: false, code: 'wrong_state' });
});
