import { modelFeature } from '#core/feature.ts';
import { notice } from '#core/notices.ts';
import { to } from '#core/pages.ts';

type Named = { story: string; chapter: string };

export const chapters = modelFeature({
  name: 'chapters',
  errors: {
    chapter_not_found: 404,
    chapter_changed: 409,
    chapter_in_review: 409,
    chapter_hidden: 409,
    won_in_round: 409,
    previous_chapter_missing: 409,
    revision_not_found: 404,
    // Refusals of the writing modes, which decide who can write (`write-refusals.ts`).
    not_your_turn: 409,
    no_continuation_left: 409,
    path_too_deep: 409,
    only_by_rounds: 409,
    writing_closed: 409,
    round_not_found: 404,
    submission_not_found: 404,
  },
  notices: {
    chapter_approved: notice<Named>({ type: 'chapter_approved', group: 'reviews', mail: 'published' }),
    chapter_rejected: notice<Named & { reason?: string; rule?: string }>({
      type: 'chapter_rejected',
      group: 'reviews',
      // In a tree, the writer may have several rejected chapters.
      target: ({ storyId, chapterId }) => to.editChapter({ storyId, ...(chapterId === null ? {} : { chapterId }) }),
      mail: 'returned',
    }),
    // These link to the chapter, whose page explains the decision.
    chapter_hidden: notice<Named & { rule: string }>(),
    chapter_shown: notice<Named>(),
    hidden_edit_passed: notice<Named>(),
    // For the other writers of the story.
    chapter_taken_down: notice<Named>(),
    chapter_published_again: notice<Named>(),
  },
});

type Errors = typeof chapters.errors;
type Notices = typeof chapters.notices;

declare module '#core/errors.ts' {
  interface ErrorCodes extends Errors {}
}

declare module '#core/live.ts' {
  interface LiveTopics {
    chapter: true;
  }
}

declare module '#core/notices.ts' {
  interface NoticeKinds extends Notices {}
}
