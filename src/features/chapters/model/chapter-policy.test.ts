import { describe, expect, it } from 'vitest';
import type { Actor, MemberRole } from '#core/actor.ts';
import type { Decision } from '#core/decision.ts';
import { soloRules } from '#features/solo/model/solo-rules.ts';
import type { EditStatus, StoryStatus } from '#features/stories/model/story-status.ts';
import {
  type ChapterFacts,
  canBeContinued,
  canCreateChapter,
  canDeleteChapter,
  canDiscardChapterEdit,
  canEditChapter,
  canReadChapterDraft,
  canReadHiddenText,
  canSubmitChapter,
  canTakeDownChapter,
  canUndeleteChapter,
  canWithdrawChapter,
  isPublicChapter,
} from './chapter-policy.ts';
import { CHAPTER_STATUSES, type ChapterStatus } from './chapter-status.ts';
import type { WritingModeRules } from './writing-mode-rules.ts';

/**
 * The permission matrix of chapters (trust §4): roles × states × policies, written out. `y` allowed · `404` may not
 * know about it · `403` not theirs · `wrong`, `review`, `hidden` and `won` a state that does not allow it.
 */
const CODES = {
  ok: 'y',
  chapter_not_found: '404',
  story_not_found: '404',
  forbidden: '403',
  wrong_state: 'wrong',
  chapter_in_review: 'review',
  chapter_hidden: 'hidden',
  won_in_round: 'won',
};
const POLICIES: Record<string, (actor: Actor | null, chapter: ChapterFacts) => Decision> = {
  read: canReadChapterDraft,
  edit: canEditChapter,
  submit: canSubmitChapter,
  withdraw: canWithdrawChapter,
  discard: canDiscardChapterEdit,
  delete: canDeleteChapter,
  down: canTakeDownChapter,
  undelete: canUndeleteChapter,
};

/** `down`: its author has taken it down. */
type State = [name: string, chapter: ChapterStatus, edit: EditStatus | null, story: StoryStatus, also?: 'down' | 'won'];
const STATES: State[] = [
  ['draft', 'draft', null, 'published'],
  ['pending', 'pending', null, 'published'],
  ['rejected', 'rejected', null, 'published'],
  ['approved', 'approved', null, 'published'],
  ['approved + edit draft', 'approved', 'draft', 'published'],
  ['approved + edit pending', 'approved', 'pending', 'published'],
  ['approved + edit rejected', 'approved', 'rejected', 'published'],
  ['hidden', 'hidden', null, 'published'],
  ['hidden + edit draft', 'hidden', 'draft', 'published'],
  ['hidden + edit pending', 'hidden', 'pending', 'published'],
  ['taken down', 'hidden', 'draft', 'published', 'down'],
  ['taken down + in review', 'hidden', 'pending', 'published', 'down'],
  ['taken down + rejected', 'hidden', 'rejected', 'published', 'down'],
  ['won in a round', 'approved', null, 'published', 'won'],
  ['draft of a draft story', 'draft', null, 'draft'],
  ['pending in a pending story', 'pending', null, 'pending'],
  ['rejected in a rejected story', 'rejected', null, 'rejected'],
  ['draft of a banned story', 'draft', null, 'banned'],
  ['approved in a banned story', 'approved', null, 'banned'],
];

