import { Readable } from 'node:stream';
import { type RawBuilder, sql } from 'kysely';
import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import { escapeXml as xml } from '#core/markup.ts';
import { to } from '#core/pages.ts';
import type { Db } from '#platform/db/database.ts';
import type { Row } from '#platform/db/rows.ts';

/** Ids per file. With its languages, a URL takes about 700 bytes, and a file may have 50 MB. */
export const SITEMAP_SPAN = 5000;
const AT_ONCE = 500;

interface Entry {
  id: string;
  path: string;
  changed: Date;
  /** Languages in which it can be read. */
  languages: Language[];
}

/** Returns the languages of a text: its own first, then those of its translations. */
function languagesOf(row: { language: Language | null; translated: Language[] }): Language[] {
  return [row.language!, ...row.translated];
}

/** Languages in which the story `s`, or a chapter of it, can be read besides its own. */
function translatedInto(chapterId: RawBuilder<unknown>) {
  return sql<
    Row<'translations'>['language'][]
  >`array(select t.language::text from translations t where t.story_id = s.id
    and coalesce(t.chapter_id, 0) = ${chapterId} and t.status = 'approved' and t.language <> s.language
    order by t.language)`.as('translated');
}

/** Returns the next entries after an id, up to and including another one. */
type List = (db: Db, after: string, last: string) => Promise<Entry[]>;

const stories: List = async (db, after, last) => {
  const rows = await db
    .selectFrom('stories as s')
    .where('s.id', '>', after)
    .where('s.id', '<=', last)
    .where((eb) => eb.ref('s.is_listed'))
    .select(['s.id', 's.listed_at', 's.continued_at', 's.language', translatedInto(sql`0`)])
    .orderBy('s.id')
    .limit(AT_ONCE)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    path: to.story({ storyId: row.id }),
    changed: row.continued_at ?? row.listed_at!,
    languages: languagesOf(row),
  }));
};

const chapters: List = async (db, after, last) => {
  const rows = await db
    .selectFrom('chapters as c')
    .innerJoin('stories as s', 's.id', 'c.story_id')
    .where('c.id', '>', after)
    .where('c.id', '<=', last)
    .where((eb) => eb.ref('c.is_readable'))
    .where((eb) => eb.ref('s.is_public'))
    .select(['c.id', 'c.story_id', 'c.published_at', 's.language', translatedInto(sql`c.id`)])
    .orderBy('c.id')
    .limit(AT_ONCE)
    .execute();
  return rows.map(({ id, story_id, published_at, ...row }) => ({
    id,
    path: to.chapter({ storyId: story_id, chapterId: id }),
    changed: published_at!,
    languages: languagesOf(row),
  }));
};

const LISTS = { stories, chapters };
export type SitemapKind = keyof typeof LISTS;
export const SITEMAP_KINDS = Object.keys(LISTS) as SitemapKind[];

/**
 * What the sitemap lists: the listed stories, and separately the chapters, because a story stays listed whatever
 * happens to its first chapter. A file spans a range of ids, so that entries never move to another file, and the index
 * needs no counts.
 */
export const listSitemap = {
  /** Ids after which the files of a kind start. The first is 0. */
  async starts(db: Db, kind: SitemapKind): Promise<string[]> {
    const { rows } = await sql<{ last: string | null }>`select max(id)::text as last from ${sql.table(kind)}`.execute(
      db,
    );
    const files = Math.max(1, Math.ceil(Number(rows[0]?.last ?? 0) / SITEMAP_SPAN));
    return Array.from({ length: files }, (_, i) => String(i * SITEMAP_SPAN));
  },
  async *entries(db: Db, kind: SitemapKind, start: string): AsyncIterable<Entry> {
    const last = String(Number(start) + SITEMAP_SPAN);
    let after = start;
    for (;;) {
      const entries = await LISTS[kind](db, after, last);
      yield* entries;
      const end = entries.at(-1);
      if (!end || entries.length < AT_ONCE) return;
      after = end.id;
    }
  },
};

const HEAD = '<?xml version="1.0" encoding="utf-8"?>\n';

export const sitemapXml = {
  index(addresses: string[]): string {
    const files = addresses.map((address) => `<sitemap><loc>${xml(address)}</loc></sitemap>`).join('\n');
    return `${HEAD}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${files}\n</sitemapindex>\n`;
  },
  /**
   * Written while it is sent, so that a large site takes no memory. Nothing is sent before the first entries have been
   * read, so that a failure can still be answered with an error.
   */
  stream(entries: AsyncIterable<Entry>, site: URL): Readable {
    async function* lines() {
      let head = `${HEAD}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`;
      for await (const { path, changed, languages } of entries) {
        const address = new URL(path, site).href;
        const others = languages.map(
          (code) =>
            `<xhtml:link rel="alternate" hreflang="${LANGUAGE_TAGS[code]}" href="${xml(`${address}?t=${code}`)}"/>`,
        );
        yield `${head}<url><loc>${xml(address)}</loc><lastmod>${changed.toISOString().slice(0, 10)}</lastmod>${others.join('')}</url>\n`;
        head = '';
      }
      yield `${head}</urlset>\n`;
    }
    return Readable.from(lines());
  },
};
