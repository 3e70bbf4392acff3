import { useRouteLoaderData } from 'react-router';
import type { SiteInfo } from '../server-api.ts';

interface RootData {
  site: SiteInfo;
  year: number;
}

/** What every page knows of the site, and the year of the server. */
export function useSite(): SiteInfo & { year: number } {
  const data = useRouteLoaderData('root') as RootData | undefined;
  return {
    name: data?.site.name ?? '',
    url: data?.site.url ?? '',
    google: data?.site.google ?? false,
    analytics: data?.site.analytics ?? null,
    year: data?.year ?? new Date().getFullYear(),
  };
}
