import { type AnchorHTMLAttributes, createContext, use } from 'react';
import { withLanguage, withParameter } from './with-language.ts';

/** `de` when the address of this page names its language (`?t=de`): then links inside the site do so too. */
export const NamedLanguage = createContext<string | null>(null);

/** `fr` when the texts of this page were asked for in another language than that of the page (`?lang=fr`): whoever reads on stays in it. */
export const ContentLanguage = createContext<string | null>(null);

/** True where the original stands beside the text: whoever reads on goes on reading both. */
export const ShowsOriginalBeside = createContext(false);

/** Pages whose texts can be asked for in a language of their own. */
const TEXT_PAGES = /^\/story\/\d+(\/(chapter|path)\/\d+|\/map)?(?=[?#]|$)/;
const CHAPTER = /^\/story\/\d+\/chapter\/\d+(?=[?#]|$)/;

/** An address inside the site, with the languages where this page's address names them. */
export function useHref(): (to: string) => string {
  const language = use(NamedLanguage);
  const content = use(ContentLanguage);
  const isBeside = use(ShowsOriginalBeside);
  return (to) => {
    // A link that names the language says itself how the text is to be shown.
    const isOpen = !/[?&]lang=/.test(to);
    const both = isBeside && isOpen && CHAPTER.test(to) ? withParameter(to, 'beside', '1') : to;
    const address = content && isOpen && TEXT_PAGES.test(to) ? withParameter(both, 'lang', content) : both;
    return language ? withLanguage(address, language) : address;
  };
}

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  /** Address inside the site, as `/story/1`. */
  to: string;
};

/** The one link inside the site: a plain anchor, so that forty on a page cost nothing to render. */
export function Link({ to, ...rest }: Props) {
  const href = useHref();
  return <a href={href(to)} {...rest} />;
}
