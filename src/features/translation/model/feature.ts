import { modelFeature } from '#core/feature.ts';
import { type NoticeRule, notice } from '#core/notices.ts';
import { to, toText, toTranslating } from '#core/pages.ts';

/** `chapter` is missing for the title and description of a story, `reason` if there is none. */
type Decided = { story: string; language: string; chapter?: string; reason?: string };

const toTranslation: NoticeRule['target'] = ({ language, ...text }) => toTranslating(text, { lang: language });

export const translation = modelFeature({
  name: 'translation',
  errors: {
    translation_not_found: 404,
    translation_in_review: 409,
    translation_changed: 409,
    translation_incomplete: 409,
    translation_unchanged: 409,
    translation_copied: 409,
    translation_claimed: 409,
    translation_outdated: 409,
    same_language: 409,
    lease_over: 409,
    not_translator: 409,
    term_of_another: 409,
    name_not_found: 404,
    too_many_names: 409,
    too_many_reviews: 409,
  },
  notices: {
    story_translation_approved: notice<Decided>({
      type: 'story_translation_approved',
      group: 'translations',
      target: ({ storyId, language }) => to.story({ storyId }, { lang: language }),
    }),
    story_translation_rejected: notice<Decided>({
      type: 'story_translation_rejected',
      group: 'translations',
      target: ({ storyId, language }) => to.translateStory({ storyId }, { lang: language }),
      mail: 'returned',
    }),
    chapter_translation_approved: notice<Decided>({
      type: 'chapter_translation_approved',
      group: 'translations',
      target: ({ language, ...text }) => toText(text, { lang: language }),
    }),
    chapter_translation_rejected: notice<Decided>({
      type: 'chapter_translation_rejected',
      group: 'translations',
      target: toTranslation,
      mail: 'returned',
    }),
    translation_stale: notice<{ story: string; language: string; chapter?: string }>({
      type: 'translation_stale',
      group: 'translations',
      subject: 'readable',
      target: toTranslation,
    }),
    translated_deleted: notice<{ story: string }>(),
  },
});

type Errors = typeof translation.errors;
type Notices = typeof translation.notices;

declare module '#core/errors.ts' {
  interface ErrorCodes extends Errors {}
}

declare module '#core/notices.ts' {
  interface NoticeKinds extends Notices {}
}
