import { chapterRestrictable } from '#features/chapters/server/index.ts';
import { submissionRestrictable } from '#features/contest/server/index.ts';
import { memberRestrictable, type Restrictables } from '#features/moderation/server/index.ts';
import { storyRestrictable } from '#features/stories/server/index.ts';
import { translationRestrictable } from '#features/translation/server/index.ts';

/** Everything that can be reported and restricted. If a kind is missing, this doesn’t compile. */
export const restrictables: Restrictables = {
  story: storyRestrictable,
  chapter: chapterRestrictable,
  submission: submissionRestrictable,
  translation: translationRestrictable,
  member: memberRestrictable,
};
