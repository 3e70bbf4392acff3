import { baseLanguage, DEFAULT_LANGUAGE, LANGUAGE_NAMES, LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { FEED, PAGES, to } from '#core/pages.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { translationApi } from '#features/translation/contract.ts';
import { type RawRoute, rawRoute } from '#platform/http/raw-routes.ts';
import { translatorOf } from '#platform/i18n/catalogs.ts';
import { atomFeed } from './atom.ts';
import { listNewest } from './discovery.queries.ts';

const FEED_ENTRIES = 20;
const ATOM = 'application/atom+xml; charset=utf-8';

/** The language that the URL of a feed names. Feeds ignore cookies, because feed readers fetch them for many people. */
function languageIn(query: Readonly<Record<string, unknown>>): Language | null {
  return typeof query.t === 'string' ? baseLanguage(query.t) : null;
}

const named = (language: Language | null) => (language ? `?t=${language}` : '');

/** The feed of the site: its newest stories. With a language, those that can be read in it. */
const siteFeed = rawRoute({
  method: 'GET',
  path: FEED,
  access: 'public',
  cache: 'public, max-age=300',
  limit: 'pages',
  kept: (_, query) => `feed of the site${named(languageIn(query))}`,
  async answer({ ctx, query }) {
    const language = languageIn(query);
    const { publicUrl: site, siteName } = ctx.config;
    const stories = await listNewest(ctx, language, FEED_ENTRIES);
    const { t } = translatorOf(language ?? DEFAULT_LANGUAGE);
    const body = atomFeed({
      title: language ? `${siteName} · ${LANGUAGE_NAMES[language]}` : siteName,
      subtitle: t('meta.home_description'),
      language: LANGUAGE_TAGS[language ?? DEFAULT_LANGUAGE],
      address: new URL(`${to.home()}${named(language)}`, site).href,
      self: new URL(`${FEED}${named(language)}`, site).href,
      author: siteName,
      updated: stories[0]?.listedAt ?? new Date(0).toISOString(),
      entries: stories.map((story) => ({
        title: story.title,
        summary: story.description,
        language: LANGUAGE_TAGS[story.titleLanguage],
        address: new URL(`${to.story({ storyId: story.id })}${named(language)}`, site).href,
        author: story.creator.username,
        published: story.listedAt,
      })),
    });
    return { type: ATOM, body };
  },
});

/** The feed of a story: its newest chapters, in the language that the URL names, as far as they are translated. */
const storyFeed = rawRoute({
  method: 'GET',
  path: `${PAGES.story.at}${FEED}`,
  access: 'public',
  cache: 'public, max-age=300',
  limit: 'pages',
  kept: ({ storyId }, query) => `feed ${storyId}${named(languageIn(query))}`,
  async answer({ ctx, params, query, read }) {
    const storyId = params.storyId!;
    const language = languageIn(query);
    const site = ctx.config.publicUrl;
    const story = await read(storyApi.detail, { storyId });
    const chapters = await read(chapterApi.list, { storyId, order: 'newest', limit: FEED_ENTRIES });
    const chapterIds = chapters.items.map(({ id }) => id).join(',');
    const translated =
      language && language !== story.language
        ? await read(translationApi.titles, { storyId, language, chapterIds })
        : { story: null, chapters: [] };
    const byId = new Map(translated.chapters.map((chapter) => [chapter.id, chapter]));
    const body = atomFeed({
      title: translated.story?.title ?? story.title,
      subtitle: translated.story?.description ?? story.description,
      language: LANGUAGE_TAGS[translated.story?.language ?? story.language],
      address: new URL(`${to.story({ storyId })}${named(language)}`, site).href,
      self: new URL(`${to.story({ storyId })}${FEED}${named(language)}`, site).href,
      author: story.creator.username,
      updated: story.continuedAt ?? story.publishedAt,
      entries: chapters.items.flatMap((chapter) => {
        if (chapter.title === null) return [];
        const shown = byId.get(chapter.id) ?? {
          title: chapter.title,
          summary: chapter.summary,
          language: story.language,
        };
        return [
          {
            title: `${chapter.number}. ${shown.title}`,
            summary: shown.summary ?? '',
            language: LANGUAGE_TAGS[shown.language],
            address: new URL(`${to.chapter({ storyId, chapterId: chapter.id })}${named(language)}`, site).href,
            author: chapter.author?.username ?? story.creator.username,
            published: chapter.publishedAt,
          },
        ];
      }),
    });
    return { type: ATOM, body };
  },
});

/** What discovery serves besides its calls. */
export const discoveryRawRoutes: readonly RawRoute[] = [siteFeed, storyFeed];
