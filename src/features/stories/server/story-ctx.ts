import type { Decision } from '#core/decision.ts';
import type { Ctx } from '#platform/context.ts';
import type { Membership, ViewerState } from '../contract.ts';
import type { StoryState } from './story-summary.ts';

/**
 * The first chapter is reviewed together with its story (product §4). Stories don’t depend on chapters, so the chapters
 * feature implements this.
 */
export interface FirstChapter {
  /** Submits the draft of the first chapter, if there is one. Its texts must be within the limits. */
  submit: (ctx: Ctx, storyId: string) => Promise<void>;
  withdraw: (ctx: Ctx, storyId: string) => Promise<void>;
  /** Withdraws every pending chapter and edit of the story, because the story is being deleted. */
  withdrawAll: (ctx: Ctx, storyId: string) => Promise<void>;
  /** Locks the pending first chapter, if there is one, before the story’s review is locked. */
  lock: (ctx: Ctx, storyId: string) => Promise<void>;
  /** Returns the texts to review, in reading order. Empty without a chapter. */
  texts: (ctx: Ctx, storyId: string) => Promise<{ field: string; text: string }[]>;
  approve: (ctx: Ctx, storyId: string) => Promise<void>;
  reject: (ctx: Ctx, storyId: string, reason: string) => Promise<void>;
}

/** The part of a story that its writing mode needs for decisions. */
export type StoryAtHand = Pick<StoryState, 'id' | 'mode' | 'facts'>;

/** Who can write chapters. Implemented by the chapters feature. */
export interface ChapterWriting {
  /** Whether the caller can write a chapter after `parentId`, or at the end of the story if it is null. */
  mayWrite: (ctx: Ctx, story: StoryAtHand, parentId: string | null) => Promise<Decision>;
}

/** Who takes part in a story. Implemented by the participation feature. */
export interface StoryMembership {
  /** Returns the caller’s relation to the story, and what they can do about it. */
  standing: (
    ctx: Ctx,
    story: StoryState,
  ) => Promise<Membership & { can: Pick<ViewerState['can'], 'invite' | 'apply' | 'leave'> }>;
}

/**
 * Hooks of other features, filled where the features are put together. Unless stated otherwise, each runs in the same
 * transaction, with the story locked and already changed.
 */
export interface StoryEffects {
  /** Readers can see the story, for the first time or again. */
  published: (ctx: Ctx, storyId: string) => Promise<void>;
  /** Called before a change of the progress or a rule, or a deletion. Applies overdue timed changes first. */
  changing: (ctx: Ctx, storyId: string) => Promise<void>;
  /** The progress or a rule has changed. */
  rulesChanged: (ctx: Ctx, storyId: string) => Promise<void>;
  /**
   * Whether the story’s current activity allows its creator to delete it. Binding only if called with the story locked.
   */
  mayBeDeleted: (ctx: Ctx, story: StoryAtHand) => Promise<Decision>;
  /** Title and description of the published story are about to be replaced by `next`. */
  textChanging: (
    ctx: Ctx,
    change: { storyId: string; isMinorEdit: boolean; next: { title: string; description: string } },
  ) => Promise<void>;
  /** The story was deleted: no one can read it or write in it any more. */
  closed: (ctx: Ctx, storyId: string) => Promise<void>;
  /** A moderator banned the story: no one can read it or write in it. */
  banned: (ctx: Ctx, storyId: string) => Promise<void>;
  /** The ban was lifted. */
  unbanned: (ctx: Ctx, storyId: string) => Promise<void>;
}

declare module '#platform/context.ts' {
  interface Ports {
    readonly firstChapter: FirstChapter;
    readonly chapterWriting: ChapterWriting;
    readonly membership: StoryMembership;
    readonly storyEffects: StoryEffects;
  }
}
