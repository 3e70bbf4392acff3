import type { FastifyRequest } from 'fastify';
import { AppError } from '#core/errors.ts';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { PAGES, to } from '#core/pages.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { emptyCachePolicy, type FreshResponse } from '#platform/cache/tag-cache.ts';
import type { Ctx } from '#platform/context.ts';
import { limitKeyOf } from '#platform/http/caller.ts';
import { replyCached } from '#platform/http/send-cached.ts';
import { createMemo } from '#platform/memo.ts';
import type { App } from './app.ts';
import { atomFeed } from './atom.ts';
import { listSitemap, SITEMAP_KINDS, sitemapXml } from './sitemap.ts';

const FEED_ENTRIES = 20;
const XML = 'application/xml; charset=utf-8';
const FOR_AN_HOUR = 'public, max-age=3600';

/** Serves feeds of stories, the sitemap and robots.txt. They are public and cached, like pages. */
export function serveFeeds({ http, cache, api }: App, ctx: Ctx): void {
  const site = ctx.config.publicUrl;
  /** Returns the cached response, or makes one, which counts for the caller’s limit. */
  const kept = async (request: FastifyRequest, key: string, make: () => Promise<FreshResponse>) => {
    const answer = cache.get(key);
    if (answer) return answer;
    await ctx.limits.ofPages(limitKeyOf(request.ip));
    return cache.fill(key, make);
  };

  http.get(`${PAGES.story.at}/feed.xml`, async (request, reply) => {
    const { storyId } = request.params as { storyId: string };
    const answer = await kept(request, `feed ${storyId}`, async () => {
      const cachePolicy = emptyCachePolicy();
      const call = { language: 'en', cachePolicy, memo: createMemo() } as const;
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
      return { status: 200, contentType: 'application/atom+xml; charset=utf-8', body, cachePolicy, keep: true };
    });
    return replyCached(request, reply, answer, 'public, max-age=300');
  });

  http.get('/robots.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', FOR_AN_HOUR)
      .send(`User-agent: *\nDisallow: /api/\nSitemap: ${new URL('/sitemap.xml', site).href}\n`),
  );

  // An index of files. A file is named after the id that it starts after.
  http.get('/sitemap.xml', async (request, reply) => {
    const answer = await kept(request, 'sitemap', async () => {
      const files = await Promise.all(
        SITEMAP_KINDS.map(async (kind) => {
          const starts = await listSitemap.starts(ctx.db, kind);
          return starts.map((start) => new URL(`/sitemap-${kind}-${start}.xml`, site).href);
        }),
      );
      const body = sitemapXml.index(files.flat());
      return { status: 200, contentType: XML, body, cachePolicy: emptyCachePolicy(), keep: true };
    });
    return replyCached(request, reply, answer, FOR_AN_HOUR);
  });
  for (const kind of SITEMAP_KINDS) {
    http.get(`/sitemap-${kind}-:start.xml`, async (request, reply) => {
      const { start } = request.params as { start: string };
      if (!/^(0|[1-9]\d{0,14})$/.test(start)) throw new AppError('not_found');
      await ctx.limits.ofPages(limitKeyOf(request.ip));
      return reply
        .type(XML)
        .header('cache-control', FOR_AN_HOUR)
        .send(sitemapXml.stream(listSitemap.entries(ctx.db, kind, start), site));
    });
  }
}
