import type { AccountEffects } from '#features/accounts/server/index.ts';
import type { ChapterEffects, WritingModes } from '#features/chapters/server/index.ts';
import type { PublishedTexts, Restrictables, ReviewSubjects } from '#features/moderation/server/index.ts';
import type { MembershipOfModes } from '#features/participation/server/index.ts';
import type { ChapterWriting, FirstChapter, StoryEffects, StoryMembership } from '#features/stories/server/index.ts';
import type { Ctx, Deps } from '#platform/context.ts';

/** Hooks that features declare and other features implement. `C` is the context they are called with. */
export interface Hooks<C extends Ctx> {
  readonly accountEffects: AccountEffects<C>;
  readonly reviewSubjects: ReviewSubjects<C>;
  readonly restrictables: Restrictables<C>;
  readonly publishedTexts: PublishedTexts;
  readonly firstChapter: FirstChapter<C>;
  readonly chapterWriting: ChapterWriting<C>;
  readonly modes: WritingModes<C>;
  readonly membership: StoryMembership<C>;
  readonly membershipEffects: MembershipOfModes<C>;
  readonly storyEffects: StoryEffects<C>;
  readonly chapterEffects: ChapterEffects<C>;
}

/** What the use cases of all features need. The caller of a hook passes its own context, of whichever feature. */
export interface AppDeps extends Deps, Hooks<Ctx> {}

/** The context of every call and job, and so what a hook can expect. */
export type AppCtx = Ctx & AppDeps;
