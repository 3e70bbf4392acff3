import type { Actor } from '#core/actor.ts';
import { allow, type Decision, deny } from '#core/decision.ts';
import { permits } from '#core/machine.ts';
import type { WriteDecision } from '#features/chapters/model/write-refusals.ts';
import type { ModeFacts, WritingModeRules } from '#features/chapters/model/writing-mode-rules.ts';
import { isPublicStory, type StoryFacts } from '#features/stories/model/story-policy.ts';
import type { Progress } from '#features/stories/model/story-status.ts';
import type { WritingMode } from '#features/stories/model/writing-mode.ts';
import type { RoundStatus } from './round-status.ts';
import { type SubmissionStatus, submissionMachine } from './submission-status.ts';

/** Facts for chapters of a competition that are not entries. There is only one: the creator’s first chapter. */
export interface FirstChapterFacts extends ModeFacts {
  /** Chapter 1 is in review or published, or the chapter in question is an entry. */
  hasFirst: boolean;
}

export const competitionRules = {
  canWrite(actor: Actor | null, { story, hasFirst }: FirstChapterFacts): WriteDecision {
    if (actor?.id !== story.creatorId) return deny('forbidden');
    return hasFirst ? deny('only_by_rounds') : allow;
  },
} satisfies Pick<WritingModeRules<FirstChapterFacts>, 'canWrite'>;

/** What permissions for the rounds of a competition depend on. */
export interface ContestFacts {
  story: StoryFacts;
  mode: WritingMode;
  progress: Progress;
  /** Chapter 1 has been published. It may be hidden. */
  hasChapter: boolean;
  /** Status of the round that isn’t completed, or null if there is none. */
  unfinished: RoundStatus | null;
}

const isCreator = (actor: Actor | null, { story }: { story: StoryFacts }) =>
  actor !== null && actor.id === story.creatorId;

/** Only the creator can create a round: one at a time, for an ongoing story that has its first chapter. */
export function canCreateRound(actor: Actor | null, contest: ContestFacts): Decision {
  if (!isPublicStory(contest.story))
    return deny(isCreator(actor, contest) && !contest.story.deleted ? 'wrong_state' : 'story_not_found');
  if (!isCreator(actor, contest)) return deny('forbidden');
  if (contest.mode !== 'competition' || contest.progress !== 'ongoing') return deny('wrong_state');
  if (!contest.hasChapter) return deny('first_chapter_missing');
  return contest.unfinished === null ? allow : deny('round_unfinished');
}

/** Changing the start of a scheduled round, or canceling it. */
export function canChangeRound(
  actor: Actor | null,
  { story, status }: { story: StoryFacts; status: RoundStatus },
): Decision {
  if (!isPublicStory(story)) return deny('round_not_found');
  if (!isCreator(actor, { story })) return deny('forbidden');
  return status === 'scheduled' ? allow : deny('wrong_state');
}

/** The current state of a round, for one caller. */
export interface EntryFacts {
  story: StoryFacts;
  status: RoundStatus;
  /** Writing has ended. */
  closed: boolean;
  isParticipant: boolean;
  /** Whether a caller who isn’t a participant may join by creating an entry. */
  joining: Decision;
  /** The caller has decided about entries of this round as a moderator, or has seen its audit. */
  isJudge: boolean;
}

function isWriting({ story, status, closed }: EntryFacts): Decision {
  if (!isPublicStory(story)) return deny('round_not_found');
  if (status === 'scheduled') return deny('wrong_state');
  return status === 'writing' && !closed ? allow : deny('writing_closed');
}

/** Creating an entry. */
export function canEnter(actor: Actor | null, round: EntryFacts): Decision {
  const writing = isWriting(round);
  if (!writing.ok) return writing;
  if (actor === null) return deny('not_participant');
  if (round.isJudge) return deny('round_judged');
  return round.isParticipant ? allow : round.joining;
}

/**
 * Submitting an entry, or a newer version of it. The author may submit even if they have been removed from the story
 * since: the creator competes too, and must not decide who else does.
 */
