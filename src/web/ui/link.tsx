import { type AnchorHTMLAttributes, createContext, use } from 'react';
import { withLanguage, withParameter } from './with-language.ts';

/** Language in the URL of this page, such as `de` for `?t=de`. Links inside the site then have it, too. */
export const NamedLanguage = createContext<string | null>(null);

/**
 * Language that the texts of this page were requested in if it isn’t the page’s, such as `fr` for `?lang=fr`. Links to
 * texts keep it.
 */
export const ContentLanguage = createContext<string | null>(null);

/** True if the original is shown beside the text. Links to chapters keep it. */
export const ShowsOriginalBeside = createContext(false);

/** Pages whose texts can be requested in another language than the page’s. */
const TEXT_PAGES = /^\/story\/\d+(\/(chapter|path)\/\d+|\/map)?(?=[?#]|$)/;
const CHAPTER = /^\/story\/\d+\/chapter\/\d+(?=[?#]|$)/;

/** Returns a function that adds the languages in this page’s URL to a URL inside the site. */
export function useHref(): (to: string) => string {
  const language = use(NamedLanguage);
  const content = use(ContentLanguage);
  const isBeside = use(ShowsOriginalBeside);
  return (to) => {
    // A link with a language says itself how the text is shown.
    const isOpen = !/[?&]lang=/.test(to);
    const both = isBeside && isOpen && CHAPTER.test(to) ? withParameter(to, 'beside', '1') : to;
    const address = content && isOpen && TEXT_PAGES.test(to) ? withParameter(both, 'lang', content) : both;
    return language ? withLanguage(address, language) : address;
  };
}

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  /** URL inside the site, such as `/story/1`. */
  to: string;
};

/** The component for all links inside the site. A plain anchor, so that forty of them on a page are cheap to render. */
export function Link({ to, ...rest }: Props) {
  const href = useHref();
  return <a href={href(to)} {...rest} />;
}
