import { baseLanguage, readLanguages, writeLanguages } from './languages.ts';
import type { PageKind } from './page-kinds.ts';

/** Returns the part of a query value that a page depends on, or null if it doesn't depend on it. */
type ReadValue = (value: string) => string | null;

const like =
  (pattern: RegExp): ReadValue =>
  (value) =>
    pattern.test(value) ? value : null;

/** A cursor of a list. */
const cursor = like(/^[\w:.,+-]{1,80}$/);

/** Query parameters of cached pages. Other values would fill the cache with identical pages. */
const QUERY = {
  order: like(/^newest$/),
  /** Which chapters of a branching story are listed. All of them by default. */
  show: like(/^(unread|open)$/),
  /** Language of the texts. */
  lang: baseLanguage,
  /** Shows the original beside the translation. */
  beside: like(/^1$/),
  from: cursor,
  entry: like(/^\d{1,19}$/),
  tab: like(/^written$/),
  year: like(/^20\d\d$/),
  translations: cursor,
  /** The languages that the reader reads, if they aren’t that of the page. */
  languages: (value) => writeLanguages(readLanguages(value)) || null,
} satisfies Record<string, ReadValue>;

interface PageAddress {
  /** Path with `:parameters`. */
  readonly at: string;
  readonly kind: PageKind;
  /** Query parameters that the page depends on. Null if the page isn't cached. */
  readonly kept: readonly (keyof typeof QUERY)[] | null;
  /** Browsers may fetch the page ahead when the user is about to press a link to it. */
  readonly prefetched?: true;
  /**
   * The URL may hold a secret, always or with one of these query parameters, so browsers send it with no request and
   * fetch nothing ahead from it.
   */
  readonly secret?: true | readonly string[];
}

/** Parameters that match ids only. All others match any text without a slash. */
const ID = /^(story|chapter|round)Id$/;

/** Path of the feed of the site, and below the path of a story that of its chapters. */
export const FEED = '/feed.xml';
/** Hash of the section of the own profile with the settings of the account. */
export const ACCOUNT_HASH = '#account';
/** The image in link previews of pages about the site itself. */
export const SOCIAL_IMAGE = '/social.png';

/** Every page of the site: the one list that routes, links, the page cache and statistics derive from. */
export const PAGES = {
  home: { at: '/', kind: 'home', kept: ['languages'], prefetched: true, secret: ['verify', 'new_email'] },
  story: { at: '/story/:storyId', kind: 'story', kept: ['order', 'show', 'from', 'lang'], prefetched: true },
  chapter: {
    at: '/story/:storyId/chapter/:chapterId',
    kind: 'story_chapter',
    kept: ['lang', 'beside'],
    prefetched: true,
  },
  path: { at: '/story/:storyId/path/:chapterId', kind: 'story_path', kept: ['from', 'lang'], prefetched: true },
  storyMap: { at: '/story/:storyId/map', kind: 'story_map', kept: ['lang'] },
  statistics: { at: '/story/:storyId/statistics', kind: 'story_statistics', kept: null },
  voting: { at: '/voting/:roundId', kind: 'voting', kept: ['entry'] },
  user: { at: '/user/:userSlug', kind: 'user', kept: ['from', 'tab', 'translations'], prefetched: true },
  search: { at: '/search_result', kind: 'search_result', kept: null },
  report: { at: '/report', kind: 'other', kept: [] },
  reasons: { at: '/reasons/:number', kind: 'other', kept: null },
  transparency: { at: '/transparency', kind: 'other', kept: ['year'] },
  accessibility: { at: '/accessibility', kind: 'other', kept: [], prefetched: true },
  about: { at: '/about', kind: 'about', kept: [], prefetched: true },
  agreement: { at: '/agreement/:type', kind: 'agreement', kept: [], prefetched: true },
  profile: { at: '/profile', kind: 'profile', kept: null },
  security: { at: '/security', kind: 'other', kept: null, secret: true },
  messages: { at: '/messages', kind: 'messages', kept: null },
  news: { at: '/news', kind: 'other', kept: null },
  unsubscribe: { at: '/unsubscribe/:token', kind: 'other', kept: null, secret: true },
  moderation: { at: '/moderation', kind: 'moderation', kept: null },
  editStory: { at: '/edit_story', kind: 'edit_story', kept: null },
  editChapter: { at: '/edit_chapter', kind: 'edit_chapter', kept: null },
  editSubmission: { at: '/edit_submission/story/:storyId/round/:roundId', kind: 'edit_submission', kept: null },
  translateStory: { at: '/translate_story/:storyId', kind: 'translate_story', kept: null },
  translateChapter: { at: '/translate_chapter/:storyId/:chapterId', kind: 'translate_chapter', kept: null },
  reviewChapterTranslation: {
    at: '/review_chapter_translation',
    kind: 'review_chapter_translation',
    kept: null,
  },
  reviewStoryTranslation: { at: '/review_story_translation', kind: 'review_story_translation', kept: null },
  resetPassword: { at: '/reset_password', kind: 'other', kept: null, secret: true },
  loginLink: { at: '/login_link', kind: 'other', kept: null, secret: true },
  endLogin: { at: '/end_login', kind: 'other', kept: null, secret: true },
  firstAdmin: { at: '/first_admin', kind: 'other', kept: null, secret: true },
  invitation: { at: '/invitation', kind: 'other', kept: null, secret: true },
  googleCallback: { at: '/auth/google/callback', kind: 'other', kept: null, secret: true },
  openidCallback: { at: '/auth/openid/callback', kind: 'other', kept: null, secret: true },
  offline: { at: '/offline', kind: 'other', kept: null },
  notFound: { at: '/*', kind: 'other', kept: null },
} as const satisfies Record<string, PageAddress>;

