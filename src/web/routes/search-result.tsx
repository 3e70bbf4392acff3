import type { InputOf } from '#core/endpoint.ts';
import { discoveryApi } from '#features/discovery/contract.ts';
import { filtersOn, searchPath } from '#features/discovery/web/search-address.ts';
import { SearchPage } from '#features/discovery/web/search-page.tsx';
import { categoryApi } from '#features/stories/contract-categories.ts';
import { apiOf, load } from '#web/api/in-loader.ts';
import { pageMeta } from '#web/layout/page-meta.ts';
import { SearchBox } from '#web/layout/search-box.tsx';
import type { Route } from './+types/search-result.ts';

/** What the address asks for. What it cannot mean is left out, so that a link with an addition still finds. */
function queryIn(query: URLSearchParams): Record<string, string> {
  const fields = Object.entries(discoveryApi.search.input.shape);
  const given = fields.map(([name, field]) => [name, query.get(name)?.trim() ?? '', field] as const);
  return Object.fromEntries(given.filter(([, value, field]) => value !== '' && field.safeParse(value).success));
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { translator } = apiOf(context);
  const categories = await load(context, categoryApi.list, {});
  const query = queryIn(url.searchParams);
  if (!categories.some(({ code }) => code === query.category)) delete query.category;
  const q = query.q ?? '';
  const page = await load(context, discoveryApi.search, query as InputOf<typeof discoveryApi.search>);
  const isFound = page.items.some(({ near }) => near === null);
  const countOf = async (asked: Record<string, string>) =>
    (await load(context, discoveryApi.countFound, asked as InputOf<typeof discoveryApi.countFound>)).stories;
  const { sort: _, cursor: __, limit: ___, ...filtered } = query;
  // Where all of them are on the page nobody has to count.
  const isWhole = !query.cursor && page.next === null;
  const countHere = () => (isWhole ? page.items.length : countOf(filtered));
  const count = q && isFound ? await countHere() : null;
  const countUnfiltered = isFound || filtersOn(query).length === 0 ? 0 : await countOf(q ? { q } : {});
  const head = {
    title: q ? translator.t('meta.search_title', { query: q }) : translator.t('meta.stories_title'),
    path: '/search_result',
    noindex: true,
  };
  return { page, query, count, countUnfiltered, categories, head };
}

export const meta = pageMeta;

export default function SearchResultRoute({ loaderData }: Route.ComponentProps) {
  const { page, query, count, countUnfiltered, categories } = loaderData;
  const box = <SearchBox key={searchPath(query)} id="search-here" words={query.q ?? ''} isPart />;
  return (
    <SearchPage stories={page.items} next={page.next} box={box} {...{ query, count, countUnfiltered, categories }} />
  );
}
