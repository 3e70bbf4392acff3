import { type AnchorHTMLAttributes, createContext, use } from 'react';

/** `de` when the address of this page names its language (`?t=de`): then links inside the site do so too. */
export const NamedLanguage = createContext<string | null>(null);

/** An address inside the site, with the language where this page's address names it. */
export function useHref(): (to: string) => string {
  const language = use(NamedLanguage);
  return (to) => (language ? withLanguage(to, language) : to);
}

export function withLanguage(to: string, language: string): string {
  const [address = '', hash] = to.split('#', 2);
  const joined = `${address}${address.includes('?') ? '&' : '?'}t=${language}`;
  return hash === undefined ? joined : `${joined}#${hash}`;
}

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  /** Address inside the site, as `/story/1`. */
  to: string;
};

/**
 * The one link inside the site: a plain anchor, so that forty on a page cost nothing to render; a click is taken up by
 * one listener for the whole page once React is there (see `layout/navigation.tsx`).
 */
export function Link({ to, ...rest }: Props) {
  const href = useHref();
  return <a href={href(to)} {...rest} />;
}
