import type { WritingMode } from '#features/stories/model/writing-mode.ts';
import type { StoryCtx } from '#features/stories/server/index.ts';
import type { Ctx } from '#platform/context.ts';

/**
 * What a writing mode does when somebody comes or goes. Participation knows nothing of turns and rounds: the modes give
 * this, in one complete map. Called in the open transaction, with the story locked and the participants changed already.
 */
export interface MembershipEffects<C extends Ctx = Ctx> {
  joined: (ctx: C, storyId: string, accountId: string) => Promise<void>;
  left: (ctx: C, storyId: string, accountId: string) => Promise<void>;
  /** Whose turn it is; null where there are no turns, or nobody has it. */
  currentWriter: (ctx: C, storyId: string) => Promise<string | null>;
}

export type MembershipOfModes<C extends Ctx = Ctx> = Readonly<Record<WritingMode, MembershipEffects<C>>>;
export type ParticipationCtx = StoryCtx & { membershipEffects: MembershipOfModes };

/** For modes in which nobody waits for anybody. */
export const plainMembership: MembershipEffects = {
  joined: async () => {},
  left: async () => {},
  currentWriter: async () => null,
};
