import type { Actor } from '#core/actor.ts';
import type { StoryFacts } from '#features/stories/model/story-policy.ts';
import type { WriteDecision } from './write-refusals.ts';

/**
 * The facts that decisions of every mode depend on. A mode adds its own, such as participants, the current turn or the
 * parent’s continuations.
 */
export interface ModeFacts {
  story: StoryFacts;
}

/** The decisions of a mode about chapters. Every mode has them, so chapters never check the mode. */
export interface WritingModeRules<Facts extends ModeFacts = ModeFacts> {
  /**
   * Whether the member can write a chapter after `parentId`, or at the end of the story if it is null. Checked when a
   * chapter is started and again when it is submitted, because the turn may have ended in between.
   */
  canWrite: (actor: Actor | null, facts: Facts, parentId: string | null) => WriteDecision;
  /**
   * Whether pages may offer the continuation. Omit it if it is the same as `canWrite`. It differs if reserving a
   * continuation makes the member a participant.
   */
  canBeOffered?: (actor: Actor | null, facts: Facts, parentId: string | null) => WriteDecision;
  /**
   * Whether the member can have a draft there, even if it can’t be submitted now. Omit it if it is the same as
   * `canWrite`. It differs if others can take the turn or the place while the first words are typed.
   */
  canKeep?: (actor: Actor | null, facts: Facts, parentId: string | null) => WriteDecision;
}
