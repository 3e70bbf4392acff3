import { describe, expect, it } from 'vitest';
import type { Actor } from '#core/actor.ts';
import { allow, type Decision, deny } from '#core/decision.ts';
import { WRITING_MODES } from '#features/modes.ts';
import type { StoryFacts } from '#features/stories/model/story-policy.ts';
import { PROGRESSES } from '#features/stories/model/story-status.ts';
import { opensNeeded } from './ballot.ts';
import {
  type ContestFacts,
  canCancelVote,
  canChangeRound,
  canCreateRound,
  canDisqualify,
  canEnter,
  canReinstate,
  canSubmitEntry,
  canVote,
  canVoteFor,
  canWithdrawEntry,
  competitionRules,
  type OwnEntryFacts,
  type VoteFacts,
} from './contest-policy.ts';
import { ROUND_STATUSES, type RoundStatus } from './round-status.ts';
import { SUBMISSION_STATUSES, type SubmissionStatus } from './submission-status.ts';

const actor = (id: string): Actor => ({ id, username: `m${id}`, sessionId: '1', roles: [] });
const [creator, author, member] = ['1', '2', '3'].map(actor) as [Actor, Actor, Actor];
const story: StoryFacts = { creatorId: '1', status: 'published', editStatus: null, deleted: false };
const banned: StoryFacts = { ...story, status: 'banned' };
const draft: StoryFacts = { ...story, status: 'draft' };
const deleted: StoryFacts = { ...story, deleted: true };
const said = (decision: Decision) => (decision.ok ? 'ok' : decision.code);

it.each<[string, Actor | null, boolean, string]>([
  ['a visitor', null, false, 'forbidden'],
  ['a member', member, false, 'forbidden'],
  ['the creator before chapter 1', creator, false, 'ok'],
  ['the creator after it', creator, true, 'only_by_rounds'],
])('a chapter beside the rounds is written by %s: %#', (_, who, hasFirst, expected) =>
  expect(
    said(competitionRules.canWrite(who, { story, hasFirst } as Parameters<typeof competitionRules.canWrite>[1])),
  ).toBe(expected),
);

describe('creating a round', () => {
  const facts = (changes: Partial<ContestFacts> = {}): ContestFacts => ({
    story,
    mode: 'competition',
    progress: 'ongoing',
    hasChapter: true,
    unfinished: null,
    ...changes,
  });
  it.each<[string, Partial<ContestFacts>, [visitor: string, member: string, creator: string]]>([
    ['nothing is missing', {}, ['forbidden', 'forbidden', 'ok']],
    ['chapter 1 is missing', { hasChapter: false }, ['forbidden', 'forbidden', 'first_chapter_missing']],
    ['the story is a draft', { story: draft }, ['story_not_found', 'story_not_found', 'wrong_state']],
    ['the story is banned', { story: banned }, ['story_not_found', 'story_not_found', 'wrong_state']],
    ['the story is deleted', { story: deleted }, ['story_not_found', 'story_not_found', 'story_not_found']],
  ])('when %s', (_, changes, expected) =>
    expect([null, member, creator].map((who) => said(canCreateRound(who, facts(changes))))).toEqual(expected),
  );
  it.each(WRITING_MODES.map((mode) => [mode, mode === 'competition' ? 'ok' : 'wrong_state'] as const))(
    'in a %s: %s',
    (mode, expected) => expect(said(canCreateRound(creator, facts({ mode })))).toBe(expected),
  );
  it.each(PROGRESSES.map((progress) => [progress, progress === 'ongoing' ? 'ok' : 'wrong_state'] as const))(
    'while the story is %s: %s',
    (progress, expected) => expect(said(canCreateRound(creator, facts({ progress })))).toBe(expected),
  );
  it.each(ROUND_STATUSES.filter((status) => status !== 'completed'))('is refused if one is already %s', (unfinished) =>
    expect(said(canCreateRound(creator, facts({ unfinished })))).toBe('round_unfinished'),
  );
});

