import * as z from 'zod/mini';
import { id, isoTime } from '#core/fields.ts';
import { LANGUAGES } from '#core/languages.ts';
import { Byline } from '#features/accounts/contract.ts';
import { ChapterDocument } from '#features/chapters/model/document-schema.ts';
import { REVIEW_ROW_STATES } from './model/compare-translations.ts';
import { PART_KINDS } from './model/source-parts.ts';
import { TRANSLATION_KINDS, TRANSLATION_STATUSES } from './model/translation-status.ts';

const language = z.enum(LANGUAGES);
const kind = z.enum(TRANSLATION_KINDS);
const Member = z.strictObject({ id, username: z.string(), slug: z.string() });
const Fields = z.strictObject({ title: z.string(), summary: z.string(), choice: z.string() });

/** The original: a story’s title and description, or a chapter. */
const SourceHead = z.strictObject({
  kind,
  storyId: id,
  /** Null for a story. */
  chapterId: z.nullable(id),
  language,
  storyTitle: z.string(),
  /** Title of the chapter, or of the story if `kind` is `story`. */
  title: z.string(),
  number: z.nullable(z.int()),
  author: Member,
});

/**
 * What the automatic check says about a translation in review: the language that it seems to be in, as ISO 639-1 or
 * `other`. Null if that is its own, or if it can’t be told.
 */
const seemsIn = z.nullable(z.string());

const Part = z.strictObject({ key: z.string(), kind: z.enum(PART_KINDS), text: z.string() });
const Paragraph = z.strictObject({ id: z.string(), sources: z.array(z.string()), text: z.string() });

/** A translation as its translator edits it. */
export const TranslationDraft = z.strictObject({
  id,
  kind,
  storyId: id,
  chapterId: z.nullable(id),
  language,
  status: z.enum(TRANSLATION_STATUSES),
  version: z.int(),
  /** The version of the original that `done` and `stale` were computed against. */
  sourceRevision: z.int(),
  fields: Fields,
  paragraphs: z.array(Paragraph),
  leftOut: z.array(z.string()),
  /** Keys of the confirmed parts. */
  done: z.array(z.string()),
  /** Parts that are out of date, with what they said before. `isGone` if the original no longer has the part. */
  stale: z.array(z.strictObject({ key: z.string(), was: z.nullable(z.string()), isGone: z.boolean() })),
  savedAt: isoTime,
  submittedAt: z.nullable(isoTime),
  /** Why it was rejected. */
  reason: z.nullable(z.string()),
  seemsIn,
  /** Translator of the published translation that this one is based on. Null if it started empty or from one’s own. */
  basedOn: z.nullable(Member),
  can: z.strictObject({ save: z.boolean(), submit: z.boolean(), withdraw: z.boolean(), delete: z.boolean() }),
});
export type TranslationDraft = z.output<typeof TranslationDraft>;

/** A term of the glossary. */
export const TranslatedName = z.strictObject({
  id,
  term: z.string(),
  translation: z.string(),
  note: z.string(),
  savedBy: Member,
});
export type TranslatedName = z.output<typeof TranslatedName>;

/** The data of the translation editor. */
export const TranslationEditorData = z.strictObject({
  source: z.strictObject({ ...SourceHead.shape, revision: z.int(), parts: z.array(Part) }),
  /** The language that is translated into. */
  language,
  /** The caller’s open translation. Null before the first save. */
  draft: z.nullable(TranslationDraft),
  /** The translation that readers see now. */
  published: z.nullable(
    z.strictObject({ id, isOwn: z.boolean(), translator: Member, approvedAt: isoTime, staleCount: z.int() }),
  ),
  /** The caller’s newest translation that was published but isn’t anymore. Null if there is an open translation. */
  former: z.nullable(
    z.strictObject({ status: z.enum(['superseded', 'rejected']), reason: z.nullable(z.string()), at: isoTime }),
  ),
  names: z.array(TranslatedName),
  /** Translations into this language in review: how many, and when the oldest was submitted. */
  ahead: z.strictObject({ count: z.int(), oldestAt: z.nullable(isoTime) }),
  /** The nearest later chapter without a published translation or one by the caller. */
  next: z.nullable(z.strictObject({ id, number: z.int(), title: z.string() })),
});
export type TranslationEditorData = z.output<typeof TranslationEditorData>;

/** A translation of the caller in a list. */
export const OwnTranslation = z.strictObject({
  id,
  kind,
  storyId: id,
  chapterId: z.nullable(id),
  storyTitle: z.string(),
  /** Title of the original. */
  title: z.string(),
  number: z.nullable(z.int()),
  sourceLanguage: language,
  language,
  status: z.enum(TRANSLATION_STATUSES),
  done: z.int(),
  total: z.int(),
  staleCount: z.int(),
  savedAt: isoTime,
  submittedAt: z.nullable(isoTime),
  reason: z.nullable(z.string()),
});
export type OwnTranslation = z.output<typeof OwnTranslation>;

/** A language in which a text can be read. */
const Version = z.strictObject({
  language,
  isOriginal: z.boolean(),
  /** True if the translation is out of date. */
  isStale: z.boolean(),
  translator: z.nullable(Member),
});
export type TextVersion = z.output<typeof Version>;

const Credits = {
  id,
  translator: Byline,
  /** Translator of the translation that this one is based on, if that is someone else. */
  basedOn: z.nullable(Member),
  approvedAt: isoTime,
  isStale: z.boolean(),
};

