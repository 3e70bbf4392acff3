import type { Actor } from '#core/actor.ts';
import type { Decision } from '#core/decision.ts';
import { deny } from '#core/decision.ts';
import type { StoryFacts } from '#features/stories/model/story-policy.ts';

/** What the decisions of every mode hang on. A mode adds its own: who takes part, whose turn it is, what the parent bears. */
export interface ModeFacts {
  story: StoryFacts;
}

/** What a mode decides for chapters. One complete map holds all four, so chapters never ask which mode it is. */
export interface WritingModeRules<Facts extends ModeFacts = ModeFacts> {
  /**
   * May this member write a chapter after `parentId` (null: at the end of the line)? Asked when a chapter is begun and
   * again when it is sent, since the turn may have passed meanwhile.
   */
  canWrite: (actor: Actor | null, facts: Facts, parentId: string | null) => Decision;
  /** May the pages offer them the place? Left out where that is the same; where taking it lets them in, it is not. */
  canBeOffered?: (actor: Actor | null, facts: Facts, parentId: string | null) => Decision;
}

/** One hand writes all of it. */
export const soloRules = {
  canWrite: (actor, { story }) => (actor?.id === story.creatorId ? { ok: true } : deny('forbidden')),
} satisfies WritingModeRules;
