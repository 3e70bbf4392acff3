import * as z from 'zod/mini';
import { endpoint } from '#core/endpoint.ts';
import { cursor, id, isoTime, pageLimit, text } from '#core/fields.ts';
import { LANGUAGES, readLanguages, writeLanguages } from '#core/languages.ts';
import { line } from '#core/text-rules.ts';
import { Byline } from '#features/accounts/contract.ts';
import { ROUND_STATUSES } from '#features/contest/model/round-status.ts';
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

/** A story that can be read in one of the reader’s languages. Its title is in that language if it is translated. */
const ReadableStory = z.strictObject({ ...StoryCard.shape, readIn: z.enum(LANGUAGES) });
export type ReadableStory = z.output<typeof ReadableStory>;

/** The state of a story that several members can write in. */
const Standing = z.strictObject({
  /** Number of writers, and how many there can be. Null if there is no limit. */
  writers: z.int(),
  places: z.nullable(z.int()),
  /** The competition round that isn’t completed. Null if there is none. */
  round: z.nullable(z.strictObject({ number: z.int(), status: z.enum(ROUND_STATUSES) })),
});
export type Standing = z.output<typeof Standing>;

const Home = z.strictObject({
  /** The languages that the lists are for, the most wanted first. */
  languages: z.array(z.enum(LANGUAGES)),
  /** Popular stories that can be read in these languages. */
  mine: z.array(ReadableStory),
  /** Stories in these languages first. More than are shown, because readers don’t see their own. */
  waiting: z.array(OpenStory),
  trending: z.array(StoryCard),
  classic: z.array(StoryCard),
  updated: z.array(StoryCard),
  newest: z.array(StoryCard),
  /** By the id of a story in these lists, if several members can write in it. */
  standings: z.record(id, Standing),
});
export type Home = z.output<typeof Home>;

/** Languages as in the query of a URL (`pt.en`), each once. */
const languageList = z.string().check(
  z.maxLength(40),
  z.refine((text) => writeLanguages(readLanguages(text)).length === text.length && text !== '', 'language_unknown'),
);

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
  /** The matching author of chapters, if it isn’t the creator. */
  author: z.nullable(z.strictObject({ slug: z.string(), namePieces: Pieces })),
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

/** An author whose name matches. */
const FoundPerson = z.strictObject({
  ...Byline.shape,
  namePieces: Pieces,
  /** The number of public stories in which they have written, and of their chapters there. */
  stories: z.int(),
  chapters: z.int(),
});
export type FoundPerson = z.output<typeof FoundPerson>;

/** One language, or several separated by commas. */
const languages = z
  .string()
  .check(z.regex(new RegExp(`^(${LANGUAGES.join('|')})(,(${LANGUAGES.join('|')})){0,7}$`), { error: 'invalid' }));

const query = text(line({ max: QUERY_MAX }));
const searchFilters = {
  q: z.optional(query),
  mode: z.optional(z.enum(WRITING_MODES)),
  category: z.optional(categoryCode),
  language: z.optional(languages),
};

export const discoveryApi = {
  home: endpoint({
    method: 'GET',
    path: 'story/home',
    access: 'public',
    summary: 'Returns the sections of the home page. `languages`: those that the reader reads, as `pt.en`.',
    input: z.strictObject({ languages: z.optional(languageList) }),
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
  people: endpoint({
    method: 'GET',
    path: 'story/search_people',
    access: 'public',
    summary: 'Finds authors of published chapters by name. At most 5.',
    input: z.strictObject({ q: query }),
    response: z.array(FoundPerson),
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
