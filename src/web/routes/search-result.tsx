import type { InputOf } from '#core/endpoint.ts';
import { discoveryApi } from '#features/discovery/contract.ts';
import { SearchPage } from '#features/discovery/web/search-page.tsx';
import { apiOf, load } from '#web/api/in-loader.ts';
import { pageMeta } from '#web/layout/page-meta.ts';
import type { Route } from './+types/search-result.ts';

/** What the address asks for. What it cannot mean is left out, so that a link with an addition still finds. */
function wishIn(query: URLSearchParams): Record<string, string> {
  const fields = Object.entries(discoveryApi.search.input.shape);
  const given = fields.map(([name, field]) => [name, query.get(name)?.trim() ?? '', field] as const);
  return Object.fromEntries(given.filter(([, value, field]) => value !== '' && field.safeParse(value).success));
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { translator } = apiOf(context);
  const wish = wishIn(url.searchParams);
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
