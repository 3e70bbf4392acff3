import type { AccountEffects } from '#features/accounts/server/index.ts';
import type { ChapterEffects, WritingModes } from '#features/chapters/server/index.ts';
import type { PublishedTexts, Restrictables, ReviewSubjects } from '#features/moderation/server/index.ts';
import type { MembershipOfModes } from '#features/participation/server/index.ts';
import type { ChapterWriting, FirstChapter, StoryEffects, StoryMembership } from '#features/stories/server/index.ts';
import type { Ctx, Deps } from '#platform/context.ts';

/** What a feature declares and others fill, by the context that it is called with. */
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

/** What the use-cases of all features together need. A caller of a hook passes on its own context, of whatever feature. */
export interface AppDeps extends Deps, Hooks<Ctx> {}

/** The context that every call and job of the site gets, and so what a hook may expect. */
export type AppCtx = Ctx & AppDeps;
