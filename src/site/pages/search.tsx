import type { ComponentProps } from 'react';
import type { InputOf, Page } from '#core/endpoint.ts';
import { to } from '#core/pages.ts';
import { discoveryApi, type FoundStory } from '#features/discovery/contract.ts';
import { filtersOn } from '#features/discovery/web/search-address.ts';
import { SearchPage } from '#features/discovery/web/search-page.tsx';
import { categoryApi } from '#features/stories/contract-categories.ts';
import { load } from '#web/page/load.ts';
import { SearchBox } from '../layout/search-box.tsx';
import { SiteLayout } from '../layout/site.tsx';
import { definePage } from '../page.ts';

/** Returns the search parameters in the URL, without invalid values, so that a link with extra parameters works. */
function queryIn(query: URLSearchParams): Record<string, string> {
  const fields = Object.entries(discoveryApi.search.input.shape);
  const given = fields.map(([name, field]) => [name, query.get(name)?.trim() ?? '', field] as const);
  return Object.fromEntries(given.filter(([, value, field]) => value !== '' && field.safeParse(value).success));
}

export const search = definePage('search', {
  async load(request) {
    const { translator } = request;
    const categories = await load(request, categoryApi.list, {});
    const query = queryIn(request.query);
    if (!categories.some(({ code }) => code === query.category)) delete query.category;
    const q = query.q ?? '';
    const [page] = await Promise.all([
      load(request, discoveryApi.search, query as InputOf<typeof discoveryApi.search>),
      request.loadSlot('search.filters', { query }),
    ]);
    const isFound = page.items.some(({ near }) => near === null);
    const countOf = async (asked: Record<string, string>) =>
      (await load(request, discoveryApi.countFound, asked as InputOf<typeof discoveryApi.countFound>)).stories;
    const { sort: _, cursor: __, limit: ___, ...filtered } = query;
    // The page shows all results, so no query is needed to count them.
    const isWhole = !query.cursor && page.next === null;
    const countHere = () => (isWhole ? page.items.length : countOf(filtered));
    const count = q && isFound ? await countHere() : null;
    const countUnfiltered = isFound || filtersOn(query).length === 0 ? 0 : await countOf(q ? { q } : {});
    const title = q ? translator.t('meta.search_title', { query: q }) : translator.t('meta.stories_title');
    return {
      head: { title, path: to.search(), noindex: true },
      data: { page, query, count, countUnfiltered, categories },
    };
  },
  layout: () => SiteLayout,
  script: 'document',
  Content: SearchDocument,
});

type Props = Omit<ComponentProps<typeof SearchPage>, 'stories' | 'next' | 'box'> & { page: Page<FoundStory> };

function SearchDocument({ page, ...asked }: Props) {
  const box = <SearchBox id="search-here" words={asked.query.q ?? ''} isPart />;
  return <SearchPage stories={page.items} next={page.next} box={box} {...asked} />;
}
