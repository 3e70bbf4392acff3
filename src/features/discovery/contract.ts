import * as z from 'zod/mini';
import { endpoint, nothing } from '#core/endpoint.ts';
import { cursor, id, isoTime, line, pageLimit } from '#core/fields.ts';
import { LANGUAGES } from '#core/languages.ts';
import { StoryCard } from '#features/stories/contract.ts';
import { CATEGORIES } from '#features/stories/model/categories.ts';
import { WRITING_MODES } from '#features/stories/model/writing-mode.ts';
import { QUERY_MAX, SORTS } from './model/sorts.ts';

/** A story that one could write in now. */
const OpenStory = z.strictObject({
  ...StoryCard.shape,
  /** False where the creator is asked first. */
  isOpen: z.boolean(),
  /** Null where any number may write. */
  freePlaces: z.nullable(z.int()),
  /** The round of a competition that one can write for, or that waits for authors; null in the other modes. */
  round: z.nullable(
    z.strictObject({
      id,
      number: z.int(),
      /** Null while it has not begun. */
      writingEndsAt: z.nullable(isoTime),
      /** How many more have to join before it can begin. */
      missing: z.int(),
    }),
  ),
});
export type OpenStory = z.output<typeof OpenStory>;

const Home = z.strictObject({
  /** In the language of the call first; more than are shown, since readers do not see their own. */
  waiting: z.array(OpenStory),
  trending: z.array(StoryCard),
  classic: z.array(StoryCard),
  updated: z.array(StoryCard),
  newest: z.array(StoryCard),
});
export type Home = z.output<typeof Home>;

export const discoveryApi = {
  home: endpoint({
    method: 'GET',
    path: 'story/home',
    access: 'public',
    summary: 'The sections of the home page.',
    input: nothing,
    response: Home,
    errors: [],
  }),
  search: endpoint({
    method: 'GET',
    path: 'story/search',
    access: 'public',
    summary: 'Published stories by title or author, or all of them, in one of four orders.',
    input: z.strictObject({
      q: z.optional(line({ max: QUERY_MAX })),
      sort: z._default(z.enum(SORTS), 'recent_popular'),
      mode: z.optional(z.enum(WRITING_MODES)),
      category: z.optional(z.enum(CATEGORIES)),
      language: z.optional(z.enum(LANGUAGES)),
      cursor,
      limit: pageLimit,
    }),
    response: z.array(StoryCard),
    list: true,
    uncached: true,
    limit: 'search',
    errors: [],
  }),
};
