import type { FastifyRequest } from 'fastify';
import { isId } from '#core/fields.ts';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { type FreshAnswer, nothingShown } from '#platform/cache/tag-cache.ts';
import type { Ctx } from '#platform/context.ts';
import { limitKeyOf } from '#platform/http/caller.ts';
import { sendCached } from '#platform/http/send-cached.ts';
import type { App } from './app.ts';
import { atomFeed } from './atom.ts';
import { listSitemap, SITEMAP_SIZE, sitemapXml } from './sitemap.ts';

const FEED_ENTRIES = 20;

/** Feeds of stories, the sitemap and robots.txt: public answers like pages, kept in the same way. */
export function serveFeeds({ http, cache, api }: App, ctx: Ctx): void {
  const site = ctx.config.publicUrl;
  /** The kept answer, or one made now and counted for its caller. */
  const kept = async (request: FastifyRequest, key: string, make: () => Promise<FreshAnswer>) => {
    const answer = cache.get(key);
    if (answer) return answer;
    await ctx.limits.ofPage(limitKeyOf(request.ip));
    return cache.fill(key, make);
  };

  http.get('/story/:storyId/feed.xml', async (request, reply) => {
    const { storyId } = request.params as { storyId: string };
    const answer = await kept(request, `feed ${storyId}`, async () => {
      const shown = nothingShown();
      const call = { language: 'en', shown } as const;
      const story = await api.callInProcess(storyApi.detail, { storyId }, call);
      const chapters = await api.callInProcess(
        chapterApi.list,
        { storyId, order: 'newest', limit: FEED_ENTRIES },
        call,
      );
      const body = atomFeed({
        title: story.title,
        subtitle: story.description,
        language: LANGUAGE_TAGS[story.language],
        address: new URL(`/story/${storyId}`, site).href,
        self: new URL(`/story/${storyId}/feed.xml`, site).href,
        author: story.creator.username,
        updated: story.continuedAt ?? story.publishedAt,
        entries: chapters.items.flatMap((chapter) =>
          chapter.title === null
            ? []
            : [
                {
                  title: `${chapter.number}. ${chapter.title}`,
                  summary: chapter.summary ?? '',
                  address: new URL(`/story/${storyId}/chapter/${chapter.id}`, site).href,
                  author: chapter.author?.username ?? story.creator.username,
                  published: chapter.publishedAt,
                },
              ],
        ),
      });
      return { status: 200, contentType: 'application/atom+xml; charset=utf-8', body, shown, keep: true };
    });
    return sendCached(request, reply, answer, 'public, max-age=300');
  });

  http.get('/robots.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(`User-agent: *\nDisallow: /api/\nSitemap: ${new URL('/sitemap.xml', site).href}\n`),
  );

  // An index of files of 50,000 addresses each; a file is found by the story that it begins after.
  http.get('/sitemap.xml', async (request, reply) => {
    // Kept for an hour, since every chapter is counted for it.
    const answer = await kept(request, 'sitemap', async () => {
      const starts = await listSitemap.starts(ctx.db);
      const body = sitemapXml.index(starts.map((after) => new URL(`/sitemap-${after}.xml`, site).href));
      return { status: 200, contentType: 'application/xml; charset=utf-8', body, shown: nothingShown(), keep: true };
    });
    return sendCached(request, reply, answer, 'public, max-age=3600');
  });
  http.get('/sitemap-:after.xml', async (request, reply) => {
    const { after } = request.params as { after: string };
    if (after !== '0' && !isId(after)) return reply.callNotFound();
    await ctx.limits.ofPage(limitKeyOf(request.ip));
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(sitemapXml.stream(listSitemap.entries(ctx.db, after, SITEMAP_SIZE), site));
  });
}
