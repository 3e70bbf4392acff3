import { LANGUAGE_TAGS } from '#core/languages.ts';
import { PAGES, to } from '#core/pages.ts';
import { storyApi } from '#features/stories/contract.ts';
import { type RawRoute, rawRoute } from '#platform/http/raw-routes.ts';
import { chapterApi } from '../contract.ts';
import { atomFeed } from './atom.ts';

const FEED_ENTRIES = 20;

/** The feed of a story: its newest chapters. */
const storyFeed = rawRoute({
  method: 'GET',
  path: `${PAGES.story.at}/feed.xml`,
  access: 'public',
  cache: 'public, max-age=300',
  limit: 'pages',
  kept: ({ storyId }) => `feed ${storyId}`,
  async answer({ ctx, params, read }) {
    const storyId = params.storyId!;
    const site = ctx.config.publicUrl;
    const story = await read(storyApi.detail, { storyId });
    const chapters = await read(chapterApi.list, { storyId, order: 'newest', limit: FEED_ENTRIES });
    const body = atomFeed({
      title: story.title,
      subtitle: story.description,
      language: LANGUAGE_TAGS[story.language],
      address: new URL(to.story({ storyId }), site).href,
      self: new URL(`${to.story({ storyId })}/feed.xml`, site).href,
      author: story.creator.username,
      updated: story.continuedAt ?? story.publishedAt,
      entries: chapters.items.flatMap((chapter) =>
        chapter.title === null
          ? []
          : [
              {
                title: `${chapter.number}. ${chapter.title}`,
                summary: chapter.summary ?? '',
                address: new URL(to.chapter({ storyId, chapterId: chapter.id }), site).href,
                author: chapter.author?.username ?? story.creator.username,
                published: chapter.publishedAt,
              },
            ],
      ),
    });
    return { type: 'application/atom+xml; charset=utf-8', body };
  },
});

/** What chapters serve besides their calls. */
export const chapterRawRoutes: readonly RawRoute[] = [storyFeed];
