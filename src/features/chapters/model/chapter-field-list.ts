import * as z from 'zod/mini';
import type { PlainKey } from '#core/messages.ts';
import { keysOf } from '#core/records.ts';
import { chapterTitle, choice, summary } from './chapter-fields.ts';

/**
 * A field of chapters that their authors edit, besides the text (decision 047). It is saved with the draft, and
 * published when a moderator approves it. It has the same name as its column of `chapter_drafts` and `chapters`.
 */
export interface ChapterField {
  /** What a save accepts. Its checks name the codes of errors. */
  readonly schema: z.ZodMiniType;
  /** The value in responses. */
  readonly view: z.ZodMiniType;
  /** The value in a new chapter, and the default of the column of `chapter_drafts`. */
  readonly initial: unknown;
  /** A text that is checked before it is published, and shown to the moderator who decides under this name. */
  readonly reviewedAs?: string;
  /** Its name where two versions are compared. */
  readonly label?: PlainKey;
}

/** The fields that every chapter has, in the order of the form. */
export const chapterFields = {
  title: {
    schema: chapterTitle,
    view: z.string(),
    initial: '',
    reviewedAs: 'chapter_title',
    label: 'chapters.title_row',
  },
  /** The choice that readers of a tree click to get here. Empty without a parent. */
  choice: { schema: choice, view: z.string(), initial: '', reviewedAs: 'choice', label: 'chapters.choice' },
  summary: { schema: summary, view: z.string(), initial: '', reviewedAs: 'summary', label: 'chapters.summary_row' },
} as const satisfies Record<string, ChapterField>;

type OwnChapterFields = typeof chapterFields;

/** All fields of chapters. Later features add theirs by declaration merging, and to `src/features/fields.ts`. */
export interface ChapterFields extends OwnChapterFields {}
export type ChapterFieldName = keyof ChapterFields;

/** The values of the fields as stored. */
export type ChapterValues = { [F in ChapterFieldName]: z.output<ChapterFields[F]['schema']> };

/** What a save can change. */
export type GivenValues = { [F in ChapterFieldName]?: ChapterValues[F] | undefined };

export const chapterField = (fields: ChapterFields, name: ChapterFieldName): ChapterField => fields[name];

/** Returns the given values, without those that are undefined. */
export function givenValues(fields: ChapterFields, given: GivenValues): Partial<ChapterValues> {
  const names = keysOf(fields).filter((name) => given[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, given[name]]));
}
