import { modelFeature } from '#core/feature.ts';

export const chapters = modelFeature({
  name: 'chapters',
  errors: {
    chapter_not_found: 404,
    chapter_changed: 409,
    chapter_in_review: 409,
    previous_chapter_missing: 409,
    revision_not_found: 404,
    // Refusals of the writing modes, which decide who can write.
    not_your_turn: 409,
    no_continuation_left: 409,
    path_too_deep: 409,
    only_by_rounds: 409,
    writing_closed: 409,
    round_not_found: 404,
    submission_not_found: 404,
  },
});

type Errors = typeof chapters.errors;

declare module '#core/errors.ts' {
  interface ErrorCodes extends Errors {}
}

declare module '#core/live.ts' {
  interface LiveTopics {
    chapter: true;
  }
}
