import type { Actor } from '#core/actor.ts';
import { all, allow, deny } from '#core/decision.ts';
import type { WriteDecision, WriteRefusal } from '#features/chapters/model/write-refusals.ts';
import type { ModeFacts, WritingModeRules } from '#features/chapters/model/writing-mode-rules.ts';
import { DEPTH_MAX, WAYS_MAX } from './branch-limits.ts';

/** What permission to write at one position of the tree depends on. */
export interface BranchFacts extends ModeFacts {
  /** The creator has ended the story. */
  isEnded: boolean;
  isParticipant: boolean;
  /** Not a participant yet, but reserving a continuation would make them one. */
  mayJoin: boolean;
  /** The chapter to continue, if it is public. */
  parent: { status: 'approved' | 'hidden'; depth: number } | null;
  /**
   * Continuations that others occupy: submitted or published chapters, and reservations of other members. Without a
   * parent, the number of first chapters.
   */
  taken: number;
}

/** There is only one first chapter, and the creator writes it. */
function firstChapter(actor: Actor | null, { story, taken }: BranchFacts): WriteDecision {
  if (actor?.id !== story.creatorId) return deny('forbidden');
  return taken === 0 ? allow : deny('no_continuation_left');
}

function hasRoom({ parent, taken }: BranchFacts): WriteDecision {
  if (parent?.status !== 'approved') return deny('wrong_state');
  if (parent.depth >= DEPTH_MAX) return deny('path_too_deep');
  return taken < WAYS_MAX ? allow : deny('no_continuation_left');
}

function decide(
  actor: Actor | null,
  facts: BranchFacts,
  parentId: string | null,
  { isIn, needsRoom = true }: { isIn: boolean; needsRoom?: boolean },
): WriteDecision {
  if (parentId === null) return firstChapter(actor, facts);
  if (facts.parent === null) return deny('chapter_not_found');
  return all<WriteRefusal>(
    isIn ? allow : deny('forbidden'),
    facts.isEnded ? deny('wrong_state') : allow,
    needsRoom ? hasRoom(facts) : allow,
  );
}

/** Any participant can continue any readable chapter that has a continuation left. */
export const branchRules = {
  canWrite: (actor, facts, parentId) => decide(actor, facts, parentId, { isIn: facts.isParticipant }),
  canBeOffered: (actor, facts, parentId) =>
    decide(actor, facts, parentId, { isIn: facts.isParticipant || facts.mayJoin }),
  /** Needs no place: others can take the last one while the first words are typed, and a draft can be moved. */
  canKeep: (actor, facts, parentId) => decide(actor, facts, parentId, { isIn: facts.isParticipant, needsRoom: false }),
} satisfies WritingModeRules<BranchFacts>;
