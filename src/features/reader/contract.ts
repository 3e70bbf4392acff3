import * as z from 'zod/mini';
import { done, endpoint } from '#core/endpoint.ts';
import { id, isoTime } from '#core/fields.ts';
import { LANGUAGES } from '#core/languages.ts';
import { DAY, SECOND } from '#core/time.ts';
import { PLACES_MAX } from '#features/accounts/model/wish.ts';
import { WRITING_MODES } from '#features/modes.ts';
import { StoryCard } from '#features/stories/contract.ts';

const ReadingPosition = z.strictObject({
  story: StoryCard,
  /** The chapter to continue with: where the reader left off, or the next one if they had finished that. */
  chapter: z.strictObject({ id, number: z.int(), title: z.string(), titleLanguage: z.enum(LANGUAGES) }),
  /** True if it is the chapter after the one that they opened last. */
  isNext: z.boolean(),
  /** True if they finished this chapter: there is no next chapter, or they have to choose a continuation. */
  atEnd: z.boolean(),
  /** Number of chapters of the story that the reader has finished. */
  readCount: z.int(),
  readAt: isoTime,
});
export type ReadingPosition = z.output<typeof ReadingPosition>;

export const STATISTICS_SPANS = ['week', 'month', 'always'] as const;
export type StatisticsSpan = (typeof STATISTICS_SPANS)[number];

const Statistics = z.strictObject({
  story: z.strictObject({ id, title: z.string(), language: z.enum(LANGUAGES), mode: z.enum(WRITING_MODES) }),
  span: z.enum(STATISTICS_SPANS),
  /** Unique members, plus visitors who agreed to be counted, once a day each. Never authors. */
  readers: z.int(),
  /** Readers of the previous period of the same length. Null for “always”, and if the story had no readers by then. */
  before: z.nullable(z.int()),
  /** Readers by the language that they read in. `isNew`: no one had read in it before this period. */
  languages: z.array(z.strictObject({ language: z.enum(LANGUAGES), readers: z.int(), isNew: z.boolean() })),
  /** Readers per day (UTC) of the period; for “always”, of the last 30 days. The last entry is today. */
  days: z.array(z.strictObject({ day: z.string(), readers: z.int() })),
  /**
   * Chapters in their order. For a branch, only those that were read, most read first. `opened`: readers, once per day.
   * `ended`: readers who finished the chapter.
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

/** Maximum number of finished chapters per story that browsers keep. */
const READ_MAX = 500;
const LONG_AGO = (3650 * DAY) / SECOND;

/** The chapter that is read, its language, and whether the reader finished it (`toEnd`). */
const Read = { chapterId: id, language: z.optional(z.enum(LANGUAGES)), toEnd: z.optional(z.boolean()) };

export const readerApi = {
  savePosition: endpoint({
    method: 'POST',
    path: 'reader/save_position',
    access: 'member',
    summary:
      'Saves the caller’s reading position and counts them as a reader of the day. `toEnd`: they finished the chapter.',
    input: z.strictObject(Read),
    response: done,
    errors: ['login_required', 'banned', 'chapter_not_found'],
  }),
  countRead: endpoint({
    method: 'POST',
    path: 'reader/count_read',
    access: 'open',
    summary: 'Counts a visitor who agreed to be counted, once per chapter and day, and once for finishing it.',
    input: z.strictObject(Read),
    response: done,
    errors: ['chapter_not_found'],
  }),
  bringPlaces: endpoint({
    method: 'POST',
    path: 'reader/bring_places',
    access: 'member',
    summary: 'Takes over reading positions that a browser kept for a visitor. Doesn’t count them as reads.',
    input: z.strictObject({
      places: z
        .array(
          z.strictObject({
            chapterId: id,
            /** Seconds since the chapter was read. */
            ago: z.number().check(z.minimum(0), z.maximum(LONG_AGO)),
            /** Chapters of the story that were finished. */
            read: z.array(id).check(z.maxLength(READ_MAX)),
          }),
        )
        .check(z.maxLength(PLACES_MAX)),
    }),
    response: z.strictObject({ stories: z.int() }),
    longText: true,
    errors: ['login_required', 'banned'],
  }),
  positions: endpoint({
    method: 'GET',
    path: 'reader/positions',
    access: 'member',
    summary: 'Lists the caller’s reading positions in the stories they read last, newest first.',
    input: z.strictObject({}),
    response: z.array(ReadingPosition),
    errors: ['login_required', 'banned'],
  }),
  storyProgress: endpoint({
    method: 'GET',
    path: 'reader/story_progress',
    access: 'member',
    summary: 'Lists the chapters of a story that the caller has finished, and the one opened last.',
    input: z.strictObject({ storyId: id }),
    response: z.strictObject({ readChapterIds: z.array(id), lastChapterId: z.nullable(id) }),
    errors: ['login_required', 'banned'],
  }),
  statistics: endpoint({
    method: 'GET',
    path: 'story/statistics',
    access: 'member',
    summary: 'Returns who reads a story, and how far. For its participants.',
    input: z.strictObject({ storyId: id, span: z._default(z.enum(STATISTICS_SPANS), 'month') }),
    response: Statistics,
    errors: ['login_required', 'banned', 'story_not_found'],
  }),
};