/** A chapter in the requested language, otherwise in English, otherwise the original. */
export const ChapterInLanguage = z.strictObject({
  /** The original first, then ordered by language. */
  versions: z.array(Version),
  /** The language of the text that is shown. */
  language,
  /** Null if the original is shown, which `chapter/detail` returns. */
  translation: z.nullable(
    z.strictObject({
      ...Credits,
      title: z.string(),
      summary: z.string(),
      choice: z.nullable(z.string()),
      content: ChapterDocument,
      units: z.int(),
    }),
  ),
});
export type ChapterInLanguage = z.output<typeof ChapterInLanguage>;

/** A story’s title and description in the requested language, otherwise in English, otherwise the original. */
export const StoryInLanguage = z.strictObject({
  /** Languages in which the story or at least one chapter is available. The original comes first. */
  versions: z.array(
    z.strictObject({
      ...Version.shape,
      /** False if only chapters are translated. */
      hasStory: z.boolean(),
      /** Number of chapters available in it, and how many of them are out of date. */
      chapters: z.int(),
      staleChapters: z.int(),
    }),
  ),
  language,
  translation: z.nullable(z.strictObject({ ...Credits, title: z.string(), description: z.string() })),
  /** The first translators, by language, ordered by number of chapters. */
  translators: z.array(z.strictObject({ ...Byline.shape, language, chapters: z.int() })),
  moreTranslators: z.int(),
});
export type StoryInLanguage = z.output<typeof StoryInLanguage>;

/** Titles in the requested language, otherwise in English. Texts that have only their original are left out. */
export const TranslatedTitles = z.strictObject({
  story: z.nullable(z.strictObject({ title: z.string(), description: z.string(), language })),
  chapters: z.array(
    z.strictObject({
      id,
      title: z.string(),
      summary: z.string(),
      choice: z.nullable(z.string()),
      language,
      /** The first words of the text, if they were requested. */
      opening: z.optional(z.nullable(z.string())),
    }),
  ),
});
export type TranslatedTitles = z.output<typeof TranslatedTitles>;

/** Texts in the requested language, otherwise in English. Texts that have only their original are left out. */
export const TranslatedTexts = z.array(
  z.strictObject({ id, language, isStale: z.boolean(), content: ChapterDocument }),
);
export type TranslatedTexts = z.output<typeof TranslatedTexts>;

/** Rows of the original and its translation. Each row has the paragraphs that belong together. */
export const BesideRows = z.array(
  z.strictObject({
    /** Null if the translation adds this passage. */
    original: z.nullable(ChapterDocument),
    /** Null if the translation leaves this passage out. */
    translation: z.nullable(ChapterDocument),
    /** True if the original has changed since. */
    isStale: z.boolean(),
  }),
);
export type BesideRows = z.output<typeof BesideRows>;

/** A translation in review. */
export const QueuedTranslation = z.strictObject({
  ...SourceHead.shape,
  id,
  sourceLanguage: language,
  language,
  translator: Member,
  units: z.int(),
  submittedAt: isoTime,
  /** True if it would replace a published one. */
  isUpdate: z.boolean(),
  /** True if it was rejected once. */
  isSecondTime: z.boolean(),
  /** True if the original has changed since it was submitted. */
  isOutdated: z.boolean(),
  seemsIn,
  /** The reviewer who reserved it, and until when. */
  holder: z.nullable(z.strictObject({ username: z.string(), isSelf: z.boolean(), until: isoTime })),
  /** True if it is the caller’s own, which they can’t review. */
  isOwn: z.boolean(),
});
export type QueuedTranslation = z.output<typeof QueuedTranslation>;

/** A translation being reviewed. */
export const ReviewTask = z.strictObject({
  ...SourceHead.shape,
  id,
  version: z.int(),
  sourceLanguage: language,
  language,
  translator: Member,
  submittedAt: isoTime,
  isOutdated: z.boolean(),
  /** Why it was rejected before. Null if this is the first submission. */
  earlierReason: z.nullable(z.string()),
  /** The published translation that this one is compared with. */
  previous: z.nullable(z.strictObject({ translator: Member, approvedAt: isoTime })),
  seemsIn,
  rows: z.array(
    z.strictObject({
      kind: z.enum(PART_KINDS),
      /** True if it still has the words of the original. */
      isCopied: z.boolean(),
      state: z.enum(REVIEW_ROW_STATES),
      /** Null if the translation adds this passage, or the original no longer has it. */
      source: z.nullable(z.string()),
      /** What the original said when the published translation was made. Null if unchanged or unknown. */
      sourceBefore: z.nullable(z.string()),
      /** Null if it is left out. */
      text: z.nullable(z.string()),
      before: z.nullable(z.string()),
    }),
  ),
  names: z.array(TranslatedName),
  lease: z.strictObject({ until: isoTime, renewed: z.boolean() }),
});
export type ReviewTask = z.output<typeof ReviewTask>;
export type TranslationReviewRow = ReviewTask['rows'][number];

/** What the caller can review. */
export const Reviewing = z.strictObject({
  /** Languages that the caller can review into, with the number of translations in review except their own. */
  languages: z.array(z.strictObject({ language, story: z.int(), chapter: z.int(), oldestAt: z.nullable(isoTime) })),
  /** Languages that the caller has translated into without having qualified as a reviewer yet. */
  earning: z.array(z.strictObject({ language, approved: z.int(), needed: z.int() })),
});
export type Reviewing = z.output<typeof Reviewing>;

/** A reviewer appointed by an admin. */
export const GrantedReviewer = z.strictObject({ ...Member.shape, language, grantedAt: isoTime });
export type GrantedReviewer = z.output<typeof GrantedReviewer>;