export function canSubmitEntry(actor: Actor | null, entry: OwnEntryFacts): Decision {
  const own = ownEntry(actor, entry);
  if (!own.ok) return own;
  const writing = isWriting(entry);
  if (!writing.ok) return writing;
  if (entry.disqualified) return deny('entry_disqualified');
  return permits(submissionMachine, entry.submission, 'submit') ? allow : deny('wrong_state');
}

export interface OwnEntryFacts extends EntryFacts {
  authorId: string;
  submission: SubmissionStatus;
  /** A moderator has disqualified it. */
  disqualified: boolean;
}

/** Other members don’t learn that the entry exists. */
function ownEntry(actor: Actor | null, { authorId, story }: Pick<OwnEntryFacts, 'authorId' | 'story'>): Decision {
  return actor?.id === authorId && !story.deleted ? allow : deny('submission_not_found');
}

/** Withdrawing an entry, while the round is open for entries. */
export function canWithdrawEntry(actor: Actor | null, entry: OwnEntryFacts): Decision {
  const own = ownEntry(actor, entry);
  if (!own.ok) return own;
  if (!permits(submissionMachine, entry.submission, 'withdraw')) return deny('wrong_state');
  return isWriting(entry);
}

/** What a member’s permission to vote depends on. */
export interface VoteFacts {
  story: StoryFacts;
  status: RoundStatus;
  /** The account existed before voting started. */
  isOldEnough: boolean;
  /** The caller has decided about entries of this round as a moderator, or has seen its audit. */
  isJudge: boolean;
  /** Number of entries on the caller’s ballot, and how many of them they have opened. */
  entries: number;
  opened: number;
}

function isVoting({ story, status }: Pick<VoteFacts, 'story' | 'status'>): Decision {
  if (!isPublicStory(story)) return deny('round_not_found');
  return status === 'voting' ? allow : deny('voting_closed');
}

/** Whether the caller may vote in the round at all. `needed` is the number of entries that must be opened first. */
export function canVote(actor: Actor | null, ballot: VoteFacts, needed: number): Decision {
  const open = isVoting(ballot);
  if (!open.ok) return open;
  if (actor === null) return deny('login_required');
  if (ballot.isJudge) return deny('round_judged');
  if (!ballot.isOldEnough) return deny('account_too_new');
  return ballot.entries === 0 || ballot.opened < needed ? deny('entries_unopened') : allow;
}

/** Whether the caller may vote for this entry. Null if the entry isn’t in the round or is no longer on the ballot. */
export function canVoteFor(actor: Actor | null, entry: { authorId: string } | null): Decision {
  if (entry === null) return deny('submission_not_found');
  return entry.authorId === actor?.id ? deny('own_entry') : allow;
}

export function canCancelVote(ballot: Pick<VoteFacts, 'story' | 'status'>): Decision {
  return isVoting(ballot);
}

/**
 * Whether a disqualification can be reversed: only while the round is open and the author’s account is active. The
 * counts of a completed round don’t change.
 */
export function canReinstate(facts: {
  status: RoundStatus;
  submission: SubmissionStatus;
  disqualified: boolean;
  isAuthorActive: boolean;
}): boolean {
  const isOpen = facts.status === 'writing' || facts.status === 'voting';
  const fits = facts.disqualified && facts.isAuthorActive && permits(submissionMachine, facts.submission, 'reinstate');
  return isOpen && fits;
}

/**
 * Whether a moderator may disqualify an entry. Moderators can’t do so in a round that they compete in. In a completed
 * round the counts don’t change. The winner is a chapter, so it is moderated as a chapter.
 */
export function canDisqualify(facts: {
  status: RoundStatus;
  submission: SubmissionStatus;
  /** The moderator has an entry in the round, or may have one. */
  isRival: boolean;
  isWinner: boolean;
}): Decision {
  if (facts.isRival) return deny('own_work');
  const fits = facts.status !== 'scheduled' && !facts.isWinner;
  return fits && permits(submissionMachine, facts.submission, 'disqualify') ? allow : deny('wrong_state');
}
