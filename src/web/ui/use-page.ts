import { createContext, use } from 'react';

interface Page {
  /** Path of the page’s URL. */
  pathname: string;
}

export const PageContext = createContext<Page>({ pathname: '/' });

/** Returns the page that is being rendered. */
export function usePage(): Page {
  return use(PageContext);
}
