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

/** What is translated: a story's title and description, or a chapter. */
const SourceHead = z.strictObject({
  kind,
  storyId: id,
  /** Null for a story. */
  chapterId: z.nullable(id),
  language,
  storyTitle: z.string(),
  /** Of the chapter; the story's where that is what is translated. */
  title: z.string(),
  number: z.nullable(z.int()),
  author: Member,
});

const Part = z.strictObject({ key: z.string(), kind: z.enum(PART_KINDS), text: z.string() });
const Paragraph = z.strictObject({ id: z.string(), sources: z.array(z.string()), text: z.string() });

/** A translation in its translator's hand. */
export const TranslationDraft = z.strictObject({
  id,
  kind,
  storyId: id,
  chapterId: z.nullable(id),
  language,
  status: z.enum(TRANSLATION_STATUSES),
  version: z.int(),
  /** The version of the source that `done` and `stale` were found against. */
  sourceRevision: z.int(),
  fields: Fields,
  paragraphs: z.array(Paragraph),
  leftOut: z.array(z.string()),
  /** Keys of the parts that are done. */
  done: z.array(z.string()),
  /** Parts that changed since they were translated, with what they said then; `isGone` where the source has it no more. */
  stale: z.array(z.strictObject({ key: z.string(), was: z.nullable(z.string()), isGone: z.boolean() })),
  savedAt: isoTime,
  submittedAt: z.nullable(isoTime),
  /** Why it came back. */
  reason: z.nullable(z.string()),
  /** Whose published translation it began with; null where it was begun anew or with an own one. */
  basedOn: z.nullable(Member),
  can: z.strictObject({ save: z.boolean(), submit: z.boolean(), withdraw: z.boolean(), delete: z.boolean() }),
});
export type TranslationDraft = z.output<typeof TranslationDraft>;

/** How a name is rendered. */
export const TranslatedName = z.strictObject({
  id,
  term: z.string(),
  translation: z.string(),
  note: z.string(),
  savedBy: Member,
});
export type TranslatedName = z.output<typeof TranslatedName>;

/** What the translation editor opens. */
export const TranslationEditorData = z.strictObject({
  source: z.strictObject({ ...SourceHead.shape, revision: z.int(), parts: z.array(Part) }),
  /** Into which it is translated here. */
  language,
  /** What the caller has in hand; null before the first save. */
  draft: z.nullable(TranslationDraft),
  /** What readers see now. */
  published: z.nullable(
    z.strictObject({ id, isOwn: z.boolean(), translator: Member, approvedAt: isoTime, staleCount: z.int() }),
  ),
  /** The caller's newest text of it that was published and is not any more, where nothing is in hand. */
  former: z.nullable(
    z.strictObject({ status: z.enum(['superseded', 'rejected']), reason: z.nullable(z.string()), at: isoTime }),
  ),
  names: z.array(TranslatedName),
  /** What waits for review into this language: how many, and since when the oldest. */
  ahead: z.strictObject({ count: z.int(), oldestAt: z.nullable(isoTime) }),
  /** The nearest chapter after this one that nobody has translated and the caller has not begun. */
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
  /** Of the original. */
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
  /** Made from an earlier version of the original. */
  isStale: z.boolean(),
  translator: z.nullable(Member),
});
export type TextVersion = z.output<typeof Version>;

const Credits = {
  id,
  translator: Byline,
  /** Whose translation it began with, where that is somebody else. */
  basedOn: z.nullable(Member),
  approvedAt: isoTime,
  isStale: z.boolean(),
};

