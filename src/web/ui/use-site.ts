import { createContext, use } from 'react';
import type { SiteInfo } from '../page/context.ts';

/** What every page knows about the site, and the current year of the server. */
export type ShownSite = SiteInfo & { readonly year: number };

export const SiteContext = createContext<ShownSite | null>(null);

export function useSite(): ShownSite {
  const site = use(SiteContext);
  if (!site) throw new Error('No SiteContext around this component');
  return site;
}
