import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { LANGUAGE_TAGS, LANGUAGES } from '#core/languages.ts';
import type { Db } from '#platform/db/database.ts';
import { xml } from './atom.ts';

/** Addresses in one file; a story stands for itself and its chapters stand beside it. */
export const SITEMAP_SIZE = 5000;
const AT_ONCE = 500;

interface Entry {
  path: string;
  changed: Date;
}

/** What the sitemap lists: every listed story and its chapters, by id, so that a file never changes its place. */
export const listSitemap = {
  /** Ids after which the files begin; the first is 0. */
  async starts(db: Db): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select id::text from (select id, row_number() over (order by id) as n from chapters where status = 'approved' and deleted_at is null) c
      where n % ${SITEMAP_SIZE} = 0 order by id::bigint`.execute(db);
    return ['0', ...rows.map((row) => row.id)];
  },
  async *entries(db: Db, after: string, size: number): AsyncIterable<Entry> {
    let last = after;
    for (let count = 0; count < size; count += AT_ONCE) {
      const rows = await db
        .selectFrom('chapters as c')
        .innerJoin('stories as s', 's.id', 'c.story_id')
        .where('c.id', '>', last)
        .where('c.status', '=', 'approved')
        .where('c.deleted_at', 'is', null)
        .where('s.status', '=', 'published')
        .where('s.deleted_at', 'is', null)
        .select(['c.id', 'c.number', 'c.story_id', 'c.published_at', 's.continued_at'])
        .orderBy('c.id')
        .limit(AT_ONCE)
        .execute();
      for (const row of rows) {
        // The story stands beside its first chapter.
        if (row.number === 1) yield { path: `/story/${row.story_id}`, changed: row.continued_at ?? row.published_at! };
        yield { path: `/story/${row.story_id}/chapter/${row.id}`, changed: row.published_at! };
      }
      const end = rows.at(-1);
      if (!end || rows.length < AT_ONCE) return;
      last = end.id;
    }
  },
};

const HEAD = '<?xml version="1.0" encoding="utf-8"?>\n';

export const sitemapXml = {
  index(addresses: string[]): string {
    const files = addresses.map((address) => `<sitemap><loc>${xml(address)}</loc></sitemap>`).join('\n');
    return `${HEAD}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${files}\n</sitemapindex>\n`;
  },
  /** Written while it is read, so that a large site takes no memory. */
  stream(entries: AsyncIterable<Entry>, site: URL): Readable {
    async function* lines() {
      yield `${HEAD}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`;
      for await (const { path, changed } of entries) {
        const address = new URL(path, site).href;
        const others = LANGUAGES.map(
          (code) =>
            `<xhtml:link rel="alternate" hreflang="${LANGUAGE_TAGS[code]}" href="${xml(`${address}?t=${code}`)}"/>`,
        );
        yield `<url><loc>${xml(address)}</loc><lastmod>${changed.toISOString().slice(0, 10)}</lastmod>${others.join('')}</url>\n`;
      }
      yield '</urlset>\n';
    }
    return Readable.from(lines());
  },
};
