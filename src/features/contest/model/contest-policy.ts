import type { Actor } from '#core/actor.ts';
import { allow, type Decision, deny } from '#core/decision.ts';
import { permits } from '#core/machine.ts';
import type { ModeFacts, WritingModeRules } from '#features/chapters/model/writing-mode-rules.ts';
import { isPublicStory, type StoryFacts } from '#features/stories/model/story-policy.ts';
import type { Progress } from '#features/stories/model/story-status.ts';
import type { WritingMode } from '#features/stories/model/writing-mode.ts';
import type { RoundStatus } from './round-status.ts';
import { type SubmissionStatus, submissionMachine } from './submission-status.ts';

/** Chapters of a competition that are no submission: there is one, with which its creator begins. */
export interface FirstChapterFacts extends ModeFacts {
  /** Chapter 1 is sent or public, or what is asked about is a submission. */
  hasFirst: boolean;
}

export const competitionRules = {
  canWrite(actor: Actor | null, { story, hasFirst }: FirstChapterFacts): Decision {
    if (actor?.id !== story.creatorId) return deny('forbidden');
    return hasFirst ? deny('only_by_rounds') : allow;
  },
} satisfies Pick<WritingModeRules<FirstChapterFacts>, 'canWrite'>;

/** A competition as decisions about its rounds hang on it. */
export interface ContestFacts {
  story: StoryFacts;
  mode: WritingMode;
  progress: Progress;
  /** Chapter 1 can be read, or could. */
  hasChapter: boolean;
  /** The status of the round that is not completed; null without one. */
  unfinished: RoundStatus | null;
}

const isCreator = (actor: Actor | null, { story }: { story: StoryFacts }) =>
  actor !== null && actor.id === story.creatorId;

/** The creator begins rounds: one at a time, of a story that goes on and has its first chapter. */
export function canCreateRound(actor: Actor | null, contest: ContestFacts): Decision {
  if (!isPublicStory(contest.story))
    return deny(isCreator(actor, contest) && !contest.story.deleted ? 'wrong_state' : 'story_not_found');
  if (!isCreator(actor, contest)) return deny('forbidden');
  if (contest.mode !== 'competition' || contest.progress !== 'ongoing') return deny('wrong_state');
  if (!contest.hasChapter) return deny('first_chapter_missing');
  return contest.unfinished === null ? allow : deny('round_unfinished');
}

/** Moving its start, or giving it up, while it has not begun. */
export function canChangeRound(
  actor: Actor | null,
  { story, status }: { story: StoryFacts; status: RoundStatus },
): Decision {
  if (!isPublicStory(story)) return deny('round_not_found');
  if (!isCreator(actor, { story })) return deny('forbidden');
  return status === 'scheduled' ? allow : deny('wrong_state');
}

/** Where a round stands at this moment, for one caller. */
export interface EntryFacts {
  story: StoryFacts;
  status: RoundStatus;
  /** Writing is over. */
  closed: boolean;
  isParticipant: boolean;
  /** Whether whoever is not in yet would be let in by beginning an entry. */
  joining: Decision;
  /** They have judged entries of it as a moderator. */
  isJudge: boolean;
}

function isWriting({ story, status, closed }: EntryFacts): Decision {
  if (!isPublicStory(story)) return deny('round_not_found');
  if (status === 'scheduled') return deny('wrong_state');
  return status === 'writing' && !closed ? allow : deny('writing_closed');
}

/** Beginning an entry. */
export function canEnter(actor: Actor | null, round: EntryFacts): Decision {
  const writing = isWriting(round);
  if (!writing.ok) return writing;
  if (actor === null) return deny('not_participant');
  if (round.isJudge) return deny('round_judged');
  return round.isParticipant ? allow : round.joining;
}

/**
 * Sending it, or a newer version of it. Whoever has begun one may, also when they are taken out of the story meanwhile: the
 * creator competes too, and does not decide who else does.
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
  /** A moderator has taken it out, for good. */
  disqualified: boolean;
}

/** Others do not learn that there is one. */
function ownEntry(actor: Actor | null, { authorId, story }: Pick<OwnEntryFacts, 'authorId' | 'story'>): Decision {
  return actor?.id === authorId && !story.deleted ? allow : deny('submission_not_found');
}

/** Taking an entry out of the round again, while writing is open. */
export function canWithdrawEntry(actor: Actor | null, entry: OwnEntryFacts): Decision {
  const own = ownEntry(actor, entry);
  if (!own.ok) return own;
  if (!permits(submissionMachine, entry.submission, 'withdraw')) return deny('wrong_state');
  return isWriting(entry);
}

/** One voter before one ballot. */
export interface VoteFacts {
  story: StoryFacts;
  status: RoundStatus;
  /** The account was there before the vote began. */
  isOldEnough: boolean;
  /** They have judged entries of the round as a moderator. */
  isJudge: boolean;
  /** Entries on their ballot, and how many of them they have opened. */
  entries: number;
  opened: number;
}

function isVoting({ story, status }: Pick<VoteFacts, 'story' | 'status'>): Decision {
  if (!isPublicStory(story)) return deny('round_not_found');
  return status === 'voting' ? allow : deny('voting_closed');
}

/** May this member vote in the round at all? `needed` is how many entries they have to open. */
export function canVote(actor: Actor | null, ballot: VoteFacts, needed: number): Decision {
  const open = isVoting(ballot);
  if (!open.ok) return open;
  if (actor === null) return deny('login_required');
  if (ballot.isJudge) return deny('round_judged');
  if (!ballot.isOldEnough) return deny('account_too_new');
  return ballot.entries === 0 || ballot.opened < needed ? deny('entries_unopened') : allow;
}

/** May they vote for this entry? Null: it is not in the round, or is not on the ballot any more. */
export function canVoteFor(actor: Actor | null, entry: { authorId: string } | null): Decision {
  if (entry === null) return deny('submission_not_found');
  return entry.authorId === actor?.id ? deny('own_entry') : allow;
}

export function canCancelVote(ballot: Pick<VoteFacts, 'story' | 'status'>): Decision {
  return isVoting(ballot);
}

/** A disqualification is lifted while the round is open, for an author who can act; after the end the counts stay. */
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
 * A moderator takes an entry out for a reason; never of a round that they compete in. After the end the counts
 * stay as they are, and the one that won is a chapter, about which chapters decide.
 */
export function canDisqualify(facts: {
  status: RoundStatus;
  submission: SubmissionStatus;
  /** They have an entry in it, or may have one. */
  isRival: boolean;
  isWinner: boolean;
}): Decision {
  if (facts.isRival) return deny('own_work');
  const fits = facts.status !== 'scheduled' && !facts.isWinner;
  return fits && permits(submissionMachine, facts.submission, 'disqualify') ? allow : deny('wrong_state');
}
