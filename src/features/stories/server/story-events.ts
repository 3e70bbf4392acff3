import type { RawBuilder } from 'kysely';
import type { Decision } from '#core/decision.ts';
import type { Ctx } from '#platform/context.ts';
import type { Db } from '#platform/db/database.ts';
import type { Membership, ViewerState } from '../contract.ts';
import type { ModeModels } from '../model/mode-model.ts';
import type { WritingMode } from '../model/writing-mode.ts';
import type { NamedStory, StoryState } from './story-summary.ts';

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
  /** Locks the pending first chapter before the story’s review is locked. Returns null if there is none. */
  lock: (ctx: Ctx, storyId: string) => Promise<LockedFirstChapter | null>;
  /** Returns the texts to review, in reading order. Empty without a chapter. */
  texts: (ctx: Ctx, storyId: string) => Promise<{ field: string; text: string }[]>;
}

/** The pending first chapter of a story, locked for the decision about both. */
export interface LockedFirstChapter {
  /** Publishes it. The story is published already, and given as it is now. */
  approve: (story: NamedStory) => Promise<void>;
  reject: (reason: string) => Promise<void>;
}

/** The part of a story that is known wherever one is at hand. */
export type StoryAtHand = Pick<StoryState, 'id' | 'mode' | 'facts'>;

/** Who can write chapters. Implemented by the chapters feature. */
export interface ChapterWriting {
  /** Whether the caller can write a chapter after `parentId`, or at the end of the story if it is null. */
  mayWrite: (ctx: Ctx, story: StoryState, parentId: string | null) => Promise<Decision>;
}

/** Who takes part in a story. Implemented by the participation feature. */
export interface StoryMembership {
  /** Returns the caller’s relation to the story, and what they can do about it. */
  standing: (
    ctx: Ctx,
    story: StoryState,
  ) => Promise<Membership & { can: Pick<ViewerState['can'], 'invite' | 'apply' | 'leave'> }>;
}

/** What happens to the rows of a feature when stories are purged. */
export interface StoryPurge {
  /**
   * Deletes the rows of stories. `stories` is a query of their ids. Part of a larger statement. Omitted if the database
   * deletes them with other rows.
   */
  readonly deleteSql?: (stories: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** The kind of what is deleted in the log of statuses, if it has one. Its reasons are forgotten. */
  readonly kind?: string;
}

declare module '#platform/context.ts' {
  interface Ports {
    readonly firstChapter: FirstChapter;
    readonly chapterWriting: ChapterWriting;
    readonly membership: StoryMembership;
    /**
     * Returns who gets the story of a creator whose account is erased: the active member who has taken part for the
     * longest time. Null if there is none.
     */
    readonly heirOf: (db: Db, storyId: string, creatorId: string) => Promise<string | null>;
  }
}

declare module '#platform/features/feature.ts' {
  interface Registries {
    /** What each writing mode says about itself. */
    readonly modeModels: ModeModels;
    /** Whether anyone but the creator has worked on a story, by the kind of work. Includes drafts. */
    readonly worksOfOthers: Readonly<Record<string, (db: Db, storyId: string, creatorId: string) => Promise<boolean>>>;
    readonly storyPurges: Readonly<Record<string, StoryPurge>>;
  }
}

declare module '#platform/features/guards.ts' {
  interface Guards {
    /** Whether the creator may delete the story now. Binding only if asked with the story locked. */
    'story.delete': StoryAtHand;
  }
}

/** Unless stated otherwise, emitted in the transaction of the change, with the story locked and already changed. */
declare module '#platform/features/events.ts' {
  interface Events {
    /** Readers can see the story, for the first time or again after its deletion. */
    'story.published': { readonly storyId: string; readonly mode: WritingMode };
    /** Progress, a rule or the deletion is about to change. Apply overdue timed changes first. */
    'story.changing': { readonly storyId: string };
    /** The progress or a rule has changed. */
    'story.rules_changed': { readonly storyId: string };
    /** Title and description of the published story are about to be replaced by `next`. */
    'story.text_changing': {
      readonly storyId: string;
      /** The author says that existing translations stay accurate. */
      readonly isMinorEdit: boolean;
      readonly next: { readonly title: string; readonly description: string };
    };
    /** The story was deleted: no one can read it or write in it any more. */
    'story.closed': { readonly storyId: string };
    /** A moderator banned the story: no one can read it or write in it. */
    'story.banned': { readonly storyId: string };
    /** The ban was lifted. */
    'story.unbanned': { readonly storyId: string };
  }
}
