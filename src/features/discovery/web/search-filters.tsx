import { SlidersHorizontal, X } from 'lucide';
import { use } from 'react';
import { isLanguage, LANGUAGE_NAMES, LANGUAGE_TAGS, LANGUAGES } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import type { Category } from '#features/stories/contract-categories.ts';
import { ModeLabel, useModeName } from '#features/stories/web/mode.tsx';
import { useModes } from '#features/stories/web/modes.ts';
import { useFind, useT } from '#web/i18n/i18n.tsx';
import { Slot } from '#web/page/slot.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import chips from '#web/ui/chip.module.css';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link, NamedLanguage } from '#web/ui/link.tsx';
import { defaultSort, SEARCH_SORTS, SORTS } from '../model/sorts.ts';
import styles from './search.module.css';
import { FILTER_FORM, FILTERS, filtersOn, type SearchQuery, without } from './search-address.ts';

declare module '#web/page/slot.tsx' {
  interface Slots {
    'filter-changes': object;
  }
}

/**
 * Order and filters: a row of fields on wide screens, a popover with its own button on phones. Without JavaScript, both
 * are submitted with a button. `FilterChanges` adds the rest.
 */
export function SearchFilters({
  query,
  count,
  categories,
}: {
  query: SearchQuery;
  count: number | null;
  categories: readonly Category[];
}) {
  const modes = useModes();
  const t = useT('discovery');
  const find = useFind('discovery');
  const named = use(NamedLanguage);
  return (
    <>
      <form
        id={FILTER_FORM}
        popover="auto"
        action={to.search()}
        aria-label={t('search.filters')}
        className={styles.filters}
        // Otherwise the back button would restore the fields of the next page.
        autoComplete="off"
      >
        <h2>{t('search.filters')}</h2>
        {query.q && <input type="hidden" name="q" value={query.q} />}
        {named && <input type="hidden" name="t" value={named} />}
        <label className={styles.field}>
          <span>{t('search.sort')}</span>
          <select name="sort" defaultValue={query.sort ?? defaultSort(query.q)}>
            {(query.q ? SEARCH_SORTS : SORTS).map((sort) => (
              <option key={sort} value={sort}>
                {find(`sort.${sort}`)}
              </option>
            ))}
          </select>
        </label>
        <fieldset className={styles.field}>
          <legend>{t('search.mode')}</legend>
          <div className={chips.chips}>
            <label className={chips.chip}>
              <input type="radio" name="mode" value="" defaultChecked={!query.mode} />
              {t('search.all_modes')}
            </label>
            {Object.values(modes).map(({ id: mode }) => (
              <label key={mode} className={chips.chip}>
                <input type="radio" name="mode" value={mode} defaultChecked={query.mode === mode} />
                <ModeLabel mode={mode} />
              </label>
            ))}
          </div>
        </fieldset>
        <label className={styles.field}>
          <span>{t('search.category')}</span>
          <select name="category" defaultValue={query.category ?? ''}>
            <option value="">{t('search.all_categories')}</option>
            {categories.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label className={styles.field}>
          <span>{t('search.language')}</span>
          <select name="language" defaultValue={query.language ?? ''}>
            <option value="">{t('search.all_languages')}</option>
            {LANGUAGES.map((language) => (
              <option key={language} value={language} lang={LANGUAGE_TAGS[language]}>
                {LANGUAGE_NAMES[language]}
              </option>
            ))}
          </select>
        </label>
        <div className={styles.actions}>
          <ButtonLink to={to.search(without(query, 'sort', ...FILTERS))}>{t('search.take_all_away')}</ButtonLink>
          <Button type="submit" kind="primary" data-shows="">
            {count === null ? t('search.show') : t('search.show_count', { count })}
          </Button>
        </div>
        <noscript>
          <Button type="submit" className={styles.send}>
            {t('search.show')}
          </Button>
        </noscript>
      </form>
      <FilterLine query={query} categories={categories} />
      <Slot name="filter-changes" props={{}} />
    </>
  );
}

/** The button of the sheet on phones, and the active filters with buttons to remove them. */
function FilterLine({ query, categories }: { query: SearchQuery; categories: readonly Category[] }) {
  const t = useT('discovery');
  const find = useFind('discovery');
  const modeName = useModeName();
  const modes = useModes();
  const on = filtersOn(query);
  const nameOf = (filter: (typeof FILTERS)[number]) => {
    const value = query[filter]!;
    const mode = Object.values(modes).find(({ id }) => id === value);
    if (filter === 'mode' && mode) return modeName(mode.id);
    if (filter === 'language' && isLanguage(value)) return LANGUAGE_NAMES[value];
    return categories.find(({ code }) => code === value)?.name ?? value;
  };
  return (
    <div className={classNames(styles.line, on.length === 0 && 'only-narrow')}>
      <Button small className="only-narrow" popoverTarget={FILTER_FORM}>
        <Icon of={SlidersHorizontal} />
        {t('search.filters')}
      </Button>
      {on.length === 0 && (
        <span className="small soft">
          {t('search.no_filters', { sort: find(`sort.${query.sort ?? defaultSort(query.q)}`) ?? '' })}
        </span>
      )}
      {on.map((filter) => (
        <Link
          key={filter}
          className={classNames(chips.chip, styles.take)}
          to={to.search(without(query, filter))}
          aria-label={t('search.take_away', { filter: nameOf(filter) })}
        >
          <span lang={filter === 'language' && isLanguage(query.language) ? LANGUAGE_TAGS[query.language] : undefined}>
            {nameOf(filter)}
          </span>
          <Icon of={X} />
        </Link>
      ))}
    </div>
  );
}
