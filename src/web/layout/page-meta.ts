import type { MetaDescriptor } from 'react-router';
import { LANGUAGE_TAGS, LANGUAGES, type Language } from '#core/languages.ts';

/** What a page says of itself to search engines and where it is shared. Made by its loader, in the reader's language. */
export interface PageHead {
  title: string;
  description?: string;
  keywords?: string;
  /** Address of the page without language, as `/story/1`. */
  path: string;
  image?: string;
  /** What the text of the page is in, where it has one of its own that is not in every language. */
  text?: {
    /** The one that is shown. */
    shown: Language;
    /** All that it can be read in: only in these is the page another one. */
    languages: readonly Language[];
  };
  type?: 'website' | 'article' | 'profile';
  /** Asked for by pages that are nobody's to find (product §11). */
  noindex?: boolean;
}

interface Args {
  loaderData?: { head?: PageHead } | undefined;
  matches: readonly ({ loaderData?: unknown } | undefined)[];
}

interface RootData {
  language: Language;
  namesLanguage: boolean;
  site: { name: string; url: string };
}

/** Title, description, keywords, social card, canonical address and the same page in the other languages. */
export function pageMeta({ loaderData, matches }: Args): MetaDescriptor[] {
  const head = loaderData?.head;
  const root = matches[0]?.loaderData as RootData | undefined;
  if (!head || !root) return [];
  const { site, language, namesLanguage } = root;
  const address = new URL(head.path, site.url).href;
  const inLanguage = (code: Language) => `${address}${address.includes('?') ? '&' : '?'}t=${code}`;
  const shown = head.text?.shown ?? language;
  const title = head.path === '/' ? head.title : `${head.title} · ${site.name}`;
  const image = head.image && new URL(head.image, site.url).href;
  const descriptors: MetaDescriptor[] = [
    { title },
    { property: 'og:title', content: head.title },
    { property: 'og:site_name', content: site.name },
    { property: 'og:type', content: head.type ?? 'website' },
    { property: 'og:url', content: address },
    { property: 'og:locale', content: LANGUAGE_TAGS[shown] },
    { name: 'twitter:card', content: image?.endsWith('.png') ? 'summary_large_image' : 'summary' },
  ];
  if (head.description) {
    descriptors.push(
      { name: 'description', content: head.description },
      { property: 'og:description', content: head.description },
    );
  }
  if (head.keywords) descriptors.push({ name: 'keywords', content: head.keywords });
  if (image) descriptors.push({ property: 'og:image', content: image });
  if (head.noindex) return [...descriptors, { name: 'robots', content: 'noindex' }];
  return [
    ...descriptors,
    // A text that falls back to another language, or was asked for in one, is that of the page in this language.
    { tagName: 'link', rel: 'canonical', href: namesLanguage || shown !== language ? inLanguage(shown) : address },
    ...(head.text?.languages ?? LANGUAGES).map((code) => ({
      tagName: 'link' as const,
      rel: 'alternate',
      hrefLang: LANGUAGE_TAGS[code],
      href: inLanguage(code),
    })),
    { tagName: 'link', rel: 'alternate', hrefLang: 'x-default', href: address },
  ];
}

/** A text cut to what search engines show, at the end of a word. */
export function excerpt(text: string, length = 160): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  if ([...flat].length <= length) return flat;
  const cut = [...flat].slice(0, length).join('');
  return `${cut.replace(/\s\S*$/, '')}…`;
}
