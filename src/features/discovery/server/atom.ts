import { escapeXml as xml } from '#core/markup.ts';

interface Feed {
  title: string;
  subtitle: string;
  language: string;
  address: string;
  self: string;
  author: string;
  updated: string;
  entries: {
    title: string;
    summary: string;
    language: string;
    address: string;
    author: string;
    published: string;
  }[];
}

/** Returns an Atom feed (RFC 4287), such as the newest chapters of a story. */
export function atomFeed(feed: Feed): string {
  const entries = feed.entries.map(
    (entry) => `  <entry xml:lang="${xml(entry.language)}">
    <id>${xml(entry.address)}</id>
    <title>${xml(entry.title)}</title>
    <link href="${xml(entry.address)}"/>
    <author><name>${xml(entry.author)}</name></author>
    <published>${entry.published}</published>
    <updated>${entry.published}</updated>
    <summary>${xml(entry.summary)}</summary>
  </entry>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${xml(feed.language)}">
  <id>${xml(feed.address)}</id>
  <title>${xml(feed.title)}</title>
  <subtitle>${xml(feed.subtitle)}</subtitle>
  <link href="${xml(feed.address)}"/>
  <link rel="self" type="application/atom+xml" href="${xml(feed.self)}"/>
  <author><name>${xml(feed.author)}</name></author>
  <updated>${feed.updated}</updated>
${entries.join('\n')}
</feed>
`;
}