describe('changing a round', () => {
  it.each<[RoundStatus, string]>([
    ['scheduled', 'ok'],
    ['writing', 'wrong_state'],
    ['voting', 'wrong_state'],
    ['completed', 'wrong_state'],
  ])('with the status %s, by the creator: %s', (status, expected) => {
    const rows = [null, member, creator].map((who) => said(canChangeRound(who, { story, status })));
    expect(rows).toEqual(['forbidden', 'forbidden', expected]);
    for (const hidden of [draft, banned, deleted])
      expect(said(canChangeRound(creator, { story: hidden, status }))).toBe('round_not_found');
  });
});

describe('an entry', () => {
  const facts = (changes: Partial<OwnEntryFacts> = {}): OwnEntryFacts => ({
    story,
    status: 'writing',
    closed: false,
    isParticipant: true,
    joining: deny('not_participant'),
    isJudge: false,
    disqualified: false,
    authorId: author.id,
    submission: 'draft',
    ...changes,
  });
  const row = (who: Actor | null, changes: Partial<OwnEntryFacts> = {}) =>
    [canEnter, canSubmitEntry, canWithdrawEntry].map((can) =>
      said(can(who, facts({ submission: 'pending', ...changes }))),
    );
  const none = 'submission_not_found';

  it.each<[string, Actor | null, Partial<OwnEntryFacts>, string[]]>([
    ['its author', author, {}, ['ok', 'ok', 'ok']],
    ['an author who left the story', author, { isParticipant: false }, ['not_participant', 'ok', 'ok']],
    ['a participant', member, {}, ['ok', none, none]],
    ['the creator', creator, {}, ['ok', none, none]],
    ['a member where joining is open', member, { isParticipant: false, joining: allow }, ['ok', none, none]],
    ['a moderator who has decided about entries', member, { isJudge: true }, ['round_judged', none, none]],
    [
      'an author whose entry was disqualified',
      author,
      { disqualified: true, submission: 'rejected' },
      ['ok', 'entry_disqualified', 'wrong_state'],
    ],
    ['a member who is not a participant', member, { isParticipant: false }, ['not_participant', none, none]],
    [
      'a member if no spot is open',
      member,
      { isParticipant: false, joining: deny('story_full') },
      ['story_full', none, none],
    ],
    ['a visitor', null, { isParticipant: false, joining: allow }, ['not_participant', none, none]],
  ])('created, submitted, withdrawn by %s', (_, who, changes, expected) => expect(row(who, changes)).toEqual(expected));

  it.each<[string, Partial<OwnEntryFacts>, string[]]>([
    ['the round has not started', { status: 'scheduled' }, ['wrong_state', 'wrong_state', 'wrong_state']],
    ['writing is open', {}, ['ok', 'ok', 'ok']],
    ['the round waits for reviews', { closed: true }, ['writing_closed', 'writing_closed', 'writing_closed']],
    ['voting is open', { status: 'voting' }, ['writing_closed', 'writing_closed', 'writing_closed']],
    ['the round is completed', { status: 'completed' }, ['writing_closed', 'writing_closed', 'writing_closed']],
    ['the story is banned', { story: banned }, ['round_not_found', 'round_not_found', 'round_not_found']],
    ['the story is deleted', { story: deleted }, ['round_not_found', none, none]],
  ])('when %s', (_, changes, expected) => expect(row(author, changes)).toEqual(expected));

  it.each<[SubmissionStatus, string, string]>([
    ['draft', 'ok', 'wrong_state'],
    ['pending', 'ok', 'ok'],
    ['approved', 'ok', 'ok'],
    ['rejected', 'ok', 'wrong_state'],
  ])('with the status %s: submitting %s, withdrawing %s', (submission, sending, taking) =>
    expect(row(author, { submission }).slice(1)).toEqual([sending, taking]),
  );
});

