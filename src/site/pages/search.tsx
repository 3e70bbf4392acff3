import type { ComponentProps } from 'react';
import type { InputOf, Page } from '#core/endpoint.ts';
import { to } from '#core/pages.ts';
import { lengthOf } from '#core/text.ts';
import { discoveryApi, type FoundStory } from '#features/discovery/contract.ts';
import { QUERY_MAX } from '#features/discovery/model/sorts.ts';
import { filtersOn } from '#features/discovery/web/search-address.ts';
import { SearchPage } from '#features/discovery/web/search-page.tsx';
import { categoryApi } from '#features/stories/contract-categories.ts';
import type { PageContext } from '#web/page/context.ts';
import { load, PageFailure } from '#web/page/load.ts';
import { SearchBox } from '../layout/search-box.tsx';
import { SiteLayout } from '../layout/site.tsx';
import { definePage } from '../page.ts';

/** Returns the search parameters in the URL, without invalid values, so that a link with extra parameters works. */
function queryIn(query: URLSearchParams): Record<string, string> {
  const fields = Object.entries(discoveryApi.search.input.shape);
  const given = fields.map(([name, field]) => [name, query.get(name)?.trim() ?? '', field] as const);
  return Object.fromEntries(given.filter(([, value, field]) => value !== '' && field.safeParse(value).success));
}

type Found = Page<FoundStory>;
const NOTHING: Found = { items: [], next: null };

/** Returns a page of the results. If the cursor is unknown or leads beyond the last one, it’s the first page. */
async function findPage(request: PageContext, query: Record<string, string>): Promise<Found> {
  const find = () => load(request, discoveryApi.search, query as InputOf<typeof discoveryApi.search>);
  if (!query.cursor) return find();
  const page = await find().catch((error: unknown) => {
    if (error instanceof PageFailure && error.status === 404) return NOTHING;
    throw error;
  });
  if (page.items.length > 0) return page;
  delete query.cursor;
  return find();
}

export const search = definePage('search', {
  async load(request) {
    const { translator } = request;
    const categories = await load(request, categoryApi.list, {});
    const query = queryIn(request.query);
    if (!categories.some(({ code }) => code === query.category)) delete query.category;
    const q = query.q ?? '';
    // Links and bookmarks can have more words than the box accepts.
    const typed = request.query.get('q')?.trim() ?? '';
    const isTooLong = q === '' && lengthOf(typed) > QUERY_MAX;
    const hasFilters = filtersOn(query).length > 0;
    const [page, people] = await Promise.all([
      isTooLong ? NOTHING : findPage(request, query),
      q && !hasFilters && !query.cursor ? load(request, discoveryApi.people, { q }) : [],
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
    const countUnfiltered = isFound || !hasFilters || isTooLong ? 0 : await countOf(q ? { q } : {});
    const words = isTooLong ? typed : q;
    const title = words ? translator.t('meta.search_title', { query: words }) : translator.t('meta.stories_title');
    return {
      head: { title, path: to.search(), noindex: true },
      data: {
        page,
        people,
        query,
        count,
        countUnfiltered,
        categories,
        tooLong: isTooLong ? typed : null,
        // The search icon leads to an empty query. Visitors who only remove filters want to see the list.
        wantsToType: request.query.get('q') === '',
      },
    };
  },
  layout: () => SiteLayout,
  script: 'document',
  Content: SearchDocument,
});

type Props = Omit<ComponentProps<typeof SearchPage>, 'stories' | 'next' | 'box'> & {
  page: Found;
  wantsToType: boolean;
};

function SearchDocument({ page, wantsToType, ...asked }: Props) {
  const words = asked.tooLong ?? asked.query.q ?? '';
  const box = <SearchBox id="search-here" words={words} isPart autoFocus={wantsToType} />;
  return <SearchPage stories={page.items} next={page.next} box={box} {...asked} />;
}
