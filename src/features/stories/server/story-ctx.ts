import type { Decision } from '#core/decision.ts';
import type { ModerationCtx } from '#features/moderation/server/index.ts';
import type { Ctx } from '#platform/context.ts';
import type { Membership, ViewerState } from '../contract.ts';
import type { StoryState } from './story-summary.ts';

/**
 * The first chapter goes to review together with its story (product §4). Stories know nothing of chapters; the feature
 * that does gives this.
 */
export interface FirstChapter<C extends Ctx = Ctx> {
  /** Submits the chapter that waits as a draft, if there is one; the texts must be in bounds. */
  submit: (ctx: C, storyId: string) => Promise<void>;
  withdraw: (ctx: C, storyId: string) => Promise<void>;
  /** Takes every chapter of the story, and every edit of one, back from review: the story is being deleted. */
  withdrawAll: (ctx: C, storyId: string) => Promise<void>;
  /** Locks the chapter that waits with its story, if there is one, before the story's review is locked. */
  lock: (ctx: C, storyId: string) => Promise<void>;
  /** What is reviewed of it, in the order to read it; empty without one. */
  texts: (ctx: C, storyId: string) => Promise<{ field: string; text: string }[]>;
  approve: (ctx: C, storyId: string) => Promise<void>;
  reject: (ctx: C, storyId: string, reason: string) => Promise<void>;
}

/** A story as its writing mode is asked about it. */
export type StoryAtHand = Pick<StoryState, 'id' | 'mode' | 'facts'>;

/** Who may write chapters; given by the feature that has them. */
export interface ChapterWriting<C extends Ctx = Ctx> {
  /** May the caller write a chapter after `parentId` (null: at the end of the line)? */
  mayWrite: (ctx: C, story: StoryAtHand, parentId: string | null) => Promise<Decision>;
}

/** Who takes part; given by the feature that knows. */
export interface StoryMembership<C extends Ctx = Ctx> {
  /** Where the caller stands with the story, and what they may do about it. */
  standing: (
    ctx: C,
    story: StoryState,
  ) => Promise<Membership & { can: Pick<ViewerState['can'], 'invite' | 'apply' | 'leave'> }>;
}

/**
 * What other features do when something happens to a story; filled where the features are put together. Each is called in
 * the transaction of what happened, with the story locked and changed already.
 */
export interface StoryEffects<C extends Ctx = Ctx> {
  /** The world can read it, for the first time or again. */
  published: (ctx: C, storyId: string) => Promise<void>;
  /** Its progress or one of its rules is about to change, or it to be deleted: what is due by the clock comes first. */
  changing: (ctx: C, storyId: string) => Promise<void>;
  /** Its progress or one of its rules is another. */
  rulesChanged: (ctx: C, storyId: string) => Promise<void>;
  /** Does what runs in it allow that its creator deletes it? Asked before, with the story locked when it decides. */
  mayBeDeleted: (ctx: C, story: StoryAtHand) => Promise<Decision>;
  /** Title and description of the published story are about to be replaced by these. */
  textChanging: (
    ctx: C,
    change: { storyId: string; isMinorEdit: boolean; next: { title: string; description: string } },
  ) => Promise<void>;
  /** Its creator deletes it: nobody can read or write it any more. */
  closed: (ctx: C, storyId: string) => Promise<void>;
  /** A moderator banned it: likewise. */
  banned: (ctx: C, storyId: string) => Promise<void>;
  /** The ban was lifted. */
  unbanned: (ctx: C, storyId: string) => Promise<void>;
}

export type StoryCtx = ModerationCtx & {
  firstChapter: FirstChapter;
  chapterWriting: ChapterWriting;
  membership: StoryMembership;
  storyEffects: StoryEffects;
};
