import { describe, expect, it } from 'vitest';
import type { Actor, MemberRole } from '#core/actor.ts';
import type { Decision } from '#core/decision.ts';
import {
  canDeleteStory,
  canDiscardEdit,
  canEditStory,
  canReadDraft,
  canSetRules,
  canSubmitStory,
  canUndeleteStory,
  canWithdrawStory,
  isPublicStory,
  type StoryFacts,
} from './story-policy.ts';
import { EDIT_STATUSES, type EditStatus, STORY_STATUSES, type StoryStatus } from './story-status.ts';

/**
 * The permission matrix of stories (trust §4): roles × states × policies, written out. `y` allowed · `404` may not know
 * about it · `403` not theirs · `wrong` and `review` a state that does not allow it.
 */
const CODES = { ok: 'y', story_not_found: '404', forbidden: '403', wrong_state: 'wrong', story_in_review: 'review' };
const POLICIES: Record<string, (actor: Actor | null, story: StoryFacts) => Decision> = {
  read: canReadDraft,
  edit: canEditStory,
  rules: canSetRules,
  submit: canSubmitStory,
  withdraw: canWithdrawStory,
  discard: canDiscardEdit,
  delete: canDeleteStory,
  undelete: canUndeleteStory,
};
const STATES: [name: string, status: StoryStatus, edit: EditStatus | null][] = [
  ['draft', 'draft', null],
  ['pending', 'pending', null],
  ['rejected', 'rejected', null],
  ['published', 'published', null],
  ['published + edit draft', 'published', 'draft'],
  ['published + edit pending', 'published', 'pending'],
  ['published + edit rejected', 'published', 'rejected'],
  ['banned', 'banned', null],
  ['banned + edit draft', 'banned', 'draft'],
];

const CREATOR = `
                          | read | edit   | rules | submit | withdraw | discard | delete | undelete
draft                     | y    | y      | y     | y      | wrong    | wrong   | y      | 404
pending                   | y    | review | y     | review | y        | review  | y      | 404
rejected                  | y    | y      | y     | y      | wrong    | wrong   | y      | 404
published                 | y    | y      | y     | wrong  | wrong    | wrong   | y      | 404
published + edit draft    | y    | y      | y     | y      | wrong    | y       | y      | 404
published + edit pending  | y    | review | y     | review | y        | review  | y      | 404
published + edit rejected | y    | y      | y     | y      | wrong    | y       | y      | 404
banned                    | y    | wrong  | wrong | wrong  | wrong    | wrong   | wrong  | 404
banned + edit draft       | y    | wrong  | wrong | wrong  | wrong    | wrong   | wrong  | 404`;

/** For everyone else only two things matter: whether they can see the draft, and whether the story is public. */
const hidden = (read: string) => `${read}    | 404    | 404   | 404    | 404      | 404     | 404    | 404`;
const shown = (read: string) => `${read}    | 403    | 403   | 403    | 403      | 403     | 403    | 404`;
const others = (read: string) => `
                          | read | edit   | rules | submit | withdraw | discard | delete | undelete
draft                     | ${hidden(read)}
pending                   | ${hidden(read)}
rejected                  | ${hidden(read)}
published                 | ${shown(read)}
published + edit draft    | ${shown(read)}
published + edit pending  | ${shown(read)}
published + edit rejected | ${shown(read)}
banned                    | ${hidden(read)}
banned + edit draft       | ${hidden(read)}`;

const actor = (id: string, ...roles: MemberRole[]): Actor => ({ id, username: 'someone', sessionId: '1', roles });
const ROLES: [name: string, actor: Actor | null, table: string][] = [
  ['visitor', null, others('404')],
  ['member', actor('2'), others('404')],
  ['moderator', actor('3', 'moderator'), others('y')],
  ['administrator', actor('4', 'administrator'), others('y')],
  ['creator', actor('1'), CREATOR],
  ['creator who is a moderator', actor('1', 'moderator'), CREATOR],
];

function rowsOf(table: string): { state: string; cells: Record<string, string> }[] {
  const [head, ...lines] = table
    .trim()
    .split('\n')
    .map((row) => row.split('|').map((cell) => cell.trim()));
  const policies = head!.filter((cell) => cell !== '');
  return lines.map(([state, ...cells]) => ({
    state: state!,
    cells: Object.fromEntries(policies.map((policy, i) => [policy, cells[i]!])),
  }));
}
const outcome = (decision: Decision) => CODES[(decision.ok ? 'ok' : decision.code) as keyof typeof CODES];

describe.each(ROLES)('%s', (_, who, table) => {
  const rows = rowsOf(table);
  it('has a row for every state', () => expect(rows.map((row) => row.state)).toEqual(STATES.map(([name]) => name)));

  it.each(STATES)('%s: each role can do what the table says', (name, status, editStatus) => {
    const facts = { creatorId: '1', status, editStatus, deleted: false };
    const found = Object.fromEntries(
      Object.entries(POLICIES).map(([policy, can]) => [policy, outcome(can(who, facts))]),
    );
    expect(found).toEqual(rows.find((row) => row.state === name)?.cells);
  });

  it.each(STATES)('%s, deleted: doesn’t exist, except for restoring it', (_name, status, editStatus) => {
    const facts = { creatorId: '1', status, editStatus, deleted: true };
    for (const [policy, can] of Object.entries(POLICIES)) {
      expect(outcome(can(who, facts)), policy).toBe(policy === 'undelete' && who?.id === '1' ? 'y' : '404');
    }
  });
});

it('only a published story that is not deleted is public', () => {
  for (const status of STORY_STATUSES)
    for (const deleted of [true, false])
      expect(isPublicStory({ status, deleted })).toBe(status === 'published' && !deleted);
});

it('covers every state', () => {
  expect(new Set(STATES.map(([, status]) => status))).toEqual(new Set(STORY_STATUSES));
  expect(new Set(STATES.map(([, , edit]) => edit))).toEqual(new Set([null, ...EDIT_STATUSES]));
});
