import { modelFeature } from '#core/feature.ts';

export const translation = modelFeature({
  name: 'translation',
  errors: {
    translation_not_found: 404,
    translation_in_review: 409,
    translation_changed: 409,
    translation_incomplete: 409,
    translation_unchanged: 409,
    translation_claimed: 409,
    translation_outdated: 409,
    same_language: 409,
    lease_over: 409,
    not_translator: 409,
    name_not_found: 404,
    too_many_names: 409,
    too_many_reviews: 409,
  },
});

type Errors = typeof translation.errors;

declare module '#core/errors.ts' {
  interface ErrorCodes extends Errors {}
}
