import { createContext, use } from 'react';

/** The page around a component. */
export interface ShownPage {
  /** Path that the links to this page in other languages lead to. */
  readonly pathname: string;
}

export const PageContext = createContext<ShownPage>({ pathname: '/' });

export function usePage(): ShownPage {
  return use(PageContext);
}
