import * as z from 'zod/mini';
import { done, endpoint } from '#core/endpoint.ts';
import { id, isoTime } from '#core/fields.ts';
import { LANGUAGES } from '#core/languages.ts';
import { StoryCard } from '#features/stories/contract.ts';
import { WRITING_MODES } from '#features/stories/model/writing-mode.ts';

const ReadingPosition = z.strictObject({
  story: StoryCard,
  /** The chapter to go on with: where the reader stopped, or the one after it when they had come to its end. */
  chapter: z.strictObject({ id, number: z.int(), title: z.string(), titleLanguage: z.enum(LANGUAGES) }),
  /** They came to the end of that very chapter: nothing is written after it, or they have to choose how to go on. */
  atEnd: z.boolean(),
  /** Chapters of the story that the reader has read to the end. */
  readCount: z.int(),
  readAt: isoTime,
});
export type ReadingPosition = z.output<typeof ReadingPosition>;

export const STATISTICS_SPANS = ['week', 'month', 'always'] as const;
export type StatisticsSpan = (typeof STATISTICS_SPANS)[number];

const Statistics = z.strictObject({
  story: z.strictObject({ id, title: z.string(), language: z.enum(LANGUAGES), mode: z.enum(WRITING_MODES) }),
  span: z.enum(STATISTICS_SPANS),
  /** Members once however often they come back, visitors who agreed to be counted once a day; authors never. */
  readers: z.int(),
  /** Readers of as many days before; null for "always", and where the story had none by then. */
  before: z.nullable(z.int()),
  /** The readers by the language that they read in. `isNew`: nobody had read in it before the span. */
  languages: z.array(z.strictObject({ language: z.enum(LANGUAGES), readers: z.int(), isNew: z.boolean() })),
  /** Readers of each day of the span in UTC, of "always" those of the last 30; the last is today. */
  days: z.array(z.strictObject({ day: z.string(), readers: z.int() })),
  /**
   * Chapters in their order; of a story that branches those that are read, the most read first. `opened`: readers, once
   * per day; `ended`: those who came to its end.
   */
  chapters: z.array(
    z.strictObject({
      id,
      number: z.int(),
      title: z.string(),
      units: z.int(),
      publishedAt: isoTime,
      opened: z.int(),
      ended: z.int(),
    }),
  ),
});
export type Statistics = z.output<typeof Statistics>;

/** What is read, in which language; `toEnd`: that its end was reached. */
const Read = { chapterId: id, language: z.optional(z.enum(LANGUAGES)), toEnd: z.optional(z.boolean()) };

export const readerApi = {
  savePosition: endpoint({
    method: 'POST',
    path: 'reader/save_position',
    access: 'member',
    summary:
      'Notes that the caller reads this chapter: their place in the story, and a reader of the day. `toEnd`: that they came to its end.',
    input: z.strictObject(Read),
    response: done,
    errors: ['login_required', 'banned', 'chapter_not_found'],
  }),
  countRead: endpoint({
    method: 'POST',
    path: 'reader/count_read',
    access: 'open',
    summary: 'Counts a visitor who agreed to be counted; once per chapter and day, and once for coming to its end.',
    input: z.strictObject(Read),
    response: done,
    errors: ['chapter_not_found'],
  }),
  positions: endpoint({
    method: 'GET',
    path: 'reader/positions',
    access: 'member',
    summary: 'Where the caller stopped in the stories they read last, newest first.',
    input: z.strictObject({}),
    response: z.array(ReadingPosition),
    errors: ['login_required', 'banned'],
  }),
  storyProgress: endpoint({
    method: 'GET',
    path: 'reader/story_progress',
    access: 'member',
    summary: 'Which chapters of a story the caller has read to the end, and the one opened last.',
    input: z.strictObject({ storyId: id }),
    response: z.strictObject({ readChapterIds: z.array(id), lastChapterId: z.nullable(id) }),
    errors: ['login_required', 'banned'],
  }),
  statistics: endpoint({
    method: 'GET',
    path: 'story/statistics',
    access: 'member',
    summary: 'Who reads a story, and how far: for those who write in it.',
    input: z.strictObject({ storyId: id, span: z._default(z.enum(STATISTICS_SPANS), 'month') }),
    response: Statistics,
    errors: ['login_required', 'banned', 'story_not_found'],
  }),
};
