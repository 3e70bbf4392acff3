import type { WritingMode } from '#features/stories/model/writing-mode.ts';
import type { Ctx } from '#platform/context.ts';

/**
 * Hooks of a writing mode for when members join or leave. Participation doesn’t know about turns and rounds, so the
 * modes provide them in one complete map. Called in the open transaction, with the story locked and the participants
 * already changed.
 */
export interface MembershipEffects {
  joined: (ctx: Ctx, storyId: string, accountId: string) => Promise<void>;
  left: (ctx: Ctx, storyId: string, accountId: string) => Promise<void>;
  /** Returns the member whose turn it is. Null without turns, or if no one has the turn. */
  currentWriter: (ctx: Ctx, storyId: string) => Promise<string | null>;
}

export type MembershipOfModes = Readonly<Record<WritingMode, MembershipEffects>>;

/** For modes without turns. */
export const plainMembership: MembershipEffects = {
  joined: async () => {},
  left: async () => {},
  currentWriter: async () => null,
};

declare module '#platform/context.ts' {
  interface Ports {
    readonly membershipEffects: MembershipOfModes;
  }
}