/** The author, who is not the creator of the story. */
const AUTHOR = `
                             | read | edit   | submit | withdraw | discard | delete | down   | undelete
draft                        | y    | y      | y      | wrong    | wrong   | y      | wrong  | 404
pending                      | y    | review | review | y        | review  | wrong  | review | 404
rejected                     | y    | y      | y      | wrong    | wrong   | y      | wrong  | 404
approved                     | y    | y      | wrong  | wrong    | wrong   | wrong  | y      | 404
approved + edit draft        | y    | y      | y      | wrong    | y       | wrong  | y      | 404
approved + edit pending      | y    | review | review | y        | review  | wrong  | review | 404
approved + edit rejected     | y    | y      | y      | wrong    | y       | wrong  | y      | 404
hidden                       | y    | y      | wrong  | wrong    | wrong   | wrong  | hidden | 404
hidden + edit draft          | y    | y      | y      | wrong    | y       | wrong  | hidden | 404
hidden + edit pending        | y    | review | review | y        | review  | wrong  | review | 404
taken down                   | y    | y      | y      | wrong    | wrong   | wrong  | wrong  | 404
taken down + in review       | y    | review | review | y        | review  | wrong  | review | 404
taken down + rejected        | y    | y      | y      | wrong    | wrong   | wrong  | wrong  | 404
won in a round               | y    | y      | wrong  | wrong    | wrong   | wrong  | won    | 404
draft of a draft story       | y    | y      | wrong  | wrong    | wrong   | y      | wrong  | 404
pending in a pending story   | y    | review | review | y        | review  | wrong  | review | 404
rejected in a rejected story | y    | y      | wrong  | wrong    | wrong   | y      | wrong  | 404
draft of a banned story      | y    | wrong  | wrong  | wrong    | wrong   | y      | wrong  | 404
approved in a banned story   | y    | wrong  | wrong  | wrong    | wrong   | wrong  | wrong  | 404`;

const unseen = (read: string) => `${read}    | 404    | 404    | 404      | 404     | 404    | 404    | 404`;
const seen = (read: string) => `${read}    | 403    | 403    | 403      | 403     | 403    | 403    | 404`;
/**
 * Anyone but the author. `draft`, `sent` and `hidden` say whether they can read what was never submitted, what was, and
 * what was hidden.
 */
const others = ({ draft, sent, hidden = sent }: { draft: string; sent: string; hidden?: string }) => `
                             | read | edit   | submit | withdraw | discard | delete | down   | undelete
draft                        | ${unseen(draft)}
pending                      | ${unseen(sent)}
rejected                     | ${unseen(sent)}
approved                     | ${seen(sent)}
approved + edit draft        | ${seen(draft)}
approved + edit pending      | ${seen(sent)}
approved + edit rejected     | ${seen(sent)}
hidden                       | ${seen(hidden)}
hidden + edit draft          | ${seen(draft)}
hidden + edit pending        | ${seen(hidden)}
taken down                   | ${seen(draft)}
taken down + in review       | ${seen(hidden)}
taken down + rejected        | ${seen(hidden)}
won in a round               | ${seen(sent)}
draft of a draft story       | ${unseen(draft)}
pending in a pending story   | ${unseen(sent)}
rejected in a rejected story | ${unseen(sent)}
draft of a banned story      | ${unseen(draft)}
approved in a banned story   | ${unseen(sent)}`;

