import * as z from 'zod/mini';
import { done, endpoint } from '#core/endpoint.ts';
import { id, isoTime } from '#core/fields.ts';
import { LANGUAGES } from '#core/languages.ts';
import { StoryCard } from '#features/stories/contract.ts';

const Place = z.strictObject({
  story: StoryCard,
  /** The chapter to go on with: where the reader stopped, or the one after it when they had come to its end. */
  chapter: z.strictObject({ id, number: z.int(), title: z.string(), titleLanguage: z.enum(LANGUAGES) }),
  /** They came to the end of that very chapter: nothing is written after it, or they have to choose how to go on. */
  atEnd: z.boolean(),
  /** Chapters of the story that the reader has read to the end. */
  readCount: z.int(),
  readAt: isoTime,
});
export type Place = z.output<typeof Place>;

export const readerApi = {
  savePlace: endpoint({
    method: 'POST',
    path: 'reader/save_place',
    access: 'member',
    summary:
      'Notes that the caller reads this chapter: their place in the story, and a reader of the day. `toEnd`: that they came to its end.',
    input: z.strictObject({ chapterId: id, toEnd: z.optional(z.boolean()) }),
    response: done,
    errors: ['login_required', 'banned', 'chapter_not_found'],
  }),
  countRead: endpoint({
    method: 'POST',
    path: 'reader/count_read',
    access: 'open',
    summary: 'Counts a visitor who agreed to be counted; once per chapter and day.',
    input: z.strictObject({ chapterId: id }),
    response: done,
    errors: ['chapter_not_found'],
  }),
  places: endpoint({
    method: 'GET',
    path: 'reader/places',
    access: 'member',
    summary: 'Where the caller stopped in the stories they read last, newest first.',
    input: z.strictObject({}),
    response: z.array(Place),
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
};
