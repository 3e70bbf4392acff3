import type { InputOf } from '#core/endpoint.ts';
import { discoveryApi } from '#features/discovery/contract.ts';
import { SearchPage } from '#features/discovery/web/search-page.tsx';
import { apiOf, load } from '#web/api/in-loader.ts';
import { pageMeta } from '#web/layout/page-meta.ts';
import type { Route } from './+types/search-result.ts';

export async function loader({ context, url }: Route.LoaderArgs) {
  const { translator } = apiOf(context);
  // What else stands in an address, as where somebody comes from, is none of the search's.
  const names = Object.keys(discoveryApi.search.input.shape);
  const given = names.map((name) => [name, url.searchParams.get(name)?.trim() ?? ''] as const);
  const wish: Record<string, string> = Object.fromEntries(given.filter(([, value]) => value !== ''));
  const page = await load(context, discoveryApi.search, wish as InputOf<typeof discoveryApi.search>);
  const q = wish.q ?? '';
  const head = {
    title: q ? translator.t('meta.search_title', { query: q }) : translator.t('meta.stories_title'),
    path: '/search_result',
    noindex: true,
  };
  return { page, wish, head };
}

export const meta = pageMeta;

export default function SearchResultRoute({ loaderData: { page, wish } }: Route.ComponentProps) {
  return <SearchPage stories={page.items} next={page.next} wish={wish} />;
}