const actor = (id: string, ...roles: MemberRole[]): Actor => ({ id, username: 'someone', sessionId: '1', roles });
const ROLES: [name: string, actor: Actor | null, table: string][] = [
  ['visitor', null, others({ draft: '404', sent: '404' })],
  ['member', actor('9'), others({ draft: '404', sent: '404' })],
  ['creator of the story', actor('1'), others({ draft: '404', sent: 'y', hidden: '404' })],
  ['moderator', actor('3', 'moderator'), others({ draft: 'y', sent: 'y' })],
  ['administrator', actor('4', 'administrator'), others({ draft: 'y', sent: 'y' })],
  ['author', actor('2'), AUTHOR],
  ['author who is a moderator', actor('2', 'moderator'), AUTHOR],
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
const factsOf = ([, status, editStatus, story, also]: State, deleted: { chapter?: boolean; story?: boolean } = {}) => ({
  authorId: '2',
  status,
  editStatus,
  deleted: deleted.chapter ?? false,
  isSubmission: also === 'won',
  takenDown: also === 'down',
  story: { creatorId: '1', status: story, editStatus: null, deleted: deleted.story ?? false },
});
const found = (who: Actor | null, facts: ChapterFacts) =>
  Object.fromEntries(Object.entries(POLICIES).map(([policy, can]) => [policy, outcome(can(who, facts))]));

describe.each(ROLES)('%s', (_, who, table) => {
  const rows = rowsOf(table);
  it('has a row for every state', () => expect(rows.map((row) => row.state)).toEqual(STATES.map(([name]) => name)));

  it.each(STATES)('%s', (...state) => {
    expect(found(who, factsOf(state))).toEqual(rows.find((row) => row.state === state[0])?.cells);
  });

  it.each(STATES)('%s, deleted: doesn’t exist, except for restoring it', (...state) => {
    const expected = Object.fromEntries(Object.keys(POLICIES).map((policy) => [policy, '404']));
    // Authors keep access to their chapters when another member’s story is deleted.
    const read = who?.id === '2' ? 'y' : '404';
    expect(found(who, factsOf(state, { story: true }))).toEqual({ ...expected, read });
    expect(found(who, factsOf(state, { story: true, chapter: true }))).toEqual(expected);
    if (who?.id === '2') expected.undelete = 'y';
    expect(found(who, factsOf(state, { chapter: true }))).toEqual(expected);
  });
});

describe('starting a chapter', () => {
  const STORY_STATES: StoryStatus[] = ['draft', 'pending', 'rejected', 'published', 'banned'];
  const begin = (who: Actor | null, status: StoryStatus, deleted: boolean, rules: WritingModeRules = soloRules) =>
    outcome(canCreateChapter(who, { story: { creatorId: '1', status, editStatus: null, deleted } }, rules, null));

  it.each<[string, Actor | null, string[]]>([
    ['visitor', null, ['404', '404', '404', '403', '404']],
    ['member', actor('9'), ['404', '404', '404', '403', '404']],
    ['moderator', actor('3', 'moderator'), ['404', '404', '404', '403', '404']],
    ['creator', actor('1'), ['y', 'y', 'y', 'y', 'wrong']],
  ])('in a solo story by a %s', (_, who, expected) => {
    expect(STORY_STATES.map((status) => begin(who, status, false))).toEqual(expected);
    for (const status of STORY_STATES) expect(begin(who, status, true)).toBe('404');
  });
});

it('the text of a hidden chapter is readable by its author and moderators, in any state of an edit', () => {
  for (const state of STATES) {
    const [name, status] = state;
    const readers = ROLES.filter(([, who]) => canReadHiddenText(who, factsOf(state)).ok);
    const isRead = status === 'hidden';
    expect([name, readers.map(([role]) => role)]).toEqual([
      name,
      isRead ? ['moderator', 'administrator', 'author', 'author who is a moderator'] : [],
    ]);
  }
});

it('only approved and hidden chapters of published stories are public', () => {
  for (const status of CHAPTER_STATUSES) {
    for (const story of ['draft', 'pending', 'rejected', 'published', 'banned'] as const) {
      for (const deleted of [{}, { chapter: true }, { story: true }]) {
        const isKnown = (status === 'approved' || status === 'hidden') && story === 'published';
        expect(isPublicChapter(factsOf(['', status, null, story], deleted))).toBe(
          isKnown && Object.keys(deleted).length === 0,
        );
      }
    }
  }
});

it('a chapter can be followed by another one while it is published or taken down, not after a moderator has hidden it', () => {
  const continued = STATES.filter((state) => canBeContinued(factsOf(state))).map(([name]) => name);
  expect(continued).toEqual([
    'approved',
    'approved + edit draft',
    'approved + edit pending',
    'approved + edit rejected',
    'taken down',
    'taken down + in review',
    'taken down + rejected',
    'won in a round',
    'approved in a banned story',
  ]);
  expect(
    continued.some((name) => canBeContinued(factsOf(STATES.find(([of]) => of === name)!, { chapter: true }))),
  ).toBe(false);
});
