import type { StoryState } from '#features/stories/server/index.ts';
import type { Ctx } from '#platform/context.ts';

/** Returns the facts about a story that decisions about joining depend on. */
export function toJoinable<S extends Pick<StoryState, 'mode'>>(
  { modeModels }: Pick<Ctx, 'modeModels'>,
  story: S,
): S & { isShared: boolean } {
  return { ...story, isShared: modeModels[story.mode].isShared };
}
