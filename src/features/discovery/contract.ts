import * as z from 'zod/mini';
import { endpoint, nothing } from '#core/endpoint.ts';
import { cursor, id, isoTime, pageLimit, text } from '#core/fields.ts';
import { LANGUAGES } from '#core/languages.ts';
import { line } from '#core/text-rules.ts';
import { WRITING_MODES } from '#features/modes.ts';
import { StoryCard } from '#features/stories/contract.ts';
import { categoryCode } from '#features/stories/model/story-fields.ts';
import { QUERY_MAX, SEARCH_SORTS } from './model/sorts.ts';

/** A story that readers can currently join or write in. */
const OpenStory = z.strictObject({
  ...StoryCard.shape,
  /** False if joining requires the creator’s approval. */
  isOpen: z.boolean(),
  /** Null if there is no limit. */
  openSpots: z.nullable(z.int()),
  /** The competition round that is open for entries or waiting for writers. Null in the other modes. */
  round: z.nullable(
    z.strictObject({
      id,
      number: z.int(),
      /** Null until the round starts. */
      writingEndsAt: z.nullable(isoTime),
      /** How many more writers must join before it can start. */
      missing: z.int(),
    }),
  ),
});
export type OpenStory = z.output<typeof OpenStory>;

const Home = z.strictObject({
  /** Stories in the language of the request first. More than are shown, because readers don’t see their own. */
  waiting: z.array(OpenStory),
  trending: z.array(StoryCard),
  classic: z.array(StoryCard),
  updated: z.array(StoryCard),
  newest: z.array(StoryCard),
});
export type Home = z.output<typeof Home>;

/** Text in pieces. Matches are marked. */
const Pieces = z.array(z.strictObject({ text: z.string(), isHit: z.boolean() }));

/** The best match in a story. */
const Hit = z.strictObject({
  place: z.enum(['title', 'author', 'description', 'chapter']),
  /** The language of the excerpt. */
  language: z.enum(LANGUAGES),
  isTranslation: z.boolean(),
  chapter: z.nullable(z.strictObject({ id, number: z.int(), title: z.string() })),
  /** Number of other chapters with a match. */
  more: z.int(),
  excerpt: Pieces,
});

const FoundStory = z.strictObject({
  ...StoryCard.shape,
  /** Null without a query. */
  hit: z.nullable(Hit),
  titlePieces: Pieces,
  creatorPieces: Pieces,
  /** If nothing matches: the corrected query that was used instead, or null for similar titles. Otherwise null. */
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
    summary: 'Returns the sections of the home page.',
    input: nothing,
    response: Home,
    errors: [],
  }),
  readNext: endpoint({
    method: 'GET',
    path: 'story/read_next',
    access: 'public',
    summary:
      'Returns up to two other popular stories that can be read in a language, for readers who finished a story.',
    input: z.strictObject({ storyId: id, language: z.enum(LANGUAGES) }),
    response: z.array(StoryCard),
    errors: [],
  }),
  search: endpoint({
    method: 'GET',
    path: 'story/search',
    access: 'public',
    summary:
      'Finds published stories by title, description, author or text, in any language, or lists all. Corrects typos.',
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
    summary: 'Counts the stories that a search finds, up to 100.',
    input: z.strictObject(searchFilters),
    response: z.strictObject({ stories: z.int() }),
    uncached: true,
    limit: 'search',
    errors: [],
  }),
};