describe('a vote', () => {
  const facts = (changes: Partial<VoteFacts> = {}): VoteFacts => ({
    story,
    status: 'voting',
    isOldEnough: true,
    isJudge: false,
    entries: 4,
    opened: 4,
    ...changes,
  });
  const vote = (who: Actor | null, changes: Partial<VoteFacts> = {}) =>
    said(canVote(who, facts(changes), opensNeeded(facts(changes).entries)));

  it.each<[RoundStatus, string]>([
    ['scheduled', 'voting_closed'],
    ['writing', 'voting_closed'],
    ['voting', 'ok'],
    ['completed', 'voting_closed'],
  ])('in a round with the status %s: %s', (status, expected) => {
    for (const who of [member, author, creator]) expect(vote(who, { status })).toBe(expected);
    expect(said(canCancelVote({ story, status }))).toBe(expected);
  });
  it.each<[string, Partial<VoteFacts>, string]>([
    ['has opened all', {}, 'ok'],
    ['has opened all but one', { opened: 3 }, 'entries_unopened'],
    ['has opened five of more', { entries: 30, opened: 5 }, 'ok'],
    ['has opened four of more', { entries: 30, opened: 4 }, 'entries_unopened'],
    ['has no entries to choose from', { entries: 0, opened: 0 }, 'entries_unopened'],
    ['signed up after voting had started', { isOldEnough: false }, 'account_too_new'],
    ['has decided about its entries', { isJudge: true }, 'round_judged'],
    ['signed up late and has opened none', { isOldEnough: false, opened: 0 }, 'account_too_new'],
    ['votes in a banned story', { story: banned }, 'round_not_found'],
    ['votes in a deleted story', { story: deleted }, 'round_not_found'],
    ['votes in a draft', { story: draft }, 'round_not_found'],
  ])('by a member who %s', (_, changes, expected) => expect(vote(member, changes)).toBe(expected));

  it('requires a login, but only if voting is open', () => {
    expect(vote(null)).toBe('login_required');
    expect(vote(null, { status: 'writing' })).toBe('voting_closed');
  });
  it.each<[string, Actor | null, { authorId: string } | null, string]>([
    ['another author’s entry', member, { authorId: '2' }, 'ok'],
    ['the author’s own entry', author, { authorId: '2' }, 'own_entry'],
    ['the creator’s own entry', creator, { authorId: '1' }, 'own_entry'],
    ['an entry that is not on this ballot', member, null, 'submission_not_found'],
  ])('for %s', (_, who, entry, expected) => expect(said(canVoteFor(who, entry))).toBe(expected));
  it('can’t be canceled in a story that is not public', () => {
    for (const hidden of [draft, banned, deleted])
      expect(said(canCancelVote({ story: hidden, status: 'voting' }))).toBe('round_not_found');
  });
});

describe('disqualifying an entry', () => {
  const cases = ROUND_STATUSES.flatMap((status) =>
    SUBMISSION_STATUSES.map((submission) => [status, submission] as const),
  );
  it.each(cases)('in a round with the status %s, if the entry is %s', (status, submission) => {
    const facts = { status, submission, isRival: false, isWinner: false };
    const fits = status !== 'scheduled' && submission === 'approved';
    expect(said(canDisqualify(facts))).toBe(fits ? 'ok' : 'wrong_state');
    expect(said(canDisqualify({ ...facts, isWinner: true }))).toBe('wrong_state');
    expect(said(canDisqualify({ ...facts, isRival: true }))).toBe('own_work');
  });
});

it.each(ROUND_STATUSES.flatMap((status) => SUBMISSION_STATUSES.map((submission) => [status, submission] as const)))(
  'reinstates entries only in an open round (%s, entry %s)',
  (status, submission) => {
    const facts = { status, submission, disqualified: true, isAuthorActive: true };
    const fits = (status === 'writing' || status === 'voting') && submission === 'rejected';
    expect(canReinstate(facts)).toBe(fits);
    expect(canReinstate({ ...facts, disqualified: false })).toBe(false);
    expect(canReinstate({ ...facts, isAuthorActive: false })).toBe(false);
  },
);
