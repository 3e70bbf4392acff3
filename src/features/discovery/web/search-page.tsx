import type { ReactNode } from 'react';
import { to } from '#core/pages.ts';
import { lengthOf } from '#core/text.ts';
import type { Category } from '#features/stories/contract-categories.ts';
import { StoryRows } from '#features/stories/web/story-list.tsx';
import { useFind, useT } from '#web/i18n/i18n.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { Link } from '#web/ui/link.tsx';
import { Section } from '#web/ui/section.tsx';
import type { FoundPerson, FoundStory } from '../contract.ts';
import { COUNT_MAX, QUERY_MAX } from '../model/sorts.ts';
import { FoundPeople } from './found-people.tsx';
import { FoundRows } from './found-rows.tsx';
import { NoStories } from './no-stories.tsx';
import styles from './search.module.css';
import { FILTERS, filtersOn, type SearchQuery, without } from './search-address.ts';
import { SearchFilters } from './search-filters.tsx';

interface Found {
  stories: readonly FoundStory[];
  next: string | null;
  /** Authors whose names match. */
  people: readonly FoundPerson[];
  query: SearchQuery;
  /** Number of results, or null if they weren’t counted. */
  count: number | null;
  /** Number of results without filters, if the filtered list is empty. */
  countUnfiltered: number;
  categories: readonly Category[];
}

type Page = Found & {
  /** The words of a search that has too many characters. Nothing was searched for then. */
  tooLong: string | null;
  /** The search box for phones, where the site header has none. */
  box: ReactNode;
};

/** Stories found by words, or all stories, with an order and filters (spec §2). */
export function SearchPage({ box, tooLong, ...found }: Page) {
  const t = useT('discovery');
  const find = useFind('discovery');
  const { stories, people, query, count, categories } = found;
  if (tooLong !== null) return <TooLong words={tooLong} box={box} />;
  const sort = query.sort ?? 'recent_popular';
  const isNear = stories.some(({ near }) => near !== null);
  return (
    <>
      <header className={styles.head}>
        <div className="only-narrow">{box}</div>
        <h1>{query.q ? t('search.heading', { query: query.q }) : (find(`sort.${sort}`) ?? '')}</h1>
        {count !== null && count > 0 && (
          <p className="soft">
            {count >= COUNT_MAX
              ? t('search.count_many', { count: COUNT_MAX })
              : people.length > 0
                ? t('search.count_with_people', { count, people: people.length })
                : t('search.count', { count })}
          </p>
        )}
      </header>
      <SearchFilters query={query} count={count} categories={categories} />
      {stories.length === 0 || isNear ? <Nothing {...found} /> : <Results {...found} />}
      {people.length > 0 && <FoundPeople people={people} />}
    </>
  );
}

/** A search with more characters than a search can have. Its words stay in the box, so that they can be shortened. */
function TooLong({ words, box }: { words: string; box: ReactNode }) {
  const t = useT('discovery');
  return (
    <>
      <header className={styles.head}>
        <h1>{t('search.too_long')}</h1>
        <div>{box}</div>
      </header>
      <Empty title={t('search.too_long_text', { count: lengthOf(words), max: QUERY_MAX })}>
        <p className="soft">{t('search.too_long_advice')}</p>
        <ButtonLink to={to.search()}>{t('search.without_filters')}</ButtonLink>
      </Empty>
    </>
  );
}

function Results({ stories, next, query }: Found) {
  const t = useT('discovery');
  const when = query.sort === 'latest_created' ? 'listedAt' : 'continuedAt';
  const more = next && (
    <p>
      <Link to={to.search({ ...query, cursor: next })}>{t('common.view_more')}</Link>
    </p>
  );
  if (query.q && stories.some(({ hit }) => hit !== null))
    return (
      <Section title={t('search.stories')}>
        <div>
          <FoundRows stories={stories} />
          {more}
        </div>
      </Section>
    );
  return (
    <section aria-label={t('search.results')}>
      <StoryRows stories={stories} when={when} />
      {more}
    </section>
  );
}

/** No results: suggests another spelling first, then removing filters, then similar titles. */
function Nothing({ stories, query, countUnfiltered }: Found) {
  const t = useT('discovery');
  const { q } = query;
  const meant = stories[0]?.near?.q ?? null;
  const isFiltered = filtersOn(query).length > 0;
  if (!q && stories.length === 0 && countUnfiltered === 0) return <NoStories />;
  // There may be results without the filters. Then the filters are the reason.
  const isTooNarrow = !q || (isFiltered && countUnfiltered > 0);
  const said = isTooNarrow ? t('search.nothing_filtered') : t('search.nothing', { query: q });
  const wider = to.search(without(query, ...FILTERS));
  return (
    <>
      <Empty title={meant === null ? said : t('search.meant', { query: meant })}>
        {meant !== null && <p className="soft">{said}</p>}
        {meant === null && stories.length === 0 && <p className="soft">{t('search.nothing_text')}</p>}
        {meant !== null && (
          <ButtonLink kind="primary" to={to.search({ ...without(query), q: meant })}>
            {t('search.search_for', { query: meant })}
          </ButtonLink>
        )}
        {isFiltered && countUnfiltered > 0 && (
          <ButtonLink to={wider}>{t('search.unfiltered', { count: countUnfiltered })}</ButtonLink>
        )}
        {stories.length === 0 && countUnfiltered === 0 && (
          <ButtonLink to={to.search()}>{t('search.without_filters')}</ButtonLink>
        )}
      </Empty>
      {stories.length > 0 && (
        <Section title={t('search.near')}>
          <FoundRows stories={stories} />
        </Section>
      )}
    </>
  );
}
