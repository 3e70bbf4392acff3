import type { Actor } from '#core/actor.ts';
import type { Decision } from '#core/decision.ts';
import { deny } from '#core/decision.ts';
import type { StoryFacts } from '#features/stories/model/story-policy.ts';
import type { WritingMode } from '#features/stories/model/writing-mode.ts';

/** What a mode decides for chapters. One complete map holds all four, so chapters never ask which mode it is. */
export interface WritingModeRules {
  /** May this member begin a chapter after `parentId` (null: at the end of the line)? */
  canWrite(actor: Actor | null, story: StoryFacts, parentId: string | null): Decision;
  /** True when chapters stand in one line, each numbered after the last. */
  readonly isLine: boolean;
}

export type WritingModes = Record<WritingMode, WritingModeRules>;

/** One hand writes all of it. */
export const soloRules: WritingModeRules = {
  isLine: true,
  canWrite: (actor, story) => (actor?.id === story.creatorId ? { ok: true } : deny('forbidden')),
};

/** Modes that stories cannot be begun in yet; nothing can be written in them. */
export const closedModeRules: WritingModeRules = {
  isLine: true,
  canWrite: () => deny('mode_not_available'),
};
