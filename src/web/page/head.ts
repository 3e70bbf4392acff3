import { LANGUAGE_TAGS, LANGUAGES, type Language } from '#core/languages.ts';
import type { PageContext } from './context.ts';

/** Metadata of a page for search engines and link previews, in the reader’s language. */
export interface PageHead {
  title: string;
  description?: string;
  keywords?: string;
  /** URL of the page without origin and language, such as `/story/1`. */
  path: string;
  image?: string;
  /** Languages of the page's text, if it isn't available in all of them. */
  text?: {
    /** The language that is shown. */
    shown: Language;
    /** All languages that the text is available in. The page exists only in these. */
    languages: readonly Language[];
  };
  type?: 'website' | 'article' | 'profile';
  /** True for pages that search engines must not list (product §11). */
  noindex?: boolean;
  /** Atom feeds of what the page shows. */
  feeds?: readonly { title: string; path: string }[];
}

type Attributes = Readonly<Record<string, string | undefined>>;

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for HTML content and double-quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ESCAPES[sign]!);
}

/** Returns an HTML element without content. Leaves out undefined attributes. */
export function tag(name: string, attributes: Attributes): string {
  const written = Object.entries(attributes).map(([key, value]) =>
    value === undefined ? '' : ` ${key}="${escapeHtml(value)}"`,
  );
  return `<${name}${written.join('')}/>`;
}

/** Returns title, description, keywords, social card, canonical URL and the URLs in the other languages, as HTML. */
export function headHtml(head: PageHead, { site, language, namesLanguage }: PageContext): string {
  const address = new URL(head.path, site.url).href;
  const inLanguage = (code: Language) => `${address}${address.includes('?') ? '&' : '?'}t=${code}`;
  const shown = head.text?.shown ?? language;
  const title = head.path === '/' ? head.title : `${head.title} · ${site.name}`;
  const image = head.image && new URL(head.image, site.url).href;
  const property = (name: string, content: string) => tag('meta', { property: name, content });
  const meta = (name: string, content: string) => tag('meta', { name, content });
  const alternate = (attributes: Attributes) => tag('link', { rel: 'alternate', ...attributes });
  const parts = [
    `<title>${escapeHtml(title)}</title>`,
    property('og:title', head.title),
    property('og:site_name', site.name),
    property('og:type', head.type ?? 'website'),
    property('og:url', address),
    property('og:locale', LANGUAGE_TAGS[shown]),
    meta('twitter:card', image?.endsWith('.png') ? 'summary_large_image' : 'summary'),
  ];
  if (head.description) parts.push(meta('description', head.description), property('og:description', head.description));
  if (head.keywords) parts.push(meta('keywords', head.keywords));
  if (image) parts.push(property('og:image', image));
  if (head.noindex) parts.push(meta('robots', 'noindex'));
  else {
    parts.push(
      // A text shown in another language than the page's is the page in that language.
      tag('link', { rel: 'canonical', href: namesLanguage || shown !== language ? inLanguage(shown) : address }),
      ...(head.text?.languages ?? LANGUAGES).map((code) =>
        alternate({ hreflang: LANGUAGE_TAGS[code], href: inLanguage(code) }),
      ),
      alternate({ hreflang: 'x-default', href: address }),
    );
  }
  for (const feed of head.feeds ?? [])
    parts.push(alternate({ type: 'application/atom+xml', title: feed.title, href: feed.path }));
  return parts.join('');
}

/** Shortens a text to the length that search engines show, at the end of a word. */
export function excerpt(text: string, length = 160): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  if ([...flat].length <= length) return flat;
  const cut = [...flat].slice(0, length).join('');
  return `${cut.replace(/\s\S*$/, '')}…`;
}
