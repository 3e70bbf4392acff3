import * as z from 'zod/mini';
import { endpoint, nothing } from '#core/endpoint.ts';
import { cursor, id, isoTime, pageLimit, text } from '#core/fields.ts';
import { LANGUAGES } from '#core/languages.ts';
import { line } from '#core/text-rules.ts';
import { StoryCard } from '#features/stories/contract.ts';
import { categoryCode } from '#features/stories/model/story-fields.ts';
import { WRITING_MODES } from '#features/stories/model/writing-mode.ts';
import { QUERY_MAX, SEARCH_SORTS } from './model/sorts.ts';

/** A story that one could write in now. */
const OpenStory = z.strictObject({
  ...StoryCard.shape,
  /** False where the creator is asked first. */
  isOpen: z.boolean(),
  /** Null where any number may write. */
  openSpots: z.nullable(z.int()),
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

/** Text in pieces; what was looked for is marked. */
const Pieces = z.array(z.strictObject({ text: z.string(), isHit: z.boolean() }));

/** Where a story has what was looked for, at the place that fits best. */
const Hit = z.strictObject({
  place: z.enum(['title', 'author', 'description', 'chapter']),
  /** What the excerpt is in. */
  language: z.enum(LANGUAGES),
  isTranslation: z.boolean(),
  chapter: z.nullable(z.strictObject({ id, number: z.int(), title: z.string() })),
  /** How many other chapters have it. */
  more: z.int(),
  excerpt: Pieces,
});

const FoundStory = z.strictObject({
  ...StoryCard.shape,
  /** Null where nothing was looked for. */
  hit: z.nullable(Hit),
  titlePieces: Pieces,
  creatorPieces: Pieces,
  /** What was looked for instead, where nothing has the words themselves: with a slip mended, or titles that are near. */
  near: z.nullable(z.strictObject({ q: z.nullable(z.string()) })),
});
export type FoundStory = z.output<typeof FoundStory>;

const searchFilters = {
  q: z.optional(text(line({ max: QUERY_MAX }))),
  mode: z.optional(z.enum(WRITING_MODES)),
  category: z.optional(categoryCode),
  language: z.optional(z.enum(LANGUAGES)),
};

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
    summary:
      'Published stories with these words in title, description, author or chapters, in any language, or all of them. Words that nothing has are mended.',
    input: z.strictObject({ ...searchFilters, sort: z.optional(z.enum(SEARCH_SORTS)), cursor, limit: pageLimit }),
    response: z.array(FoundStory),
    list: true,
    uncached: true,
    limit: 'search',
    errors: [],
  }),
  countFound: endpoint({
    method: 'GET',
    path: 'story/count_found',
    access: 'public',
    summary: 'How many stories a search finds, counted up to 100.',
    input: z.strictObject(searchFilters),
    response: z.strictObject({ stories: z.int() }),
    uncached: true,
    limit: 'search',
    errors: [],
  }),
};
