import { AppError } from '#core/errors.ts';
import { type RawRoute, rawRoute } from '#platform/http/raw-routes.ts';
import { listSitemap, SITEMAP_KINDS, sitemapXml } from './sitemap.ts';

const XML = 'application/xml; charset=utf-8';
const FOR_AN_HOUR = 'public, max-age=3600';

const robots = rawRoute({
  method: 'GET',
  path: '/robots.txt',
  access: 'public',
  cache: FOR_AN_HOUR,
  limit: { none: 'It is a constant.' },
  answer: ({ ctx }) => ({
    type: 'text/plain; charset=utf-8',
    body: `User-agent: *\nDisallow: /api/\nSitemap: ${new URL('/sitemap.xml', ctx.config.publicUrl).href}\n`,
  }),
});

/** An index of files. A file is named after the id that it starts after. */
const sitemapIndex = rawRoute({
  method: 'GET',
  path: '/sitemap.xml',
  access: 'public',
  cache: FOR_AN_HOUR,
  limit: 'pages',
  kept: () => 'sitemap',
  async answer({ ctx }) {
    const files = await Promise.all(
      SITEMAP_KINDS.map(async (kind) => {
        const starts = await listSitemap.starts(ctx.db, kind);
        return starts.map((start) => new URL(`/sitemap-${kind}-${start}.xml`, ctx.config.publicUrl).href);
      }),
    );
    return { type: XML, body: sitemapXml.index(files.flat()) };
  },
});

const sitemapFiles = SITEMAP_KINDS.map((kind) =>
  rawRoute({
    method: 'GET',
    path: `/sitemap-${kind}-:start.xml`,
    access: 'public',
    cache: FOR_AN_HOUR,
    limit: 'pages',
    answer({ ctx, params }) {
      const start = params.start!;
      if (!/^(0|[1-9]\d{0,14})$/.test(start)) throw new AppError('not_found');
      const entries = listSitemap.entries(ctx.db, kind, start);
      return { type: XML, body: sitemapXml.stream(entries, ctx.config.publicUrl) };
    },
  }),
);

/** What search engines read: robots.txt and the sitemap. */
export const searchEngineRoutes: readonly RawRoute[] = [robots, sitemapIndex, ...sitemapFiles];
