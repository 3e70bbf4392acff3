import { baseLanguage, type Language } from '#core/languages.ts';
import { pageAt } from '#core/pages.ts';

/** The longest address that is read. */
export const ADDRESS_MAX = 500;

interface TextPlace {
  readonly kind: 'story' | 'chapter';
  readonly storyId: string;
  readonly chapterId: string | null;
  /** The language that the address names. */
  readonly language: Language | null;
}

/** What an address of this site leads to, as far as it can be reported. */
export type ReportedPlace =
  | TextPlace
  | { readonly kind: 'submission'; readonly id: string }
  | { readonly kind: 'member'; readonly slug: string };

/**
 * Reads the address that a public report names: a URL, or a path of this site. Returns `elsewhere` for another site and
 * for what is no address, and `nothing` for pages of this site that can’t be reported.
 */
export function reportedPlace(typed: string, site: URL): ReportedPlace | 'elsewhere' | 'nothing' {
  const address = typed.trim();
  if (address === '' || address.length > ADDRESS_MAX || !URL.canParse(address, site)) return 'elsewhere';
  const url = new URL(address, site);
  if (!/^https?:$/.test(url.protocol) || url.host !== site.host) return 'elsewhere';
  const { name, params } = pageAt(url.pathname);
  const { storyId = '', chapterId = null, userSlug = '' } = params;
  const language = baseLanguage(url.searchParams.get('lang') ?? '');
  const entry = url.searchParams.get('entry') ?? '';
  if (name === 'chapter' || name === 'path') return { kind: 'chapter', storyId, chapterId, language };
  if (name === 'story' || name === 'storyMap') return { kind: 'story', storyId, chapterId: null, language };
  if (name === 'user') return { kind: 'member', slug: userSlug };
  if (name === 'voting' && /^[1-9]\d{0,18}$/.test(entry)) return { kind: 'submission', id: entry };
  return 'nothing';
}
