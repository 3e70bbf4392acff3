import { useRouteLoaderData } from 'react-router';

interface RootData {
  site: { name: string; url: string };
  year: number;
}

/** What every page knows of the site: its name, its address, the year of the server. */
export function useSite(): { name: string; url: string; year: number } {
  const data = useRouteLoaderData('root') as RootData | undefined;
  return { name: data?.site.name ?? '', url: data?.site.url ?? '', year: data?.year ?? new Date().getFullYear() };
}