/** A chapter in the asked language, else in English, else as it was written. */
export const ChapterInLanguage = z.strictObject({
  /** The original first, then by language. */
  versions: z.array(Version),
  /** What is shown. */
  language,
  /** Null where the original is shown: that is what `chapter/detail` answers. */
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

/** A story's title and description in the asked language, else in English, else as they were written. */
export const StoryInLanguage = z.strictObject({
  /** Languages in which the story or a chapter of it can be read; the original first. */
  versions: z.array(
    z.strictObject({
      ...Version.shape,
      /** False where only chapters are translated. */
      hasStory: z.boolean(),
      /** Chapters that can be read in it, and how many of them were made from an earlier version. */
      chapters: z.int(),
      staleChapters: z.int(),
    }),
  ),
  language,
  translation: z.nullable(z.strictObject({ ...Credits, title: z.string(), description: z.string() })),
  /** The first of those who translated it, by language, those with the most chapters first. */
  translators: z.array(z.strictObject({ ...Byline.shape, language, chapters: z.int() })),
  moreTranslators: z.int(),
});
export type StoryInLanguage = z.output<typeof StoryInLanguage>;

/** Titles in the asked language, else in English; what is not here has only its original. */
export const TranslatedTitles = z.strictObject({
  story: z.nullable(z.strictObject({ title: z.string(), description: z.string(), language })),
  chapters: z.array(
    z.strictObject({ id, title: z.string(), summary: z.string(), choice: z.nullable(z.string()), language }),
  ),
});
export type TranslatedTitles = z.output<typeof TranslatedTitles>;

/** Texts in the asked language, else in English; what is not here has only its original. */
export const TranslatedTexts = z.array(
  z.strictObject({ id, language, isStale: z.boolean(), content: ChapterDocument }),
);
export type TranslatedTexts = z.output<typeof TranslatedTexts>;

/** Rows of the original and a translation, each a stretch of paragraphs that belong together. */
export const BesideRows = z.array(
  z.strictObject({
    /** Null where the translation adds something. */
    original: z.nullable(ChapterDocument),
    /** Null where it leaves something out. */
    translation: z.nullable(ChapterDocument),
    /** The original is another since. */
    isStale: z.boolean(),
  }),
);
export type BesideRows = z.output<typeof BesideRows>;

/** A translation that waits for review. */
export const QueuedTranslation = z.strictObject({
  ...SourceHead.shape,
  id,
  sourceLanguage: language,
  language,
  translator: Member,
  units: z.int(),
  submittedAt: isoTime,
  /** Takes the place of one that is published. */
  isUpdate: z.boolean(),
  /** It came back once already. */
  isSecondTime: z.boolean(),
  /** The source changed since. */
  isOutdated: z.boolean(),
  /** Who reads it, and until when. */
  holder: z.nullable(z.strictObject({ username: z.string(), isSelf: z.boolean(), until: isoTime })),
  /** Own work is somebody else's to review. */
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
  /** Why it came back before; null where it is here for the first time. */
  earlierReason: z.nullable(z.string()),
  /** What is published now, which this one is compared with. */
  previous: z.nullable(z.strictObject({ translator: Member, approvedAt: isoTime })),
  rows: z.array(
    z.strictObject({
      kind: z.enum(PART_KINDS),
      state: z.enum(REVIEW_ROW_STATES),
      /** Null where the translation adds something, or renders what is gone. */
      source: z.nullable(z.string()),
      /** What the source said when the published translation was made; null where that is the same or unknown. */
      sourceBefore: z.nullable(z.string()),
      /** Null where it is left out. */
      text: z.nullable(z.string()),
      before: z.nullable(z.string()),
    }),
  ),
  names: z.array(TranslatedName),
  lease: z.strictObject({ until: isoTime, renewed: z.boolean() }),
});
export type ReviewTask = z.output<typeof ReviewTask>;
export type TranslationReviewRow = ReviewTask['rows'][number];

/** Where the caller reviews. */
export const Reviewing = z.strictObject({
  /** The languages that they may review into, with what waits that is not their own. */
  languages: z.array(z.strictObject({ language, story: z.int(), chapter: z.int(), oldestAt: z.nullable(isoTime) })),
  /** Languages that they have translated into without having earned it yet. */
  earning: z.array(z.strictObject({ language, approved: z.int(), needed: z.int() })),
});
export type Reviewing = z.output<typeof Reviewing>;

/** A reviewer whom an administrator has named. */
export const GrantedReviewer = z.strictObject({ ...Member.shape, language, grantedAt: isoTime });
export type GrantedReviewer = z.output<typeof GrantedReviewer>;
