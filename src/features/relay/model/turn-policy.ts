import type { Actor } from '#core/actor.ts';
import { allow, type Decision, deny } from '#core/decision.ts';
import type { WriteDecision } from '#features/chapters/model/write-refusals.ts';
import type { ModeFacts, WritingModeRules } from '#features/chapters/model/writing-mode-rules.ts';
import { isPublicStory } from '#features/stories/model/story-policy.ts';
import type { Progress } from '#features/stories/model/story-status.ts';
import type { OpenPhase } from './turn.ts';

/** The current state of the turn, for one caller. */
export interface TurnFacts extends ModeFacts {
  isParticipant: boolean;
  isSkipped: boolean;
  progress: Progress;
  turn: {
    writerId: string;
    phase: OpenPhase;
    /** By the database clock, read after the story was locked. Decides whether an action was in time. */
    isOver: boolean;
    hasTimer: boolean;
    extended: boolean;
  } | null;
  /** Number of other writers in the queue. */
  waiting: number;
}

/** Other members don’t learn that a non-public story exists. */
function participates(actor: Actor | null, facts: TurnFacts): Decision {
  if (!isPublicStory(facts.story)) return deny('story_not_found');
  return actor !== null && facts.isParticipant ? allow : deny('forbidden');
}

function hasTurn(actor: Actor | null, facts: TurnFacts): Decision<'not_your_turn'> {
  const { turn } = facts;
  const isTheirs = turn !== null && turn.writerId === actor?.id && turn.phase === 'writing' && !turn.isOver;
  return isTheirs ? allow : deny('not_your_turn');
}

/**
 * The creator writes the first chapter, with the story. After that only the current writer can write, until the
 * deadline.
 */
export const relayRules = {
  canWrite(actor: Actor | null, facts: TurnFacts): WriteDecision {
    const kept = relayRules.canKeep(actor, facts);
    return kept.ok && isPublicStory(facts.story) ? hasTurn(actor, facts) : kept;
  },
  /** The turn can pass while the first words are typed. They are kept for the writer’s next turn. */
  canKeep(actor: Actor | null, facts: TurnFacts): WriteDecision {
    if (!isPublicStory(facts.story)) return actor?.id === facts.story.creatorId ? allow : deny('forbidden');
    if (actor === null || !facts.isParticipant) return deny('forbidden');
    return facts.progress === 'ended' ? deny('wrong_state') : allow;
  },
} satisfies Pick<WritingModeRules<TurnFacts>, 'canWrite' | 'canKeep'>;

/** Passing the turn without a chapter requires another writer in the queue. */
export function canPassTurn(actor: Actor | null, facts: TurnFacts): Decision {
  const there = participates(actor, facts);
  if (!there.ok) return there;
  const turn = hasTurn(actor, facts);
  if (!turn.ok) return turn;
  return facts.waiting > 0 ? allow : deny('nobody_to_hand_to');
}

/** 48 more hours, once per turn, and only while the timer is running. */
export function canExtend(actor: Actor | null, facts: TurnFacts): Decision {
  const there = participates(actor, facts);
  if (!there.ok) return there;
  const turn = hasTurn(actor, facts);
  if (!turn.ok) return turn;
  if (facts.turn?.extended) return deny('turn_extended');
  return facts.turn?.hasTimer ? allow : deny('wrong_state');
}

/** The creator can reassign the turn to anyone, at any time. */
export function canReassign(actor: Actor | null, facts: TurnFacts): Decision {
  if (!isPublicStory(facts.story))
    return deny(actor?.id === facts.story.creatorId && !facts.story.deleted ? 'wrong_state' : 'story_not_found');
  return actor?.id === facts.story.creatorId ? allow : deny('forbidden');
}

export function canRejoinQueue(actor: Actor | null, facts: TurnFacts): Decision {
  if (!isPublicStory(facts.story)) return deny('story_not_found');
  if (actor === null || !facts.isParticipant) return deny('not_participant');
  return facts.isSkipped ? allow : deny('wrong_state');
}