export type PageName = keyof typeof PAGES;

type NamesIn<At extends string> = At extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : At extends `${string}:${infer Name}`
    ? Name
    : never;
/** Parameters in the path of a page. */
export type PageParams<Name extends PageName> = Readonly<Record<NamesIn<(typeof PAGES)[Name]['at']>, string>>;

const names = Object.keys(PAGES) as PageName[];
const patternFor = (name: string) => (ID.test(name) ? '\\d+' : '[^/]+');
const patternOf = (at: string) => at.replace(/:(\w+)/g, (_, name: string) => `(?<${name}>${patternFor(name)})`);
const makePatterns = () =>
  names
    .filter((name) => name !== 'notFound')
    .map((name) => [name, new RegExp(`^${patternOf(PAGES[name].at)}/?$`, 'i')] as const);
/** Built on first use. Browsers only build URLs, so the bundler drops this from their files. */
let patterns: ReturnType<typeof makePatterns> | undefined;

export interface FoundPage {
  readonly name: PageName;
  readonly params: Readonly<Record<string, string>>;
}

/** Returns the page at a path, with the decoded parameters. */
export function pageAt(pathname: string): FoundPage {
  patterns ??= makePatterns();
  for (const [name, pattern] of patterns) {
    const found = pattern.exec(pathname);
    if (!found) continue;
    try {
      const params = Object.entries(found.groups ?? {}).map(
        ([key, value]) => [key, decodeURIComponent(value)] as const,
      );
      return { name, params: Object.fromEntries(params) };
    } catch {
      // Not valid percent-encoding.
      break;
    }
  }
  return { name: 'notFound', params: {} };
}

/** Returns the query of a cached page, reduced to what the page depends on. Null if the page isn't cached. */
export function keptQuery(pathname: string, given: Readonly<Record<string, unknown>>): string | null {
  const { name, params } = pageAt(pathname);
  const { at, kept }: PageAddress = PAGES[name];
  // Other spellings of the URL would be cached as separate pages.
  const isPlain = Object.values(params).every((value) => /^[\w-]+$/.test(value)) && addressOf(at, params) === pathname;
  if (!kept || !isPlain) return null;
  const query = new URLSearchParams();
  for (const key of kept) {
    const value = given[key];
    const read = typeof value === 'string' ? QUERY[key](value) : null;
    if (read !== null) query.set(key, read);
  }
  return query.size > 0 ? `?${query}` : '';
}

/** Returns the path of the same page as its links name it, or null for that path itself and for unknown pages. */
export function canonicalPath(pathname: string): string | null {
  const { name, params } = pageAt(pathname);
  if (name === 'notFound') return null;
  const path = addressOf(PAGES[name].at, params);
  return path === pathname ? null : path;
}

/** Returns whether the URL of the page at a path with this query may hold a secret. */
export function hasSecret(pathname: string, query: Readonly<Record<string, unknown>>): boolean {
  const { secret = [] }: PageAddress = PAGES[pageAt(pathname).name];
  return secret === true || secret.some((name) => name in query);
}

/** Returns URL patterns of the pages that browsers may fetch ahead, as `/story/:storyId(\\d+)`. */
export function prefetchedPatterns(): string[] {
  const pages: PageAddress[] = Object.values(PAGES);
  return pages.flatMap(({ at, prefetched }) =>
    prefetched
      ? [at.replace(/:(\w+)/g, (parameter, name: string) => (ID.test(name) ? `${parameter}(\\d+)` : parameter))]
      : [],
  );
}

type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;
type ToPage<Name extends PageName> = keyof PageParams<Name> extends never
  ? (query?: Query) => string
  : (params: PageParams<Name>, query?: Query) => string;

/** Returns the URL of a page: its path with these parameters, and the query without null and undefined values. */
function addressOf(at: string, params: Readonly<Record<string, string>>, query: Query = {}): string {
  const path = at.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const given = Object.entries(query).flatMap(([key, value]) => (value == null ? [] : [[key, String(value)]]));
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
}

type Addresses = { readonly [Name in PageName]: ToPage<Name> };

/** Functions that return the URL of each page: `to.chapter({ storyId, chapterId })`, `to.search({ q })`. */
export const to = Object.fromEntries(
  names.map((name) => {
    const { at } = PAGES[name];
    const make = at.includes(':')
      ? (params: Record<string, string>, query?: Query) => addressOf(at, params, query)
      : (query?: Query) => addressOf(at, {}, query);
    return [name, make];
  }),
) as unknown as Addresses;

interface TextAt {
  readonly storyId: string;
  readonly chapterId: string | null;
}

/** Returns the URL of a chapter, or of its story if no chapter is named. */
export function toText({ storyId, chapterId }: TextAt, query?: Query): string {
  return chapterId === null ? to.story({ storyId }, query) : to.chapter({ storyId, chapterId }, query);
}

/** Returns the URL at which a chapter is translated, or the story's own texts if no chapter is named. */
export function toTranslating({ storyId, chapterId }: TextAt, query?: Query): string {
  return chapterId === null
    ? to.translateStory({ storyId }, query)
    : to.translateChapter({ storyId, chapterId }, query);
}
